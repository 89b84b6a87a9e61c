/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "hostile.h"
#include <math.h>
#include <stdint.h>

uint32_t hostile_random(struct hostile *h, uint32_t most)
{
	h->random = h->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(((h->random >> 32) * most) >> 32);
}

bool hostile_percent(struct hostile *h, uint32_t percent)
{
	return hostile_random(h, 100) < percent;
}

#define PICK(h, list) (list)[hostile_random((h), sizeof(list) / sizeof *(list))]

static const int64_t small[] = { 0, 1, 2, 3, -1, 4, 5, 7 };
static const int64_t extreme[] = { INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, UINT32_MAX, 64, 4096, INT64_C(1) << 40 };

static int64_t integer(struct hostile *h)
{
	return hostile_percent(h, 80) ? PICK(h, small) : PICK(h, extreme);
}

static double number(struct hostile *h)
{
	static const double numbers[] = { 0, -0.0, 1, -1, 0.5, 1e-42, 1e30, -1e300, (double)INFINITY, -(double)INFINITY,
		(double)NAN, 3 };
	return PICK(h, numbers);
}

/* One element in the memory of the host. */
static void element(struct hostile *h, enum kernels_dtype dtype, void *out)
{
	int64_t i = integer(h);
	double d[2] = { number(h), number(h) };
	float f[2] = { (float)d[0], (float)d[1] };
	switch (dtype) {
	case KERNELS_F32:
	case KERNELS_COMPLEX64:
		memcpy(out, f, kernels_dtype_size(dtype));
		break;
	case KERNELS_F64:
	case KERNELS_COMPLEX128:
		memcpy(out, d, kernels_dtype_size(dtype));
		break;
	case KERNELS_I1:
		*(uint8_t *)out = i & 1;
		break;
	default: /* the low bytes */
		for (size_t k = 0; k < kernels_dtype_size(dtype); k++)
			((uint8_t *)out)[__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
						 ? k
						 : kernels_dtype_size(dtype) - 1 - k] = (uint8_t)((uint64_t)i >> 8 * k);
	}
}

/* ---- shapes and tensors */

static struct kernels_shape shape_of_rank(struct hostile *h, uint32_t rank)
{
	struct kernels_shape shape = { .rank = rank };
	for (uint32_t i = 0; i < rank; i++)
		shape.dims[i] = hostile_percent(h, 6) ? 0 : 1 + hostile_random(h, 4);
	if (rank > 1 && hostile_percent(h, 3)) {
		shape.dims[hostile_random(h, rank)] = INT64_MAX;
		shape.dims[hostile_random(h, rank)] = 0;
	}
	int64_t count;
	if (!kernels_shape_elements(&shape, &count) || count > 5000)
		shape.dims[0] = 0;
	return shape;
}

static struct kernels_shape any_shape(struct hostile *h)
{
	return shape_of_rank(
		h, hostile_percent(h, 90) ? hostile_random(h, 6) : hostile_random(h, KERNELS_MAX_RANK + 1));
}

/* A shape value: mostly a valid shape of a tensor, sometimes with more dimensions. `unknown`: percentage of dimensions
 * that are -1. */
static void any_dims(struct hostile *h, struct kernels_dims *out, unsigned unknown)
{
	struct kernels_shape shape = any_shape(h);
	if (hostile_percent(h, 10))
		shape = (struct kernels_shape){ .rank = 2, .dims = { INT64_MAX, INT64_MAX } };
	const uint32_t rank = hostile_percent(h, 90) ? shape.rank : hostile_random(h, 64);
	int64_t *dims = kernels_dims_init(out, NULL, NULL, rank);
	if (!dims)
		abort();
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = hostile_percent(h, unknown) ? -1 : i < shape.rank ? shape.dims[i] : hostile_random(h, 4);
}

/* A buffer of `size` bytes, sometimes at an odd address; not from the counting allocator. */
static struct kernels_buffer *buffer(struct hostile *h, size_t size)
{
	const bool odd = hostile_percent(h, 3);
	struct kernels_buffer *whole = kernels_buffer_create(NULL, size + odd, 64);
	if (!whole)
		abort();
	for (size_t i = 0; i < size + odd; i++)
		((uint8_t *)kernels_buffer_data(whole))[i] = (uint8_t)hostile_random(h, 256);
	if (!odd)
		return whole;
	struct kernels_buffer *part = kernels_buffer_slice(whole, 1, size);
	kernels_buffer_release(whole);
	return part;
}

