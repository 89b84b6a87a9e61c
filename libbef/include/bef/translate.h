/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR to BEF: what TFRT's tfrt_translate --mlir-to-bef does. */
#ifndef BEF_TRANSLATE_H
#define BEF_TRANSLATE_H

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
	/* Little MLIR can stand for much BEF, or much work: splats, arrays and locations that contain one another many times, the
	 * text of compiled modules, links between streams (tfrt.merge_inter_dependent_streams). The bytes that may go into these, an
	 * element of a nested array and a part of a location counted as 64 at least; 0: 256 MB. More is BEF_E_LIMIT. */
	uint64_t limit;
};

/* Converts a module; the bytes are those of TFRT's converter for the same program.
 * @param allocator  for the result, and for work in between; NULL: malloc
 * @param options    NULL: defaults
 * @param out_data   one block, the caller's; free it with bef_assemble_free(). NULL on failure
 * @return BEF_OK · BEF_E_UNSUPPORTED the program uses something BEF cannot hold · BEF_E_CORRUPT the IR is not a valid host
 *         program (diag: message, and line and column where the op has a file location) · BEF_E_NOMEM · BEF_E_LIMIT
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

#ifdef __cplusplus
}
#endif

#endif
