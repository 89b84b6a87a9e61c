/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of eager calls, in the encodings of attr.c. */
#include "attributes.h"
#include <string.h>

/* See attr.c. */
#define SHAPE_HEADER 12u
#define DENSE_HEADER 20u
#define AGGREGATE_HEADER 12u
#define MOST_NESTED 64u

struct kernels_attributes *kernels_attributes_create(const struct async_allocator *allocator)
{
	allocator = allocator ? allocator : async_allocator_system();
	struct kernels_attributes *a = async_alloc(allocator, sizeof *a, _Alignof(struct kernels_attributes));
	if (a)
		*a = (struct kernels_attributes){ .allocator = allocator, .refs = 1 };
	return a;
}

struct kernels_attributes *kernels_attributes_retain(struct kernels_attributes *a)
{
	__atomic_fetch_add(&a->refs, 1, __ATOMIC_RELAXED); /* relaxed: the caller holds a reference */
	return a;
}

void kernels_attributes_set_location(struct kernels_attributes *a, struct async_location location)
{
	if (location.source && location.source->retain)
		location.source->retain(location.source);
	if (a->location.source && a->location.source->release)
		a->location.source->release(a->location.source);
	a->location = location;
}

const struct kernels_op_attribute *kernels_attributes_list(const struct kernels_attributes *a, uint32_t *out_count)
{
	*out_count = a->count;
	return a->ops;
}

/* The bytes of an attribute, then its name, in one block. */
static size_t block_size(const struct kernels_op_attribute *op)
{
	return op->attr.size + op->name_size;
}

static void close_aggregate(struct kernels_attributes *a)
{
	struct kernels__aggregate *open = a->open;
	a->open = open->outer;
	a->depth--;
	async_free(a->allocator, open->name, open->name_size, 1);
	async_free(a->allocator, open->data, open->capacity, 8);
	async_free(a->allocator, open->starts, open->start_capacity * sizeof *open->starts, _Alignof(uint32_t));
	async_free(a->allocator, open, sizeof *open, _Alignof(struct kernels__aggregate));
}

