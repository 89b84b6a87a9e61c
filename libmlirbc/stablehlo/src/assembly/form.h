/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of operations. Most are a format that the parser and the printer interpret; the others have functions. */
#ifndef MLIRBC_STABLEHLO_FORM_H
#define MLIRBC_STABLEHLO_FORM_H

#include "dialect/attrs.h"
#include "dialect/enums.h"
#include "dialect/ops.h"
#include "dialect/types.h"

#include <mlirbc/assembly.h>
#include <mlirbc/printing.h>
#include <string.h>

/* Of an operation whose form no format describes. */
struct shlo__form_functions {
	bool (*parse)(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
	bool (*fits)(const struct mlirbc_op *op);
	bool (*print)(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step,
		struct mlirbc_region_form *out);
};

/* `format` is a list of words with a blank between them:
 *
 *   %              the operands, separated by commas
 *   @              the attribute dictionary
 *   #Kname         the attribute `name` of kind K: A array<i64>, n i64, U ui64, m i32, b bool, f f64,
 *                  s string
 *   &Kname         a value of the enumeration K ('1': SHLO__COMPARISON_DIRECTION, ...) as a bare word
 *   +c             a part with functions in form_parts.c:
 *                  c convolution dimensions and window    d dot dimensions     e exponent and mantissa bits
 *                  g dot algorithm    p precisions        r slice ranges       t target of a custom call
 *                  w the attribute `value` with its type, which is the operand's type
 *   ?name ... ;    these words, of which the first is a comma, only if there is such an attribute
 *   :c             a colon and types, at the end:
 *                  F function type       r types of results      o types of operands     1 one type of all operands
 *                  s one type of all operands and results, else a function type
 *                  c type of the result, whose parts are the operands, else a function type
 *                  p types of the predicate and the result of a select, else a function type
 *                  t a tuple of the operands' types       a types of operands "->" types of results
 * and any other word stands for itself. */
struct shlo__form {
	uint16_t format, names; /* offsets of texts */
	uint8_t own;            /* number of the functions */
};

const char *shlo__form_format(const struct shlo__form *form); /* "": generic, or there are functions */
const struct shlo__form_functions *shlo__form_own(const struct shlo__form *form); /* NULL: none */
/* Of the groups of results, if there are several; NULL: no name. */
const char *shlo__form_name(const struct shlo__form *form, uint32_t result);

/* By number of the operation. */
extern const struct shlo__form shlo__forms[SHLO__CODES];
static inline enum mlirbc_stablehlo_code shlo__form_code(const struct shlo__form *form)
{
	return (enum mlirbc_stablehlo_code)(form - shlo__forms);
}

/* A word of a format; false at its end. */
struct shlo__word {
	const char *text;
	size_t size;
};
static inline bool shlo__next_word(const char **at, struct shlo__word *out)
{
	const char *end = *at += **at == ' ';
	while (*end && *end != ' ') /* words are too short for strcspn(), which prepares a table first */
		end++;
	*out = (struct shlo__word){ *at, (size_t)(end - *at) };
	*at = end;
	return out->size != 0;
}
/* Copies the end of a word, from `skip` on. */
enum { SHLO__WORD = 40 };
static inline const char *shlo__word_text(const struct shlo__word *word, size_t skip, char buffer[SHLO__WORD])
{
	size_t size = word->size - skip < SHLO__WORD ? word->size - skip : SHLO__WORD - 1;
	memcpy(buffer, word->text + skip, size);
	buffer[size] = '\0';
	return buffer;
}

/* ---- form_parse.c */
bool shlo__parse_form(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct shlo__form *form);
bool shlo__parse_dims(struct mlirbc_parser *parser, struct shlo__dims *out); /* [1, -2] */
bool shlo__parse_enum(
	struct mlirbc_parser *parser, enum shlo__enum which, const char *dialect, const struct mlirbc_attr **out);
/* Operands and results of a function type behind ":". */
bool shlo__parse_signature(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *operands, size_t count, const struct mlirbc_type **out);
/* The list of a hook with room for one more item than `count`; NULL after reporting an error. *room: items that fit, 0 at first. */
void *shlo__list_room(struct mlirbc_parser *parser, void *list, size_t count, size_t *room, size_t size);
bool shlo__add_dims(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct shlo__dims *dims);

/* ---- form_print.c */
bool shlo__form_fits(const struct mlirbc_op *op, const struct shlo__form *form);
void shlo__print_form(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct shlo__form *form);
/* No discardable attribute has the name of an inherent one, and the operation has neither regions nor successors unless
 * `regions` says so. */
bool shlo__plain(const struct mlirbc_op *op, uint32_t regions);
const struct mlirbc_attr *shlo__property(const struct mlirbc_op *op, const char *name);
bool shlo__is_i64s(const struct mlirbc_attr *attr, struct shlo__dims *out); /* array<i64: ...> */
void shlo__print_dims(struct mlirbc_printer *printer, const struct shlo__dims *dims);
void shlo__print_enum(struct mlirbc_printer *printer, enum shlo__enum which, const struct mlirbc_attr *attr);
/* The dictionary without `names` and without attributes that have their default value. */
void shlo__print_dict(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *names, bool keyword);
/* " : (T) -> U" */
void shlo__print_signature(struct mlirbc_printer *printer, const struct mlirbc_op *op);

/* ---- form_parts.c */
bool shlo__parse_part(struct mlirbc_parser *parser, struct mlirbc_op_state *op, char part);
bool shlo__part_fits(const struct mlirbc_op *op, char part);
void shlo__print_part(struct mlirbc_printer *printer, const struct mlirbc_op *op, char part);
/* The names of attributes that the part shows, with a blank behind each. */
const char *shlo__part_names(char part);

/* ---- form_conv.c: dimensions and window of a convolution */
bool shlo__parse_conv(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
bool shlo__conv_fits(const struct mlirbc_op *op);
void shlo__print_conv(struct mlirbc_printer *printer, const struct mlirbc_op *op);

/* ---- form_constant.c, form_reduce.c, form_region.c: parse, fits and print of irregular forms */
#define SHLO__FORM(name)                                                                                               \
	bool shlo__parse_##name(struct mlirbc_parser *parser, struct mlirbc_op_state *op);                             \
	bool shlo__fits_##name(const struct mlirbc_op *op);                                                            \
	bool shlo__print_##name(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step,             \
		struct mlirbc_region_form *out)
SHLO__FORM(constant);
SHLO__FORM(barrier);
SHLO__FORM(composite);
SHLO__FORM(reduce);
SHLO__FORM(scan);
SHLO__FORM(while);
#undef SHLO__FORM
/* ---- sdy.c: the hooks of Shardy, whose operations have no numbers */
extern const struct mlirbc_assembly shlo__sdy_assembly;
/* ---- ml_program.c: the hook of globals */
extern const struct mlirbc_assembly shlo__ml_program_assembly;
extern const struct mlirbc_printing shlo__sdy_printing;
/* The number of results of chlo.scan that are outputs; the others are carries. */
uint32_t shlo__scan_outputs(const struct mlirbc_op *op);

#endif
