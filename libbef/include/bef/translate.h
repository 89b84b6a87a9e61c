/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR to BEF and back, as TFRT's tfrt_translate --mlir-to-bef and --bef-to-mlir.
 * Thread class: one-at-a-time per context of the module; calls on texts are safe. */
#ifndef BEF_TRANSLATE_H
#define BEF_TRANSLATE_H

#include <bef/dump.h>
#include <bef/export.h>
#include <bef/status.h>
#include <mlirbc/assembly.h>
#include <mlirbc/ir.h>
#include <mlirbc/parse.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bef_assemble_options {
	size_t size; /* sizeof(struct bef_assemble_options) */
	bool no_optional_sections; /* omit AttributeTypes, AttributeNames and RegisterTypes */
	/* A short MLIR text can expand to a large BEF file, or take much work: splats, arrays and locations that
	 * contain one another repeatedly, the text of compiled modules, links between streams
	 * (tfrt.merge_inter_dependent_streams). This is the maximum number of bytes for these; an element of a nested
	 * array and a part of a location count as at least 64. 0: 256 MB. Beyond it: BEF_E_LIMIT. */
	uint64_t limit;
	/* Optional, for texts: completes the message about an op in custom form that is unknown, for example with the
	 * generic form of the kernel of this name. */
	mlirbc_explain_op_fn explain_op;
	void *explain_ctx;
};

/* Converts a module; the bytes are those of TFRT's converter for the same program.
 * @param allocator  for the result and for temporary memory; NULL: malloc
 * @param options    NULL: defaults
 * @param out_data   one block, owned by the caller; free it with bef_assemble_free(). NULL on failure
 * @return BEF_OK · BEF_E_UNSUPPORTED the program uses a construct that BEF cannot express · BEF_E_CORRUPT the IR is not
 *         a valid host program (diag: message, and line and column if the op has a file location) · BEF_E_NOMEM ·
 *         BEF_E_LIMIT
 * Modifies only the scratch numbers of the IR. Thread class: one-at-a-time per context. */
BEF_API BEF_NODISCARD enum bef_status bef_assemble(struct mlirbc_module *module, const struct bef_allocator *allocator,
	const struct bef_assemble_options *options, uint8_t **out_data, size_t *out_size, struct bef_diag *diag);
BEF_API void bef_assemble_free(const struct bef_allocator *allocator, uint8_t *data, size_t size);

/* The custom assembly of TFRT's dialects (tfrt, tfrt_test, tfrt_dht, ts, coo, corert): pass it to mlirbc_parse() in
 * struct mlirbc_parse_options. Static array; *out_count entries. */
BEF_API const struct mlirbc_assembly *const *bef_mlir_dialects(size_t *out_count);

/* MLIR text to BEF in one step: parse with the dialects above, then assemble. `file_name` goes into locations.
 * Additional results: BEF_E_SYNTAX. */
BEF_API BEF_NODISCARD enum bef_status bef_assemble_text(const char *text, size_t size, const char *file_name,
	const struct bef_allocator *allocator, const struct bef_assemble_options *options, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag);

/* True if a module has an operation of the dialect `tfrt`, as every function of a host program does; it is then not
 * a model. */
BEF_API bool bef_mlir_is_program(const struct mlirbc_module *module);

/* MLIR text that may be a host program or another module, in one pass: an operation of the dialect `tfrt` decides,
 * wherever it is. A host program is assembled as by bef_assemble_text(). Another module is returned as IR, and nothing
 * is assembled.
 * @param context     owns the module, and memory for parsing
 * @param parse       options; its dialects must include those of bef_mlir_dialects(). `take_op` and `explain_op` are
 *                    ignored
 * @param out_module  NULL after a failure, and if the text is a host program
 * @param out_data    as bef_assemble(); NULL if *out_module is not
 * @return as bef_assemble_text(). Thread class: one-at-a-time per context */
BEF_API BEF_NODISCARD enum bef_status bef_assemble_source(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_parse_options *parse, const struct bef_allocator *allocator,
	const struct bef_assemble_options *options, struct mlirbc_module **out_module, uint8_t **out_data,
		size_t *out_size, struct bef_diag *diag);

/* ---- BEF to MLIR */

/* Reconstructs the module of a file; translate/README.md lists the information that a file does not contain. Verifies
 * the file first.
 * @param context     owns the module; `data` may be freed afterwards
 * @param allocator   for temporary memory; NULL: malloc
 * @param out_module  NULL on failure (objects created so far stay in the context)
 * @return BEF_OK · what bef_reader_open() and bef_reader_verify() return · BEF_E_UNSUPPORTED no module corresponds to
 *         the file: types that MLIR cannot parse, a region that two kernels share · BEF_E_LIMIT · BEF_E_NOMEM, also for
 *         the limit of the context. Thread class: one-at-a-time per context. */
BEF_API BEF_NODISCARD enum bef_status bef_disassemble(const void *data, size_t size, struct mlirbc_context *context,
	const struct bef_allocator *allocator, struct mlirbc_module **out_module, struct bef_diag *diag);

struct bef_disassemble_options {
	size_t size;    /* sizeof(struct bef_disassemble_options) */
	bool generic;   /* print every op in generic form, not in the assembly of its dialect */
	bool locations; /* print locations, so that they round-trip */
	uint64_t limit; /* maximum bytes of text, since a small file can expand; 0: 1 GB. Beyond it: BEF_E_LIMIT */
};

/* BEF to MLIR text in one step. `write` receives the text in pieces, possibly before a failure.
 * @param options  NULL: defaults
 * @return as bef_disassemble(), and BEF_E_IO when `write` returned false */
BEF_API BEF_NODISCARD enum bef_status bef_disassemble_text(const void *data, size_t size,
	const struct bef_allocator *allocator, const struct bef_disassemble_options *options, bef_write_fn write,
	void *ctx, struct bef_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