void kernels_attributes_release(struct kernels_attributes *a)
{
	/* acq_rel: the last release acquires the effects of the others */
	if (!a || __atomic_fetch_sub(&a->refs, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	while (a->open)
		close_aggregate(a);
	for (struct kernels__prepared *p = a->prepared, *next; p; p = next) {
		next = p->next;
		kernels_unprepare_op(p->entry, p->state, a->allocator);
		async_free(a->allocator, p, sizeof *p, _Alignof(struct kernels__prepared));
	}
	for (uint32_t i = 0; i < a->count; i++)
		async_free(a->allocator, (void *)(uintptr_t)a->ops[i].attr.data, block_size(&a->ops[i]), 8);
	async_free(a->allocator, a->attrs, a->count * sizeof *a->attrs, _Alignof(struct kernels_attr));
	async_free(a->allocator, a->ops, a->count * sizeof *a->ops, _Alignof(struct kernels_op_attribute));
	async_free(a->allocator, a->functions, a->function_count * sizeof *a->functions, _Alignof(void *));
	kernels_attributes_set_location(a, (struct async_location){ NULL, 0 });
	async_free(a->allocator, a, sizeof *a, _Alignof(struct kernels_attributes));
}

/* Copies a list with a gap of one element at `at` and frees the old one. Returns NULL and keeps the old one when out of
 * memory. */
static void *widen(const struct kernels_attributes *a, void *list, uint32_t count, uint32_t at, size_t size, size_t align)
{
	char *wider = async_alloc(a->allocator, (count + (size_t)1) * size, align);
	if (!wider)
		return NULL;
	if (list) {
		memcpy(wider, list, at * size);
		memcpy(wider + (at + (size_t)1) * size, (char *)list + at * size, (count - at) * size);
		async_free(a->allocator, list, count * size, align);
	}
	return wider;
}

static int compare(const struct kernels_op_attribute *op, const char *name, size_t size)
{
	int order = memcmp(op->name, name, op->name_size < size ? op->name_size : size);
	return order ? order : (op->name_size > size) - (op->name_size < size);
}

/* Finds the position for `name`; returns false if it exists. */
static bool find_place(const struct kernels_attributes *a, const char *name, size_t name_size, uint32_t *out_at)
{
	uint32_t at = 0;
	int order = -1;
	while (at < a->count && (order = compare(&a->ops[at], name, name_size)) < 0)
		at++;
	*out_at = at;
	return at == a->count || order != 0;
}

static enum kernels_status add_named(
	struct kernels_attributes *a, const char *name, size_t name_size, unsigned kind, size_t size, uint8_t **out)
{
	uint32_t at;
	if (!find_place(a, name, name_size, &at))
		return KERNELS_E_EXISTS;
	uint8_t *block = async_alloc(a->allocator, size + name_size, 8);
	struct kernels_attr *attrs =
		block ? widen(a, NULL, a->count, at, sizeof *attrs, _Alignof(struct kernels_attr)) : NULL;
	struct kernels_op_attribute *ops =
		attrs ? widen(a, a->ops, a->count, at, sizeof *ops, _Alignof(struct kernels_op_attribute)) : NULL;
	if (!ops) {
		async_free(a->allocator, attrs, (a->count + (size_t)1) * sizeof *attrs, _Alignof(struct kernels_attr));
		async_free(a->allocator, block, size + name_size, 8);
		return KERNELS_E_NOMEM;
	}
	memset(block, 0, size);
	memcpy(block + size, name, name_size);
	ops[at] = (struct kernels_op_attribute){ { block, size }, (const char *)block + size, name_size, (uint8_t)kind };
	async_free(a->allocator, a->attrs, a->count * sizeof *attrs, _Alignof(struct kernels_attr));
	a->count++;
	for (uint32_t i = 0; i < a->count; i++)
		attrs[i] = ops[i].attr;
	a->attrs = attrs;
	a->ops = ops;
	*out = block;
	return KERNELS_OK;
}

/* Grows the block to `wanted` bytes; returns false and changes nothing when out of memory. */
static bool reserve(
	const struct kernels_attributes *a, void **block, size_t *capacity, size_t used, size_t wanted, size_t align)
{
	size_t larger = *capacity < 64 ? 64 : *capacity;
	if (wanted <= *capacity)
		return true;
	while (larger < wanted)
		larger *= 2;
	void *grown = async_alloc(a->allocator, larger, align);
	if (!grown)
		return false;
	if (used)
		memcpy(grown, *block, used);
	async_free(a->allocator, *block, *capacity, align);
	*block = grown;
	*capacity = larger;
	return true;
}

static enum kernels_status add_element(struct kernels_attributes *a, unsigned kind, size_t size, uint8_t **out)
{
	struct kernels__aggregate *open = a->open;
	size_t start = (open->size + 8) & ~(size_t)7, capacity = open->start_capacity * sizeof *open->starts;
	void *data = open->data, *starts = open->starts;
	if (open->count >= UINT32_MAX / 16 || size > UINT32_MAX / 2 || start + size > UINT32_MAX / 2)
		return KERNELS_E_ARG;
	bool reserved = reserve(a, &data, &open->capacity, open->size, start + size, 8);
	open->data = data;
	reserved = reserved && reserve(a, &starts, &capacity, open->count * sizeof *open->starts,
				       (open->count + 1) * sizeof *open->starts, _Alignof(uint32_t));
	open->starts = starts;
	open->start_capacity = capacity / sizeof *open->starts;
	if (!reserved)
		return KERNELS_E_NOMEM;
	memset(open->data + open->size, 0, start + size - open->size);
	open->data[start - 1] = (uint8_t)kind;
	open->starts[open->count++] = (uint32_t)start;
	open->size = start + size;
	*out = open->data + start;
	return KERNELS_OK;
}

/* Reserves `size` bytes at *out for an attribute or an element of the open aggregate. */
static enum kernels_status add_attribute(
	struct kernels_attributes *a, const char *name, unsigned kind, size_t size, uint8_t **out)
{
	if (size > UINT32_MAX || !name != !!a->open)
		return KERNELS_E_ARG;
	return a->open ? add_element(a, kind, size, out) : add_named(a, name, strlen(name), kind, size, out);
}

static void put_u32(uint8_t *out, uint64_t value)
{
	for (int i = 0; i < 4; i++)
		out[i] = (uint8_t)(value >> 8 * i);
}

static void put_dims(uint8_t *out, const int64_t *dims, uint32_t rank)
{
	kernels_elements_load(out, (const uint8_t *)dims, KERNELS_I64, rank);
}

enum kernels_status kernels_attributes_scalar(
	struct kernels_attributes *a, const char *name, enum kernels_dtype dtype, const void *value)
{
	uint8_t *out;
	size_t width = kernels_dtype_size(dtype);
	enum kernels_status status = width ? add_attribute(a, name, dtype, width, &out) : KERNELS_E_ARG;
	if (status == KERNELS_OK)
		kernels_elements_load(out, value, dtype, 1); /* the conversion is symmetric */
	return status;
}

enum kernels_status kernels_attributes_string(
	struct kernels_attributes *a, const char *name, const char *data, size_t size)
{
	uint8_t *out;
	enum kernels_status status = size < UINT32_MAX - 4 ? add_attribute(a, name, KERNELS_STRING, 4 + size, &out)
							   : KERNELS_E_ARG;
	if (status != KERNELS_OK)
		return status;
	put_u32(out, size);
	if (size)
		memcpy(out + 4, data, size);
	return status;
}

enum kernels_status kernels_attributes_type(struct kernels_attributes *a, const char *name, enum kernels_dtype dtype)
{
	uint8_t *out;
	if (!kernels_dtype_is_known(dtype))
		return KERNELS_E_ARG;
	enum kernels_status status = add_attribute(a, name, KERNELS_KIND_TYPE, 1, &out);
	if (status == KERNELS_OK)
		out[0] = (uint8_t)dtype;
	return status;
}

enum kernels_status kernels_attributes_array(
	struct kernels_attributes *a, const char *name, enum kernels_dtype dtype, const void *elements, size_t count)
{
	uint8_t *out;
	size_t width = kernels_dtype_size(dtype);
	if (width == 0 || count > (UINT32_MAX - 4) / width)
		return KERNELS_E_ARG;
	enum kernels_status status = add_attribute(a, name, dtype | KERNELS_KIND_ARRAY, 4 + count * width, &out);
	if (status != KERNELS_OK)
		return status;
	put_u32(out, count);
	kernels_elements_load(out + 4, elements, dtype, count);
	return status;
}

/* Alignment, element type, size of the header, size of everything. */
static void put_base(uint8_t *out, unsigned align, unsigned dtype, uint64_t header, uint64_t size)
{
	out[0] = (uint8_t)align;
	out[1] = (uint8_t)dtype;
	out[2] = (uint8_t)header;
	out[3] = (uint8_t)(header >> 8);
	put_u32(out + 4, size);
}

enum kernels_status kernels_attributes_shape(
	struct kernels_attributes *a, const char *name, const int64_t *dims, uint32_t rank)
{
	uint8_t *out;
	size_t size = dims ? SHAPE_HEADER + 8 * (size_t)rank : 4;
	for (uint32_t i = 0; dims && i < rank; i++) {
		if (dims[i] < -1)
			return KERNELS_E_ARG;
	}
	enum kernels_status status = add_attribute(a, name, KERNELS_KIND_SHAPE, size, &out);
	if (status != KERNELS_OK || !dims)
		return status;
	put_base(out, 8, KERNELS_KIND_SHAPE, SHAPE_HEADER, size);
	put_u32(out + 8, rank);
	put_dims(out + SHAPE_HEADER, dims, rank);
	return status;
}

/* The product of the dimensions; UINT64_MAX if it is not a valid number of elements. */
static uint64_t element_count(const int64_t *dims, uint32_t rank)
{
	uint64_t count = 1;
	for (uint32_t i = 0; i < rank; i++) {
		if (dims[i] < 0)
			return UINT64_MAX;
		if (dims[i] == 0)
			count = 0;
	}
	for (uint32_t i = 0; count > 0 && i < rank; i++) {
		if (dims[i] > UINT32_MAX || count * (uint64_t)dims[i] > UINT32_MAX)
			return UINT64_MAX;
		count *= (uint64_t)dims[i];
	}
	return count;
}

enum kernels_status kernels_attributes_dense(struct kernels_attributes *a, const char *name, enum kernels_dtype dtype,
	const int64_t *dims, uint32_t rank, const void *elements)
{
	uint8_t *out;
	size_t width = kernels_dtype_size(dtype);
	uint64_t count = element_count(dims, rank), header = DENSE_HEADER + 8 * (uint64_t)rank, offset = (header + 7) & ~(uint64_t)7;
	if (width == 0 || count == UINT64_MAX || offset > UINT32_MAX || count > (UINT32_MAX - offset) / width)
		return KERNELS_E_ARG;
	enum kernels_status status = add_attribute(a, name, KERNELS_KIND_DENSE, (size_t)(offset + count * width), &out);
	if (status != KERNELS_OK)
		return status;
	put_base(out, 8, dtype, header, offset + count * width);
	put_u32(out + 8, offset);
	put_u32(out + 12, count);
	put_u32(out + 16, rank);
	put_dims(out + DENSE_HEADER, dims, rank);
	kernels_elements_load(out + offset, elements, dtype, (size_t)count);
	return status;
}

enum kernels_status kernels_attributes_begin_aggregate(struct kernels_attributes *a, const char *name)
{
	uint32_t at;
	size_t name_size = name ? strlen(name) : 0;
	if (!name != !!a->open || a->depth >= MOST_NESTED)
		return KERNELS_E_ARG;
	if (name && !find_place(a, name, name_size, &at))
		return KERNELS_E_EXISTS;
	struct kernels__aggregate *open = async_alloc(a->allocator, sizeof *open, _Alignof(struct kernels__aggregate));
	char *copy = open && name_size ? async_alloc(a->allocator, name_size, 1) : NULL;
	if (!open || (name_size && !copy)) {
		async_free(a->allocator, open, sizeof *open, _Alignof(struct kernels__aggregate));
		return KERNELS_E_NOMEM;
	}
	if (name_size)
		memcpy(copy, name, name_size);
	*open = (struct kernels__aggregate){ .outer = a->open, .name = copy, .name_size = name_size };
	a->open = open;
	a->depth++;
	return KERNELS_OK;
}

/* Header, offsets of the elements, elements. */
static void put_aggregate(uint8_t *out, const struct kernels__aggregate *open, size_t elements)
{
	put_base(out, 8, 0, AGGREGATE_HEADER + 4 * (uint64_t)open->count, elements + open->size);
	put_u32(out + 8, open->count);
	for (size_t i = 0; i < open->count; i++)
		put_u32(out + AGGREGATE_HEADER + 4 * i, elements + open->starts[i]);
	memcpy(out + elements, open->data, open->size);
}

enum kernels_status kernels_attributes_end_aggregate(struct kernels_attributes *a)
{
	struct kernels__aggregate *open = a->open;
	uint8_t *out;
	if (!open)
		return KERNELS_E_ARG;
	const size_t elements = (AGGREGATE_HEADER + 4 * open->count + 7) & ~(size_t)7,
		     size = open->count ? elements + open->size : 4; /* without elements: a zero word */
	a->open = open->outer;
	enum kernels_status status;
	if (open->outer)
		status = add_element(a, KERNELS_KIND_AGGREGATE, size, &out);
	else
		status = add_named(a, open->name ? open->name : "", open->name_size, KERNELS_KIND_AGGREGATE, size, &out);
	if (status == KERNELS_OK && open->count)
		put_aggregate(out, open, elements);
	a->open = open;
	close_aggregate(a);
	return status;
}

enum kernels_status kernels_attributes_function(
	struct kernels_attributes *a, const struct kernels_function *function)
{
	const struct kernels_function **functions =
		widen(a, a->functions, a->function_count, a->function_count, sizeof *functions, _Alignof(void *));
	if (!functions)
		return KERNELS_E_NOMEM;
	functions[a->function_count++] = function;
	a->functions = functions;
	return KERNELS_OK;
}