static struct kernels_tensor strings(struct hostile *h, struct kernels_shape shape)
{
	int64_t count = 0;
	static struct kernels_text text[64]; /* empty ones, which own no memory */
	kernels_shape_elements(&shape, &count);
	(void)h;
	return (struct kernels_tensor){ .kind = KERNELS_TENSOR_STRING,
		.dtype = KERNELS_STRING,
		.shape = count <= 64 ? shape : (struct kernels_shape){ .rank = 0 },
		.buffer = kernels_buffer_wrap(
			NULL, text, (size_t)(count <= 64 ? count : 1) * sizeof *text, NULL, NULL) };
}

static struct kernels_tensor sparse(struct hostile *h, enum kernels_dtype dtype, struct kernels_shape shape)
{
	struct kernels_tensor t = { .kind = KERNELS_TENSOR_COO, .dtype = dtype, .shape = shape };
	const uint32_t count = hostile_random(h, 4);
	t.buffer = kernels_buffer_create(NULL, count * kernels_dtype_size(dtype), 64);
	t.indices = kernels_buffer_create(NULL, count * shape.rank * sizeof(int64_t), 64);
	for (uint32_t i = 0; i < count; i++)
		element(h, dtype, (char *)kernels_buffer_data(t.buffer) + i * kernels_dtype_size(dtype));
	for (uint32_t i = 0; i < count * shape.rank; i++)
		((int64_t *)kernels_buffer_data(t.indices))[i] = integer(h);
	return t;
}

static struct kernels_tensor tensor(struct hostile *h, struct hostile_hint *hint)
{
	static const enum kernels_dtype dtypes[] = { KERNELS_F32, KERNELS_I32, KERNELS_I64, KERNELS_F64, KERNELS_I8,
		KERNELS_I1, KERNELS_UI8, KERNELS_F16, KERNELS_COMPLEX64, KERNELS_UI64 };
	const bool follow = hint && hint->known && hostile_percent(h, 92);
	enum kernels_tensor_kind kind = follow ? hint->kind : hostile_percent(h, 90) ? KERNELS_TENSOR_DENSE :
		hostile_percent(h, 50) ? KERNELS_TENSOR_COO : KERNELS_TENSOR_STRING;
	enum kernels_dtype dtype = follow && hint->dtype != KERNELS_DTYPE_INVALID ? hint->dtype : PICK(h, dtypes);
	struct kernels_shape shape = follow && hint->rank >= 0 ? shape_of_rank(h, (uint32_t)hint->rank) : any_shape(h);
	int64_t count = 0;
	if (follow && hint->exact)
		shape = hint->shape;
	if (hint)
		hint->exact = false;
	if (!kernels_shape_elements(&shape, &count) || count > 1 << 20)
		shape = (struct kernels_shape){ .rank = 0 };
	if (kind == KERNELS_TENSOR_STRING)
		return strings(h, shape);
	if (kind == KERNELS_TENSOR_COO)
		return sparse(h, dtype, shape);
	kernels_shape_elements(&shape, &count);
	const size_t width = kernels_dtype_size(dtype);
	struct kernels_tensor t = {
		.kind = kind, .dtype = dtype, .shape = shape, .buffer = buffer(h, (size_t)count * width)
	};
	char *data = kernels_buffer_data(t.buffer);
	for (int64_t i = 0; i < count; i++) {
		char one[16];
		element(h, dtype, one);
		memcpy(data + (size_t)i * width, one, width);
	}
	return t;
}

/* ---- values */

static struct async_value *text(struct hostile *h)
{
	static const char *const texts[] = { "", "x", "%d", "%5000d", "%s", "%n", "/", "/nowhere/at/all", "12",
		"%i %%" };
	struct kernels_text made;
	char path[128];
	snprintf(path, sizeof path, "%s/%u.btf", h->folder, (unsigned)hostile_random(h, h->files ? h->files : 1));
	const char *from = hostile_percent(h, 60) && h->files ? path : PICK(h, texts);
	if (!kernels_text_init(&made, async_allocator_system(), from, strlen(from)))
		abort();
	return async_value_create_available(NULL, kernels_types()->string, &made);
}

