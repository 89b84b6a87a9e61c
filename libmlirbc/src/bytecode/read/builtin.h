/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decoding attributes and types of the builtin dialect.
 *
 * A decoder reads all of an entry's fields. A part (another entry) that does not exist yet is read as NULL and sets
 * `blocked`; the decoder continues, so that every missing part is queued, returns NULL, and is called again once the
 * parts exist. */
#ifndef MLIRBC_SRC_BUILTIN_H
#define MLIRBC_SRC_BUILTIN_H

#include "bytecode/encoding/codes.h"
#include "bytecode/read/load_state.h"
#include "dialects/members.h"

struct mlirbc__decode {
	struct mlirbc__reader r; /* covers the entry */
	bool blocked;
	bool opaque; /* set by a decoder that needs information beyond the file: the bytes are kept */
	uint32_t dialect; /* number of the entry's dialect */
};

/* Sets of kinds (MLIRBC__KIND), for parts with restricted kinds. */
#define MLIRBC__KINDS_OPAQUE                                                                                           \
	(MLIRBC__KIND(MLIRBC_ATTR_DIALECT) | MLIRBC__KIND(MLIRBC_ATTR_BYTES) | MLIRBC__KIND(MLIRBC_ATTR_CODED))
#define MLIRBC__KINDS_LOCATION                                                                                         \
	(MLIRBC__KIND(MLIRBC_LOC_UNKNOWN) | MLIRBC__KIND(MLIRBC_LOC_FILE) | MLIRBC__KIND(MLIRBC_LOC_NAME) |            \
		MLIRBC__KIND(MLIRBC_LOC_CALLSITE) | MLIRBC__KIND(MLIRBC_LOC_FUSED) | MLIRBC__KINDS_OPAQUE)
#define MLIRBC__KINDS_ANY UINT32_MAX

/* ---- entry_fields.c; mlirbc__part(): load_attr.c */
/* The entry if it exists already; NULL: it is queued, or an error was found. */
const void *mlirbc__part(struct mlirbc__decode *d, size_t entry, size_t at);
/* An attribute of one of these kinds, which `what` names. NULL: failed, or blocked. */
const struct mlirbc_attr *mlirbc__part_attr(struct mlirbc__decode *d, uint32_t kinds, const char *what);
const struct mlirbc_type *mlirbc__part_type(struct mlirbc__decode *d);
const struct mlirbc_string *mlirbc__part_string(struct mlirbc__decode *d);
/* After all fields are read: true if there was no failure, no missing part and no byte is left over. */
bool mlirbc__ready(struct mlirbc__decode *d);
/* Reads a field of the kinds a, A, L, T, s, r and v (32 bits) into the member at `at`; the items of a list go to
 * `buffer`. Parts are NULL when blocked. */
bool mlirbc__read_member(
	struct mlirbc__decode *d, const struct mlirbc__member *member, struct mlirbc__buffer *buffer, void *at);
uint32_t mlirbc__read_u32(struct mlirbc__decode *d, const char *what);

/* ---- builtin_*.c. NULL: failed, blocked, or opaque. */
const struct mlirbc_attr *mlirbc__builtin_attr(struct mlirbc__decode *d);
/* Dense elements, whose size in the file depends on their type. */
const struct mlirbc_attr *mlirbc__builtin_dense(struct mlirbc__decode *d, enum mlirbc_attr_kind kind);
/* Makes sparse elements from their parts; the type was read at `at`. */
const struct mlirbc_attr *mlirbc__sparse_of(struct mlirbc__decode *d, size_t at, const struct mlirbc_attr *attr);
/* A number, or dense elements, of a type that was read at `at`; NULL for elements when blocked. */
const struct mlirbc_attr *mlirbc__number_of(
	struct mlirbc__decode *d, size_t at, enum mlirbc_attr_kind kind, const struct mlirbc_type *type);
const struct mlirbc_attr *mlirbc__dense_of(struct mlirbc__decode *d, size_t at, const struct mlirbc_type *type);
const struct mlirbc_type *mlirbc__builtin_type(struct mlirbc__decode *d);

/* ---- load_quant.c, likewise */
const struct mlirbc_type *mlirbc__quant_type(struct mlirbc__decode *d);

/* ---- decoder.c. The struct passed to hooks of a dialect is a struct mlirbc__decode under another name. */
static inline struct mlirbc__decode *mlirbc__decode_of(struct mlirbc_decoder *decoder)
{
	return (struct mlirbc__decode *)(void *)decoder;
}
const void *mlirbc__coded_entry(struct mlirbc__decode *d, const struct mlirbc_dialect *dialect, bool type);

/* ---- read_coded.c: reads an entry, after its code, by its description. NULL: failed, blocked. */
bool mlirbc__read_coded(struct mlirbc__decode *d, const char *dialect, const struct mlirbc__coding *coding,
	struct mlirbc_named_attr *fields, struct mlirbc_coded *out);
const struct mlirbc_attr *mlirbc__coded_attr(
	struct mlirbc__decode *d, const char *dialect, const struct mlirbc__coding *codings, size_t count);
const struct mlirbc_type *mlirbc__coded_type(
	struct mlirbc__decode *d, const char *dialect, const struct mlirbc__coding *codings, size_t count);

extern const struct mlirbc_dialect mlirbc__llvm_dialect, mlirbc__sdy_dialect, mlirbc__vhlo_dialect, mlirbc__quant_dialect,
	mlirbc__stablehlo_dialect, mlirbc__chlo_dialect;
#endif
