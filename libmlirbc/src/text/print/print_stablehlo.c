/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fields of attributes and types of StableHLO and CHLO as the text that they have in memory (dialects/stablehlo_codes.h). */
#include "dialects/stablehlo_codes.h"
#include "text/print/printer.h"

enum { MOST_DIMS = 64 };

static int64_t number(const struct mlirbc_attr *attr) { return attr ? (int64_t)attr->u.number.words[0] : 0; }

static size_t length(const struct mlirbc_attr *list) { return list ? list->u.array.count : 0; }

/* ---- fields */

static void put_list(struct mlirbc_printer *printer, const struct mlirbc_attr *list,
	void (*put)(struct mlirbc_printer *printer, const struct mlirbc_attr *attr))
{
	for (size_t i = 0; i < length(list) && !printer->out.failed; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		put(printer, list->u.array.data[i]);
	}
}

static void put_number(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_signed(&printer->out, number(attr));
}

static void put_bound(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (number(attr) == MLIRBC_DYNAMIC)
		mlirbc__put_char(&printer->out, '?');
	else
		mlirbc__put_signed(&printer->out, number(attr));
}

static void put_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__print_attr(printer, attr, false);
}

static void put_type(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__print_type(printer, attr->u.type_value);
}

/* What follows the mnemonic. */
static void put_stripped(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, const char *mnemonic)
{
	const size_t size = strlen(mnemonic);
	const struct mlirbc_string *text = attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	if (text && text->size > size && memcmp(text->data, mnemonic, size) == 0)
		mlirbc__put(&printer->out, text->data + size, text->size - size);
	else
		mlirbc__print_attr(printer, attr, false);
}

static void put_axis(struct mlirbc_printer *printer, const struct mlirbc_attr *attr) { put_stripped(printer, attr, "mesh_axis"); }

static void put_field(struct mlirbc_printer *printer, char kind, const struct mlirbc_attr *attr)
{
	switch (kind) {
	case 'z': mlirbc__put_signed(&printer->out, number(attr)); break;
	case 'd': mlirbc__print_number(printer, attr->type, attr->u.number.words, attr->u.number.count); break;
	case 'b': mlirbc__put_text(&printer->out, number(attr) ? "true" : "false"); break;
	case 'e': mlirbc__put(&printer->out, attr->u.string->data, attr->u.string->size); break;
	case 's': mlirbc__put_quoted(&printer->out, attr->u.string); break;
	case 'T': put_type(printer, attr); break;
	case 'Q': put_stripped(printer, attr, "sub_axis_info"); break;
	case 'Z':
	case 'A':
		mlirbc__put_char(&printer->out, '[');
		put_list(printer, attr, kind == 'Z' ? put_number : put_attr);
		mlirbc__put_char(&printer->out, ']');
		break;
	default: put_attr(printer, attr); break;
	}
}

static void put_fields(struct mlirbc_printer *printer, const struct mlirbc__coding *coding, const struct mlirbc_coded *coded)
{
	struct mlirbc__coding_field field;
	bool any = false;
	size_t at = 0;
	for (const char *text = coding->fields; (text = mlirbc__coding_next(text, &field)) != NULL; at++) {
		const struct mlirbc_attr *value = coded->fields[at].value;
		if (!value)
			continue;
		mlirbc__put_text(&printer->out, any ? ", " : "");
		any = true;
		mlirbc__put(&printer->out, field.name, field.name_size);
		mlirbc__put_text(&printer->out, " = ");
		put_field(printer, field.kind, value);
	}
}

static void put_only(struct mlirbc_printer *printer, const struct mlirbc__coding *coding, const struct mlirbc_attr *value)
{
	switch (*coding->fields) {
	case 'Z': put_list(printer, value, put_bound); break;
	case 'L': put_list(printer, value, put_type); break;
	default: put_field(printer, *coding->fields, value); break;
	}
}

