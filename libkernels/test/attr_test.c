/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Views of attributes: the encoding of BEF (libbef/FORMAT.md), truncated at every length, and with errors in each
 * header field. */
#include "check.h"
#include <kernels/attr.h>
#include <stdlib.h>

/* Each attribute is read from a heap block of exactly its size, at an odd address, so that a sanitizer detects reads
 * beyond the end. */
static uint8_t *block;
static struct kernels_attr at(const uint8_t *bytes, size_t size)
{
	free(block);
	block = malloc(size + 1);
	if (!block)
		exit(99);
	memcpy(block + 1, bytes, size);
	return (struct kernels_attr){ block + 1, size };
}

#define BYTES(...) ((const uint8_t[]){ __VA_ARGS__ })
#define AT(...) at(BYTES(__VA_ARGS__), sizeof BYTES(__VA_ARGS__))

static void scalars(void)
{
	uint8_t i1 = 9;
	int8_t i8;
	int32_t i32;
	uint64_t ui64;
	double f64;
	float c64[2];
	CHECK(kernels_attr_scalar(AT(1), KERNELS_I1, &i1));
	CHECK_INT(i1, 1);
	CHECK(kernels_attr_scalar(AT(0xFF), KERNELS_I1, &i1)); /* always 0 or 1 */
	CHECK_INT(i1, 1);
	CHECK(kernels_attr_scalar(AT(0), KERNELS_I1, &i1));
	CHECK_INT(i1, 0);
	CHECK(kernels_attr_scalar(AT(0xFB), KERNELS_I8, &i8));
	CHECK_INT(i8, -5);
	CHECK(kernels_attr_scalar(AT(0x70, 0x11, 0x01, 0x00, 0xCC), KERNELS_I32, &i32));
	CHECK_INT(i32, 70000);
	CHECK(!kernels_attr_scalar(AT(0x70, 0x11, 0x01), KERNELS_I32, &i32));
	CHECK(kernels_attr_scalar(AT(1, 2, 3, 4, 5, 6, 7, 8), KERNELS_UI64, &ui64));
	CHECK(ui64 == 0x0807060504030201u);
	CHECK(kernels_attr_scalar(AT(0, 0, 0, 0, 0, 0, 4, 0x40), KERNELS_F64, &f64));
	CHECK(f64 == 2.5);
	CHECK(kernels_attr_scalar(AT(0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0), KERNELS_COMPLEX64, c64));
	CHECK(c64[0] == 1.5f && c64[1] == -2.0f);
	CHECK(!kernels_attr_scalar((struct kernels_attr){ NULL, 0 }, KERNELS_I8, &i8));
	CHECK(!kernels_attr_scalar(AT(1, 2, 3, 4, 5, 6, 7, 8), KERNELS_STRING, &ui64));
	CHECK(!kernels_attr_scalar(AT(1, 2, 3, 4, 5, 6, 7, 8), (enum kernels_dtype)99, &ui64));
}

static void strings(void)
{
	struct kernels_string s = { NULL, 0 };
	CHECK(kernels_attr_string(AT(3, 0, 0, 0, 'a', 0, 'b', 'x'), &s));
	CHECK_BYTES(s.data, s.size, "a\0b", 3);
	CHECK(kernels_attr_string(AT(0, 0, 0, 0), &s));
	CHECK_INT(s.size, 0);
	CHECK(!kernels_attr_string(AT(3, 0, 0, 0, 'a', 'b'), &s));
	CHECK(!kernels_attr_string(AT(0xFF, 0xFF, 0xFF, 0xFF, 'a'), &s));
	CHECK(!kernels_attr_string(AT(3, 0, 0), &s));
}

