/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of operations: from those of a program to struct kernels_attributes, and as text. */
#include "eager/eager.h"
#include "common/arguments.h"
#include "common/print.h"
#include <bytecursor/memory.h>
#include <inttypes.h>
#include <kernels/check.h>
#include <stdio.h>

/* An array or dense attribute has its elements in the byte order of BEF, kernels_attributes_...() takes that of the host. */
static enum kernels_status add_elements(struct kernels_attributes *to, const struct async_allocator *allocator, const char *name,
	enum kernels_dtype dtype, const struct kernels_dense_view *dense, const uint8_t *elements, size_t count)
{
	const size_t size = count * kernels_dtype_size(dtype);
	int64_t dims[KERNELS_MAX_RANK];
	void *copy = async_alloc(allocator, size ? size : 1, 8);
	enum kernels_status status = KERNELS_E_NOMEM;
	if (!copy)
		return status;
	kernels_elements_load(copy, elements, dtype, count);
	for (uint32_t i = 0; dense && i < dense->rank; i++)
		dims[i] = kernels_load_i64(dense->dims + 8 * (size_t)i);
	status = dense ? kernels_attributes_dense(to, name, dtype, dims, dense->rank, copy)
		       : kernels_attributes_array(to, name, dtype, copy, count);
	async_free(allocator, copy, size ? size : 1, 8);
	return status;
}

static enum kernels_status add_shape(struct kernels_attributes *to, const char *name, const struct kernels_shape_view *shape)
{
	int64_t dims[KERNELS_MAX_RANK];
	if (shape->rank > KERNELS_MAX_RANK)
		return KERNELS_E_ARG;
	for (uint32_t i = 0; i < shape->rank; i++)
		dims[i] = kernels_load_i64(shape->dims + 8 * (size_t)i);
	return kernels_attributes_shape(to, name, shape->ranked ? dims : NULL, shape->rank);
}

static enum kernels_status add_aggregate(struct kernels_attributes *to, const struct async_allocator *allocator, const char *name,
	const struct kernels_aggregate *aggregate)
{
	enum kernels_status status = kernels_attributes_begin_aggregate(to, name), ended;
	if (status != KERNELS_OK) /* also when nested too deeply, so the recursion is bounded */
		return status;
	for (uint32_t i = 0; status == KERNELS_OK && i < aggregate->count; i++) {
		struct kernels_attr element;
		uint8_t kind;
		status = kernels_aggregate_element(aggregate, i, &element, &kind)
				 ? kernels_tensor__add_attribute(to, allocator, NULL, element, kind)
				 : KERNELS_E_CORRUPT;
	}
	ended = kernels_attributes_end_aggregate(to);
	return status == KERNELS_OK ? ended : status;
}

enum kernels_status kernels_tensor__add_attribute(struct kernels_attributes *to, const struct async_allocator *allocator,
	const char *name, struct kernels_attr attr, uint8_t kind)
{
	union {
		uint64_t scalar[2];
		struct kernels_string string;
		struct kernels_array array;
		struct kernels_shape_view shape;
		struct kernels_dense_view dense;
		struct kernels_aggregate aggregate;
		enum kernels_dtype dtype;
	} u;
	if (kind & KERNELS_KIND_ARRAY) {
		const enum kernels_dtype dtype = (enum kernels_dtype)(kind & ~KERNELS_KIND_ARRAY);
		return kernels_attr_array(attr, dtype, &u.array)
			       ? add_elements(to, allocator, name, dtype, NULL, u.array.elements, u.array.count)
			       : KERNELS_E_CORRUPT;
	}
	switch (kind) {
	case KERNELS_STRING:
		return kernels_attr_string(attr, &u.string) ? kernels_attributes_string(to, name, u.string.data, u.string.size)
							    : KERNELS_E_CORRUPT;
	case KERNELS_KIND_TYPE:
		return kernels_attr_dtype(attr, &u.dtype) ? kernels_attributes_type(to, name, u.dtype) : KERNELS_E_CORRUPT;
	case KERNELS_KIND_SHAPE:
		return kernels_attr_shape(attr, &u.shape) ? add_shape(to, name, &u.shape) : KERNELS_E_CORRUPT;
	case KERNELS_KIND_DENSE:
		if (!kernels_attr_dense(attr, &u.dense) || u.dense.rank > KERNELS_MAX_RANK)
			return KERNELS_E_CORRUPT;
		return add_elements(to, allocator, name, u.dense.dtype, &u.dense, u.dense.elements, u.dense.count);
	case KERNELS_KIND_AGGREGATE:
		return kernels_attr_aggregate(attr, &u.aggregate) ? add_aggregate(to, allocator, name, &u.aggregate) : KERNELS_E_CORRUPT;
	default:
		return kernels_attr_scalar(attr, (enum kernels_dtype)kind, &u)
			       ? kernels_attributes_scalar(to, name, (enum kernels_dtype)kind, &u)
			       : KERNELS_E_CORRUPT;
	}
}

