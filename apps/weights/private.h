/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the files of this folder. */
#ifndef WEIGHTS_PRIVATE_H
#define WEIGHTS_PRIVATE_H

#include "weights.h"

/* An array of the file. */
struct weights_entry {
	const char *name; /* without ".npy"; not terminated */
	size_t name_size;
	const struct tensorfile_zip_entry *zip;
	bool used;
};

/* An attribute of an op that is, or becomes, a resource without data. */
struct weights_place {
	struct mlirbc_op *op;
	const char *attr; /* its name */
	const struct mlirbc_attr *value;
	const void *same;  /* of places with one array */
	size_t order;      /* in the module */
};
struct weights_places {
	struct weights_place *list;
	size_t count, room;
	bool failed; /* out of memory */
};

/* Strings of a context do not end with a NUL. */
static inline bool weights__is(const struct mlirbc_string *text, const char *expected)
{
	return text->size == strlen(expected) && memcmp(text->data, expected, text->size) == 0;
}

/* Lists the constants that `want` selects; it returns what the places of one array have in common, or NULL. They are sorted by that, and
 * in the order of the module. False: out of memory. */
bool weights__find_places(struct mlirbc_module *module, const void *(*want)(void *ctx, const struct mlirbc_attr *value), void *ctx,
	struct weights_places *out);
/* Finds an array by its name; NULL: there is none. */
struct weights_entry *weights__find_entry(const struct weights_file *file, const char *name, size_t size);
/* Reads the elements of an entry for a constant of the type; later elements are in row-major order and little-endian.
 * @return CLI_GOOD, or the exit code after a message */
int weights__read(const struct weights_file *file, const struct weights_entry *entry, const struct mlirbc_type *type, void **out_data,
	size_t *out_size);

#endif
