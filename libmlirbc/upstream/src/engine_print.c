/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints an operation by its form, up to the next region. */
#include "engine.h"

#include <mlirbc/print.h>
#include <stdio.h>
#include <string.h>

typedef struct mlirbc_upstream__printing printing_t;

enum { MOST_ELIDED = 1200 }; /* bytes of names */

static void print_elements(printing_t *printing, const uint8_t *at, const uint8_t *end);

/* ---- dictionaries: what no other element shows */

struct elided {
	char names[MOST_ELIDED];
	size_t used;
};

static void elide(struct elided *elided, const char *name)
{
	const int size = snprintf(elided->names + elided->used, MOST_ELIDED - elided->used, "%s ", name);
	if (size > 0 && (size_t)size < MOST_ELIDED - elided->used)
		elided->used += (size_t)size;
	else
		elided->names[elided->used] = '\0';
}

static void elide_attr(const printing_t *printing, struct elided *elided, uint8_t index)
{
	elide(elided, mlirbc_upstream__string(mlirbc_upstream__attr_of(printing->row, index)->name));
}

static void elide_shown(const printing_t *printing, struct elided *elided, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *numbers;
	while (at != end && *at != FORM_END) {
		const enum mlirbc_upstream__code code = mlirbc_upstream__next(&at, &numbers);
		if (code == FORM_ATTR || code == FORM_ATTR_WHOLE)
			elide_attr(printing, elided, numbers[0]);
		for (uint8_t i = 0; code == FORM_CUSTOM && i < numbers[1]; i++) {
			if ((numbers[2 + 2 * i] & (uint8_t)~MLIRBC_UPSTREAM__REF) == MLIRBC_UPSTREAM__ATTR)
				elide_attr(printing, elided, numbers[3 + 2 * i]);
		}
		for (uint8_t i = 0; code == FORM_ANY_ORDER && i < numbers[0]; i++) {
			const uint8_t *elements = at + 3 + 2 * at[2];
			at = elements + mlirbc_upstream__number(at);
			elide_shown(printing, elided, elements, at);
		}
	}
}

static void elide_all(const printing_t *printing, struct elided *elided)
{
	const struct mlirbc_upstream__row *row = printing->row;
	elided->names[0] = '\0';
	elided->used = 0;
	elide_shown(printing, elided, &mlirbc_upstream__forms[row->form], NULL);
	elide(elided, "resultSegmentSizes");
	for (uint8_t i = 0; i < row->operand_count; i++) {
		const struct mlirbc_upstream__slot *slot = mlirbc_upstream__slot_of(row, i);
		if (slot->kind == SLOT_LISTS)
			elide(elided, mlirbc_upstream__string(slot->sizes));
	}
	for (uint8_t i = 0; i < row->attr_count; i++) {
		if (!mlirbc_upstream__attr_shown(printing, i) && mlirbc_upstream__attr_in(printing, i))
			elide_attr(printing, elided, i);
	}
}

static bool has_properties(const printing_t *printing)
{
	const uint8_t *at = &mlirbc_upstream__forms[printing->row->form], *numbers;
	while (*at != FORM_END) {
		const enum mlirbc_upstream__code code = mlirbc_upstream__next(&at, &numbers);
		if (code == FORM_PROPERTIES)
			return true;
		for (uint8_t i = 0; code == FORM_ANY_ORDER && i < numbers[0]; i++)
			at += 3u + 2u * at[2] + mlirbc_upstream__number(at);
	}
	return false;
}

/* After <{...}>, the dictionary has discardable attributes only. */
static void print_dictionary(const printing_t *printing, bool keyword)
{
	struct elided elided;
	elide_all(printing, &elided);
	for (uint8_t i = 0; i < printing->row->attr_count && has_properties(printing); i++)
		elide_attr(printing, &elided, i);
	mlirbc_printer_attr_dict(printing->printer, printing->op, elided.names, keyword);
}

/* ---- types */

static void print_types(const printing_t *printing, const struct mlirbc_upstream__group *group)
{
	if (group->result)
		mlirbc_printer_result_types(printing->printer, printing->op, group->from, group->count);
	else
		mlirbc_printer_operand_types(printing->printer, printing->op, group->from, group->count);
}

