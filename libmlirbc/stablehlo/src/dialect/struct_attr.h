/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of the form #dialect.mnemonic<name = value, ...>, described by tables of fields. */
#ifndef MLIRBC_STABLEHLO_STRUCT_ATTR_H
#define MLIRBC_STABLEHLO_STRUCT_ATTR_H

#include "dialect/attrs.h"
#include "dialect/scan.h"

struct shlo__field {
	const char *name;
	size_t offset; /* in the C struct */
	/* L list, left out when empty · l list · N number, left out when 0 · n number · D double, left out when 0 · T type ·
	 * b bool · m #stablehlo.result_accuracy_mode<> */
	char kind;
};
struct shlo__struct {
	const char *dialect, *mnemonic;
	const struct shlo__field *fields; /* name NULL at the end */
	size_t size;                      /* of the C struct */
};

extern const struct shlo__struct shlo__gather_struct, shlo__scatter_struct, shlo__dot_struct, shlo__ragged_dot_struct,
	shlo__channel_struct, shlo__algorithm_struct, shlo__accuracy_struct, shlo__alias_struct;

/* A group of attributes that are one of StableHLO, by the kind of mlirbc/stablehlo_ops.h; NULL: no group. The names of its fields are
 * those of the VHLO attributes. */
const struct shlo__struct *shlo__group_of(char kind);
union shlo__group {
	struct shlo__gather gather;
	struct shlo__scatter scatter;
	struct shlo__dot dot;
	struct shlo__conv conv;
	struct shlo__algorithm algorithm;
};
/* The attribute of a group as its C struct. */
bool shlo__group_read(char kind, struct mlirbc_context *context, const struct mlirbc_attr *attr, union shlo__group *out,
	const char **why);
/* Kinds that are an enumeration; -1: no. */
int shlo__enum_kind(char kind);

/* Stores the reason unless `why` is NULL. Returns false. */
static inline bool shlo__why(const char **why, const char *text)
{
	if (why)
		*why = text;
	return false;
}

/* The text inside #dialect.mnemonic<...>; false: it is another attribute. */
bool shlo__attr_body(const struct mlirbc_attr *attr, const char *dialect, const char *mnemonic, struct mlirbc_string *out);
/* `context` is for types; NULL when there are none. */
bool shlo__struct_of(const struct shlo__struct *form, struct mlirbc_context *context, const struct mlirbc_attr *attr, void *out,
	const char **why);
/* The same with the text inside the brackets. */
bool shlo__struct_read(const struct shlo__struct *form, struct mlirbc_context *context, struct shlo__scan scan, void *out,
	const char **why);
const struct mlirbc_attr *shlo__struct_attr(
	const struct shlo__struct *form, struct mlirbc_context *context, const void *value);

/* Text that grows; `failed`: memory was short. */
struct shlo__text {
	const struct mlirbc_allocator *allocator;
	char *data;
	size_t size, capacity;
	bool failed;
	char few[256];
};
void shlo__text_init(struct shlo__text *text, const struct mlirbc_context *context);
void shlo__text_finish(struct shlo__text *text); /* frees it */
void shlo__text_add(struct shlo__text *text, const char *data, size_t size);
/* As mlirbc_write_fn, for printers; `text` is a struct shlo__text. */
int shlo__text_put(void *text, const char *data, size_t size);
void shlo__text_puts(struct shlo__text *text, const char *data);
void shlo__text_int(struct shlo__text *text, int64_t value);
/* As MLIR prints an f64 attribute, without its type. */
void shlo__text_double(struct shlo__text *text, struct mlirbc_context *context, double value);
/* "name = value, name = value" */
void shlo__struct_put(
	const struct shlo__struct *form, struct mlirbc_context *context, struct shlo__text *text, const void *value);
/* The attribute #dialect.text, and frees the text. */
const struct mlirbc_attr *shlo__text_attr(struct shlo__text *text, struct mlirbc_context *context, const char *dialect);

#endif
