/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions by a library (kernels/math.h) against the built-in code. Elements are small integers, so that
 * every sum is exact in its type, and the results have to be equal byte by byte.
 *
 * Arguments: the name of the library, or "fake" for one that this file has; any second argument selects several threads. */
#include "../../../test/math_packs.h"
#include "arrays.h"
#include "numbers.h"
#include <dirent.h>
#include <kernels/math.h>

static const char *library; /* that is tested */
static bool panels; /* operand 1 is in panels (src/products/panels.h): its elements in another order */

/* ---- a library that computes products of f32 by their definition, and counts what it is asked for */

static struct {
	unsigned gemms, transposed, versions, small, sgemms, convolutions;
	bool declines;
} fake;

static bool fake_gemm(const struct kernels_gemm *p)
{
	__atomic_fetch_add(&fake.gemms, 1, __ATOMIC_RELAXED);
	if (p->b_version != 0)
		__atomic_fetch_add(&fake.versions, 1, __ATOMIC_RELAXED);
	if (p->a_type != p->c_type)
		__atomic_fetch_add(&fake.small, 1, __ATOMIC_RELAXED);
	if (p->a_transposed || p->b_transposed)
		__atomic_fetch_add(&fake.transposed, 1, __ATOMIC_RELAXED);
	if (fake.declines || p->a_type != KERNELS_F32 || p->b_type != KERNELS_F32 || p->c_type != KERNELS_F32)
		return false;
	const float *a = p->a, *b = p->b;
	for (size_t i = 0; i < p->rows; i++)
		for (size_t j = 0; j < p->columns; j++) {
			float sum = 0;
			for (size_t k = 0; k < p->depth; k++)
				sum += a[p->a_transposed ? k * p->a_stride + i : i * p->a_stride + k] *
				       b[p->b_transposed ? j * p->b_stride + k : k * p->b_stride + j];
			((float *)p->c)[i * p->c_stride + j] = sum;
		}
	return true;
}

static bool fake_sgemm(const struct kernels_sgemm *p)
{
	(void)p;
	__atomic_fetch_add(&fake.sgemms, 1, __ATOMIC_RELAXED);
	return false;
}

/* Declines after it has written some results. */
static bool fake_conv2d(const struct kernels_conv2d *p)
{
	__atomic_fetch_add(&fake.convolutions, 1, __ATOMIC_RELAXED);
	for (size_t i = 0; i < p->output[1]; i++)
		p->out[i * p->out_stride] = -1;
	return false;
}

static const struct kernels_math fake_library = { .size = sizeof fake_library, .name = "fake", .sgemm = fake_sgemm,
	.conv2d = fake_conv2d, .gemm = fake_gemm, .conv2d_size = sizeof(struct kernels_conv2d) };
/* As it would be without the later members. */
static const struct kernels_math small_library = { .size = offsetof(struct kernels_math, gemm), .name = "small",
	.sgemm = fake_sgemm, .conv2d = fake_conv2d, .gemm = fake_gemm, .conv2d_size = sizeof(struct kernels_conv2d) };

/* ---- calls */

static void choose(const char *name) { CHECK_INT(kernels_math_choose(name, NULL), KERNELS_OK); }

static struct array numbers(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(dtype, rank, dims);
	for (int64_t i = 0; i < array.elements; i++) {
		const int64_t value = random_below(15) - 7;
		if (dtype == KERNELS_F32 || dtype == KERNELS_F64 || dtype == KERNELS_BF16)
			float_set(&array, i, (double)value);
		else
			array_set(&array, i, dtype == KERNELS_UI8 ? value + 240 : value * 18);
	}
	return array;
}

/* Runs the call that begin(ctx) describes by the built-in code and by the library, and compares the results. */
static void compare(int line, void (*begin)(const void *ctx), const void *ctx)
{
	choose(NULL);
	begin(ctx);
	const char *error = calls_run();
	if (!CHECK_STR(error ? error : "", ""))
		return;
	const struct array *output = calls_output(0);
	const size_t size = (size_t)output->elements * kernels_dtype_size(output->dtype);
	void *expected = malloc(size + 1);
	memcpy(expected, output->bytes, size);
	choose(library);
	begin(ctx);
	error = calls_run();
	if (CHECK_STR(error ? error : "", "") && memcmp(calls_output(0)->bytes, expected, size) != 0)
		check_report(__FILE__, line, "the results of the library differ");
	free(expected);
	choose(NULL);
}

