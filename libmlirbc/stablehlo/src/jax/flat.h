/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FlatBuffers, byte by byte: tables with optional fields, vectors and strings. Every position is compared with the size of the file before
 * it is read. References point forward, so there are no cycles; but parts may be shared, so a small file can describe an exponentially large
 * tree: `left` bounds the number of parts that are read. */
#ifndef SHLO_JAX_FLAT_H
#define SHLO_JAX_FLAT_H

#include <mlirbc/jax_export.h>
#include <stdarg.h>

struct shlo__flat {
	struct mlirbc_context *context;
	struct mlirbc_diag *diag;
	enum mlirbc_status status; /* of the first failure */
	const uint8_t *data;
	size_t size;
	size_t left; /* parts that may still be read */
	unsigned depth;    /* of a tree */
	size_t path, paths_left; /* bytes of the name of a leaf, and of the names that may follow */
};

/* A table, and its list of fields. */
struct shlo__table {
	size_t at, size;
	size_t fields, field_count;
};

struct shlo__vector {
	size_t at; /* of the first element */
	size_t count;
};

/* Records the first failure. Returns false. */
bool shlo__flat_fail(struct shlo__flat *flat, enum mlirbc_status status, size_t offset, const char *format, ...) MLIRBC_PRINTF(4, 5);
/* Zero bytes for `count` objects of the result. NULL after a failure. */
void *shlo__flat_room(struct shlo__flat *flat, size_t count, size_t size);

uint16_t shlo__flat_u16(const struct shlo__flat *flat, size_t at);
uint32_t shlo__flat_u32(const struct shlo__flat *flat, size_t at);

/* The table to which the reference at `at` points. */
bool shlo__flat_table(struct shlo__flat *flat, size_t at, struct shlo__table *out);
/* The position of a field of `width` bytes; 0: it is absent. False after a failure. */
bool shlo__flat_field(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, size_t width, size_t *out_at);
/* An unsigned number of 1, 2 or 4 bytes; 0 if it is absent. */
bool shlo__flat_number(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, size_t width, uint32_t *out);
/* Elements of `width` bytes; an absent vector is empty. */
bool shlo__flat_vector(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, size_t width, struct shlo__vector *out);
/* An absent string is empty. */
bool shlo__flat_string(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, struct mlirbc_string *out);
bool shlo__flat_strings(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, struct mlirbc_jax_strings *out);

#endif
