/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes and types that dialects other than builtin (members.h) encode, as tables: one row for each code. The rows
 * drive the walker, compaction, the reader and the writer; for llvm, stablehlo and chlo also the printer and the parser of
 * text, for vhlo the printer.
 *
 * A description is a list of "kind:name", each followed by a NUL. Kinds:
 *	a attribute         ? optional attribute        T type               s string of the table
 *	v number            z signed number             b bool (a byte)      d double
 *	o number with a flag in its lowest bit: there or not
 *	A list of attributes        L list of types      Z list of signed numbers      D list of doubles
 *	O a bool, then a list of optional attributes     V a bool, then a list of numbers
 *	E pairs of attributes       P a number, then an attribute unless it is 0     Q a bool, then an attribute if it is set
 *	B number that is a bool     e(kind) number with names (enum_names.c)
 *	r resource          N list of bools             M list of numbers    S strings up to the end
 *	n number with the width of its type       x elements: their size in bytes, then these
 * The type of n and x is the next field if that is a T, which then precedes it in the bytes.
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
	const char *mnemonic; /* NULL: unused code */
	const char *format;   /* as in mlirbc/dialect.h; of stablehlo and chlo as in dialects/stablehlo_codes.h */
	/* "kind:name\\0...", see above */
	const char *fields;
};
struct mlirbc__coding_field {
	char kind;
	bool leave_out;
	char names[12];   /* of an enumeration */
	const char *name; /* ends with a NUL */
	size_t name_size;
};
/* The first field of a description, and the start of the next one; NULL: none. */
const char *mlirbc__coding_next(const char *text, struct mlirbc__coding_field *out);
/* Goes through the fields in the order of their bytes. Begins as { description }; false at the end. */
struct mlirbc__coding_order {
	const char *text;
	struct mlirbc__coding_field typed; /* follows its type; name NULL: none */
};
static inline bool mlirbc__coding_step(struct mlirbc__coding_order *order, struct mlirbc__coding_field *out)
{
	if (order->typed.name) {
		*out = order->typed;
		order->typed.name = NULL;
		return true;
	}
	if (!*order->text)
		return false;
	order->text = mlirbc__coding_next(order->text, out);
	if ((out->kind == 'n' || out->kind == 'x') && *order->text == 'T') {
		order->typed = *out;
		order->text = mlirbc__coding_next(order->text, out);
	}
	return true;
}
/* True for a kind that is encoded as a count and that many items (for O and V after a bool). */
static inline bool mlirbc__coding_is_list(char kind)
{
	switch (kind) {
	case 'A':
	case 'E':
	case 'L':
	case 'Z':
	case 'D':
	case 'N':
	case 'M':
	case 'O':
	case 'V': return true;
	default: return false;
	}
}

/* Dialects whose encoding is known. */
enum mlirbc__known_dialect {
	MLIRBC__BUILTIN,
	MLIRBC__QUANT,
	MLIRBC__STABLEHLO,
	MLIRBC__CHLO,
	MLIRBC__LLVM, /* these are fields in memory (MLIRBC_ATTR_CODED), the former text */
	MLIRBC__VHLO,
	MLIRBC__SDY,
	MLIRBC__KNOWN_DIALECTS
};
extern const char *const mlirbc__known_dialects[MLIRBC__KNOWN_DIALECTS]; /* their names */
/* The rows of one other than builtin, by code. Its types if `types`, else its attributes. */
const struct mlirbc__coding *mlirbc__codings(enum mlirbc__known_dialect dialect, bool types, size_t *out_count);
/* The row of a code; NULL if there is none. */
const struct mlirbc__coding *mlirbc__coding_at(enum mlirbc__known_dialect dialect, bool types, uint64_t code);

extern const struct mlirbc__coding mlirbc__quant_types[], mlirbc__llvm_attrs[], mlirbc__vhlo_attrs[],
	mlirbc__vhlo_types[], mlirbc__sdy_attrs[];
extern const size_t mlirbc__quant_type_count, mlirbc__llvm_attr_count, mlirbc__vhlo_attr_count,
	mlirbc__vhlo_type_count, mlirbc__sdy_attr_count;

/* The row of llvm, vhlo or sdy with that mnemonic and that many fields (SIZE_MAX: any number), and its code. NULL if there is
 * none. */
const struct mlirbc__coding *mlirbc__coding_find(const struct mlirbc_string *dialect,
	const struct mlirbc_string *mnemonic, size_t field_count, bool type, uint64_t *out_code);
/* The form that a code had before a release added two lists of numbers to it; NULL: none. Its bytes are never those of the newer form:
 * they are fewer lists, and a number. */
const struct mlirbc__coding *mlirbc__coding_earlier(const struct mlirbc__coding *coding);
enum { MLIRBC__EARLIER_LISTS = 3 };
/* The row of stablehlo or chlo with that mnemonic, likewise. */
const struct mlirbc__coding *mlirbc__coding_kept(const struct mlirbc_string *dialect,
	const struct mlirbc_string *mnemonic, bool type, uint64_t *out_code);

/* enum_names.c: the name of a number; false: it has none, a number is printed. */
bool mlirbc__enum_name(const char *kind, uint64_t value, char *buffer, size_t size);
/* The other way round; false: no number has that name. */
bool mlirbc__enum_value(const char *kind, const char *name, size_t size, uint64_t *out);

#endif
