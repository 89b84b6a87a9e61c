/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardy's attributes as text: what follows the mnemonic. Fields of another kind than the dialect has, which only a broken file or a
 * program can make, are printed as they are. */
#include "dialects/sdy.h"
#include "text/print/printer.h"

static const struct mlirbc_attr *field(const struct mlirbc_coded *coded, size_t at)
{
	return at < coded->count ? coded->fields[at].value : NULL;
}

static size_t length(const struct mlirbc_attr *list)
{
	return list && list->kind == MLIRBC_ATTR_ARRAY ? list->u.array.count : 0;
}

static int64_t number(const struct mlirbc_attr *attr)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER ? (int64_t)attr->u.number.words[0] : 0;
}

static void put_number(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_signed(&printer->out, number(attr));
}

static void put_string(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (attr && attr->kind == MLIRBC_ATTR_STRING)
		mlirbc__put_quoted(&printer->out, attr->u.string);
	else if (attr)
		mlirbc__print_attr(printer, attr, false);
}

/* Without #sdy.mnemonic. */
static void put_part(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (!attr || printer->out.failed)
		return;
	if (attr->kind == MLIRBC_ATTR_CODED && attr->u.coded.format && *attr->u.coded.format == 'Y')
		mlirbc__print_sdy(printer, &attr->u.coded);
	else
		mlirbc__print_attr(printer, attr, false);
}

/* Items separated by commas, between the two characters. */
static void put_list(struct mlirbc_printer *printer, const struct mlirbc_attr *list, const char *ends,
	void (*put)(struct mlirbc_printer *printer, const struct mlirbc_attr *attr))
{
	mlirbc__put_char(&printer->out, ends[0]);
	for (size_t i = 0; i < length(list) && !printer->out.failed; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		put(printer, list->u.array.data[i]);
	}
	mlirbc__put_char(&printer->out, ends[1]);
}

/* ---- meshes and axes */

static void put_mesh(struct mlirbc_printer *printer, const struct mlirbc_coded *mesh)
{
	mlirbc__put_char(&printer->out, '<');
	put_list(printer, field(mesh, 0), "[]", put_part);
	if (length(field(mesh, 1))) {
		mlirbc__put_text(&printer->out, ", device_ids=");
		put_list(printer, field(mesh, 1), "[]", put_number);
	}
	mlirbc__put_char(&printer->out, '>');
}

static void put_axis_ref(struct mlirbc_printer *printer, const struct mlirbc_coded *axis)
{
	put_string(printer, field(axis, 0));
	if (!field(axis, 1))
		return;
	mlirbc__put_char(&printer->out, ':');
	put_part(printer, field(axis, 1));
}

/* ---- shardings */

static void put_dimension(struct mlirbc_printer *printer, const struct mlirbc_coded *dimension)
{
	const struct mlirbc_attr *axes = field(dimension, 0);
	mlirbc__put_char(&printer->out, '{');
	for (size_t i = 0; i < length(axes) && !printer->out.failed; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		put_part(printer, axes->u.array.data[i]);
	}
	if (number(field(dimension, 1)) == 0)
		mlirbc__put_text(&printer->out, length(axes) ? ", ?" : "?");
	mlirbc__put_char(&printer->out, '}');
	if (!field(dimension, 2))
		return;
	mlirbc__put_char(&printer->out, 'p');
	put_number(printer, field(dimension, 2));
}

static bool is_inline_mesh(const struct mlirbc_attr *attr)
{
	return attr && attr->kind == MLIRBC_ATTR_CODED && attr->u.coded.format && *attr->u.coded.format == 'Y';
}

static void put_axes(struct mlirbc_printer *printer, const char *label, const char *reduction, const struct mlirbc_attr *axes)
{
	if (length(axes) == 0)
		return;
	mlirbc__put_text(&printer->out, label);
	mlirbc__put_text(&printer->out, reduction);
	put_list(printer, axes, "{}", put_part);
}

static void put_sharding(struct mlirbc_printer *printer, const struct mlirbc_coded *sharding)
{
	const int64_t reduction = number(field(sharding, 4));
	mlirbc__put_text(&printer->out, is_inline_mesh(field(sharding, 0)) ? "<mesh" : "<");
	put_part(printer, field(sharding, 0));
	mlirbc__put_text(&printer->out, ", ");
	put_list(printer, field(sharding, 1), "[]", put_part);
	put_axes(printer, ", replicated=", "", field(sharding, 2));
	put_axes(printer, ", unreduced=",
		reduction == MLIRBC__SDY_MAX ? "max" : reduction == MLIRBC__SDY_MIN ? "min" : "", field(sharding, 3));
	mlirbc__put_char(&printer->out, '>');
}

static void put_sharding_list(struct mlirbc_printer *printer, const struct mlirbc_coded *list)
{
	mlirbc__put_char(&printer->out, '<');
	put_list(printer, field(list, 0), "[]", put_part);
	mlirbc__put_char(&printer->out, '>');
}

/* ---- rules */

static void put_factor_name(struct mlirbc_printer *printer, int64_t factor)
{
	static const char letters[] = MLIRBC__SDY_FACTORS;
	const int64_t named = (int64_t)sizeof letters - 1;
	if (factor >= 0 && factor < named) {
		mlirbc__put_char(&printer->out, letters[factor]);
		return;
	}
	mlirbc__put_text(&printer->out, "z_");
	mlirbc__put_signed(&printer->out, (int64_t)((uint64_t)factor - (uint64_t)named + 1));
}

