/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types between VHLO and StableHLO. */
#include "dialect/struct_attr.h"
#include "dialect/types.h"
#include "vhlo/values.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>

static const struct mlirbc_type *bad(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	shlo__job_fail(job, MLIRBC_E_CORRUPT, "type vhlo.%.*s has a field of the wrong kind",
		coded->mnemonic->size < 40 ? (int)coded->mnemonic->size : 40, coded->mnemonic->data);
	return NULL;
}

static const struct mlirbc_type *made(struct shlo__job *job, const struct mlirbc_type *type)
{
	if (!type)
		shlo__job_memory(job);
	return type;
}

/* ---- lists */

static const struct mlirbc_type **new_list(struct shlo__job *job, size_t count)
{
	const struct mlirbc_type **list = mlirbc_context_alloc(
		job->context, (count ? count : 1) * sizeof *list, _Alignof(const struct mlirbc_type *));
	if (!list)
		shlo__job_memory(job);
	return list;
}

static bool convert_list(struct shlo__job *job, const struct mlirbc_types *from, struct mlirbc_types *out)
{
	const struct mlirbc_type **list = new_list(job, from->count);
	for (size_t i = 0; list && i < from->count; i++) {
		if (!(list[i] = shlo__convert_type(job, from->data[i])))
			return false;
	}
	*out = (struct mlirbc_types){ list, from->count };
	return list != NULL;
}

/* A field that is a list of types. */
static bool list_from(struct shlo__job *job, const struct mlirbc_coded *coded, size_t field, struct mlirbc_types *out)
{
	const struct mlirbc_attrs *from = shlo__field_list(coded, field);
	if (!from)
		return bad(job, coded) != NULL;
	const struct mlirbc_type **list = new_list(job, from->count);
	for (size_t i = 0; list && i < from->count; i++) {
		if (from->data[i]->kind != MLIRBC_ATTR_TYPE)
			return bad(job, coded) != NULL;
		if (!(list[i] = shlo__convert_type(job, from->data[i]->u.type_value)))
			return false;
	}
	*out = (struct mlirbc_types){ list, from->count };
	return list != NULL;
}

static const struct mlirbc_attr *list_to(struct shlo__job *job, const struct mlirbc_types *from)
{
	const struct mlirbc_attr **items = mlirbc_context_alloc(
		job->context, (from->count ? from->count : 1) * sizeof *items, _Alignof(const struct mlirbc_attr *));
	for (size_t i = 0; items && i < from->count; i++) {
		const struct mlirbc_type *type = shlo__convert_type(job, from->data[i]);
		if (!type || !(items[i] = mlirbc_attr_type(job->context, type)))
			return NULL;
	}
	return items ? mlirbc_attr_array(job->context, items, from->count) : NULL;
}

static bool is_element(const struct mlirbc_type *type, enum mlirbc_type_kind of)
{
	if (of == MLIRBC_TYPE_COMPLEX) /* of integers only as types of functions and values: no operation of StableHLO takes them */
		return type->kind == MLIRBC_TYPE_FLOAT || type->kind == MLIRBC_TYPE_INTEGER;
	return type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_INDEX ||
	       type->kind == MLIRBC_TYPE_FLOAT || type->kind == MLIRBC_TYPE_COMPLEX || shlo__is_quant(type);
}

/* ---- from VHLO */

static const struct mlirbc_type *shaped_from(
	struct shlo__job *job, const struct mlirbc_coded *coded, enum mlirbc_type_kind kind)
{
	const size_t encoding = coded->count == 3, last = coded->count - 1;
	const struct mlirbc_type *element = shlo__field_type(coded, last);
	struct mlirbc_type type = { .kind = kind };
	if (!element)
		return bad(job, coded);
	if (kind != MLIRBC_TYPE_UNRANKED_TENSOR && kind != MLIRBC_TYPE_COMPLEX) {
		const struct mlirbc_attrs *shape = shlo__field_list(coded, encoding);
		int64_t *dims = shape ? mlirbc_context_alloc(job->context,
						(shape->count ? shape->count : 1) * sizeof *dims, _Alignof(int64_t))
				      : NULL;
		if (!dims)
			return shape ? made(job, NULL) : bad(job, coded);
		for (size_t i = 0; i < shape->count; i++) {
			if (!shlo__int_of(shape->data[i], &dims[i]) || (dims[i] < 0 && dims[i] != MLIRBC_DYNAMIC))
				return bad(job, coded);
		}
		type.u.shaped.dims = dims;
		type.u.shaped.rank = shape->count;
	}
	if (encoding && !coded->fields[0].value)
		return bad(job, coded);
	if (encoding && !(type.u.shaped.encoding = shlo__attr_from(job, coded->fields[0].value)))
		return NULL;
	if (!(type.u.shaped.element = shlo__convert_type(job, element)))
		return NULL;
	return is_element(type.u.shaped.element, kind) ? made(job, mlirbc_type_get(job->context, &type))
						       : bad(job, coded);
}

