/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sort and top_k of long lines, which several threads divide. References are a sort by the C library, and sort for top_k. */
#include "arrays.h"

#define LONG 70001

/* f32 by the order that JAX's comparators have: NaNs are equal and last, -0 and +0 are equal. */
#define CANONICAL \
	"constant 0x0 f32; constant 0x7FC00000 f32; compare.EQ.FLOAT 0 %u i1; select %u %u 0 f32; compare.NE.FLOAT 0 0 i1; " \
	"select %u %u %u f32; compare.EQ.FLOAT 1 %u i1; select %u %u 1 f32; compare.NE.FLOAT 1 1 i1; select %u %u %u f32; " \
	"compare.LT.TOTALORDER %u %u i1; return %u"

static void canonical(char *out, size_t size, bool indices)
{
	unsigned n = indices ? 4 : 2;
	int at = snprintf(out, size, indices ? "f32 f32 i32 i32; " : "f32 f32; ");
	snprintf(out + at, size - (size_t)at, CANONICAL, n, n + 2, n, n + 4, n + 1, n + 3, n, n + 6, n, n + 8, n + 1, n + 7,
		n + 5, n + 9, n + 10);
}

/* ---- references */

struct item {
	uint64_t key;
	int64_t index;
};

static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

/* A number in the order of the elements: integers, i1, and floats in total order or as CANONICAL. */
static uint64_t key_of(const struct array *array, int64_t i, bool is_canonical)
{
	const uint64_t top = UINT64_C(1) << 63;
	uint64_t bits = (uint64_t)array_get(array, i) ^ top;
	float narrow;
	if (array->dtype == KERNELS_F64)
		memcpy(&bits, (const double *)array->bytes + i, sizeof bits);
	else if (array->dtype == KERNELS_F32 || array->dtype == KERNELS_BF16) {
		uint32_t word = array->dtype == KERNELS_F32 ? ((const uint32_t *)array->bytes)[i]
							    : (uint32_t)((const uint16_t *)array->bytes)[i] << 16;
		memcpy(&narrow, &word, sizeof word);
		if (is_canonical && (narrow == 0 || narrow != narrow))
			word = narrow == 0 ? 0 : 0x7FC00000;
		bits = (uint64_t)word << 32;
	} else
		return array->dtype == KERNELS_UI32 ? ((const uint32_t *)array->bytes)[i] : bits;
	return bits & top ? ~bits : bits | top;
}

static void check_sorted(const struct array *from, bool descending, bool is_canonical, const struct array *indices,
	const struct array *got)
{
	struct item *items = malloc((size_t)from->elements * sizeof *items);
	int64_t wrong = 0;
	for (int64_t i = 0; items && i < from->elements; i++)
		items[i] = (struct item){ key_of(from, i, is_canonical), i };
	for (int64_t i = 0; items && descending && i < from->elements; i++)
		items[i].key = ~items[i].key;
	if (!items)
		abort();
	qsort(items, (size_t)from->elements, sizeof *items, compare_items);
	const size_t size = kernels_dtype_size(from->dtype);
	for (int64_t i = 0; i < from->elements; i++)
		wrong += memcmp((const char *)got->bytes + (size_t)i * size,
				 (const char *)from->bytes + (size_t)items[i].index * size, size) != 0 ||
			(indices && array_get(indices, i) != items[i].index);
	CHECK_INT(wrong, 0);
	free(items);
}

static struct array counted(uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(KERNELS_I32, rank, dims);
	for (int64_t i = 0; i < array.elements; i++)
		array_set(&array, i, i % dims[rank - 1]);
	return array;
}

/* ---- sort */

/* Sorts `from`, alone or with the indices. */
static void one_sort(const struct array *from, const char *comparator, bool indices)
{
	calls_begin("hlo.sort");
	calls_operand(from);
	result(from, true);
	if (indices) {
		operand(counted(from->shape.rank, from->shape.dims));
		calls_result(KERNELS_I32, from->shape.rank, from->shape.dims);
	}
	calls_int("dimension", -1);
	calls_int("captures", 0);
	calls_bool("is_stable", true);
	calls_text("comparator", comparator);
	const char *error = calls_run();
	CHECK_STR(error ? error : "none", "none");
}