struct dot {
	enum kernels_dtype lhs, rhs, result;
	int64_t batches, rows, columns, depth;
	bool lhs_transposed, rhs_transposed, fused;
};

struct product {
	struct dot dot;
	struct array operands[2], row;
};

static void begin_dot(const void *ctx)
{
	const struct product *p = ctx;
	const struct dot *d = &p->dot;
	calls_begin(d->fused ? "hlo.dot_general_fused" : "hlo.dot_general");
	calls_operand(&p->operands[0]);
	calls_operand(&p->operands[1]);
	if (panels)
		calls_panels(1);
	if (d->fused) {
		calls_operand(&p->row);
		calls_text("epilogue", d->result == KERNELS_I32 ? "i32 i32; add 0 1 i32; return 2" :
								  "f32 f32; add 0 1 f32; return 2");
		calls_ints("epilogue_maps", 4, (int64_t[]){ 0, 0, 0, 1 });
	}
	calls_result(d->result, 3, (int64_t[]){ d->batches, d->rows, d->columns });
	calls_dot(1, d->lhs_transposed ? 1 : 2, d->rhs_transposed ? 2 : 1);
}

static void one_dot(int line, struct dot d)
{
	struct product p = { .dot = d };
	const int64_t lhs[2][3] = { { d.batches, d.rows, d.depth }, { d.batches, d.depth, d.rows } };
	const int64_t rhs[2][3] = { { d.batches, d.depth, d.columns }, { d.batches, d.columns, d.depth } };
	p.operands[0] = numbers(d.lhs, 3, lhs[d.lhs_transposed]);
	p.operands[1] = numbers(d.rhs, 3, rhs[d.rhs_transposed]);
	p.row = numbers(d.result == KERNELS_I32 ? KERNELS_I32 : KERNELS_F32, 1, (int64_t[]){ d.columns });
	compare(line, begin_dot, &p);
	array_free(&p.operands[0]);
	array_free(&p.operands[1]);
	array_free(&p.row);
}

struct window {
	enum kernels_dtype dtype;
	int64_t batch, height, width, channels, features, kernel, stride, low, high;
	bool channels_first;
};

struct convolution {
	struct window window;
	struct array operands[2];
};

static void begin_convolution(const void *ctx)
{
	const struct convolution *c = ctx;
	const struct window *w = &c->window;
	const int64_t height = (w->height + w->low + w->high - w->kernel) / w->stride + 1;
	const int64_t width = (w->width + w->low + w->high - w->kernel) / w->stride + 1;
	calls_begin("hlo.convolution");
	calls_operand(&c->operands[0]);
	calls_operand(&c->operands[1]);
	if (panels)
		calls_panels(1);
	calls_result(w->dtype, 4, w->channels_first ? (int64_t[]){ w->batch, w->features, height, width } :
						      (int64_t[]){ w->batch, height, width, w->features });
	calls_convolution(&(struct calls_window){ w->stride, w->low, w->high, false }, w->channels_first, 1);
}

static void one_convolution(int line, struct window w)
{
	struct convolution c = { .window = w };
	c.operands[0] = numbers(w.dtype, 4, w.channels_first ? (int64_t[]){ w.batch, w.channels, w.height, w.width } :
							       (int64_t[]){ w.batch, w.height, w.width, w.channels });
	c.operands[1] = numbers(w.dtype, 4, w.channels_first ? (int64_t[]){ w.features, w.channels, w.kernel, w.kernel } :
							       (int64_t[]){ w.kernel, w.kernel, w.channels, w.features });
	compare(line, begin_convolution, &c);
	array_free(&c.operands[0]);
	array_free(&c.operands[1]);
}

/* ---- tests of every library */

static void dots(void)
{
	static const enum kernels_dtype types[][3] = { { KERNELS_F32, KERNELS_F32, KERNELS_F32 },
		{ KERNELS_F64, KERNELS_F64, KERNELS_F64 }, { KERNELS_BF16, KERNELS_BF16, KERNELS_F32 },
		{ KERNELS_BF16, KERNELS_BF16, KERNELS_BF16 }, { KERNELS_I8, KERNELS_I8, KERNELS_I32 },
		{ KERNELS_UI8, KERNELS_I8, KERNELS_I32 }, { KERNELS_I32, KERNELS_I32, KERNELS_I32 } };
	static const int64_t sizes[][4] = { { 1, 64, 48, 32 }, { 1, 37, 200, 41 }, { 5, 33, 17, 100 }, { 1, 1, 300, 200 },
		{ 1, 300, 1, 200 }, { 2, 1, 1, 70000 }, { 1, 200, 300, 1 }, { 1, 190, 170, 150 } };
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
			for (int order = 0; order < 4; order++)
				one_dot(__LINE__, (struct dot){ types[t][0], types[t][1], types[t][2], sizes[s][0],
							  sizes[s][1], sizes[s][2], sizes[s][3], order & 1, order >> 1, false });
}