/* Scalars by type; INVALID for other types. */
static enum kernels_dtype scalar_dtype(async_type_id type)
{
	const struct kernels_type_ids *t = kernels_types();
	const struct {
		async_type_id type;
		enum kernels_dtype dtype;
	} all[] = { { t->i1, KERNELS_I1 }, { t->i8, KERNELS_I8 }, { t->i16, KERNELS_I16 }, { t->i32, KERNELS_I32 },
		{ t->i64, KERNELS_I64 }, { t->ui8, KERNELS_UI8 }, { t->ui16, KERNELS_UI16 }, { t->ui32, KERNELS_UI32 },
		{ t->ui64, KERNELS_UI64 }, { t->f16, KERNELS_F16 }, { t->bf16, KERNELS_BF16 }, { t->f32, KERNELS_F32 },
		{ t->f64, KERNELS_F64 }, { t->complex64, KERNELS_COMPLEX64 }, { t->complex128, KERNELS_COMPLEX128 } };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (all[i].type == type)
			return all[i].dtype;
	}
	return KERNELS_DTYPE_INVALID;
}

static bool refuse(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	(void)self, (void)call;
	return false;
}

/* Values of the eager kernels of pack tensor; false: another type. */
static bool eager(struct hostile *h, async_type_id type, struct hostile_hint *hint, void *payload)
{
	static const struct kernels_handler handler = { sizeof handler, "hostile", refuse, NULL };
	static const char *const tensor_types[] = { "DenseHost", "StringHost", "" };
	const char *name = async_type_get(type)->name;
	if (type == kernels_tensor_types()->handle) {
		struct kernels_tensor inside = tensor(h, hint);
		*(struct kernels_tensor_handle *)payload = (struct kernels_tensor_handle){ .tensor =
			async_value_create_available(NULL, kernels_tensor_types()->tensor, &inside) };
	} else if (strcmp(name, "!corert.ophandler") == 0) {
		*(const struct kernels_handler **)payload = &handler;
	} else if (strncmp(name, "!corert.opattrs", 15) == 0) {
		*(struct kernels_attributes **)payload = kernels_attributes_create(NULL);
	} else if (strcmp(name, "!tfrt.device") == 0) {
		*(const char **)payload = "CPU:0";
	} else if (strcmp(name, "!tfrt.tensor_type") == 0) {
		const char *tensor_type = PICK(h, tensor_types);
		return kernels_text_init(payload, async_allocator_system(), tensor_type, strlen(tensor_type));
	} else {
		return false;
	}
	return true;
}

bool hostile_makes(async_type_id type)
{
	const char *name = async_type_get(type)->name;
	return type == kernels_tensor_types()->handle || strncmp(name, "!corert.op", 10) == 0;
}

struct async_value *hostile_value(struct hostile *h, async_type_id type, struct hostile_hint *hint)
{
	const struct kernels_tensor_types *t = kernels_tensor_types();
	_Alignas(16) char payload[sizeof(struct kernels_tensor)] = { 0 };
	if (type == ASYNC_TYPE_NONE)
		type = hostile_percent(h, 50)   ? kernels_types()->i32
		       : hostile_percent(h, 50) ? kernels_types()->i1
						: t->tensor;
	enum kernels_dtype dtype = scalar_dtype(type);
	if (type == ASYNC_TYPE_CHAIN)
		return async_chain();
	if (type == kernels_types()->string)
		return text(h);
	if (dtype != KERNELS_DTYPE_INVALID) {
		element(h, dtype, payload);
		if (h->functions[0].h && dtype == KERNELS_I32) /* loops: an upper bound of the iterations */
			memcpy(payload, &(int32_t){ (int32_t)PICK(h, small) }, sizeof(int32_t));
	} else if (type == t->tensor) {
		*(struct kernels_tensor *)payload = tensor(h, hint);
	} else if (strncmp(async_type_get(type)->name, "!ts.fixed", 9) == 0) {
		*(struct kernels_shape *)payload = any_shape(h);
	} else if (type == t->shape) {
		any_dims(h, (struct kernels_dims *)payload, 0);
	} else if (type == t->partial_shape) {
		((struct kernels_partial_shape *)payload)->ranked = hostile_percent(h, 80);
		any_dims(h, &((struct kernels_partial_shape *)payload)->dims, 20);
	} else if (type == t->buffer) {
		*(struct kernels_buffer **)payload = buffer(h, 4 * hostile_random(h, 8));
	} else if (!eager(h, type, hint, payload)) {
		return h->kept[type] ? async_value_retain(h->kept[type]) : NULL;
	}
	return async_value_create_available(NULL, type, payload);
}