static void types(void)
{
	enum kernels_dtype t = KERNELS_DTYPE_INVALID;
	CHECK(kernels_attr_dtype(AT(8), &t));
	CHECK_INT(t, KERNELS_I32);
	CHECK(kernels_attr_dtype(AT(23), &t));
	CHECK_INT(t, KERNELS_QI32);
	CHECK(!kernels_attr_dtype(AT(0), &t));
	CHECK(!kernels_attr_dtype(AT(24), &t));
	CHECK(!kernels_attr_dtype((struct kernels_attr){ NULL, 0 }, &t));
}

static void arrays(void)
{
	struct kernels_array a = { NULL, 0 };
	int64_t loaded[2];
	CHECK(kernels_attr_array(AT(2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF),
		KERNELS_I64, &a));
	CHECK_INT(a.count, 2);
	kernels_elements_load(loaded, a.elements, KERNELS_I64, 2);
	CHECK_INT(loaded[0], 7);
	CHECK_INT(loaded[1], -2);
	CHECK(kernels_attr_array(AT(0, 0, 0, 0), KERNELS_I32, &a));
	CHECK_INT(a.count, 0);
	CHECK(kernels_attr_array(AT(3, 0, 0, 0, 1, 0, 5), KERNELS_I1, &a));
	uint8_t bits[3];
	kernels_elements_load(bits, a.elements, KERNELS_I1, 3);
	CHECK_BYTES(bits, 3, "\1\0\1", 3);
	CHECK(!kernels_attr_array(AT(2, 0, 0, 0, 7, 0, 0, 0), KERNELS_I32, &a));
	CHECK(!kernels_attr_array(AT(0xFF, 0xFF, 0xFF, 0xFF, 7, 0, 0, 0), KERNELS_I32, &a));
	CHECK(!kernels_attr_array(AT(1, 0), KERNELS_I8, &a));
	CHECK(!kernels_attr_array(AT(0, 0, 0, 0), KERNELS_STRING, &a));
}

/* ---- attributes with a header: a valid one, all truncations, then errors */

typedef bool (*reads_fn)(struct kernels_attr attr);

static void cut_everywhere(const uint8_t *good, size_t size, reads_fn reads)
{
	CHECK(reads(at(good, size)));
	for (size_t shorter = 0; shorter < size; shorter++) {
		if (!CHECK(!reads(at(good, shorter))))
			printf("# cut to %zu bytes\n", shorter);
	}
}

static void set_byte(const uint8_t *good, size_t size, size_t where, uint8_t value, reads_fn reads, bool still)
{
	uint8_t copy[128];
	memcpy(copy, good, size);
	copy[where] = value;
	if (!CHECK(reads(at(copy, size)) == still))
		printf("# byte %zu = %u\n", where, value);
}

static struct kernels_shape_view shape;
static bool reads_shape(struct kernels_attr attr) { return kernels_attr_shape(attr, &shape); }