static void put_factor(struct mlirbc_printer *printer, const struct mlirbc_attr *attr) { put_factor_name(printer, number(attr)); }

static void put_mapping(struct mlirbc_printer *printer, const struct mlirbc_coded *mapping)
{
	const struct mlirbc_attr *factors = field(mapping, 0);
	for (size_t i = 0; i < length(factors); i++)
		put_factor(printer, factors->u.array.data[i]);
}

static void put_sizes(struct mlirbc_printer *printer, const struct mlirbc_attr *sizes)
{
	mlirbc__put_text(&printer->out, " {");
	for (size_t i = 0; i < length(sizes); i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		put_factor_name(printer, (int64_t)i);
		mlirbc__put_char(&printer->out, '=');
		put_number(printer, sizes->u.array.data[i]);
	}
	mlirbc__put_char(&printer->out, '}');
}

static void put_rule(struct mlirbc_printer *printer, const struct mlirbc_coded *rule)
{
	static const char *const labels[] = { " reduction=", " need_replication=", " permutation=", " blocked_propagation=" };
	mlirbc__put_char(&printer->out, '<');
	put_list(printer, field(rule, 1), "()", put_part);
	mlirbc__put_text(&printer->out, "->");
	put_list(printer, field(rule, 2), "()", put_part);
	if (length(field(rule, 0)))
		put_sizes(printer, field(rule, 0));
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		const struct mlirbc_attr *factors = field(rule, 3 + i);
		if (length(factors) == 0)
			continue;
		mlirbc__put_text(&printer->out, labels[i]);
		put_list(printer, factors, "{}", put_factor);
	}
	mlirbc__put_text(&printer->out, number(field(rule, 7)) ? ", custom>" : ">");
}

/* ---- all */

static bool find_code(const struct mlirbc_coded *coded, uint64_t *out)
{
	return mlirbc__coding_find(coded->dialect, coded->mnemonic, coded->count, false, out) != NULL;
}

/* MLIR writes #sdy.mnemonic<...> if the text behind the mnemonic is in angle brackets, else #sdy<mnemonic...>. */
bool mlirbc__sdy_is_wrapped(const struct mlirbc_coded *coded)
{
	uint64_t code;
	if (!find_code(coded, &code))
		return false;
	switch ((enum mlirbc__sdy_code)code) {
	case MLIRBC__SDY_MESH:
	case MLIRBC__SDY_SHARDING:
	case MLIRBC__SDY_SHARDING_PER_VALUE:
	case MLIRBC__SDY_OP_SHARDING_RULE:
	case MLIRBC__SDY_UNREDUCED:
	case MLIRBC__SDY_UNREDUCED_PER_VALUE:
	case MLIRBC__SDY_UNREDUCED_BY: return false;
	default: return true;
	}
}

void mlirbc__print_sdy(struct mlirbc_printer *printer, const struct mlirbc_coded *coded)
{
	uint64_t code;
	if (!find_code(coded, &code))
		return;
	switch ((enum mlirbc__sdy_code)code) {
	case MLIRBC__SDY_MESH_AXIS:
		put_string(printer, field(coded, 0));
		mlirbc__put_char(&printer->out, '=');
		put_number(printer, field(coded, 1));
		break;
	case MLIRBC__SDY_MESH: put_mesh(printer, coded); break;
	case MLIRBC__SDY_SUB_AXIS_INFO:
		mlirbc__put_char(&printer->out, '(');
		put_number(printer, field(coded, 0));
		mlirbc__put_char(&printer->out, ')');
		put_number(printer, field(coded, 1));
		break;
	case MLIRBC__SDY_AXIS_REF: put_axis_ref(printer, coded); break;
	case MLIRBC__SDY_DIMENSION_SHARDING: put_dimension(printer, coded); break;
	case MLIRBC__SDY_SHARDING:
	case MLIRBC__SDY_UNREDUCED:
	case MLIRBC__SDY_UNREDUCED_BY: put_sharding(printer, coded); break;
	case MLIRBC__SDY_SHARDING_PER_VALUE:
	case MLIRBC__SDY_UNREDUCED_PER_VALUE: put_sharding_list(printer, coded); break;
	case MLIRBC__SDY_DIM_MAPPING: put_mapping(printer, coded); break;
	case MLIRBC__SDY_OP_SHARDING_RULE: put_rule(printer, coded); break;
	case MLIRBC__SDY_MANUAL_AXES:
	case MLIRBC__SDY_AXIS_REF_LIST: put_list(printer, field(coded, 0), "{}", put_part); break;
	case MLIRBC__SDY_TENSOR_MAPPING:
	case MLIRBC__SDY_LIST_OF_AXIS_REF_LISTS:
	case MLIRBC__SDY_ALL_TO_ALL_PARAM_LIST: put_list(printer, field(coded, 0), "[]", put_part); break;
	case MLIRBC__SDY_ALL_TO_ALL_PARAM:
		put_list(printer, field(coded, 0), "{}", put_part);
		mlirbc__put_text(&printer->out, ": ");
		put_number(printer, field(coded, 1));
		mlirbc__put_text(&printer->out, "->");
		put_number(printer, field(coded, 2));
		break;
	}
}