/* A loop follows the product. */
static void fused_dots(void)
{
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 1, 150, 160, 70, false, false, true });
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 3, 50, 60, 70, true, true, true });
	one_dot(__LINE__, (struct dot){ KERNELS_BF16, KERNELS_BF16, KERNELS_F32, 1, 150, 160, 70, false, false, true });
	one_dot(__LINE__, (struct dot){ KERNELS_I8, KERNELS_I8, KERNELS_I32, 1, 150, 160, 70, false, false, true });
}

/* Sums that an f32 cannot represent, and sums that wrap around. */
static void large_sums(void)
{
	struct product p = { .dot = { KERNELS_UI8, KERNELS_I8, KERNELS_I32, 1, 3, 5, 70001, false, false, false } };
	for (int i = 0; i < 2; i++) {
		p.operands[0] = array_make(p.dot.lhs, 3, (int64_t[]){ 1, p.dot.rows, p.dot.depth });
		p.operands[1] = array_make(p.dot.rhs, 3, (int64_t[]){ 1, p.dot.depth, p.dot.columns });
		memset(p.operands[0].bytes, i == 0 ? 255 : 127, (size_t)p.operands[0].elements);
		memset(p.operands[1].bytes, 127, (size_t)p.operands[1].elements);
		compare(__LINE__, begin_dot, &p);
		array_free(&p.operands[0]);
		array_free(&p.operands[1]);
		p.dot.lhs = KERNELS_I8;
	}
}

static void convolutions(void)
{
	static const struct window windows[] = { { KERNELS_F32, 1, 14, 14, 32, 48, 3, 1, 1, 1, false },
		{ KERNELS_F32, 2, 13, 9, 16, 32, 3, 2, 1, 0, false }, { KERNELS_F32, 5, 7, 7, 64, 32, 1, 1, 0, 0, false },
		{ KERNELS_F32, 1, 15, 15, 64, 33, 1, 2, 0, 0, false }, { KERNELS_F32, 1, 30, 30, 3, 16, 7, 2, 3, 3, false },
		{ KERNELS_F32, 1, 5, 6, 17, 19, 5, 1, 4, 4, false }, { KERNELS_F32, 1, 8, 8, 40, 24, 8, 1, 0, 0, false },
		{ KERNELS_F32, 1, 9, 9, 24, 40, 2, 3, 1, 1, false }, { KERNELS_F32, 1, 14, 14, 32, 48, 3, 1, 1, 1, true },
		{ KERNELS_F32, 2, 14, 14, 32, 48, 1, 1, 0, 0, true }, { KERNELS_BF16, 3, 12, 12, 16, 32, 3, 1, 1, 1, false },
		{ KERNELS_BF16, 1, 12, 12, 33, 31, 3, 2, 1, 1, false }, { KERNELS_F64, 1, 12, 12, 16, 16, 3, 1, 1, 1, false } };
	for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
		one_convolution(__LINE__, windows[i]);
}

static void operands_in_panels(void)
{
	panels = true;
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 1, 70, 96, 48, false, false, false });
	one_dot(__LINE__, (struct dot){ KERNELS_BF16, KERNELS_BF16, KERNELS_F32, 1, 70, 96, 48, false, false, false });
	one_dot(__LINE__, (struct dot){ KERNELS_I8, KERNELS_I8, KERNELS_I32, 1, 70, 96, 48, false, false, true });
	for (int round = 0; round < 2; round++) /* the contents change */
		one_convolution(__LINE__, (struct window){ KERNELS_F32, 1, 14, 14, 32, 64, 3, 1, 1, 1, false });
	one_convolution(__LINE__, (struct window){ KERNELS_BF16, 2, 14, 14, 32, 64, 3, 1, 1, 1, false });
	panels = false;
}

static size_t thread_count(void)
{
	size_t count = 0;
	DIR *folder = opendir("/proc/self/task");
	for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;)
		count += entry->d_name[0] != '.';
	if (folder)
		closedir(folder);
	return count;
}

