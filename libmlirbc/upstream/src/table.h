/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The operations of upstream dialects that formats describe. tables.py makes the tables of dialects/. Numbers of texts
 * are those of mlirbc_upstream__string(). */
#ifndef MLIRBC_UPSTREAM_TABLE_H
#define MLIRBC_UPSTREAM_TABLE_H

#include <mlirbc/ir.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Elements of forms: a byte each, followed by their numbers. In the order of tables.py. */
enum mlirbc_upstream__code {
	FORM_END,
	FORM_LITERAL,    /* text, 2 bytes */
	FORM_BLANK,      /* printed only */
	FORM_LINE,       /* printed only */
	FORM_OPERAND,    /* slot */
	FORM_TYPE,       /* slot */
	FORM_TYPE_BODY,  /* slot, text "dialect.mnemonic", 2 bytes */
	FORM_ATTR,       /* attribute */
	FORM_ATTR_WHOLE, /* attribute */
	FORM_REGION,     /* region */
	FORM_REGIONS,
	FORM_SUCCESSOR, /* successor */
	FORM_SUCCESSORS,
	FORM_OPERANDS,
	FORM_OPERAND_TYPES,
	FORM_RESULT_TYPES,
	FORM_FUNCTION_TYPE, /* slots of inputs and results, or MLIRBC_UPSTREAM__ALL */
	FORM_DICTIONARY,
	FORM_DICTIONARY_WORD,
	FORM_PROPERTIES,
	FORM_OPTIONAL,  /* sizes of both branches, 2 bytes each; count of anchors; anchors; the branches */
	FORM_ANY_ORDER, /* count of clauses; each: size, 2 bytes, count of anchors, anchors, its elements */
	FORM_CUSTOM     /* directive, count of arguments, arguments */
};

/* An anchor or argument: one of these letters and a number. An argument that was read before is marked. */
enum {
	MLIRBC_UPSTREAM__NAMES = 'o',
	MLIRBC_UPSTREAM__TYPES = 't',
	MLIRBC_UPSTREAM__ATTR = 'a',
	MLIRBC_UPSTREAM__REGION = 'r',
	MLIRBC_UPSTREAM__SUCCESSOR = 's',
	MLIRBC_UPSTREAM__CODE = 'c',
	MLIRBC_UPSTREAM__WHOLE_LIST = '*',
	MLIRBC_UPSTREAM__REF = 128,
	MLIRBC_UPSTREAM__ALL = 255
};

/* An operand or result: operands first. */
struct mlirbc_upstream__slot {
	uint16_t name;
	uint8_t kind; /* SLOT_… */
	uint16_t sizes;
	uint16_t constraint; /* of its types; 0: none */
};
enum { SLOT_ONE, SLOT_OPTIONAL, SLOT_LIST, SLOT_LISTS };

struct mlirbc_upstream__attr {
	uint16_t name;
	uint8_t mode, flags;
	uint16_t detail; /* a text, an enumeration, or a prefix */
	uint16_t constraint; /* 0: none */
};
enum { MODE_ANY, MODE_TYPED, MODE_SYMNAME, MODE_UNIT, MODE_DENSE_ARRAY, MODE_ENUM, MODE_PROPERTY_ENUM, MODE_STRIP,
	MODE_STRING, MODE_PROPERTY };
enum { ATTR_OPTIONAL = 1, ATTR_DEFAULT = 2 };

/* A prefix #dialect.mnemonic, and what follows it. */
struct mlirbc_upstream__strip {
	uint16_t dialect, mnemonic;
	uint16_t enumeration; /* NO_ENUM: none */
	uint8_t form;         /* STRIP_… */
};
enum { STRIP_ANYTHING, STRIP_ANGLES /* <v> */, STRIP_WORD /* v */, STRIP_PAREN /* (v) */, STRIP_TYPE /* {type = v} */ };
enum { NO_ENUM = 65535 };

struct mlirbc_upstream__enum {
	uint8_t bits, is_set;
	uint16_t first, count; /* of its cases */
	uint16_t separator;
};
struct mlirbc_upstream__case {
	uint16_t text;
	uint16_t low, high; /* halves of its value */
};

