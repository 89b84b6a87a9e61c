/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constraints of types and attributes: programs in the order of CODES, TYPE_WORDS, ATTR_WORDS and CHECKS of
 * constraints.py. A program is an expression in prefix notation: a code, its numbers, its operands. */
#ifndef MLIRBC_UPSTREAM_CONSTRAINT_H
#define MLIRBC_UPSTREAM_CONSTRAINT_H

#include "table.h"

enum mlirbc_upstream__test {
	TEST_ALL, /* count */
	TEST_ANY, /* count */
	TEST_NOT,
	TEST_ELEMENT,
	TEST_PARAMETER,
	TEST_WORD,      /* WORD_… */
	TEST_INTEGER,   /* signedness or 0, width or 0 */
	TEST_FLOAT,     /* enum mlirbc_float */
	TEST_DIALECT,   /* text, 2 bytes */
	TEST_QUANTIZED, /* width of the storage */
	TEST_RANK,      /* comparison, number */
	TEST_COUNT,     /* comparison, number */
	TEST_DIMS,      /* count, dimensions */
	TEST_LAST,      /* dimension */
	TEST_SPACE,     /* address space of a pointer */
	TEST_ATTR_WORD, /* ATTR_WORD_… */
	TEST_ATTR_DIALECT, /* text, 2 bytes */
	TEST_ENUM,         /* enumeration, 2 bytes */
	TEST_OF,           /* the type of an attribute */
	TEST_VALUE,        /* the type that it holds */
	TEST_EACH,
	TEST_SIZE,  /* comparison, number */
	TEST_NUMBER /* 0 equal, 1 at least, 2 at most; number */
};

enum mlirbc_upstream__type_word {
	WORD_TRUE, WORD_FALSE, WORD_INDEX, WORD_FLOAT, WORD_NONE, WORD_COMPLEX, WORD_FUNCTION, WORD_TUPLE, WORD_GRAPH, WORD_VECTOR,
	WORD_FIXED, WORD_SCALABLE, WORD_TENSOR, WORD_RANKED, WORD_UNRANKED, WORD_MEMREF, WORD_UNRANKED_MEMREF, WORD_ANY_MEMREF,
	WORD_SHAPED, WORD_HAS_RANK, WORD_STATIC, WORD_ALL_SCALABLE, WORD_LAST_SCALABLE, WORD_LEADING_FIXED, WORD_NO_ZERO,
	WORD_ALL_ONE, WORD_ENCODED, WORD_LLVM, WORD_LLVM_VECTOR, WORD_LLVM_FLOAT, WORD_QUANT
};

enum mlirbc_upstream__attr_word {
	ATTR_WORD_TRUE, ATTR_WORD_FALSE, ATTR_WORD_UNIT, ATTR_WORD_BOOL, ATTR_WORD_INTEGER, ATTR_WORD_REAL, ATTR_WORD_STRING,
	ATTR_WORD_TYPE, ATTR_WORD_ARRAY, ATTR_WORD_DICTIONARY, ATTR_WORD_SYMBOL, ATTR_WORD_FLAT_SYMBOL, ATTR_WORD_MAP, ATTR_WORD_SET,
	ATTR_WORD_ELEMENTS, ATTR_WORD_DENSE_INT, ATTR_WORD_LIST_I1, ATTR_WORD_LIST_I8, ATTR_WORD_LIST_I16, ATTR_WORD_LIST_I32,
	ATTR_WORD_LIST_I64, ATTR_WORD_NONE_NEGATIVE, ATTR_WORD_POWER_OF_2
};

/* What an operation must satisfy besides: a code, the number of the bytes that follow, these; ends with CHECK_END.
 * Lower-case ones of constraints.py have no bytes. */
enum mlirbc_upstream__check {
	CHECK_END,
	CHECK_RULE, /* slot, RULE_…, slot */
	CHECK_SAME, /* slots, or MLIRBC_UPSTREAM__REF and attributes, as for the next three */
	CHECK_SAME_ELEMENT,
	CHECK_SAME_SHAPE,
	CHECK_SAME_RANK,
	CHECK_ALL_TYPES,
	CHECK_OPERAND_TYPES,
	CHECK_SHAPES,
	CHECK_ELEMENTS,
	CHECK_OPERAND_ELEMENTS,
	CHECK_OPERAND_SHAPES,
	CHECK_RANKS,
	CHECK_BROADCAST,
	CHECK_ELEMENTWISE,
	CHECK_NO_ARGUMENTS,
	CHECK_NO_TERMINATOR,
	CHECK_SYMBOL_TABLE,
	CHECK_VARIADIC_OPERANDS,
	CHECK_VARIADIC_RESULTS,
	CHECK_ISOLATED,
	CHECK_SINGLE_BLOCK,
	CHECK_SYMBOL,
	CHECK_IN_FUNCTION,
	CHECK_IN_MODULE,
	CHECK_PARENT, /* texts, 2 bytes each */
	CHECK_ENDS,   /* text, 2 bytes */
	CHECK_FUNCTION,    /* its entry block has arguments as its type says, `return` has its results */
	CHECK_DECLARATION, /* without a body it is not public */
	CHECK_BRANCH,      /* the last slots are operands of the successors */
	CHECK_LINALG,
	CHECK_YIELDS,   /* its terminators have operands of the types of its results */
	CHECK_TOGETHER, /* slots: all or none */
	CHECK_INDICES,  /* slot: as many as the rank of the other slot */
	CHECK_SIZES     /* slot: as many as dynamic dimensions of the other slot */
};

/* Whether a type, an attribute satisfies the constraint of that number; true for 0. */
bool mlirbc_upstream__type_satisfies(const struct mlirbc_type *type, uint16_t constraint);
bool mlirbc_upstream__attr_satisfies(const struct mlirbc_attr *attr, uint16_t constraint);
/* What the constraint requires, for messages. */
const char *mlirbc_upstream__constraint_text(uint16_t constraint);

/* Whether a type is !dialect.mnemonic, with or without parameters; `name` is "dialect.mnemonic" or "dialect". */
bool mlirbc_upstream__type_is(const struct mlirbc_type *type, const char *name);

/* The arguments of a check of the row; NULL: it has no such check. */
const uint8_t *mlirbc_upstream__find_check(
	const struct mlirbc_upstream__row *row, enum mlirbc_upstream__check check, uint8_t *out_size);

#endif
