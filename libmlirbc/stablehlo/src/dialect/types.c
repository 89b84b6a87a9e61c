/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/types.h"
#include "dialect/struct_attr.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <string.h>

/* ---- kinds */

bool shlo__is_tensor(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_TENSOR; }

static bool is_dialect(const struct mlirbc_type *type, const char *dialect, const char *text, size_t size)
{
	if (type->kind != MLIRBC_TYPE_DIALECT || !type->u.dialect.dialect)
		return false;
	const struct mlirbc_string *body = type->u.dialect.text;
	return shlo__name_is(type->u.dialect.dialect, dialect) && body->size >= size && memcmp(body->data, text, size) == 0;
}

bool shlo__is_token(const struct mlirbc_type *type)
{
	return is_dialect(type, "stablehlo", "token", 5) && type->u.dialect.text->size == 5;
}

bool shlo__is_future(const struct mlirbc_type *type) { return is_dialect(type, "stablehlo", "future<", 7); }

enum mlirbc_status shlo__future_types(struct mlirbc_context *context, const struct mlirbc_type *type, const struct mlirbc_type **out)
{
	const struct mlirbc_string *whole = type->u.dialect.text;
	struct shlo__text text;
	if (!shlo__is_future(type) || whole->data[whole->size - 1] != '>')
		return MLIRBC_E_CORRUPT;
	shlo__text_init(&text, context);
	shlo__text_puts(&text, "tuple<");
	shlo__text_add(&text, whole->data + 7, whole->size - 7); /* behind "future<" */
	enum mlirbc_status status = text.failed ? MLIRBC_E_NOMEM : mlirbc_parse_type(context, text.data, text.size, out, NULL);
	shlo__text_finish(&text);
	if (status == MLIRBC_OK && (*out)->kind == MLIRBC_TYPE_TUPLE)
		return MLIRBC_OK;
	return status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT ? MLIRBC_E_NOMEM : MLIRBC_E_CORRUPT;
}

const struct mlirbc_type *shlo__complex_type(struct mlirbc_context *context, const struct mlirbc_type *part)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_COMPLEX };
	type.u.shaped.element = part;
	return mlirbc_type_get(context, &type);
}

const struct mlirbc_type *shlo__token_type(struct mlirbc_context *context)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	type.u.dialect.dialect = mlirbc_string_get(context, "stablehlo", 9);
	type.u.dialect.text = mlirbc_string_get(context, "token", 5);
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
}

const struct mlirbc_type *shlo__element(const struct mlirbc_type *type)
{
	return shlo__is_tensor(type) || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR ? type->u.shaped.element : type;
}

bool shlo__is_bool(const struct mlirbc_type *element)
{
	return element->kind == MLIRBC_TYPE_INTEGER && element->u.integer.width == 1 &&
	       element->u.integer.signedness == MLIRBC_SIGNLESS;
}

bool shlo__is_int(const struct mlirbc_type *element)
{
	uint32_t width = element->kind == MLIRBC_TYPE_INTEGER ? element->u.integer.width : 0;
	return width >= 2 && width <= 64 && (width & (width - 1)) == 0 && element->u.integer.signedness != MLIRBC_SIGNED;
}

bool shlo__is_unsigned(const struct mlirbc_type *element)
{
	return element->kind == MLIRBC_TYPE_INTEGER &&
	       (element->u.integer.signedness == MLIRBC_UNSIGNED || element->u.integer.width == 1);
}

bool shlo__is_float(const struct mlirbc_type *element)
{
	return element->kind == MLIRBC_TYPE_FLOAT && element->u.float_kind != MLIRBC_F80 &&
	       element->u.float_kind != MLIRBC_F128 && element->u.float_kind != MLIRBC_TF32;
}

static bool is_complex(const struct mlirbc_type *element)
{
	if (element->kind != MLIRBC_TYPE_COMPLEX || element->u.shaped.element->kind != MLIRBC_TYPE_FLOAT)
		return false;
	enum mlirbc_float part = element->u.shaped.element->u.float_kind;
	return part == MLIRBC_F32 || part == MLIRBC_F64;
}

bool shlo__is_quant(const struct mlirbc_type *element) { return is_dialect(element, "quant", "uniform<", 8); }

/* ---- letters of mlirbc/stablehlo_ops.h */

static bool element_fits(char letter, const struct mlirbc_type *e)
{
	bool real = e->kind == MLIRBC_TYPE_FLOAT && (e->u.float_kind == MLIRBC_F32 || e->u.float_kind == MLIRBC_F64);
	bool number = shlo__is_int(e) || shlo__is_float(e) || is_complex(e);
	switch (letter) {
	case 'T': return number || shlo__is_bool(e) || shlo__is_quant(e);
	case 'J': return shlo__is_bool(e) || shlo__is_int(e);
	case 'I': return shlo__is_int(e);
	case 'F': return shlo__is_float(e) || shlo__is_quant(e);
	case 'B': return shlo__is_bool(e);
	case 'K': return shlo__is_float(e) || is_complex(e) || shlo__is_quant(e);
	case 'N': return number || shlo__is_quant(e);
	case 'C': return is_complex(e);
	case 'P': return shlo__is_bool(e) || shlo__is_int(e) || shlo__is_float(e);
	case 'S': return (number && !shlo__is_unsigned(e)) || shlo__is_quant(e);
	case 'G': return shlo__is_float(e) || is_complex(e);
	case 'R': return real || shlo__is_float(e);
	case 'q': return shlo__is_quant(e);
	default: return shlo__is_float(e) || shlo__is_quant(e); /* o */
	}
}

