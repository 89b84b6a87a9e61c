/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernels/tensor.h: shapes, buffers, tensors, and their payload types. */
#include "check.h"
#include <kernels/tensor.h>
#include <pthread.h>

#define SHAPE(...) (&(struct kernels_shape){ .rank = sizeof((int64_t[]){ __VA_ARGS__ }) / 8, .dims = { __VA_ARGS__ } })

static const struct async_allocator *counting, *failing;

static uint64_t live(void)
{
	return async_allocator_stats(counting).live_blocks;
}

static void shape_elements(void)
{
	int64_t count = -1;
	CHECK(kernels_shape_elements(&(struct kernels_shape){ .rank = 0 }, &count));
	CHECK_INT(count, 1);
	CHECK(kernels_shape_elements(SHAPE(3, 4, 5), &count));
	CHECK_INT(count, 60);
	CHECK(kernels_shape_elements(SHAPE(INT64_MAX), &count));
	CHECK(count == INT64_MAX);
	CHECK(!kernels_shape_elements(SHAPE(INT64_MAX, 2), &count));
	CHECK(!kernels_shape_elements(SHAPE((int64_t)1 << 32, (int64_t)1 << 32), &count));
	CHECK(!kernels_shape_elements(SHAPE(2, -1), &count));
	CHECK(!kernels_shape_elements(SHAPE(0, -1), &count));
	CHECK(kernels_shape_elements(SHAPE((int64_t)1 << 40, (int64_t)1 << 40, 0), &count));
	CHECK_INT(count, 0);
	CHECK(!kernels_shape_elements(&(struct kernels_shape){ .rank = KERNELS_MAX_RANK + 1 }, &count));
}

static void shape_equality(void)
{
	CHECK(kernels_shape_equal(SHAPE(2, 3), SHAPE(2, 3)));
	CHECK(!kernels_shape_equal(SHAPE(2, 3), SHAPE(3, 2)));
	CHECK(!kernels_shape_equal(SHAPE(2, 3), SHAPE(2, 3, 1)));
	struct kernels_shape other = { .rank = 1, .dims = { 7, 99 } }; /* dimensions beyond the rank are ignored */
	CHECK(kernels_shape_equal(&other, SHAPE(7)));
}

static void shape_text(void)
{
	char text[KERNELS_SHAPE_TEXT];
	CHECK_INT(kernels_shape_text(SHAPE(2, 3), text, sizeof text), 6);
	CHECK_STR(text, "[2, 3]");
	CHECK_INT(kernels_shape_text(&(struct kernels_shape){ .rank = 0 }, text, sizeof text), 2);
	CHECK_STR(text, "[]");
	CHECK_INT(kernels_shape_text(SHAPE(2, -1), text, 4), 7);
	CHECK_STR(text, "[2,");
	CHECK_INT(kernels_shape_text(SHAPE(2), NULL, 0), 3);
	struct kernels_shape longest = { .rank = KERNELS_MAX_RANK };
	for (uint32_t i = 0; i < KERNELS_MAX_RANK; i++)
		longest.dims[i] = INT64_MIN;
	CHECK_INT(kernels_shape_text(&longest, text, sizeof text), 16 * 20 + 15 * 2 + 2);
	CHECK_INT(strlen(text), 16 * 20 + 15 * 2 + 2);
}