static void types(void)
{
	static const struct {
		enum kernels_dtype dtype;
		const char *name, *type;
	} types[] = { { KERNELS_I8, "i8", "SIGNED" }, { KERNELS_I32, "i32", "SIGNED" }, { KERNELS_UI32, "ui32", "UNSIGNED" },
		{ KERNELS_I64, "i64", "SIGNED" }, { KERNELS_BF16, "bf16", "TOTALORDER" },
		{ KERNELS_F32, "f32", "TOTALORDER" }, { KERNELS_F64, "f64", "TOTALORDER" } };
	for (int i = 0; i < 28; i++) {
		const int at = i % 7;
		const bool indices = i / 7 % 2, descending = i / 14;
		struct array from = any_array_of(types[at].dtype, 1, (int64_t[]){ LONG });
		char comparator[100];
		snprintf(comparator, sizeof comparator, "%s %s%s; compare.%s.%s 0 1 i1; return %d", types[at].name,
			types[at].name, indices ? " i32 i32" : "", descending ? "GT" : "LT", types[at].type,
			indices ? 4 : 2);
		one_sort(&from, comparator, indices);
		check_sorted(&from, descending, false, indices ? calls_output(1) : NULL, calls_output(0));
		array_free(&from);
	}
}

/* Signed zeros and NaNs are equal, but have different bits; the order of the operand stays. */
static void zeros_and_nans(void)
{
	for (int i = 0; i < 8; i++) {
		const bool indices = i % 2;
		struct array from = any_array_of(KERNELS_F32, 1, (int64_t[]){ LONG });
		float *x = from.bytes;
		char comparator[500];
		for (int64_t k = 0; k < LONG; k++) {
			x[k] = (float)random_from(-9, 9);
			if (i / 2 == 1 && x[k] == 0 && random_below(2))
				x[k] = -0.0f;
			else if (i / 2 == 2 && x[k] == 0)
				x[k] = random_below(2) ? -__builtin_nanf("1") : __builtin_nanf("");
			else if (i / 2 == 3) /* in order already */
				x[k] = (float)(k / 3);
		}
		canonical(comparator, sizeof comparator, indices);
		one_sort(&from, comparator, indices);
		check_sorted(&from, false, true, indices ? calls_output(1) : NULL, calls_output(0));
		array_free(&from);
	}
}

static void sorts(void)
{
	types();
	zeros_and_nans();
}

static void sorts_with_threads(void) { with_threads(sorts); }

/* ---- top_k */

enum filling { ANY, ASCENDING, DESCENDING, FEW };

/* Compares with the first k of a sort. */
static void one_top_k(enum kernels_dtype dtype, const char *comparator, const int64_t *dims, int64_t k, enum filling filling)
{
	struct array from = any_array_of(dtype, 2, dims);
	const size_t size = kernels_dtype_size(dtype);
	const int64_t n = dims[1], top[] = { dims[0], k };
	for (int64_t i = 0; i < from.elements && filling != ANY; i++) {
		const int64_t value = filling == FEW ? random_below(3) : filling == ASCENDING ? i : from.elements - i;
		if (dtype == KERNELS_F32)
			((float *)from.bytes)[i] = (float)value;
		else
			array_set(&from, i, value);
	}
	one_sort(&from, comparator, true);
	struct array values = array_make(dtype, 2, top), indices = array_make(KERNELS_I32, 2, top);
	for (int64_t i = 0; i < values.elements; i++) {
		copy_element(&values, i, calls_output(0), i / k * n + i % k);
		copy_element(&indices, i, calls_output(1), i / k * n + i % k);
	}
	calls_begin("hlo.top_k");
	calls_operand(&from);
	calls_int("k", k);
	result(&values, true);
	result(&indices, true);
	const char *error = calls_run();
	CHECK_STR(error ? error : "none", "none");
	CHECK_BYTES(calls_output(0)->bytes, (size_t)values.elements * size, values.bytes, (size_t)values.elements * size);
	CHECK_BYTES(calls_output(1)->bytes, (size_t)values.elements * 4, indices.bytes, (size_t)values.elements * 4);
	array_free(&from);
	array_free(&values);
	array_free(&indices);
}

static void top_ks(void)
{
	static const char f32[] = "f32 f32 i32 i32; compare.GT.TOTALORDER 0 1 i1; return 4",
			  i64[] = "i64 i64 i32 i32; compare.GT.SIGNED 0 1 i1; return 4";
	for (enum filling filling = ANY; filling <= FEW; filling++) {
		one_top_k(KERNELS_F32, f32, (int64_t[]){ 1, 600000 }, 100, filling);
		one_top_k(KERNELS_I64, i64, (int64_t[]){ 1, 530000 }, 7, filling);
		one_top_k(KERNELS_F32, f32, (int64_t[]){ 3, 5000 }, 400, filling);
		one_top_k(KERNELS_F32, f32, (int64_t[]){ 2, 5000 }, 4000, filling);
		one_top_k(KERNELS_I64, i64, (int64_t[]){ 40, 100 }, 10, filling);
	}
}

static void top_ks_with_threads(void) { with_threads(top_ks); }

static const struct check_case cases[] = { CHECK_CASE(sorts), CHECK_CASE(sorts_with_threads), CHECK_CASE(top_ks),
	CHECK_CASE(top_ks_with_threads) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
