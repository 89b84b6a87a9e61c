/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front door: reads the bytes of a file once and decides what they are. bef_model_open(), bef_stablehlo_assemble()
 * and the program `bef` open their inputs with it.
 *
 *	bef_source_open(data, size, &options, &source, &diag);
 *	if (bef_source_kind(source) == BEF_SOURCE_MODEL)
 *		bef_stablehlo_lower(bef_source_module(source), NULL, &program, &diag);
 *	bef_source_close(source);
 *
 * Words in comments, strings and names do not count: text and bytecode are parsed, and the operations decide.
 *
 * Thread class: one-at-a-time per source. */
#ifndef BEF_SOURCE_H
#define BEF_SOURCE_H

#include <bef/export.h>
#include <bef/format.h>
#include <bef/status.h>
#include <bef/translate.h>
#include <mlirbc/ir.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum bef_source_kind {
	BEF_SOURCE_MODEL = 1, /* MLIR of a model: bef_stablehlo_is_model() */
	BEF_SOURCE_PROGRAM,   /* other MLIR, which can only be a host program */
	BEF_SOURCE_BEF_MODEL, /* a BEF file made from a model */
	BEF_SOURCE_BEF,       /* another BEF file, or a damaged one */
};

struct bef_source_options {
	size_t size;      /* sizeof(struct bef_source_options) */
	const char *name; /* of the file, for locations of text; NULL: "-" */
	const struct bef_allocator *allocator; /* NULL: malloc. Copied; its context must outlive the source */
	/* Optional. The text of a host program is assembled while it is read, which takes a fraction of the time and
	 * memory of IR. Then bef_source_module() is NULL, and bef_source_take_bef() returns the file. Read during
	 * the call only. */
	const struct bef_assemble_options *assemble;
	/* Limit in bytes of the memory in which MLIR is read and later changed; beyond it, reading and changing fail
	 * with BEF_E_LIMIT. 0: BEF_STABLEHLO_MEMORY_TIMES the size of the file and BEF_STABLEHLO_MEMORY_SMALL
	 * (bef/lowering.h). */
	size_t max_memory;
	/* Optional. Called every few milliseconds, in the same thread, as long as the source is open. Once it
	 * returns true, work on the source fails with BEF_E_LIMIT. */
	bool (*stop)(void *ctx);
	void *stop_ctx;
	/* The platform for which the functions of an export of JAX are called, "cuda"; NULL: "cpu". An export that is
	 * not for it is refused (BEF_E_UNSUPPORTED). "*": any platform, but cpu if it is one. */
	const char *platform;
};

struct bef_source;

/* Recognizes a BEF file and bytecode by their first bytes, and an export of JAX (mlirbc/jax_export.h) by its structure.
 * Everything else is text, unless it begins with control characters. The module of an export has its functions as
 * mlirbc_jax_export_load() makes them.
 * @param data        must stay valid and unchanged until bef_source_close()
 * @param options     NULL: defaults
 * @param out_source  closed with bef_source_close(); NULL after a failure
 * @return BEF_OK · BEF_E_ARG the size of `options` is not set · BEF_E_CORRUPT the file is empty, or of an unknown
 *         kind · BEF_E_SYNTAX with line and column · what mlirbc_load() and bef_assemble_text() return · BEF_E_NOMEM */
BEF_API BEF_NODISCARD enum bef_status bef_source_open(const void *data, size_t size,
	const struct bef_source_options *options, struct bef_source **out_source, struct bef_diag *diag);
BEF_API enum bef_source_kind bef_source_kind(const struct bef_source *source);
/* True if MLIR was read from text. */
BEF_API bool bef_source_is_text(const struct bef_source *source);
/* The module of MLIR; the caller may change it. NULL for BEF, and for a host program that was assembled. Borrowed
 * from the source. */
BEF_API struct mlirbc_module *bef_source_module(struct bef_source *source);
/* Moves the assembled host program to the caller, who frees it with bef_assemble_free() and the allocator of the
 * source. NULL if there is none. */
BEF_API uint8_t *bef_source_take_bef(struct bef_source *source, size_t *out_size);
BEF_API void bef_source_close(struct bef_source *source); /* NULL is ignored */

#ifdef __cplusplus
}
#endif

#endif