static bool scalar_fits(char letter, const struct mlirbc_type *e)
{
	switch (letter) {
	case 'i': return shlo__is_int(e);
	case 'd': return shlo__is_int(e) || e->kind == MLIRBC_TYPE_INDEX;
	case 'b': return shlo__is_bool(e);
	case 'c': return shlo__is_int(e) && e->u.integer.width == 32 && !shlo__is_unsigned(e);
	default: return shlo__is_int(e) && e->u.integer.width == 32 && shlo__is_unsigned(e); /* u */
	}
}

bool shlo__type_fits(char letter, const struct mlirbc_type *type)
{
	bool tensor = shlo__is_tensor(type);
	const struct mlirbc_type *element = shlo__element(type);
	switch (letter) {
	case 'x': return true;
	case 't': return shlo__is_token(type);
	case 'f': return shlo__is_future(type);
	case 'U': return type->kind == MLIRBC_TYPE_TUPLE;
	case 'A': return shlo__is_token(type) || (tensor && element_fits('T', element));
	case 'V':
		return shlo__is_token(type) || shlo__is_future(type) || type->kind == MLIRBC_TYPE_TUPLE ||
		       type->kind == MLIRBC_TYPE_MEMREF || (tensor && element_fits('T', element));
	case 'D': return tensor && type->u.shaped.rank == 1 && (shlo__is_int(element) || element->kind == MLIRBC_TYPE_INDEX);
	case 'i':
	case 'd':
	case 'b':
	case 'c':
	case 'u': return tensor && type->u.shaped.rank == 0 && scalar_fits(letter, element);
	default: return tensor && element_fits(letter, element);
	}
}

/* ---- tensors */

void shlo__bounds(const struct mlirbc_type *type, struct shlo__dims *out)
{
	if (!shlo__is_tensor(type) || !shlo__bounds_of(type->u.shaped.encoding, out, NULL) ||
		out->count != type->u.shaped.rank)
		out->count = 0;
}

const struct mlirbc_type *shlo__tensor(struct mlirbc_context *context, const int64_t *dims, size_t rank,
	const struct mlirbc_type *element, const struct shlo__dims *bounds)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR };
	type.u.shaped.element = element;
	type.u.shaped.dims = dims;
	type.u.shaped.rank = rank;
	if (bounds && bounds->count && !(type.u.shaped.encoding = shlo__bounds_attr(context, bounds)))
		return NULL;
	return mlirbc_type_get(context, &type);
}

bool shlo__is_plain(const struct mlirbc_type *element)
{
	return shlo__is_bool(element) || shlo__is_int(element) || shlo__is_float(element) || is_complex(element);
}

size_t shlo__element_bytes(const struct mlirbc_type *element)
{
	bool complex = is_complex(element);
	if (!shlo__is_plain(element) && element->kind != MLIRBC_TYPE_INDEX)
		return 0;
	return (size_t)(mlirbc_type_width(complex ? element->u.shaped.element : element) + 7) / 8 << complex;
}

const struct mlirbc_type *shlo__with_element(
	struct mlirbc_context *context, const struct mlirbc_type *type, const struct mlirbc_type *element)
{
	if (!shlo__is_tensor(type) && type->kind != MLIRBC_TYPE_UNRANKED_TENSOR)
		return element;
	struct mlirbc_type copy = *type;
	copy.u.shaped.element = element;
	return mlirbc_type_get(context, &copy);
}

bool shlo__is_static(const struct mlirbc_type *type)
{
	uint64_t count;
	return shlo__is_tensor(type) && mlirbc_type_elements(type, &count);
}

/* ---- quantized types */

/* -128 and 127 of i8, 0 and 255 of ui8. */
static void storage_range(const struct mlirbc_type *storage, int64_t *min, int64_t *max)
{
	uint32_t width = storage->u.integer.width;
	bool is_unsigned = storage->u.integer.signedness == MLIRBC_UNSIGNED;
	*max = (int64_t)(UINT64_MAX >> (64 - width + !is_unsigned));
	*min = is_unsigned ? 0 : -*max - 1;
}