/* The type of a slot that the text does not have. */
struct mlirbc_upstream__rule {
	uint8_t slot, kind;
	uint8_t source; /* slot, or MLIRBC_UPSTREAM__REF and an attribute */
	uint16_t type;  /* BUILD */
};
enum {
	RULE_BUILD,
	RULE_SAME,
	RULE_ELEMENT,
	RULE_I1_SAME_SHAPE,
	RULE_POINTEE,
	RULE_INFER,
	RULE_VALUE_TYPE_OF,
	RULE_RANGE_OF,
	RULE_DIM0_I1,
	RULE_SQUARE_SCALABLE,
	RULE_PTR_METADATA,
	RULE_LAST_DIM_16,
	RULE_INT_OF_WIDTH_DIM0,
	RULE_DOMAIN_OF,
	RULE_LVALUE_OF_POINTEE,
	RULE_FUNC_INPUTS,
	RULE_FUNC_RESULTS,
	RULE_STRUCT_VALUE_I1,
	RULE_PDL_RANGE_OF,
	RULE_PDL_TYPE_OF_VALUE,
	RULE_DOMAINS_OF,
	RULE_IMAGE_OF,
	RULE_ELEMENTS,
	RULE_POINTER_TO_VALUE
};

struct mlirbc_upstream__row {
	uint16_t form, name; /* name: without dialect */
	uint16_t slots, attrs, rules;
	uint16_t terminator; /* whole name of the implied one; 0: none */
	uint16_t checks, flags;
	uint8_t operand_count, result_count, attr_count, rule_count, region_count, successor_count;
	uint8_t one_block; /* bits of the first eight regions that have one block each */
};
enum { ROW_SIZED = 1, ROW_SIZED_RESULTS = 2, ROW_ISOLATED = 4, ROW_REGION_LIST = 8, ROW_SUCCESSOR_LIST = 16,
	ROW_BLOCK = 32, ROW_GENERIC = 64, ROW_TERMINATOR = 128, ROW_LIBRARY = 256 /* libmlirbc reads and prints it */ };

/* A program of constraint.h, its description in messages, and the class of the types that satisfy it, which the text of
 * an operation must already have. In the order of KINDS of constraints.py. */
struct mlirbc_upstream__constraint {
	uint16_t program, text;
	uint16_t kind; /* KIND_…, or KIND_NAMED and the number of "dialect.mnemonic" */
};
enum { KIND_ANY, KIND_VECTOR, KIND_TENSOR, KIND_RANKED, KIND_UNRANKED, KIND_MEMREF, KIND_UNRANKED_MEMREF,
	KIND_ANY_MEMREF, KIND_COMPLEX, KIND_FUNCTION, KIND_TUPLE, KIND_FLOAT, KIND_INTEGER, KIND_INDEX, KIND_NAMED };

struct mlirbc_upstream__dialect {
	uint16_t name, first, count;
};

extern const char mlirbc_upstream__text[];
extern const uint8_t mlirbc_upstream__forms[];
extern const struct mlirbc_upstream__slot mlirbc_upstream__slots[];
extern const struct mlirbc_upstream__attr mlirbc_upstream__attrs[];
extern const struct mlirbc_upstream__rule mlirbc_upstream__rules[];
extern const struct mlirbc_upstream__strip mlirbc_upstream__strips[];
extern const struct mlirbc_upstream__enum mlirbc_upstream__enums[];
extern const struct mlirbc_upstream__case mlirbc_upstream__cases[];
extern const struct mlirbc_upstream__row mlirbc_upstream__rows[]; /* sorted by dialect and name */
extern const struct mlirbc_upstream__dialect mlirbc_upstream__dialects[];
extern const uint8_t mlirbc_upstream__programs[], mlirbc_upstream__checks[];
extern const struct mlirbc_upstream__constraint mlirbc_upstream__constraints[];
extern const uint16_t mlirbc_upstream__directives[];
extern const size_t mlirbc_upstream__strip_count;
extern const size_t mlirbc_upstream__row_count, mlirbc_upstream__dialect_count, mlirbc_upstream__directive_count;

static inline const char *mlirbc_upstream__string(uint16_t number)
{
	return mlirbc_upstream__text + 2 * (size_t)number;
}

static inline uint32_t mlirbc_upstream__number(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8; }

static inline uint32_t mlirbc_upstream__case_value(const struct mlirbc_upstream__case *one)
{
	return one->low | (uint32_t)one->high << 16;
}

/* NULL: none. */
const struct mlirbc_upstream__row *mlirbc_upstream__row_find(const struct mlirbc_string *name);

/* ---- enumerations */

/* The value of a word; false if there is none. */
bool mlirbc_upstream__enum_value(const struct mlirbc_upstream__enum *e, const char *word, size_t size, uint64_t *out);
/* The words of a value as text; false: it has no words, or they do not fit. */
bool mlirbc_upstream__enum_text(const struct mlirbc_upstream__enum *e, uint64_t value, char *out, size_t room);

#endif
