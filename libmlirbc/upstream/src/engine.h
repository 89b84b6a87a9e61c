/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and prints operations as their rows say. */
#ifndef MLIRBC_UPSTREAM_ENGINE_H
#define MLIRBC_UPSTREAM_ENGINE_H

#include "table.h"

#include <mlirbc/assembly.h>
#include <mlirbc/printing.h>

/* What was read of an operand or result. */
struct mlirbc_upstream__read {
	struct mlirbc_unresolved *names;
	size_t count;
	const struct mlirbc_type *const *types; /* NULL: not read */
	size_t type_count;
	const int32_t *sizes; /* of a list of lists */
	size_t size_count;
};

/* An operation being read; in scratch memory. */
struct mlirbc_upstream__reading {
	struct mlirbc_parser *parser;
	struct mlirbc_op_state *op;
	const struct mlirbc_string *name;
	const struct mlirbc_upstream__row *row;
	struct mlirbc_upstream__read *slots;
	const struct mlirbc_attr **attrs; /* as read, NULL: absent */
	struct mlirbc_upstream__read all; /* OPERANDS, their types, and */
	const struct mlirbc_type *const *result_types; /* those of all results */
	size_t result_type_count;
	bool all_operands, all_results; /* were read */
	bool late_successor;            /* the list of successors was read: a single one comes before it */
	uint32_t regions;               /* read so far */
	struct mlirbc_unresolved_argument *arguments; /* of the next region */
	size_t argument_count;
};

/* An operation being printed, or compared with its row. */
struct mlirbc_upstream__printing {
	struct mlirbc_printer *printer; /* NULL: compared */
	const struct mlirbc_op *op;
	const struct mlirbc_upstream__row *row;
	uint32_t step, regions; /* the step to print; regions that the form has had so far */
	struct mlirbc_region_form *region;
	bool done; /* the step has ended */
};

/* A slot of an operation: its operands or results from `from` on. */
struct mlirbc_upstream__group {
	uint32_t from, count;
	bool result;
};

/* An argument of a directive, with its kind. */
struct mlirbc_upstream__argument {
	uint8_t kind, index;
	bool ref;
};

enum { MLIRBC_UPSTREAM__MOST_ARGUMENTS = 24 };

/* A directive that no element describes. */
struct mlirbc_upstream__directive {
	const char *name;
	/* Reads it; false after reporting an error. */
	bool (*parse)(struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__argument *arguments,
		size_t count);
	/* Prints it. The blank before it is already there. NULL: operations that use it are printed in generic form. */
	void (*print)(struct mlirbc_upstream__printing *printing, const struct mlirbc_upstream__argument *arguments,
		size_t count);
	/* Optional: whether the operation can be printed. */
	bool (*fits)(struct mlirbc_upstream__printing *printing, const struct mlirbc_upstream__argument *arguments,
		size_t count);
	/* Optional: whether it may begin at the current token; for a directive at the beginning of an optional part. */
	bool (*begins)(struct mlirbc_upstream__reading *reading);
};

/* Tables that end with an entry without a name; directives.c lists them. */
extern const struct mlirbc_upstream__directive mlirbc_upstream__common_directives[], mlirbc_upstream__llvm_directives[],
	mlirbc_upstream__gpu_directives[], mlirbc_upstream__transform_directives[], mlirbc_upstream__small_directives[],
	mlirbc_upstream__omp_directives[], mlirbc_upstream__omp_list_directives[],
	mlirbc_upstream__omp_map_directives[], mlirbc_upstream__tosa_directives[], mlirbc_upstream__option_directives[],
	mlirbc_upstream__acc_directives[],
	mlirbc_upstream__acc_list_directives[], mlirbc_upstream__acc_word_directives[];
/* NULL: none of that name. */
const struct mlirbc_upstream__directive *mlirbc_upstream__directive_find(uint8_t number);
const struct mlirbc_upstream__directive *mlirbc_upstream__directive_named(const char *name);

/* ---- engine_parse.c */
bool mlirbc_upstream__parse(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op,
	const struct mlirbc_upstream__row *row);
const struct mlirbc_upstream__slot *mlirbc_upstream__slot_of(const struct mlirbc_upstream__row *row, uint8_t index);
const struct mlirbc_upstream__attr *mlirbc_upstream__attr_of(const struct mlirbc_upstream__row *row, uint8_t index);
/* The error that a list has another number of names than of types. */
bool mlirbc_upstream__count_error(
	struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__read *list, size_t types);
bool mlirbc_upstream__read_region(struct mlirbc_upstream__reading *reading);

/* Gives the slot of an argument one type; NULL counts as out of memory. */
bool mlirbc_upstream__set_type(
	struct mlirbc_upstream__reading *reading, uint8_t slot, const struct mlirbc_type *type);
/* "-> T"-like lists of types: none if no type begins at the current token. */
bool mlirbc_upstream__parse_types(
	struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count);

/* ---- engine_attr.c: attributes in forms */
/* Whether an attribute of that kind begins at the current token. */
bool mlirbc_upstream__attr_begins(struct mlirbc_upstream__reading *reading, uint8_t index);
bool mlirbc_upstream__parse_attr(struct mlirbc_upstream__reading *reading, uint8_t index, bool whole);
/* The attribute becomes one of the operation. */
bool mlirbc_upstream__set_attr(struct mlirbc_upstream__reading *reading, uint8_t index, const struct mlirbc_attr *value);
/* "[1, 2]" with elements of a type. */
bool mlirbc_upstream__parse_integers(struct mlirbc_parser *parser, const struct mlirbc_type *element,
	const struct mlirbc_attr **out);
