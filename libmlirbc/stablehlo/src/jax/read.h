/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of exports, between the files of this room. */
#ifndef SHLO_JAX_READ_H
#define SHLO_JAX_READ_H

#include "jax/flat.h"

/* Reads the tree of a field, which must exist. */
const struct mlirbc_jax_tree *shlo__jax_read_tree(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, const char *what);
/* Reads the shardings of the arguments, or of the results. `indexes` and `direct`: fields of the table. */
bool shlo__jax_read_shardings(struct shlo__flat *flat, const struct shlo__table *table, unsigned indexes, unsigned direct,
	struct mlirbc_jax_shardings *out);

/* The type in the module; NULL when memory is short. Dimensions that are not numbers are dynamic. */
const struct mlirbc_type *shlo__jax_type(struct mlirbc_context *context, const struct mlirbc_jax_aval *aval);
/* The number of an element type of the module; -1: JAX has none. */
int shlo__jax_dtype(const struct mlirbc_type *element);
/* "f32"; "?" for a number that is not known */
const char *shlo__jax_short_name(unsigned dtype);

#endif
