/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom assembly of the operations of upstream dialects, as tables that the parser and the printer interpret. */
#ifndef MLIRBC_SRC_FORMS_H
#define MLIRBC_SRC_FORMS_H

#include <mlirbc/ir.h>
#include <stdbool.h>
#include <stddef.h>

/* `format` is a list of words with a blank between them:
 *
 *   0, 1, 2         the operand of that group            1*       its operands, separated by commas
 *   a, b, c         a type                               a*       types, separated by commas
 *   >a              optional "-> type" or "-> (types)"   )a       optional "-> (types)"
 *   =               the types of all operands and results as a function type
 *   ~ba             type a; before it "type b, " if b is not i1
 *   @               the attribute dictionary
 *   #Kname          the attribute `name`, of kind K: * any, with its type; " string; @ symbol; i, w, l number of type
 *                   index, i32, i64, without its type
 *   !name=word      the word if this unit attribute is there
 *   &C              an enumerator of mlirbc__form_enum(C)
 *   +o, +f, +F      overflow flags; fast-math flags, of which +f leaves out "none"
 *   +x              the elements of the attribute `shape`, [1, 2]
 *   +dname          the array attribute `name`, [1, 2]
 *   +u              the value of poison unless it is the default: <#value>
 *   +w              branch weights: weights([1, 2])
 *   %1:name         the list of indices of group 1; constants are in the array attribute `name`
 *   ^01b            the successor 0 with the operands of group 1, whose types are b: ^block(%x : i32)
 *   ?0 ... ;        these words only if group 0 is not empty; ?#name: if there is such an attribute
 *   {FLAGS:op       the next region; `op` ends it if no terminator is written. Flags: a shows arguments of the entry
 *                   block, t shows the terminator, r does so if the operation has results, n neither
 *   `               no blank here                         _        a blank here
 * and any other word stands for itself. A format "!" means functions of parse/ and print/.
 *
 * `types` has a code for each group of operands, '>', and a code for each result; * after a code: any number of them.
 *   a, b, c   the type in the format                     E    element type of a        B    i1, or of a's shape with
 *   I         index                                      N    i1                            elements i1
 *   S H W V   !shape.size, shape, witness, value_shape   T    type of the attribute `value`
 *   X         the inputs, or results, of function type a
 * '#' at the end: the attribute operandSegmentSizes has the sizes of the groups. "=": the function type has all.
 *
 * `names` are those that the printer gives to the results, separated by commas; "#": that of a constant. With
 * "%" the results after the first two share the last two names equally. */
struct mlirbc__form {
	const char *format, *types, *names; /* format NULL: the operation has no custom form here */
};

enum { MLIRBC__MOST_GROUPS = 8, MLIRBC__MOST_SLOTS = 4 };

struct mlirbc__form mlirbc__form_find(const char *name, size_t size);
/* The dialect whose prefix is omitted for operations directly inside `parent`, or NULL. */
const char *mlirbc__default_dialect(const struct mlirbc_string *parent);
/* Operations with the trait IsTerminator in MLIR 22. */
bool mlirbc__is_terminator(const struct mlirbc_string *name);

/* An enumeration: its attribute, and the names of its values in order. */
struct mlirbc__form_enum {
	char code;
	bool optional;
	unsigned char width; /* of the integer attribute */
	const char *attribute;
	const char *names; /* each followed by a blank */
};
const struct mlirbc__form_enum *mlirbc__form_enum(char code);
/* Flags of an attribute #arith.mnemonic<flag, flag>, likewise in the order of their bits. */
struct mlirbc__form_flags {
	const char *attribute, *word, *mnemonic, *separator;
	const char *names;
	const char *all; /* name of all bits together, or NULL */
};
const struct mlirbc__form_flags *mlirbc__form_flags(char code);
/* "mnemonic<flag, flag>" */
void mlirbc__flags_text(const struct mlirbc__form_flags *flags, unsigned bits, char *text, size_t size);
/* The index of the name in the list; -1: none. */
int mlirbc__name_index(const char *names, const char *name, size_t size);
/* The name of that number, and its size; NULL: none. */
const char *mlirbc__name_at(const char *names, uint64_t index, size_t *out_size);

#endif