const struct mlirbc_attr *mlirbc_upstream__integers(struct mlirbc_context *context, const struct mlirbc_type *element,
	const int64_t *values, size_t count);
bool mlirbc_upstream__attr_fits(const struct mlirbc_upstream__printing *printing, uint8_t index, bool whole);
void mlirbc_upstream__print_attr(struct mlirbc_upstream__printing *printing, uint8_t index, bool whole);
/* The words of an enumeration alone, for directives: without what the form of the attribute has around them. */
bool mlirbc_upstream__parse_words(struct mlirbc_upstream__reading *reading, uint8_t index);
/* Whether one of them is the current token. */
bool mlirbc_upstream__words_begin(struct mlirbc_upstream__reading *reading, uint8_t index);
void mlirbc_upstream__print_words(const struct mlirbc_upstream__printing *printing, uint8_t index);
/* The attribute of an operation; NULL: absent. */
const struct mlirbc_attr *mlirbc_upstream__attr_in(const struct mlirbc_upstream__printing *printing, uint8_t index);
/* Whether it is there and, if it has one, not its default. */
bool mlirbc_upstream__attr_shown(const struct mlirbc_upstream__printing *printing, uint8_t index);
/* An element of a dense array; of dense<...>, which must have integers. */
int64_t mlirbc_upstream__element(const struct mlirbc_attr *attr, size_t index);
int64_t mlirbc_upstream__dense_element(const struct mlirbc_attr *attr, size_t index);

/* ---- engine_derive.c */
bool mlirbc_upstream__has_rank(const struct mlirbc_type *type);
/* With or without rank. */
bool mlirbc_upstream__is_shaped(const struct mlirbc_type *type);
/* Whether the type is of the class that the constraint of that number needs. */
bool mlirbc_upstream__has_kind(const struct mlirbc_type *type, uint16_t constraint);
/* A type of a dialect whose text begins with `start`. */
bool mlirbc_upstream__is_dialect(const struct mlirbc_type *type, const char *dialect, const char *start);
/* The type of a value whose rule has one source; NULL: the rule does not apply. */
const struct mlirbc_type *mlirbc_upstream__derive(struct mlirbc_context *context, int rule, const struct mlirbc_type *from);
/* The result of vector.shuffle and smt.bv.concat. */
const struct mlirbc_type *mlirbc_upstream__pair_type(struct mlirbc_context *context, const char *name,
	const struct mlirbc_type *a, const struct mlirbc_type *b, const struct mlirbc_attr *mask);

/* ---- engine_types.c */
/* A type by its text; NULL after an error. */
const struct mlirbc_type *mlirbc_upstream__type(struct mlirbc_context *context, const char *text);
/* The end of a type in kept text: a ',', "->" or closing bracket outside it. */
size_t mlirbc_upstream__type_end(const char *text, size_t size);
/* A type that is a part of kept text; without "!dialect." where `dialect` is not NULL. NULL: there is none. */
const struct mlirbc_type *mlirbc_upstream__inner_type(
	struct mlirbc_context *context, const char *dialect, const char *text, size_t size);
/* The type whose text is that of another one between two texts. */
const struct mlirbc_type *mlirbc_upstream__wrapped(struct mlirbc_context *context, const char *before,
	const struct mlirbc_type *type, const char *after);
/* Finds the types of all slots that the text did not have. */
bool mlirbc_upstream__infer(struct mlirbc_upstream__reading *reading);
/* Whether a type follows from another one by a rule; true for rules that are not checked. */
bool mlirbc_upstream__type_follows(struct mlirbc_context *context, uint8_t rule, const struct mlirbc_type *from, const struct mlirbc_type *type);
/* Whether types that the text does not have follow from the others. */
bool mlirbc_upstream__types_follow(const struct mlirbc_upstream__printing *printing);

/* ---- engine_fits.c, engine_print.c */
/* The operands or results of a slot; false: the operation has other ones. */
bool mlirbc_upstream__group(const struct mlirbc_upstream__printing *printing, uint8_t slot,
	struct mlirbc_upstream__group *out);
bool mlirbc_upstream__fits(const struct mlirbc_op *op, const struct mlirbc_upstream__row *row);
bool mlirbc_upstream__print(struct mlirbc_printer *printer, const struct mlirbc_op *op,
	const struct mlirbc_upstream__row *row, uint32_t step, struct mlirbc_region_form *out);
/* The name that MLIR suggests for a result, NULL: none. Valid until the next call in the thread. */
const char *mlirbc_upstream__result_name(
	const struct mlirbc_op *op, const struct mlirbc_upstream__row *row, uint32_t result);
/* Whether this is the step to print: text of other steps is not printed. */
bool mlirbc_upstream__is_now(const struct mlirbc_upstream__printing *printing);
/* A region of the operation follows: ends the step if it is this one. */
void mlirbc_upstream__end_step(struct mlirbc_upstream__printing *printing, const struct mlirbc_region_form *form);
/* Whether one of the anchors is there. */
bool mlirbc_upstream__present(const struct mlirbc_upstream__printing *printing, const uint8_t *anchors, size_t count);
const struct mlirbc_type *mlirbc_upstream__group_type(const struct mlirbc_upstream__printing *printing,
	const struct mlirbc_upstream__group *group, uint32_t index);
/* The element at `*at` and its size: *at is then behind it. FORM_OPTIONAL and FORM_ANY_ORDER: only their heads. */
enum mlirbc_upstream__code mlirbc_upstream__next(const uint8_t **at, const uint8_t **out_numbers);

#endif
