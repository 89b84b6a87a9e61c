/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR to BEF and back: what TFRT's tfrt_translate does with --mlir-to-bef and --bef-to-mlir.
 * Thread class: one-at-a-time per context of the module; calls on texts are safe. */
#ifndef BEF_TRANSLATE_H
#define BEF_TRANSLATE_H

#include <bef/dump.h>
#include <bef/export.h>
#include <bef/status.h>
#include <mlirbc/assembly.h>
#include <mlirbc/ir.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bef_assemble_options {
	size_t size; /* sizeof(struct bef_assemble_options) */
	bool no_optional_sections; /* leave out AttributeTypes, AttributeNames and RegisterTypes */
	/* Little MLIR can stand for much BEF, or much work: splats, arrays and locations that contain one another
	 * many times, the text of compiled modules, links between streams (tfrt.merge_inter_dependent_streams). The
	 * bytes that may go into these, an element of a nested array and a part of a location counted as 64 at
	 * least; 0: 256 MB. More is BEF_E_LIMIT. */
	uint64_t limit;
};

/* Converts a module; the bytes are those of TFRT's converter for the same program.
 * @param allocator  for the result, and for work in between; NULL: malloc
 * @param options    NULL: defaults
 * @param out_data   one block, the caller's; free it with bef_assemble_free(). NULL on failure
 * @return BEF_OK · BEF_E_UNSUPPORTED the program uses something BEF cannot hold · BEF_E_CORRUPT the IR is not a
 *         valid host program (diag: message, and line and column where the op has a file location) · BEF_E_NOMEM ·
 *         BEF_E_LIMIT
 * Changes only the scratch numbers of the IR. Threads: one-at-a-time per context. */
BEF_API enum bef_status bef_assemble(struct mlirbc_module *module, const struct bef_allocator *allocator,
	const struct bef_assemble_options *options, uint8_t **out_data, size_t *out_size, struct bef_diag *diag);
BEF_API void bef_assemble_free(const struct bef_allocator *allocator, uint8_t *data, size_t size);

/* The custom assembly of TFRT's dialects (tfrt, tfrt_test, tfrt_dht, ts, coo, corert): hand these to mlirbc_parse() in
 * struct mlirbc_parse_options. Static array; *out_count entries. */
BEF_API const struct mlirbc_assembly *const *bef_mlir_dialects(size_t *out_count);

/* MLIR text to BEF in one step: parse with the dialects above, then assemble. `file_name` goes into locations.
 * Additional results: BEF_E_SYNTAX. */
BEF_API enum bef_status bef_assemble_text(const char *text, size_t size, const char *file_name,
	const struct bef_allocator *allocator, const struct bef_assemble_options *options, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag);

/* ---- BEF to MLIR */

/* Makes the module that a file came from, as far as the file tells: README.md lists what it does not. Verifies the file
 * first.
 * @param context     the module is made in it; `data` may go away afterwards
 * @param allocator   for work in between; NULL: malloc
 * @param out_module  on failure NULL (what was made so far stays in the context)
 * @return BEF_OK · what bef_reader_open() and bef_reader_verify() return · BEF_E_UNSUPPORTED a file that no module
 *         gives: types that MLIR cannot parse, a region that two kernels share · BEF_E_LIMIT · BEF_E_NOMEM, also for
 *         the limit of the context. Threads: one-at-a-time per context. */
BEF_API enum bef_status bef_disassemble(const void *data, size_t size, struct mlirbc_context *context,
	const struct bef_allocator *allocator, struct mlirbc_module **out_module, struct bef_diag *diag);

struct bef_disassemble_options {
	size_t size;    /* sizeof(struct bef_disassemble_options) */
	bool generic;   /* every op in generic form, not in the assembly of its dialect */
	bool locations; /* print them; assembled again, the text then gives the same locations */
	uint64_t limit; /* bytes of text, for few bytes of BEF may stand for much of it; 0: 1 GB. More is BEF_E_LIMIT */
};

/* BEF to MLIR text in one step. `write` gets it piece by piece, also before a failure.
 * @param options  NULL: defaults
 * @return as bef_disassemble(), and BEF_E_IO when `write` said stop */
BEF_API enum bef_status bef_disassemble_text(const void *data, size_t size, const struct bef_allocator *allocator,
	const struct bef_disassemble_options *options, bef_write_fn write, void *ctx, struct bef_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