static const struct mlirbc_type *future_from(struct shlo__job *job, const struct mlirbc_types *types)
{
	struct shlo__text text;
	shlo__text_init(&text, job->context);
	shlo__text_puts(&text, "future<");
	for (size_t i = 0; i < types->count; i++) {
		shlo__text_puts(&text, i ? ", " : "");
		text.failed |= mlirbc_print_type(types->data[i], shlo__text_put, &text) != MLIRBC_OK;
	}
	shlo__text_puts(&text, ">");
	const struct mlirbc_attr *attr = shlo__text_attr(&text, job->context, "stablehlo");
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	if (!attr)
		return made(job, NULL);
	type.u.dialect.dialect = attr->u.dialect.dialect;
	type.u.dialect.text = attr->u.dialect.text;
	return made(job, mlirbc_type_get(job->context, &type));
}

static const struct mlirbc_type *lists_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TUPLE };
	struct mlirbc_types list;
	if (!list_from(job, coded, 0, &list))
		return NULL;
	if (shlo__is_coded(coded, "future_v1", 1))
		return future_from(job, &list);
	type.u.tuple = list;
	if (shlo__is_coded(coded, "func_v1", 2)) {
		type.kind = MLIRBC_TYPE_FUNCTION;
		type.u.function.inputs = list;
		if (!list_from(job, coded, 1, &type.u.function.results))
			return NULL;
	}
	return made(job, mlirbc_type_get(job->context, &type));
}

static const struct mlirbc_type *coded_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	const struct shlo__scalar *scalar = coded->count ? NULL : shlo__scalar_by_mnemonic(coded->mnemonic);
	if (scalar)
		return made(job, shlo__scalar_type(job->context, scalar));
	if (shlo__is_coded(coded, "tensor_v1", 2) || shlo__is_coded(coded, "tensor_v1", 3))
		return shaped_from(job, coded, MLIRBC_TYPE_TENSOR);
	if (shlo__is_coded(coded, "complex_v1", 1))
		return shaped_from(job, coded, MLIRBC_TYPE_COMPLEX);
	if (shlo__is_coded(coded, "unranked_tensor_v1", 1))
		return shaped_from(job, coded, MLIRBC_TYPE_UNRANKED_TENSOR);
	if (shlo__is_coded(coded, "buffer_v1", 2))
		return shaped_from(job, coded, MLIRBC_TYPE_MEMREF);
	if (shlo__is_coded(coded, "quant_v1", 7) || shlo__is_coded(coded, "quant_per_axis_v1", 8))
		return shlo__quant_from(job, coded);
	if (shlo__is_coded(coded, "func_v1", 2) || shlo__is_coded(coded, "tuple_v1", 1) ||
		shlo__is_coded(coded, "future_v1", 1))
		return lists_from(job, coded);
	shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "no version up to 1.20.0 has type vhlo.%.*s",
		coded->mnemonic->size < 40 ? (int)coded->mnemonic->size : 40, coded->mnemonic->data);
	return NULL;
}

/* Builtin types around types of VHLO: of operations of other dialects. */
static const struct mlirbc_type *plain_from(struct shlo__job *job, const struct mlirbc_type *type)
{
	struct mlirbc_type copy = *type;
	if (type->kind == MLIRBC_TYPE_BYTES) {
		shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "a type has an unknown encoding");
		return NULL;
	}
	if (type->kind != MLIRBC_TYPE_FUNCTION)
		return type;
	return convert_list(job, &type->u.function.inputs, &copy.u.function.inputs) &&
			       convert_list(job, &type->u.function.results, &copy.u.function.results)
		       ? made(job, mlirbc_type_get(job->context, &copy))
		       : NULL;
}

/* ---- to VHLO */

static const struct mlirbc_type *unsupported(struct shlo__job *job, const struct mlirbc_type *type)
{
	char text[80];
	size_t size = mlirbc_type_text(type, text, sizeof text);
	shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "VHLO has no type for %s%s", text, size >= sizeof text ? "..." : "");
	return NULL;
}

