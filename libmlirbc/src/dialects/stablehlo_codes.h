/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Codes of the attributes and types of StableHLO and CHLO in their own encoding. In memory they are text, as StableHLO prints it: the
 * library mlirbc-stablehlo reads that text.
 *
 * The formats of the rows begin with K. The next character says what follows the mnemonic, or what the whole text is:
 *	E	a blank and the only field; the mnemonic is in the angle brackets: #stablehlo<precision HIGH>
 *	V	<the only field, without its name>
 *	S	<name = field, name = field>
 *	C	<[b, 0, f]x[0, i, o]->[b, 0, f]>, or <raw name = field> for numbers that this cannot express
 *	M	<axes=[<...>], device_ids=...>
 *	X	(first field)second field
 *	nothing	nothing */
#ifndef MLIRBC_SRC_STABLEHLO_CODES_H
#define MLIRBC_SRC_STABLEHLO_CODES_H

#include "dialects/coding.h"

/* Fields of the dimension numbers of a convolution. A side has two dimensions with a letter; the others are numbered. */
struct mlirbc__conv_side {
	char letters[2];
	unsigned named[2], spatial; /* fields */
};
enum { MLIRBC__CONV_SIDES = 3 };
extern const struct mlirbc__conv_side mlirbc__conv_sides[MLIRBC__CONV_SIDES];

extern const struct mlirbc__coding mlirbc__stablehlo_attrs[], mlirbc__stablehlo_types[], mlirbc__chlo_attrs[];
/* Before StableHLO 1.1: without batching dimensions. */
enum { MLIRBC__STABLEHLO_GATHER = 7, MLIRBC__STABLEHLO_SCATTER = 11 };
extern const struct mlirbc__coding mlirbc__stablehlo_gather_1_0, mlirbc__stablehlo_scatter_1_0;
extern const size_t mlirbc__stablehlo_attr_count, mlirbc__stablehlo_type_count, mlirbc__chlo_attr_count;

static inline bool mlirbc__is_kept_coding(const char *format) { return format && *format == 'K'; }

#endif