/* The queue of the host has all threads. */
static void no_threads(void)
{
	const size_t before = thread_count();
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 1, 200, 300, 200, false, false, false });
	one_dot(__LINE__, (struct dot){ KERNELS_BF16, KERNELS_BF16, KERNELS_F32, 1, 200, 300, 200, false, false, false });
	one_convolution(__LINE__, (struct window){ KERNELS_F32, 4, 20, 20, 32, 48, 3, 1, 1, 1, false });
	CHECK_INT(thread_count(), before);
}

/* ---- tests of the fake one */

static void operands_in_place(void)
{
	memset(&fake, 0, sizeof fake);
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 1, 70, 48, 32, true, true, false });
	CHECK(fake.gemms > 0 && fake.transposed == fake.gemms && fake.versions == fake.gemms && fake.sgemms == 0);
	memset(&fake, 0, sizeof fake);
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 4, 70, 48, 32, false, false, false });
	CHECK(fake.gemms == 4 && fake.transposed == 0 && fake.versions == 4);
	memset(&fake, 0, sizeof fake);
	one_dot(__LINE__, (struct dot){ KERNELS_I8, KERNELS_I8, KERNELS_I32, 1, 70, 48, 32, false, false, false }); /* declined */
	CHECK(fake.gemms > 0 && fake.small == fake.gemms);
	/* types that no library is asked for, and products that are too small */
	memset(&fake, 0, sizeof fake);
	one_dot(__LINE__, (struct dot){ KERNELS_I32, KERNELS_I32, KERNELS_I32, 1, 70, 48, 32, false, false, false });
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 1, 7, 4, 3, false, false, false });
	CHECK(fake.gemms == 0 && fake.sgemms == 0);
}

static void declined(void)
{
	memset(&fake, 0, sizeof fake);
	fake.declines = true;
	dots();
	fused_dots();
	convolutions();
	CHECK(fake.gemms > 0 && fake.sgemms > 0 && fake.convolutions > 0);
	fake.declines = false;
}

/* A library of an earlier version, whose later members must not be read. */
static void without_later_members(void)
{
	memset(&fake, 0, sizeof fake);
	library = "small";
	one_dot(__LINE__, (struct dot){ KERNELS_F32, KERNELS_F32, KERNELS_F32, 1, 70, 48, 32, true, true, false });
	one_dot(__LINE__, (struct dot){ KERNELS_BF16, KERNELS_BF16, KERNELS_F32, 1, 70, 48, 32, true, true, false });
	CHECK(fake.gemms == 0 && fake.sgemms > 0);
	one_convolution(__LINE__, (struct window){ KERNELS_F32, 2, 14, 14, 32, 64, 3, 1, 1, 1, false });
	CHECK(fake.convolutions > 0);
	fake.convolutions = 0;
	one_convolution(__LINE__, (struct window){ KERNELS_BF16, 2, 14, 14, 32, 64, 3, 1, 1, 1, false });
	CHECK_INT(fake.convolutions, 0);
	library = "fake";
	struct kernels_math shorter = fake_library;
	shorter.size = offsetof(struct kernels_math, conv2d);
	CHECK_INT(kernels_math_add(&shorter), KERNELS_E_ARG);
}

static void add_libraries(void)
{
	CHECK_INT(kernels_math_add(&fake_library), KERNELS_OK);
	CHECK_INT(kernels_math_add(&small_library), KERNELS_OK);
	for (size_t i = 0; math_packs[i]; i++)
		CHECK(math_packs[i]()->init());
}

int main(int argc, char **argv)
{
	static const struct check_case all[] = { CHECK_CASE(dots), CHECK_CASE(fused_dots), CHECK_CASE(large_sums),
		CHECK_CASE(convolutions), CHECK_CASE(operands_in_panels), CHECK_CASE(no_threads) };
	static const struct check_case of_fake[] = { CHECK_CASE(dots), CHECK_CASE(fused_dots), CHECK_CASE(convolutions),
		CHECK_CASE(operands_in_panels), CHECK_CASE(operands_in_place), CHECK_CASE(declined), CHECK_CASE(without_later_members) };
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (argc != 2 && argc != 3)
		return 99;
	library = argv[1];
	calls_open(argc == 3 ? 3 : 0);
	add_libraries();
	if (kernels_math_choose(library, &diag) != KERNELS_OK) {
		printf("1..0 # SKIP %s\n", diag.message);
		return 0;
	}
	const bool is_fake = strcmp(library, "fake") == 0;
	int result = check_main(1, argv, is_fake ? of_fake : all, is_fake ? sizeof of_fake / sizeof *of_fake : sizeof all / sizeof *all);
	calls_close();
	return result;
}