static bool read_part(struct shlo__scan *scan, struct mlirbc_context *context, const char *stops, const struct mlirbc_type **out)
{
	const char *text;
	size_t size;
	/* unsigned storage is spelled u8 in quantized types, ui8 elsewhere */
	char spelled[16];
	if (!shlo__scan_until(scan, stops, &text, &size))
		return false;
	if (size > 1 && size < sizeof spelled - 1 && text[0] == 'u' && text[1] != 'i') {
		spelled[0] = 'u';
		spelled[1] = 'i';
		memcpy(spelled + 2, text + 1, size - 1);
		text = spelled;
		size++;
	}
	return mlirbc_parse_type(context, text, size, out, NULL) == MLIRBC_OK;
}

static bool read_storage(struct shlo__scan *scan, struct mlirbc_context *context, struct shlo__quant *out)
{
	int64_t min, max;
	if (!read_part(scan, context, "<:", &out->storage) || out->storage->kind != MLIRBC_TYPE_INTEGER ||
		out->storage->u.integer.width < 2 || out->storage->u.integer.width > 32)
		return false;
	storage_range(out->storage, &min, &max);
	out->storage_min = min;
	out->storage_max = max;
	if (!shlo__scan_take(scan, "<"))
		return true;
	if (!shlo__scan_int(scan, &out->storage_min) || !shlo__scan_take(scan, ":") || !shlo__scan_int(scan, &out->storage_max) ||
		!shlo__scan_take(scan, ">"))
		return false;
	out->has_range = out->storage_min != min || out->storage_max != max;
	return out->storage_min >= min && out->storage_max <= max && out->storage_min < out->storage_max;
}

bool shlo__quant_next(struct shlo__quant *quant, double *out_scale, int64_t *out_zero_point)
{
	*out_zero_point = 0;
	return shlo__scan_double(&quant->list, out_scale) &&
	       (!shlo__scan_take(&quant->list, ":") || shlo__scan_int(&quant->list, out_zero_point)) &&
	       (shlo__scan_take(&quant->list, ",") || true);
}

bool shlo__quant_of(struct mlirbc_context *context, const struct mlirbc_type *element, struct shlo__quant *out)
{
	if (!shlo__is_quant(element))
		return false;
	const struct mlirbc_string *text = element->u.dialect.text;
	struct shlo__scan scan = shlo__scan(text->data + 8, text->size - 8);
	memset(out, 0, sizeof *out);
	out->axis = -1;
	if (!read_storage(&scan, context, out) || !shlo__scan_take(&scan, ":") ||
		!read_part(&scan, context, ":,", &out->expressed) || !shlo__is_float(out->expressed))
		return false;
	if (shlo__scan_take(&scan, ":") && (!shlo__scan_int(&scan, &out->axis) || out->axis < 0))
		return false;
	if (!shlo__scan_take(&scan, ",") || (out->axis >= 0) != shlo__scan_take(&scan, "{"))
		return false;
	out->list = scan;
	struct shlo__quant probe = *out;
	double scale;
	int64_t zero_point;
	do {
		if (!shlo__quant_next(&probe, &scale, &zero_point))
			return false;
		out->count++;
	} while (out->axis >= 0 && !shlo__scan_take(&probe.list, "}"));
	return shlo__scan_take(&probe.list, ">") && shlo__scan_done(&probe.list);
}

const struct mlirbc_type *shlo__quant_type(struct mlirbc_context *context, const struct shlo__quant *quant)
{
	struct shlo__text text;
	struct shlo__quant rest = *quant;
	char name[32];
	shlo__text_init(&text, context);
	shlo__text_puts(&text, "uniform<");
	mlirbc_type_text(quant->storage, name, sizeof name);
	shlo__text_puts(&text, name[0] == 'u' ? "u" : "");
	shlo__text_puts(&text, name[0] == 'u' ? name + 2 : name);
	if (quant->has_range) {
		shlo__text_puts(&text, "<");
		shlo__text_int(&text, quant->storage_min);
		shlo__text_puts(&text, ":");
		shlo__text_int(&text, quant->storage_max);
		shlo__text_puts(&text, ">");
	}
	shlo__text_puts(&text, ":");
	mlirbc_type_text(quant->expressed, name, sizeof name);
	shlo__text_puts(&text, name);
	if (quant->axis >= 0) {
		shlo__text_puts(&text, ":");
		shlo__text_int(&text, quant->axis);
	}
	shlo__text_puts(&text, quant->axis >= 0 ? ", {" : ", ");
	for (size_t i = 0; i < quant->count; i++) {
		double scale;
		int64_t zero_point;
		if (!shlo__quant_next(&rest, &scale, &zero_point))
			break;
		shlo__text_puts(&text, i ? "," : "");
		shlo__text_double(&text, context, scale);
		if (zero_point) {
			shlo__text_puts(&text, ":");
			shlo__text_int(&text, zero_point);
		}
	}
	shlo__text_puts(&text, quant->axis >= 0 ? "}>" : ">");
	const struct mlirbc_attr *attr = shlo__text_attr(&text, context, "quant");
	if (!attr)
		return NULL;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	type.u.dialect.dialect = attr->u.dialect.dialect;
	type.u.dialect.text = attr->u.dialect.text;
	return mlirbc_type_get(context, &type);
}