/* The text of `rank` dimensions that count down from `first`. */
static const char *countdown(uint32_t rank, int64_t first)
{
	static char text[8192];
	size_t used = (size_t)snprintf(text, sizeof text, "[");
	for (uint32_t i = 0; i < rank; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%lld", i ? ", " : "", (long long)first - i);
	snprintf(text + used, sizeof text - used, "]");
	return text;
}

/* Shapes with ranks below and above KERNELS_INLINE_RANK, and above that of tensors. */
static void dims_of_any_rank(void)
{
	static const uint32_t ranks[] = { 0, 1, 8, 9, 10, 16, 17, 1000 };
	const struct async_type *type = async_type_get(kernels_tensor_types()->shape);
	for (size_t n = 0; n < sizeof ranks / sizeof *ranks; n++) {
		const uint32_t rank = ranks[n];
		struct kernels_dims a, b;
		struct kernels_shape shape;
		char text[8192], little[8];
		int64_t count, *dims = kernels_dims_init(&a, counting, NULL, rank);
		CHECK_OR_RETURN(dims != NULL);
		for (uint32_t i = 0; i < rank; i++)
			dims[i] = (int64_t)1000 - i;
		CHECK_INT(kernels_dims_text(&a, text, sizeof text), strlen(countdown(rank, 1000)));
		CHECK_STR(text, countdown(rank, 1000));
		CHECK_INT(kernels_dims_text(&a, little, sizeof little), strlen(countdown(rank, 1000)));
		CHECK_INT(strncmp(little, text, 7), 0);
		CHECK_INT(type->copy(&b, &a), 0);
		CHECK(kernels_dims_equal(&a, &b));
		CHECK_INT(live(), rank > KERNELS_INLINE_RANK ? 2 : 0);
		CHECK_INT(kernels_dims_elements(&a, &count), rank <= 1);
		CHECK_INT(kernels_shape_from_dims(&shape, &a), rank <= KERNELS_MAX_RANK);
		CHECK_INT(shape.rank, rank <= KERNELS_MAX_RANK ? rank : 0);
		for (uint32_t i = 0; i < shape.rank; i++)
			CHECK_INT(shape.dims[i], 1000 - i);
		if (rank > 0) {
			dims[rank - 1] = 0;
			CHECK(!kernels_dims_equal(&a, &b));
			CHECK(kernels_dims_elements(&a, &count) && count == 0);
			dims[0] = -1;
			CHECK(!kernels_dims_elements(&a, &count));
		}
		kernels_dims_finish(&a);
		CHECK(kernels_dims_equal(&a, &(struct kernels_dims){ .rank = 0 }));
		type->destroy(&b);
		CHECK_INT(live(), 0);
	}
}

static void dims_without_memory(void)
{
	const struct async_type *type = async_type_get(kernels_tensor_types()->partial_shape);
	struct kernels_partial_shape partial = { .ranked = true }, copy;
	CHECK_OR_RETURN(kernels_dims_init(&partial.dims, counting, NULL, 9) != NULL);
	memset(partial.dims.at.large.data, 0xff, 9 * sizeof(int64_t));
	async_allocator_fail_nth(failing, 1);
	CHECK(type->copy(&copy, &partial) != 0);
	CHECK_INT(type->copy(&copy, &partial), 0);
	CHECK(copy.ranked && kernels_dims_equal(&copy.dims, &partial.dims));
	type->destroy(&copy);
	type->destroy(&partial);
	struct kernels_dims dims;
	CHECK(kernels_dims_init(&dims, counting, NULL, SIZE_MAX / 8) == NULL);
	CHECK(sizeof(size_t) == 4 || kernels_dims_init(&dims, counting, NULL, (size_t)UINT32_MAX + 1) == NULL);
	CHECK_INT(dims.rank, 0);
	CHECK_INT(live(), 0);
}

static void buffer_alignment(void)
{
	for (size_t align = 1; align <= 4096; align *= 2) {
		struct kernels_buffer *buffer = kernels_buffer_create(counting, 100, align);
		CHECK_OR_RETURN(buffer != NULL);
		CHECK_INT((uintptr_t)kernels_buffer_data(buffer) % align, 0);
		CHECK_INT(kernels_buffer_size(buffer), 100);
		memset(kernels_buffer_data(buffer), 1, 100);
		kernels_buffer_release(buffer);
	}
	CHECK(kernels_buffer_create(counting, 8, 0) == NULL);
	CHECK(kernels_buffer_create(counting, 8, 48) == NULL);
	CHECK(kernels_buffer_create(counting, 8, 8192) == NULL);
	CHECK(kernels_buffer_create(counting, SIZE_MAX - 8, 8) == NULL);
	CHECK_INT(live(), 0);
}

static void buffer_empty(void)
{
	struct kernels_buffer *buffer = kernels_buffer_create(NULL, 0, 1);
	CHECK_OR_RETURN(buffer != NULL);
	CHECK_INT(kernels_buffer_size(buffer), 0);
	struct kernels_buffer *slice = kernels_buffer_slice(buffer, 0, 0);
	CHECK(slice != NULL);
	CHECK(kernels_buffer_slice(buffer, 0, 1) == NULL);
	CHECK(kernels_buffer_slice(buffer, 1, 0) == NULL);
	kernels_buffer_release(buffer);
	kernels_buffer_release(slice);
	kernels_buffer_release(NULL);
}

static int released;
static void count_release(void *owner)
{
	released += *(int *)owner;
}

static void buffer_views(void)
{
	int weight = 1;
	char bytes[10] = "012345678";
	released = 0;
	struct kernels_buffer *view = kernels_buffer_wrap(counting, bytes, sizeof bytes, count_release, &weight);
	CHECK_OR_RETURN(view != NULL);
	CHECK(kernels_buffer_data(view) == bytes);
	struct kernels_buffer *part = kernels_buffer_slice(view, 2, 5), *smaller = kernels_buffer_slice(part, 1, 4);
	CHECK_OR_RETURN(part && smaller);
	CHECK_INT(*(char *)kernels_buffer_data(smaller), '3');
	CHECK(kernels_buffer_slice(part, 1, 5) == NULL); /* inside the view, but not inside the part */
	CHECK(kernels_buffer_slice(part, 6, 0) == NULL);
	CHECK(kernels_buffer_slice(part, SIZE_MAX, 2) == NULL);
	CHECK(kernels_buffer_slice(part, 2, SIZE_MAX) == NULL);
	kernels_buffer_release(view);
	kernels_buffer_release(part);
	CHECK_INT(released, 0);
	CHECK_INT(*(char *)kernels_buffer_data(smaller), '3');
	kernels_buffer_release(smaller);
	CHECK_INT(released, 1);
	view = kernels_buffer_wrap(counting, NULL, 0, NULL, NULL);
	kernels_buffer_release(view);
	CHECK_INT(live(), 0);
}

/* A version is valid until the next access for writing; versions are unique. */
static void buffer_versions(void)
{
	char bytes[8] = "";
	struct kernels_buffer *one = kernels_buffer_create(counting, 64, 8),
			      *other = kernels_buffer_create(counting, 64, 8);
	struct kernels_buffer *part = kernels_buffer_slice(one, 8, 8);
	struct kernels_buffer *view = kernels_buffer_wrap(counting, bytes, sizeof bytes, NULL, NULL);
	struct kernels_buffer *part_of_view = kernels_buffer_slice(view, 0, 4);
	CHECK_OR_RETURN(one && other && part && view && part_of_view);
	const uint64_t first = kernels_buffer_version(one);
	CHECK(first != 0);
	CHECK(kernels_buffer_bytes(one) && kernels_buffer_version(one) == first);
	CHECK(kernels_buffer_version(part) == first);
	CHECK(kernels_buffer_version(other) != first && kernels_buffer_version(other) != 0);
	CHECK(kernels_buffer_data(one) == kernels_buffer_bytes(one));
	const uint64_t second = kernels_buffer_version(one);
	CHECK(second != 0 && second != first && second != kernels_buffer_version(other));
	kernels_buffer_data(part); /* a writer of a part */
	CHECK(kernels_buffer_version(one) != second && kernels_buffer_version(one) == kernels_buffer_version(part));
	CHECK(kernels_buffer_version(view) == 0); /* its owner may write at any time */
	CHECK(kernels_buffer_version(part_of_view) == 0);
	const uint64_t last = kernels_buffer_version(one);
	kernels_buffer_release(one);
	kernels_buffer_release(part);
	one = kernels_buffer_create(counting, 64, 8); /* possibly at the same address */
	CHECK(one && kernels_buffer_version(one) != last);
	kernels_buffer_release(one);
	kernels_buffer_release(other);
	kernels_buffer_release(view);
	kernels_buffer_release(part_of_view);
	CHECK_INT(live(), 0);
}

/* A million nested slices: a recursive release would overflow the stack. */
static void buffer_long_line(void)
{
	struct kernels_buffer *last = kernels_buffer_create(counting, 16, 16);
	for (int i = 0; i < 1000000 && last; i++) {
		struct kernels_buffer *next = kernels_buffer_slice(last, 0, 16);
		kernels_buffer_release(last);
		last = next;
	}
	CHECK(last != NULL);
	CHECK_INT(live(), 2); /* the last slice and the block */
	kernels_buffer_release(last);
	CHECK_INT(live(), 0);
}

static void *retain_and_release(void *shared)
{
	for (int i = 0; i < 20000; i++) {
		struct kernels_buffer *slice = kernels_buffer_slice(shared, 1, 1);
		if (slice)
			kernels_buffer_release(slice);
		kernels_buffer_release(kernels_buffer_retain(shared));
	}
	kernels_buffer_release(shared);
	return NULL;
}

static void buffer_threads(void)
{
	enum { THREADS = 4 };
	pthread_t threads[THREADS];
	int weight = 1;
	char bytes[4] = "";
	released = 0;
	struct kernels_buffer *shared = kernels_buffer_wrap(counting, bytes, sizeof bytes, count_release, &weight);
	CHECK_OR_RETURN(shared != NULL);
	for (int i = 0; i < THREADS; i++) {
		kernels_buffer_retain(shared);
		CHECK_OR_RETURN(pthread_create(&threads[i], NULL, retain_and_release, shared) == 0);
	}
	kernels_buffer_release(shared);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	CHECK_INT(released, 1);
	CHECK_INT(live(), 0);
}

static void tensor_init(void)
{
	struct kernels_tensor t;
	CHECK(kernels_tensor_init(&t, counting, KERNELS_F64, SHAPE(3, 5)));
	CHECK_INT(t.kind, KERNELS_TENSOR_DENSE);
	CHECK_INT(kernels_buffer_size(t.buffer), 120);
	CHECK_INT((uintptr_t)kernels_tensor_data(&t) % 64, 0);
	CHECK_INT(kernels_tensor_elements(&t), 15);
	kernels_tensor_finish(&t);
	kernels_tensor_finish(&t); /* already released */
	CHECK(kernels_tensor_init(&t, counting, KERNELS_I8, &(struct kernels_shape){ .rank = 0 }));
	CHECK_INT(kernels_buffer_size(t.buffer), 1);
	kernels_tensor_finish(&t);
	CHECK(!kernels_tensor_init(&t, counting, KERNELS_F64, SHAPE(INT64_MAX / 4)));
	CHECK(!kernels_tensor_init(&t, counting, KERNELS_F64, SHAPE(INT64_MAX, INT64_MAX)));
	CHECK(!kernels_tensor_init(&t, counting, KERNELS_STRING, SHAPE(1)));
	CHECK(!kernels_tensor_init(&t, counting, KERNELS_F32, SHAPE(-1)));
	kernels_tensor_finish(&t); /* after a failure too */
	kernels_tensor_finish(&(struct kernels_tensor){ 0 });
	kernels_tensor_finish(NULL);
	CHECK_INT(live(), 0);
}

static void out_of_memory(void)
{
	struct kernels_tensor t;
	async_allocator_fail_nth(failing, 1);
	CHECK(!kernels_tensor_init(&t, counting, KERNELS_F32, SHAPE(4)));
	async_allocator_fail_nth(failing, 1);
	CHECK(kernels_buffer_wrap(counting, NULL, 0, count_release, NULL) == NULL);
	struct kernels_buffer *buffer = kernels_buffer_create(counting, 8, 8);
	CHECK_OR_RETURN(buffer != NULL);
	async_allocator_fail_nth(failing, 1);
	CHECK(kernels_buffer_slice(buffer, 0, 4) == NULL);
	kernels_buffer_release(buffer);
	CHECK_INT(live(), 0);
}

static void payload_types(void)
{
	const struct kernels_tensor_types *types = kernels_tensor_types();
	CHECK_STR(async_type_get(types->shape)->name, "!ts.shape");
	CHECK_STR(async_type_get(types->partial_shape)->name, "!ts.partial_shape");
	CHECK_STR(async_type_get(types->buffer)->name, "!ht.host_buffer");
	CHECK_STR(async_type_get(types->tensor)->name, "!tfrt_tensor.tensor");
	CHECK(kernels_tensor_types() == types);
	CHECK_INT(async_type_find("!ts.shape", 9), types->shape);
}

static void tensor_payload(void)
{
	const struct async_type *type = async_type_get(kernels_tensor_types()->tensor);
	struct kernels_tensor t, copy;
	CHECK_OR_RETURN(kernels_tensor_init(&t, counting, KERNELS_I32, SHAPE(2)));
	t.indices = kernels_buffer_create(counting, 8, 8);
	CHECK_INT(type->copy(&copy, &t), 0);
	CHECK(kernels_tensor_data(&copy) == kernels_tensor_data(&t));
	type->destroy(&t);
	CHECK_INT(live(), 2);
	struct async_value *value = async_value_create_available(counting, kernels_tensor_types()->tensor, &copy);
	CHECK_OR_RETURN(value != NULL);
	CHECK_INT(((struct kernels_tensor *)async_value_payload(value))->dtype, KERNELS_I32);
	async_value_release(value);
	CHECK_INT(live(), 0);
}

static void buffer_payload(void)
{
	const struct async_type *type = async_type_get(kernels_tensor_types()->buffer);
	struct kernels_buffer *buffer = kernels_buffer_create(counting, 8, 8), *copy = NULL;
	CHECK_INT(type->copy(&copy, &buffer), 0);
	CHECK(copy == buffer);
	type->destroy(&buffer);
	CHECK_INT(live(), 1);
	type->destroy(&copy);
	CHECK_INT(live(), 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(shape_elements), CHECK_CASE(shape_equality),
		CHECK_CASE(shape_text), CHECK_CASE(dims_of_any_rank), CHECK_CASE(dims_without_memory), CHECK_CASE(buffer_alignment), CHECK_CASE(buffer_empty),
		CHECK_CASE(buffer_views), CHECK_CASE(buffer_versions), CHECK_CASE(buffer_long_line),
		CHECK_CASE(buffer_threads), CHECK_CASE(tensor_init), CHECK_CASE(out_of_memory),
		CHECK_CASE(payload_types), CHECK_CASE(tensor_payload), CHECK_CASE(buffer_payload) };
	failing = async_allocator_create_failing(NULL, 0);
	counting = async_allocator_create_counting(failing);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	async_allocator_destroy(counting);
	async_allocator_destroy(failing);
	return result;
}