/* ---- as values of programs */

void kernels_tensor__create_op_attrs(struct kernels_call *call)
{
	struct kernels_attributes *attributes = kernels_attributes_create(kernels_tensor__allocator(call));
	if (attributes)
		*(struct kernels_attributes **)call->results[0] = attributes;
	else
		kernels_call_fail(call, "out of memory");
}

#define MOST_NAME 255u

/* {key, value}. The program orders writers by chains. */
void kernels_tensor__set_op_attr(struct kernels_call *call, uint8_t kind)
{
	struct kernels_attributes *attributes = *(struct kernels_attributes *const *)call->arguments[0];
	struct kernels_string key;
	char name[MOST_NAME + 1];
	if (!kernels_call_string(call, 0, &key))
		return;
	if (key.size > MOST_NAME) {
		kernels_call_fail(call, "attribute 0: a name has at most %u bytes, got %zu", MOST_NAME, key.size);
		return;
	}
	snprintf(name, sizeof name, "%.*s", (int)key.size, key.data);
	const enum kernels_status status = kernels_tensor__add_attribute(attributes, kernels_tensor__allocator(call), name, call->site->attributes[1], kind);
	if (status == KERNELS_E_EXISTS)
		kernels_call_fail(call, "attribute 0: '%s' is set already", name);
	else if (status == KERNELS_E_NOMEM)
		kernels_call_fail(call, "out of memory");
	else if (status != KERNELS_OK)
		kernels_call_fail(call, "attribute 1 is not of the type that the kernel expects");
}

void kernels_tensor__freeze_op_attrs(struct kernels_call *call)
{
	/* a copy: writers may go on with the original */
	struct kernels_attributes *from = *(struct kernels_attributes *const *)call->arguments[0];
	struct kernels_attributes *to = kernels_attributes_create(kernels_tensor__allocator(call));
	enum kernels_status status = to ? KERNELS_OK : KERNELS_E_NOMEM;
	uint32_t count;
	const struct kernels_op_attribute *list = kernels_attributes_list(from, &count);
	for (uint32_t i = 0; status == KERNELS_OK && i < count; i++) {
		char name[MOST_NAME + 1];
		snprintf(name, sizeof name, "%.*s", (int)list[i].name_size, list[i].name);
		status = kernels_tensor__add_attribute(to, kernels_tensor__allocator(call), name, list[i].attr, list[i].kind);
	}
	if (status == KERNELS_OK) {
		*(struct kernels_attributes **)call->results[0] = to;
		return;
	}
	kernels_attributes_release(to);
	kernels_call_fail(call, "out of memory");
}

/* ---- as text */