/* Without "!dialect.mnemonic" if the type begins like that. */
static void print_type_body(const printing_t *printing, const struct mlirbc_upstream__group *group, const char *prefix)
{
	const char *dot = strchr(prefix, '.');
	const size_t before = (size_t)(dot - prefix), size = strlen(dot + 1);
	for (uint32_t i = 0; i < group->count; i++) {
		const struct mlirbc_type *type = mlirbc_upstream__group_type(printing, group, i);
		const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		if (text && type->u.dialect.dialect->size == before && memcmp(type->u.dialect.dialect->data, prefix, before) == 0 &&
			text->size > size && memcmp(text->data, dot + 1, size) == 0 && (text->data[size] == '<' || text->data[size] == ' '))
			mlirbc_printer_bytes(printing->printer, text->data + size, text->size - size);
		else
			mlirbc_printer_type(printing->printer, type);
	}
}

static void group_or_all(const printing_t *printing, uint8_t slot, bool result, struct mlirbc_upstream__group *out)
{
	*out = (struct mlirbc_upstream__group){ 0, result ? printing->op->result_count : printing->op->operand_count, result };
	if (slot != MLIRBC_UPSTREAM__ALL && !mlirbc_upstream__group(printing, slot, out))
		out->count = 0;
}

static void print_function_type(const printing_t *printing, uint8_t inputs, uint8_t results)
{
	struct mlirbc_upstream__group in, out;
	group_or_all(printing, inputs, false, &in);
	group_or_all(printing, results, true, &out);
	const bool bare = out.count == 1 && mlirbc_upstream__group_type(printing, &out, 0)->kind != MLIRBC_TYPE_FUNCTION;
	mlirbc_printer_text(printing->printer, "(");
	print_types(printing, &in);
	mlirbc_printer_text(printing->printer, bare ? ") -> " : ") -> (");
	print_types(printing, &out);
	mlirbc_printer_text(printing->printer, bare ? "" : ")");
}

/* ---- regions */

/* An implied terminator without operands and attributes is not printed. */
static bool shows_terminator(const printing_t *printing, const struct mlirbc_region *region)
{
	const struct mlirbc_op *last = region->first ? region->first->last : NULL;
	return !printing->row->terminator || !last || last->operand_count || last->result_count || mlirbc_op_has_attrs(last);
}

static void print_region(printing_t *printing, uint32_t index)
{
	const struct mlirbc_region_form form = { .index = index,
		.arguments = true,
		.terminator = shows_terminator(printing, &mlirbc_op_regions(printing->op)[index]) };
	mlirbc_upstream__end_step(printing, &form);
}

static void print_successors(const printing_t *printing, uint32_t from)
{
	for (uint32_t i = from; i < mlirbc_op_successor_count(printing->op); i++) {
		mlirbc_printer_text(printing->printer, i > from ? ", " : "");
		mlirbc_printer_successor(printing->printer, printing->op, i);
	}
}

/* ---- elements */

static void print_custom(printing_t *printing, const uint8_t *numbers)
{
	const struct mlirbc_upstream__directive *directive = mlirbc_upstream__directive_find(numbers[0]);
	struct mlirbc_upstream__argument arguments[MLIRBC_UPSTREAM__MOST_ARGUMENTS];
	for (uint8_t i = 0; i < numbers[1]; i++)
		arguments[i] = (struct mlirbc_upstream__argument){
			numbers[2 + 2 * i] & (uint8_t)~MLIRBC_UPSTREAM__REF, numbers[3 + 2 * i], numbers[2 + 2 * i] >= MLIRBC_UPSTREAM__REF };
	directive->print(printing, arguments, numbers[1]);
}