/* ---- convolutions */

/* What each dimension is: a letter, or a number from '\0' on that is not a letter's; false: the numbers cannot be expressed. */
static bool order_of(const struct mlirbc_coded *coded, const struct mlirbc__conv_side *side, int16_t order[MOST_DIMS])
{
	const struct mlirbc_attr *spatial = coded->fields[side->spatial].value;
	const size_t rank = length(spatial) + 2;
	if (rank > MOST_DIMS)
		return false;
	for (size_t i = 0; i < rank; i++)
		order[i] = -1;
	for (size_t i = 0; i < rank; i++) {
		const int64_t dim = number(i < 2 ? coded->fields[side->named[i]].value : spatial->u.array.data[i - 2]);
		if (dim < 0 || (uint64_t)dim >= rank || order[dim] >= 0)
			return false;
		order[dim] = (int16_t)i;
	}
	return true;
}

static void put_side(struct mlirbc_printer *printer, const struct mlirbc_coded *coded, const struct mlirbc__conv_side *side)
{
	int16_t order[MOST_DIMS];
	const size_t rank = length(coded->fields[side->spatial].value) + 2;
	(void)order_of(coded, side, order);
	mlirbc__put_char(&printer->out, '[');
	for (size_t i = 0; i < rank; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		if (order[i] < 2)
			mlirbc__put_char(&printer->out, side->letters[order[i]]);
		else
			mlirbc__put_signed(&printer->out, order[i] - 2);
	}
	mlirbc__put_char(&printer->out, ']');
}

static void put_conv(struct mlirbc_printer *printer, const struct mlirbc__coding *coding, const struct mlirbc_coded *coded)
{
	static const char *const before[MLIRBC__CONV_SIDES] = { "", "x", "->" };
	int16_t order[MOST_DIMS];
	bool plain = true;
	for (size_t i = 0; i < MLIRBC__CONV_SIDES; i++)
		plain = plain && order_of(coded, &mlirbc__conv_sides[i], order);
	if (!plain) {
		mlirbc__put_text(&printer->out, "raw ");
		put_fields(printer, coding, coded);
		return;
	}
	for (size_t i = 0; i < MLIRBC__CONV_SIDES; i++) {
		mlirbc__put_text(&printer->out, before[i]);
		put_side(printer, coded, &mlirbc__conv_sides[i]);
	}
}

/* ---- all */

static void put_mesh(struct mlirbc_printer *printer, const struct mlirbc_coded *coded)
{
	mlirbc__put_text(&printer->out, "axes=[");
	put_list(printer, coded->fields[0].value, put_axis);
	mlirbc__put_char(&printer->out, ']');
	if (!coded->fields[1].value)
		return;
	mlirbc__put_text(&printer->out, ", device_ids=");
	put_attr(printer, coded->fields[1].value);
}

void mlirbc__print_stablehlo(
	struct mlirbc_printer *printer, const struct mlirbc__coding *coding, const struct mlirbc_coded *coded)
{
	const char form = coding->format[1];
	const bool bracketed = strchr("VSCM", form) && form;
	mlirbc__put_text(&printer->out, coding->mnemonic);
	mlirbc__put_text(&printer->out, bracketed ? "<" : form == 'E' ? " " : form == 'X' ? "(" : "");
	switch (form) {
	case 'E':
	case 'V': put_only(printer, coding, coded->fields[0].value); break;
	case 'S': put_fields(printer, coding, coded); break;
	case 'C': put_conv(printer, coding, coded); break;
	case 'M': put_mesh(printer, coded); break;
	case 'X':
		mlirbc__put_signed(&printer->out, number(coded->fields[0].value));
		mlirbc__put_char(&printer->out, ')');
		mlirbc__put_signed(&printer->out, number(coded->fields[1].value));
		break;
	default: break;
	}
	mlirbc__put_text(&printer->out, bracketed ? ">" : "");
}