static void shapes(void)
{
	static const uint8_t good[] = { 8, 0, 12, 0, 28, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF,
		0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	cut_everywhere(good, sizeof good, reads_shape);
	CHECK(reads_shape(at(good, sizeof good)));
	CHECK(shape.ranked);
	CHECK_INT(shape.rank, 2);
	CHECK_INT(kernels_load_i64(shape.dims), 4);
	CHECK_INT(kernels_load_i64(shape.dims + 8), -1);
	set_byte(good, sizeof good, 2, 13, reads_shape, false);
	set_byte(good, sizeof good, 4, 29, reads_shape, false);
	set_byte(good, sizeof good, 4, 27, reads_shape, false);
	set_byte(good, sizeof good, 8, 3, reads_shape, false);
	set_byte(good, sizeof good, 11, 0x20, reads_shape, false); /* 2^29 dimensions: times 8 is 2^32 */
	set_byte(good, sizeof good, 19, 0x80, reads_shape, false); /* negative, and not -1 */
	set_byte(good, sizeof good, 8, 1, reads_shape, true);      /* fewer than the maximum */
	CHECK(reads_shape(AT(0, 0, 0, 0)));
	CHECK(!shape.ranked);
	CHECK(reads_shape(AT(8, 0, 12, 0, 12, 0, 0, 0, 0, 0, 0, 0)));
	CHECK(shape.ranked);
	CHECK_INT(shape.rank, 0);
}

static struct kernels_dense_view dense;
static bool reads_dense(struct kernels_attr attr) { return kernels_attr_dense(attr, &dense); }

static void dense_attributes(void)
{
	/* dense<[3, -3]> : tensor<2xi16> */
	static const uint8_t good[] = { 8, 7, 28, 0, 32, 0, 0, 0, 28, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0,
		0, 0, 3, 0, 0xFD, 0xFF };
	int16_t loaded[2];
	cut_everywhere(good, sizeof good, reads_dense);
	CHECK(reads_dense(at(good, sizeof good)));
	CHECK_INT(dense.dtype, KERNELS_I16);
	CHECK_INT(dense.rank, 1);
	CHECK_INT(dense.count, 2);
	CHECK_INT(kernels_load_i64(dense.dims), 2);
	kernels_elements_load(loaded, dense.elements, dense.dtype, dense.count);
	CHECK_INT(loaded[0], 3);
	CHECK_INT(loaded[1], -3);
	set_byte(good, sizeof good, 1, KERNELS_STRING, reads_dense, false);
	set_byte(good, sizeof good, 1, 77, reads_dense, false);
	set_byte(good, sizeof good, 1, KERNELS_I32, reads_dense, false); /* twice the bytes */
	set_byte(good, sizeof good, 1, KERNELS_F16, reads_dense, true);
	set_byte(good, sizeof good, 2, 20, reads_dense, false);
	set_byte(good, sizeof good, 8, 27, reads_dense, false); /* elements inside the dimensions */
	set_byte(good, sizeof good, 8, 33, reads_dense, false); /* beyond the end */
	set_byte(good, sizeof good, 12, 3, reads_dense, false);
	set_byte(good, sizeof good, 12, 1, reads_dense, false);
	set_byte(good, sizeof good, 15, 0x80, reads_dense, false);
	set_byte(good, sizeof good, 16, 2, reads_dense, false);
	set_byte(good, sizeof good, 19, 0x20, reads_dense, false);
	set_byte(good, sizeof good, 20, 3, reads_dense, false);
	set_byte(good, sizeof good, 27, 0x80, reads_dense, false);
}

static void dense_without_elements(void)
{
	uint8_t bytes[] = { 8, 8, 36, 0, 36, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F };
	CHECK(reads_dense(at(bytes, sizeof bytes)));
	CHECK_INT(dense.count, 0);
	bytes[35] = 0xFF; /* the other dimension is -1 */
	CHECK(!reads_dense(at(bytes, sizeof bytes)));
}

static void dimensions_that_overflow(void)
{
	/* 2^32 x 2^32 x i8 would be 0 elements modulo 2^64 */
	uint8_t bytes[] = { 8, 6, 36, 0, 36, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
		0, 0, 0, 0, 1, 0, 0, 0 };
	CHECK(!reads_dense(at(bytes, sizeof bytes)));
}

static struct kernels_aggregate aggregate;
static bool reads_aggregate(struct kernels_attr attr) { return kernels_attr_aggregate(attr, &aggregate); }

/* [1 : i8, "text"] */
static const uint8_t mixed[] = { 8, 0, 20, 0, 32, 0, 0, 0, 2, 0, 0, 0, 21, 0, 0, 0, 24, 0, 0, 0, 6, 1, 0xCC, 16, 4, 0,
	0, 0, 't', 'e', 'x', 't' };

static void aggregates(void)
{
	struct kernels_attr element;
	struct kernels_string s = { NULL, 0 };
	uint8_t type = 0, i8 = 0;
	cut_everywhere(mixed, sizeof mixed, reads_aggregate);
	CHECK(reads_aggregate(at(mixed, sizeof mixed)));
	CHECK_INT(aggregate.count, 2);
	CHECK(kernels_aggregate_element(&aggregate, 0, &element, &type));
	CHECK_INT(type, KERNELS_I8);
	CHECK(kernels_attr_scalar(element, KERNELS_I8, &i8));
	CHECK_INT(i8, 1);
	CHECK(kernels_aggregate_element(&aggregate, 1, &element, &type));
	CHECK_INT(type, KERNELS_STRING);
	CHECK_INT(element.size, 8); /* to the end of the aggregate, not of all attributes */
	CHECK(kernels_attr_string(element, &s));
	CHECK_BYTES(s.data, s.size, "text", 4);
	CHECK(!kernels_aggregate_element(&aggregate, 2, &element, &type));
	CHECK(reads_aggregate(AT(0, 0, 0, 0)));
	CHECK_INT(aggregate.count, 0);
	CHECK(!kernels_aggregate_element(&aggregate, 0, &element, &type));
	set_byte(mixed, sizeof mixed, 2, 24, reads_aggregate, false);
	set_byte(mixed, sizeof mixed, 8, 3, reads_aggregate, false);
	set_byte(mixed, sizeof mixed, 11, 0x40, reads_aggregate, false); /* 2^30 elements: times 4 is 2^32 */
}

static void elements_outside(void)
{
	static const uint8_t offsets[] = { 0, 12, 20, 33, 0xFF };
	struct kernels_attr element;
	uint8_t type, copy[sizeof mixed];
	for (size_t i = 0; i < sizeof offsets; i++) {
		memcpy(copy, mixed, sizeof mixed);
		copy[16] = offsets[i];
		CHECK(reads_aggregate(at(copy, sizeof copy)));
		CHECK(!kernels_aggregate_element(&aggregate, 1, &element, &type));
	}
	memcpy(copy, mixed, sizeof mixed);
	copy[16] = sizeof mixed; /* at the end: an element without bytes */
	CHECK(reads_aggregate(at(copy, sizeof copy)));
	CHECK(kernels_aggregate_element(&aggregate, 1, &element, &type));
	CHECK_INT(element.size, 0);
	free(block);
	block = NULL;
}

static void dtypes(void)
{
	static const struct {
		int dtype;
		const char *name;
		size_t size;
	} all[] = {
		{ 1, "u8", 1 },
		{ 2, "u16", 2 },
		{ 3, "u32", 4 },
		{ 4, "u64", 8 },
		{ 5, "i1", 1 },
		{ 6, "i8", 1 },
		{ 7, "i16", 2 },
		{ 8, "i32", 4 },
		{ 9, "i64", 8 },
		{ 10, "f32", 4 },
		{ 11, "f64", 8 },
		{ 12, "complex64", 8 },
		{ 13, "complex128", 16 },
		{ 14, "f16", 2 },
		{ 15, "bf16", 2 },
		{ 16, "string", 0 },
		{ 17, "resource", 0 },
		{ 18, "variant", 0 },
		{ 19, "quint8", 1 },
		{ 20, "quint16", 2 },
		{ 21, "qint8", 1 },
		{ 22, "qint16", 2 },
		{ 23, "qint32", 4 },
		{ 0, "?", 0 },
		{ 24, "?", 0 },
		{ -1, "?", 0 },
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		CHECK_STR(kernels_dtype_name((enum kernels_dtype)all[i].dtype), all[i].name);
		CHECK_INT(kernels_dtype_size((enum kernels_dtype)all[i].dtype), all[i].size);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(scalars), CHECK_CASE(strings), CHECK_CASE(types), CHECK_CASE(arrays), CHECK_CASE(shapes),
		CHECK_CASE(dense_attributes), CHECK_CASE(dense_without_elements), CHECK_CASE(dimensions_that_overflow),
		CHECK_CASE(aggregates), CHECK_CASE(elements_outside), CHECK_CASE(dtypes),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