static void print_text(const printing_t *printing, enum mlirbc_upstream__code code, const uint8_t *numbers)
{
	struct mlirbc_printer *printer = printing->printer;
	struct mlirbc_upstream__group group;
	switch (code) {
	case FORM_LITERAL:
		mlirbc_printer_text(printer, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(numbers)));
		break;
	case FORM_BLANK: mlirbc_printer_text(printer, " "); break;
	case FORM_LINE: mlirbc_printer_line(printer); break;
	case FORM_OPERAND:
		group_or_all(printing, numbers[0], false, &group);
		mlirbc_printer_operands(printer, printing->op, group.from, group.count);
		break;
	case FORM_TYPE:
		group_or_all(printing, numbers[0], false, &group);
		print_types(printing, &group);
		break;
	case FORM_TYPE_BODY:
		group_or_all(printing, numbers[0], false, &group);
		print_type_body(printing, &group, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(numbers + 1)));
		break;
	case FORM_SUCCESSOR:
		if (printing->row->flags & ROW_SUCCESSOR_LIST && numbers[0] + 1 == printing->row->successor_count)
			print_successors(printing, numbers[0]);
		else
			mlirbc_printer_successor(printer, printing->op, numbers[0]);
		break;
	case FORM_SUCCESSORS: print_successors(printing, 0); break;
	case FORM_OPERANDS: mlirbc_printer_operands(printer, printing->op, 0, printing->op->operand_count); break;
	case FORM_OPERAND_TYPES: mlirbc_printer_operand_types(printer, printing->op, 0, printing->op->operand_count); break;
	case FORM_RESULT_TYPES: mlirbc_printer_result_types(printer, printing->op, 0, printing->op->result_count); break;
	case FORM_FUNCTION_TYPE: print_function_type(printing, numbers[0], numbers[1]); break;
	case FORM_DICTIONARY:
	case FORM_DICTIONARY_WORD: print_dictionary(printing, code == FORM_DICTIONARY_WORD); break;
	case FORM_PROPERTIES: {
		struct elided elided;
		elide_all(printing, &elided);
		mlirbc_printer_properties(printer, printing->op, elided.names);
		break;
	}
	default: break;
	}
}

static void print_element(printing_t *printing, enum mlirbc_upstream__code code, const uint8_t *numbers)
{
	if (code == FORM_REGION) {
		print_region(printing, numbers[0]);
		return;
	}
	if (code == FORM_REGIONS) {
		for (uint32_t i = 0; i < printing->op->region_count; i++) {
			if (i > 0 && mlirbc_upstream__is_now(printing))
				mlirbc_printer_text(printing->printer, ", ");
			print_region(printing, i);
		}
		return;
	}
	if (code == FORM_CUSTOM) {
		print_custom(printing, numbers);
		return;
	}
	if (!mlirbc_upstream__is_now(printing))
		return;
	if (code == FORM_ATTR || code == FORM_ATTR_WHOLE)
		mlirbc_upstream__print_attr(printing, numbers[0], code == FORM_ATTR_WHOLE);
	else
		print_text(printing, code, numbers);
}

static void print_elements(printing_t *printing, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *numbers;
	while (at != end && *at != FORM_END && !printing->done) {
		const enum mlirbc_upstream__code code = mlirbc_upstream__next(&at, &numbers);
		if (code == FORM_OPTIONAL) {
			const uint8_t *other = at + mlirbc_upstream__number(numbers), *next = other + mlirbc_upstream__number(numbers + 2);
			if (mlirbc_upstream__present(printing, numbers + 5, numbers[4]))
				print_elements(printing, at, other);
			else
				print_elements(printing, other, next);
			at = next;
		} else if (code == FORM_ANY_ORDER) {
			for (uint8_t i = 0; i < numbers[0]; i++) {
				const uint8_t *elements = at + 3 + 2 * at[2], *next = elements + mlirbc_upstream__number(at);
				if (mlirbc_upstream__present(printing, at + 3, at[2]))
					print_elements(printing, elements, next);
				at = next;
			}
		} else {
			print_element(printing, code, numbers);
		}
	}
}

bool mlirbc_upstream__is_now(const printing_t *printing) { return printing->regions == printing->step && !printing->done; }

void mlirbc_upstream__end_step(printing_t *printing, const struct mlirbc_region_form *form)
{
	if (printing->regions++ != printing->step || printing->done)
		return;
	*printing->region = *form;
	printing->done = true;
}

bool mlirbc_upstream__print(struct mlirbc_printer *printer, const struct mlirbc_op *op,
	const struct mlirbc_upstream__row *row, uint32_t step, struct mlirbc_region_form *out)
{
	printing_t printing = { .printer = printer, .op = op, .row = row, .step = step, .region = out };
	print_elements(&printing, &mlirbc_upstream__forms[row->form], NULL);
	return printing.done;
}
