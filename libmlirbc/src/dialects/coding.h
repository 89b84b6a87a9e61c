/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes and types that dialects encode, as tables: one row for each code. The reader, the writer, the printer and
 * the parser of text are driven by these rows.
 *
 * A description is a list of "kind:name" with blanks between. Kinds:
 *	a attribute         ? optional attribute        T type               s string of the table
 *	v number            z signed number             b bool (a byte)      d double
 *	o number with a flag in its lowest bit: there or not
 *	A list of attributes        L list of types      Z list of signed numbers      D list of doubles
 *	O a bool, then a list of optional attributes     V a bool, then a list of numbers
 *	E pairs of attributes       P a number (bool), then an attribute if it is 1
 *	e(kind) number with names (enum_names.c)
 *	n number or elements of the type in the next field, which stands in front of it in the bytes
 * Behind the kind: '-' leaves the field out when it is 0, false, "" or empty. */
#ifndef MLIRBC_SRC_CODING_H
#define MLIRBC_SRC_CODING_H

#include <mlirbc/ir.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MLIRBC__MOST_FIELDS = 24 };
/* A row: one attribute or type. */
struct mlirbc__coding {
	const char *mnemonic; /* NULL: no such code */
	const char *format;   /* as in mlirbc/dialect.h */
	/* "kind:name ...", see above */
	const char *fields;
};
struct mlirbc__coding_field {
	char kind;
	bool leave_out;
	char names[12]; /* of an enumeration */
	const char *name;
	size_t name_size;
};
/* The first field of a description, and where the next one begins; NULL: there is none. */
const char *mlirbc__coding_next(const char *text, struct mlirbc__coding_field *out);
/* The entries of a dialect by their codes; NULL: none are known. */
const struct mlirbc__coding *mlirbc__codings(const struct mlirbc_string *dialect, bool types, size_t *out_count);
/* The rows of one dialect, by code. */
extern const struct mlirbc__coding mlirbc__vhlo_attrs[], mlirbc__vhlo_types[], mlirbc__llvm_attrs[];
extern const size_t mlirbc__vhlo_attr_count, mlirbc__vhlo_type_count, mlirbc__llvm_attr_count;
/* The row with that mnemonic and that many fields (SIZE_MAX: any number), and its code. NULL if there is none. */
const struct mlirbc__coding *mlirbc__coding_find(const struct mlirbc_string *dialect,
	const struct mlirbc_string *mnemonic, size_t field_count, bool type, uint64_t *out_code);

/* enum_names.c: the name of a number; false: it has none, a number is printed. */
bool mlirbc__enum_name(const char *kind, uint64_t value, char *buffer, size_t size);
/* The other way round; false: no number has that name. */
bool mlirbc__enum_value(const char *kind, const char *name, size_t size, uint64_t *out);

#endif