static const struct mlirbc_attr *type_value(struct shlo__job *job, const struct mlirbc_type *type)
{
	const struct mlirbc_type *other = shlo__convert_type(job, type);
	return other ? mlirbc_attr_type(job->context, other) : NULL;
}

static const struct mlirbc_type *shaped_to(struct shlo__job *job, const struct mlirbc_type *type, const char *mnemonic)
{
	const struct mlirbc_attr *values[3];
	size_t count = 0;
	if (!is_element(type->u.shaped.element, type->kind))
		return unsupported(job, type);
	if (type->u.shaped.encoding) {
		values[0] = type->kind == MLIRBC_TYPE_TENSOR ? shlo__attr_to(job, type->u.shaped.encoding) : NULL;
		if (!values[count++])
			return unsupported(job, type);
	}
	if (type->kind != MLIRBC_TYPE_UNRANKED_TENSOR && type->kind != MLIRBC_TYPE_COMPLEX)
		values[count++] = shlo__plain_ints(job, type->u.shaped.dims, type->u.shaped.rank);
	values[count++] = type_value(job, type->u.shaped.element);
	return shlo__make_type(job, mnemonic, values, count);
}

static const struct mlirbc_type *future_to(struct shlo__job *job, const struct mlirbc_type *type)
{
	const struct mlirbc_type *tuple = NULL;
	if (!shlo__job_needs(job, V(1, 15), "type !stablehlo.future", ""))
		return unsupported(job, type);
	enum mlirbc_status status = shlo__future_types(job->context, type, &tuple);
	if (status != MLIRBC_OK)
		return status == MLIRBC_E_NOMEM ? made(job, NULL) : unsupported(job, type);
	const struct mlirbc_attr *list = list_to(job, &tuple->u.tuple);
	return shlo__make_type(job, "future_v1", &list, 1);
}

static const struct mlirbc_type *other_to(struct shlo__job *job, const struct mlirbc_type *type)
{
	if (shlo__is_future(type))
		return future_to(job, type);
	return shlo__is_quant(type) ? shlo__quant_to(job, type) : unsupported(job, type);
}

static const struct mlirbc_type *plain_to(struct shlo__job *job, const struct mlirbc_type *type)
{
	const struct shlo__scalar *scalar = shlo__scalar_of(type);
	const struct mlirbc_attr *lists[2];
	if (scalar)
		return shlo__job_needs(job, scalar->since, "type ", scalar->mnemonic)
			       ? shlo__make_type(job, scalar->mnemonic, NULL, 0)
			       : NULL;
	switch (type->kind) {
	case MLIRBC_TYPE_TENSOR: return shaped_to(job, type, "tensor_v1");
	case MLIRBC_TYPE_UNRANKED_TENSOR: return shaped_to(job, type, "unranked_tensor_v1");
	case MLIRBC_TYPE_COMPLEX: return shaped_to(job, type, "complex_v1");
	case MLIRBC_TYPE_MEMREF:
		if (type->u.shaped.encoding || type->u.shaped.space)
			return unsupported(job, type);
		return shlo__job_needs(job, V(1, 13), "type ", "memref") ? shaped_to(job, type, "buffer_v1") : NULL;
	case MLIRBC_TYPE_TUPLE:
		lists[0] = list_to(job, &type->u.tuple);
		return shlo__make_type(job, "tuple_v1", lists, 1);
	case MLIRBC_TYPE_FUNCTION:
		lists[0] = list_to(job, &type->u.function.inputs);
		lists[1] = lists[0] ? list_to(job, &type->u.function.results) : NULL;
		return shlo__make_type(job, "func_v1", lists, 2);
	case MLIRBC_TYPE_DIALECT: return other_to(job, type);
	default: return unsupported(job, type);
	}
}

/* ---- each type once */

const struct mlirbc_type *shlo__convert_type(struct shlo__job *job, const struct mlirbc_type *type)
{
	const struct shlo__map_entry *known = shlo__map_find(&job->done, type, NULL);
	const struct mlirbc_type *result = NULL;
	if (known)
		return known->value;
	if (shlo__job_enter(job)) {
		bool is_vhlo = type->kind == MLIRBC_TYPE_CODED && shlo__name_is(type->u.coded.dialect, "vhlo");
		if (job->to_vhlo)
			result = plain_to(job, type);
		else
			result = is_vhlo ? coded_from(job, &type->u.coded) : plain_from(job, type);
	}
	job->depth--;
	if (result && !shlo__map_add(&job->done, job->context, type, NULL, result))
		return made(job, NULL);
	return result;
}
