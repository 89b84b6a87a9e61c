/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the leaves of constraints say about a type. */
#ifndef MLIRBC_UPSTREAM_CONSTRAINT_WORDS_H
#define MLIRBC_UPSTREAM_CONSTRAINT_WORDS_H

#include "constraint.h"

/* Whether the text begins with the mnemonic of "dialect.mnemonic"; "dialect" alone: any. */
bool mlirbc_upstream__has_name(const struct mlirbc_string *dialect, const struct mlirbc_string *text, const char *name);
/* N of !llvm.ptr<N>; UINT64_MAX: another type. */
uint64_t mlirbc_upstream__address_space(const struct mlirbc_type *type);
/* A type of quant whose storage has that width; 0: any. */
bool mlirbc_upstream__is_quantized(const struct mlirbc_type *type, uint8_t width);
bool mlirbc_upstream__has_dims(const struct mlirbc_type *type, const uint8_t *dims, uint8_t count);
bool mlirbc_upstream__is_word(enum mlirbc_upstream__type_word word, const struct mlirbc_type *type);

#endif