/* ---- attributes */

static size_t array(struct hostile *h, enum kernels_dtype dtype, uint8_t *out)
{
	const size_t width = kernels_dtype_size(dtype);
	const bool window = hostile_percent(h, 50); /* two or four small numbers, like strides */
	const uint32_t count = window                   ? hostile_percent(h, 75) ? 2 : 4
			       : hostile_percent(h, 95) ? hostile_random(h, 6)
							: KERNELS_MAX_RANK + 1;
	memcpy(out, &count, 4);
	for (uint32_t i = 0; i < count; i++) {
		char one[16];
		element(h, dtype, one);
		const char number = hostile_percent(h, 90) ? 1 : 2;
		for (size_t k = 0; window && k < width; k++)
			one[k] = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? k : width - 1 - k) == 0 ? number : 0;
		memcpy(out + 4 + i * width, one, width);
	}
	return 4 + count * width;
}

static size_t string(struct hostile *h, uint8_t *out)
{
	static const char *const texts[] = { "same", "valid", "VALID", "valid", "fair", "", "12", "CPU:0" };
	const char *from = PICK(h, texts);
	const uint32_t size = (uint32_t)strlen(from);
	memcpy(out, &size, 4);
	memcpy(out + 4, from, size);
	return 4 + size;
}

/* ["a", "b" ...], or of i32 */
static size_t aggregate(struct hostile *h, uint8_t *out)
{
	const uint32_t count = hostile_random(h, 5);
	const bool odd = hostile_percent(h, 10);
	size_t at = 12 + 4 * (size_t)count;
	memset(out, 0, 8);
	out[0] = 4;
	out[2] = (uint8_t)at;
	memcpy(out + 8, &count, 4);
	for (uint32_t i = 0; i < count; i++) {
		at += 4;
		out[at - 1] = odd ? KERNELS_I32 : KERNELS_STRING;
		memcpy(out + 12 + 4 * (size_t)i, &(uint32_t){ (uint32_t)at }, 4);
		memcpy(out + at, &(uint32_t){ 1 }, 4);
		memcpy(out + at + 4, "a\0\0", 4);
		at += 8;
	}
	out[4] = (uint8_t)at;
	return at;
}

static size_t dense(struct hostile *h, uint8_t *out)
{
	static const int64_t dims[] = { 1, 0, 1, INT64_MAX };
	const uint32_t rank = hostile_percent(h, 90) ? hostile_random(h, 4) : KERNELS_MAX_RANK + 1;
	const uint32_t count = hostile_percent(h, 60) ? 0 : 1, start = 20 + 8 * rank;
	const uint32_t words[4] = { start + 4 * count, start, count, rank };
	out[0] = 8;
	out[1] = KERNELS_I32;
	out[2] = (uint8_t)start;
	out[3] = 0;
	memcpy(out + 4, words, sizeof words);
	for (uint32_t i = 0; i < rank; i++)
		memcpy(out + 20 + 8 * i, &PICK(h, dims), 8);
	return start + 4 * count;
}

void hostile_attribute(struct hostile *h, uint32_t index, uint8_t kind)
{
	uint8_t *out = h->bytes[index];
	size_t size;
	memset(out, 0, sizeof h->bytes[index]);
	if (kind & KERNELS_KIND_ARRAY)
		size = array(h, (enum kernels_dtype)(kind & 0x7f), out);
	else if (kind == KERNELS_STRING)
		size = string(h, out);
	else if (kind == KERNELS_KIND_AGGREGATE)
		size = aggregate(h, out);
	else if (kind == KERNELS_KIND_DENSE)
		size = dense(h, out);
	else if (kernels_dtype_size((enum kernels_dtype)kind) > 0 && kind < KERNELS_DTYPE_COUNT)
		element(h, (enum kernels_dtype)kind, out), size = kernels_dtype_size((enum kernels_dtype)kind);
	else
		size = array(h, KERNELS_I64, out);
	if (hostile_percent(h, 4))
		size = hostile_random(h, (uint32_t)size + 1); /* truncated */
	else if (hostile_percent(h, 3))
		out[hostile_random(h, (uint32_t)size)] ^= (uint8_t)(1 + hostile_random(h, 255));
	h->attributes[index] = (struct kernels_attr){ out, size };
}