static void put_value(struct bytecursor_text *text, struct kernels_attr attr, uint8_t kind)
{
	struct kernels_string string;
	struct kernels_array array;
	struct kernels_shape_view shape;
	struct kernels_dense_view dense;
	struct kernels_aggregate aggregate;
	enum kernels_dtype dtype = (enum kernels_dtype)(kind & ~KERNELS_KIND_ARRAY);
	if (kind & KERNELS_KIND_ARRAY && kernels_attr_array(attr, dtype, &array)) {
		kernels_tensor__put_elements(text, array.elements, dtype, (int64_t)array.count);
	} else if (kind == KERNELS_STRING && kernels_attr_string(attr, &string)) {
		bytecursor_text_put(text, "\"", 1);
		bytecursor_text_put(text, string.data, string.size);
		bytecursor_text_put(text, "\"", 1);
	} else if (kind == KERNELS_KIND_TYPE && kernels_attr_dtype(attr, &dtype)) {
		bytecursor_text_puts(text, kernels_dtype_name(dtype));
	} else if (kind == KERNELS_KIND_SHAPE && kernels_attr_shape(attr, &shape)) {
		if (shape.ranked)
			kernels_tensor__put_elements(text, shape.dims, KERNELS_I64, shape.rank);
		else
			bytecursor_text_puts(text, "*");
	} else if (kind == KERNELS_KIND_DENSE && kernels_attr_dense(attr, &dense)) {
		bytecursor_text_puts(text, kernels_dtype_name(dense.dtype));
		kernels_tensor__put_elements(text, dense.dims, KERNELS_I64, dense.rank);
		bytecursor_text_puts(text, " ");
		kernels_tensor__put_elements(text, dense.elements, dense.dtype, dense.count);
	} else if (kind == KERNELS_KIND_AGGREGATE && kernels_attr_aggregate(attr, &aggregate)) {
		for (uint32_t i = 0; i < aggregate.count && !text->failed; i++) {
			struct kernels_attr element;
			uint8_t element_kind;
			bytecursor_text_puts(text, i ? ", " : "[");
			if (kernels_aggregate_element(&aggregate, i, &element, &element_kind))
				put_value(text, element, element_kind); /* at most as deep as kernels_attributes_begin_aggregate() allows */
		}
		bytecursor_text_puts(text, aggregate.count ? "]" : "[]");
	} else {
		kernels_tensor__put_elements(text, attr.data, dtype, -1);
	}
}

/* "F32", "I32[]", "STRING" */
static void put_kind(struct bytecursor_text *text, uint8_t kind)
{
	const char *name = kind == KERNELS_KIND_TYPE	    ? "dtype"
			   : kind == KERNELS_KIND_SHAPE	    ? "shape"
			   : kind == KERNELS_KIND_DENSE	    ? "dense"
			   : kind == KERNELS_KIND_AGGREGATE ? "aggregate"
			   : kernels_dtype_name((enum kernels_dtype)(kind & ~KERNELS_KIND_ARRAY));
	for (; *name; name++) {
		const char upper = *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name;
		bytecursor_text_put(text, &upper, 1);
	}
	if (kind & KERNELS_KIND_ARRAY)
		bytecursor_text_puts(text, "[]");
}

void kernels_tensor__print_op_attrs(struct kernels_call *call)
{
	struct bytecursor_text text = { .memory = BYTECURSOR_ALLOCATOR(kernels_tensor__allocator(call)) };
	uint32_t count;
	const struct kernels_op_attribute *list =
		kernels_attributes_list(*(struct kernels_attributes *const *)call->arguments[0], &count);
	char line[64];
	snprintf(line, sizeof line, "OpAttrs contains %" PRIu32 " entries:\n", count);
	bytecursor_text_puts(&text, line);
	for (uint32_t i = 0; i < count; i++) {
		bytecursor_text_puts(&text, "  '");
		bytecursor_text_put(&text, list[i].name, list[i].name_size);
		bytecursor_text_puts(&text, "' type=");
		put_kind(&text, list[i].kind);
		bytecursor_text_puts(&text, " value=");
		put_value(&text, list[i].attr, list[i].kind);
		bytecursor_text_puts(&text, "\n");
	}
	kernels_tensor__print_text(call, &text);
}
