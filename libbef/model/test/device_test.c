/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models on a device, compared with the host: device_test DEVICE FILE [CASE...]. FILE has the programs. Integers and moves of elements have the same values; floats may
 * differ by the accuracy of the device's functions and by the order of sums. */
#include "check.h"

#include <bef/model.h>
#include <bef/translate.h>
#include <kernels/device.h>
#include <kernels/dtype.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_device.h>
#include <kernels/pack_hlo.h>
#include <kernels/pack_opencl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *device_name;
static struct kernels_registry *registry;
static struct async_host host;
static char *models; /* the text of all programs */
static size_t models_size;

/* Devices may be used by kernels of the model: their names are text in the program. */
struct seen {
	const char *wanted;
	size_t count;
};
static void look(void *ctx, struct bef_file *file, const void *data, size_t size)
{
	struct seen *seen = ctx;
	const size_t length = strlen(seen->wanted) + 1;
	(void)file;
	for (const char *at = data, *end = at + size; (size_t)(end - at) >= length; at++)
		seen->count += memcmp(at, seen->wanted, length) == 0;
}

static struct bef_model *open_text(const char *text, size_t size, const char *device, struct seen *seen, struct bef_diag *diag)
{
	const struct bef_model_options options = { .size = sizeof options, .host = &host, .device = device,
		.opened = seen ? look : NULL, .opened_ctx = seen };
	struct bef_model *model;
	return bef_model_open(text, size, "models", registry, &options, &model, diag) == BEF_OK ? model : NULL;
}

/* ---- values */

static double number(const struct bef_model_tensor *t, size_t i)
{
	union {
		const uint8_t *u8;
		const int8_t *i8;
		const uint16_t *u16;
		const int16_t *i16;
		const uint32_t *u32;
		const int32_t *i32;
		const uint64_t *u64;
		const int64_t *i64;
		const float *f32;
		const double *f64;
	} x = { t->data };
	switch (t->dtype) {
	case KERNELS_I8: return x.i8[i];
	case KERNELS_I16: return x.i16[i];
	case KERNELS_I32: return x.i32[i];
	case KERNELS_I64: return (double)x.i64[i];
	case KERNELS_UI16: return x.u16[i];
	case KERNELS_UI32: return x.u32[i];
	case KERNELS_UI64: return (double)x.u64[i];
	case KERNELS_F32: return (double)x.f32[i];
	case KERNELS_F64: return x.f64[i];
	case KERNELS_BF16: {
		const uint32_t bits = (uint32_t)x.u16[i] << 16;
		float value;
		memcpy(&value, &bits, sizeof value);
		return (double)value;
	}
	case KERNELS_F16: {
		const int exponent = x.u16[i] >> 10 & 31, fraction = x.u16[i] & 1023;
		const double value = exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
				     : exponent     ? ldexp(1024 + fraction, exponent - 25)
						    : ldexp(fraction, -24);
		return x.u16[i] >> 15 ? -value : value;
	}
	default: return x.u8[i];
	}
}

/* The relative error that an element type allows, as a share of the larger of 1 and the value. */
static double allowed(enum kernels_dtype dtype)
{
	return dtype == KERNELS_F32 ? 4e-6 : dtype == KERNELS_F64 ? 1e-13 : dtype == KERNELS_BF16 ? 0.02 : dtype == KERNELS_F16 ? 0.003 : 0;
}

/* Functions that combine elements in the order of the host have its bits. */
static bool has_bits_of_host(const char *function)
{
	return strncmp(function, "scatter_", 8) == 0 || strncmp(function, "reduce_", 7) == 0;
}

static void compare(const char *function, size_t result, const struct bef_model_tensor *expected, const struct bef_model_tensor *found)
{
	CHECK(expected->dtype == found->dtype && expected->size == found->size && expected->rank == found->rank);
	const size_t count = expected->size / kernels_dtype_size(expected->dtype);
	for (size_t i = 0; i < count; i++) {
		const double a = number(expected, i), b = number(found, i);
		const double most = has_bits_of_host(function) ? 0 : allowed(expected->dtype) * fmax(1, fabs(a));
		if (a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= most)
			continue;
		char name[200];
		snprintf(name, sizeof name, "%.100s result %zu", function, result);
		check_report(name, 0, "element %zu is %.9g, expected %.9g", i, b, a);
		return;
	}
}

/* ---- arguments */

enum { MOST = 48 };

static uint64_t random_state;
static uint32_t next_random(void)
{
	random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (uint32_t)(random_state >> 33);
}

/* Numbers from -4 to 4; the first ones of each argument are edge cases. Small floats: multiples of 1/16. */
static double float_value(size_t i, bool small)
{
	static const double edges[] = { 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e30, -300.0, 40000.0 };
	const size_t kinds = sizeof edges / sizeof *edges + 3;
	if (i % 20 < kinds - 3 && i < 40)
		return edges[(i + i / 20 * 3) % (kinds - 3)] > 1e5 && small ? 100.0 : edges[(i + i / 20 * 3) % (kinds - 3)];
	if (i < 20)
		return i % 3 == 0 ? (double)INFINITY : i % 3 == 1 ? (double)NAN : -(double)INFINITY;
	return ((double)(next_random() % 129) - 64) / 16;
}

static uint64_t integer_value(size_t i)
{
	static const uint64_t edges[] = { 0, UINT64_MAX, 1, 0x8000000000000000, 0x80000000, 0x8080, 0x7F, 3, 35, 70 };
	const size_t count = sizeof edges / sizeof *edges;
	return i < 30 ? edges[(i + i / count * 3) % count] : (uint64_t)next_random() % 201 - 100;
}

static void set_element(enum kernels_dtype dtype, char *to, size_t i, bool plain)
{
	const size_t size = kernels_dtype_size(dtype);
	const uint64_t integer = plain ? (uint64_t)next_random() % 21 - 10 : integer_value(i);
	const double real = plain ? ((double)(next_random() % 129) - 64) / 32 : float_value(i, dtype == KERNELS_F16);
	const float single = (float)real;
	uint32_t bits;
	uint16_t half;
	memcpy(&bits, &single, sizeof bits);
	switch (dtype) {
	case KERNELS_F64: memcpy(to, &real, size); break;
	case KERNELS_F32: memcpy(to, &single, size); break;
	case KERNELS_COMPLEX64:
		memcpy(to, &single, 4);
		memcpy(to + 4, &single, 4);
		break;
	case KERNELS_BF16:
		half = (uint16_t)(bits >> 16);
		memcpy(to, &half, size);
		break;
	case KERNELS_F16:
		half = real == 0 ? 0 : (uint16_t)((bits >> 16 & 0x8000) | ((bits >> 13 & 0x3FFFF) - 0x1C000 + ((bits >> 23 & 255) == 255 ? 0x18000 : 0)));
		half = isfinite(real) ? half : isnan(real) ? 0x7E00 : (uint16_t)((bits >> 16 & 0x8000) | 0x7C00);
		memcpy(to, &half, size);
		break;
	case KERNELS_I1: *to = (char)(integer & 1); break;
	default: memcpy(to, &integer, size);
	}
}

/* Returns memory to free. `plain`: small numbers, so that sums are accurate. */
static void *make_argument(const struct bef_stablehlo_value *value, bool plain, struct bef_model_tensor *out)
{
	size_t count = 1;
	*out = (struct bef_model_tensor){ .dtype = value->dtype, .rank = value->rank };
	for (uint32_t i = 0; i < value->rank; i++) {
		out->dims[i] = value->dims[i] < 0 ? 5 : value->dims[i];
		count *= (size_t)out->dims[i];
	}
	const size_t size = kernels_dtype_size(out->dtype);
	char *data = malloc(count * size + 1);
	if (!data)
		abort();
	for (size_t i = 0; i < count; i++)
		set_element(out->dtype, data + i * size, i, plain);
	out->size = count * size;
	return out->data = data;
}

/* ---- calls */

/* Other functions than these get small numbers. */
static bool takes_edges(const char *name)
{
	return strncmp(name, "steps_", 6) == 0 || strncmp(name, "sort_nan_", 9) == 0 || strncmp(name, "top_k_", 6) == 0;
}

static size_t call(struct bef_model *model, const char *name, struct bef_model_tensor *results)
{
	const struct bef_stablehlo_function *function = bef_model_find(model, name);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_tensor arguments[MOST];
	memset(results, 0, MOST * sizeof *results);
	if (!function || function->result_count > MOST || function->argument_count > MOST)
		abort();
	random_state = 1;
	for (uint32_t i = 0; i < function->argument_count; i++)
		(void)make_argument(&function->arguments[i], !takes_edges(name), &arguments[i]);
	const bool ok = bef_model_run(model, function, arguments, function->argument_count, results, function->result_count, NULL, &diag) == BEF_OK;
	if (!ok)
		check_report(name, 0, "%s", diag.message);
	for (uint32_t i = 0; i < function->argument_count; i++)
		free(arguments[i].data);
	return ok ? function->result_count : 0;
}

static void release(struct bef_model_tensor *results, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bef_model_tensor_release(&results[i]);
}

/* Calls a function on the host and twice on the device. */
static void compare_function(struct bef_model *on_host, struct bef_model *on_device, const char *name)
{
	struct bef_model_tensor expected[MOST], found[MOST], again[MOST];
	const size_t count = call(on_host, name, expected), made = call(on_device, name, found), remade = call(on_device, name, again);
	CHECK(count > 0 && made == count && remade == count);
	for (size_t i = 0; i < count && made == count && remade == count; i++) {
		compare(name, i, &expected[i], &found[i]);
		CHECK(found[i].size == again[i].size && (found[i].size == 0 || memcmp(found[i].data, again[i].data, found[i].size) == 0));
	}
	release(expected, count);
	release(found, made);
	release(again, remade);
}

static struct bef_model *host_model, *device_model; /* of all programs, opened once: compiling takes seconds */
static const uint8_t *device_program;
static size_t device_program_size;

/* Whether the program for the device has this kernel. */
static bool has_kernel(const char *kernel)
{
	struct seen seen = { kernel, 0 };
	look(&seen, NULL, device_program, device_program_size);
	return seen.count > 0;
}

static void keep_program(void *ctx, struct bef_file *file, const void *data, size_t size)
{
	(void)ctx;
	(void)file;
	device_program = data;
	device_program_size = size;
}

static void opening(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_options options = { .size = sizeof options, .host = &host, .device = device_name, .opened = keep_program };
	host_model = open_text(models, models_size, NULL, NULL, &diag);
	if (bef_model_open(models, models_size, "models", registry, &options, &device_model, &diag) != BEF_OK || !host_model)
		check_report("opening", 0, "%u:%u: %s", diag.line, diag.column, diag.message);
}

/* The functions whose names begin so; the program for the device has this kernel. */
static void compare_functions(const char *prefix, const char *kernel)
{
	size_t count = 0;
	if (!host_model || !device_model)
		return;
	CHECK(has_kernel(kernel));
	for (size_t i = 0; i < bef_model_function_count(host_model); i++) {
		const struct bef_string name = bef_model_function(host_model, i)->name;
		char text[100];
		snprintf(text, sizeof text, "%.*s", (int)name.size, name.data);
		if (strncmp(text, prefix, strlen(prefix)) != 0)
			continue;
		compare_function(host_model, device_model, text);
		count++;
	}
	CHECK(count > 0);
}

static void steps(void) { compare_functions("steps_", "hlo.device_loop_fusion"); }
static void loops(void) { compare_functions("loop_", "hlo.device_loop_fusion"); }
static void constants(void) { CHECK(!device_model || has_kernel("hlo.device_constant")); }
static void products(void) { compare_functions("dot_", "hlo.device_dot_general"); }
static void convolutions(void) { compare_functions("conv_", "hlo.device_convolution"); }
static void moves(void)
{
	static const char *const kernels[] = { "hlo.device_pad", "hlo.device_concatenate", "hlo.device_dynamic_slice", "hlo.device_gather" };
	for (size_t i = 0; device_model && i < sizeof kernels / sizeof *kernels; i++)
		CHECK(has_kernel(kernels[i]));
	compare_functions("move_", "hlo.device_dynamic_update_slice");
}
static void windows(void) { compare_functions("window_", "hlo.device_reduce_window"); }
static void sorts(void) { compare_functions("sort_", "hlo.device_sort"); }
static void scatters(void) { compare_functions("scatter_", "hlo.device_scatter"); }
static void reductions(void) { compare_functions("reduce_", "hlo.device_reduce"); }
static void largest(void) { compare_functions("top_k_", "hlo.device_top_k"); }
static void branches(void) { compare_functions("branch_", "hlo.case"); }
static void fallbacks(void) { compare_functions("mixed_", "hlo.device_get"); }

/* ---- copies */

struct copies {
	unsigned puts, gets, waits; /* atomic */
};

static void count_copy(void *ctx, const struct bef_event *event)
{
	struct copies *copies = ctx;
	const char *name = event->site->entry->kernel->name;
	unsigned *count = strcmp(name, "hlo.device_put") == 0 ? &copies->puts
			  : strcmp(name, "hlo.device_get") == 0 ? &copies->gets
			  : strcmp(name, "hlo.device_wait") == 0 ? &copies->waits
								 : NULL;
	if (count)
		__atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
}

/* Weights and a carried array, in a loop within a loop: they go to the device once, and one result comes back. */
static void loops_keep_arrays(void)
{
	static const char text[] =
		"func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {\n"
		"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %one = stablehlo.constant dense<1> : tensor<i32>\n"
		"  %most = stablehlo.constant dense<7> : tensor<i32>\n"
		"  %small = stablehlo.constant dense<0.05> : tensor<16x16xf32>\n"
		"  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<16x16xf32>\n"
		"  cond {\n"
		"    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		"    stablehlo.return %c : tensor<i1>\n"
		"  } do {\n"
		"    %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<16x16xf32>\n"
		"    cond {\n"
		"      %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		"      stablehlo.return %c : tensor<i1>\n"
		"    } do {\n"
		"      %p = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>\n"
		"      %q = stablehlo.multiply %p, %small : tensor<16x16xf32>\n"
		"      %t = stablehlo.tanh %q : tensor<16x16xf32>\n"
		"      %next = stablehlo.add %j, %one : tensor<i32>\n"
		"      stablehlo.return %next, %t : tensor<i32>, tensor<16x16xf32>\n"
		"    }\n"
		"    %next = stablehlo.add %i, %one : tensor<i32>\n"
		"    stablehlo.return %next, %s#1 : tensor<i32>, tensor<16x16xf32>\n"
		"  }\n"
		"  return %r#1 : tensor<16x16xf32>\n}\n";
	struct copies copies = { 0, 0, 0 };
	const struct bef_observer observer = { .size = sizeof observer, .ran = count_copy, .ctx = &copies };
	const struct bef_model_options options = { .size = sizeof options, .host = &host, .device = device_name, .observer = &observer };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *on_host = open_text(text, sizeof text - 1, NULL, NULL, &diag), *on_device = NULL;
	CHECK(on_host && bef_model_open(text, sizeof text - 1, "loops", registry, &options, &on_device, &diag) == BEF_OK);
	if (on_host && on_device)
		compare_function(on_host, on_device, "main");
	CHECK_INT(copies.puts, 2 * 2); /* of two calls */
	CHECK_INT(copies.gets, 2 * 1);
	CHECK_INT(copies.waits, 2 * (21 + 7));
	bef_model_close(on_host);
	bef_model_close(on_device);
}

/* Copies within the device, too, while it is watched. */
static void count_span(void *ctx, const struct kernels_device_span *span)
{
	if (strcmp(span->name, "copy") == 0)
		__atomic_fetch_add((unsigned *)ctx, 1, __ATOMIC_RELAXED);
}

/* Calls the function `main` of a program, after a first call that writes constants. */
static void count_copies(const char *text, size_t size, struct copies *out, unsigned *out_all)
{
	const struct bef_observer observer = { .size = sizeof observer, .ran = count_copy, .ctx = out };
	const struct bef_model_options options = { .size = sizeof options, .host = &host, .device = device_name, .observer = &observer };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *on_host = open_text(text, size, NULL, NULL, &diag), *on_device = NULL;
	struct bef_model_tensor results[MOST];
	*out_all = 0;
	CHECK(on_host && bef_model_open(text, size, "copies", registry, &options, &on_device, &diag) == BEF_OK);
	if (on_host && on_device) {
		compare_function(on_host, on_device, "main");
		memset(out, 0, sizeof *out);
		kernels_device_watch(count_span, out_all);
		release(results, call(on_device, "main", results));
		kernels_device_watch(NULL, NULL);
	}
	bef_model_close(on_host);
	bef_model_close(on_device);
}

/* 24 steps of two layers: weights go to the device once, and words and numbers come back at the end. A step brings one word to the host,
 * which computes its index. Six arrays that are updated begin as constants, which other calls need: copied within the device once. */
static void decoding(void)
{
	struct copies copies = { 0, 0, 0 };
	unsigned all;
	count_copies(models, models_size, &copies, &all);
	CHECK_INT(copies.puts, 13);
	CHECK_INT(copies.gets, 24 + 2);
	CHECK_INT(copies.waits, 24);
	CHECK_INT(all, copies.puts + copies.gets + 6);
}

/* The memory limit counts arrays of the device: two of 4 MB there, or one on each side. */
static void limits_of_memory(void)
{
	static const char text[] =
		"func.func @main(%x: tensor<1000x1000xf32>, %u: tensor<1x10xf32>, %i: tensor<i32>) -> tensor<1000x1000xf32> {\n"
		"  %0 = stablehlo.add %x, %x : tensor<1000x1000xf32>\n"
		"  %1 = stablehlo.dynamic_update_slice %0, %u, %i, %i : (tensor<1000x1000xf32>, tensor<1x10xf32>, tensor<i32>, "
		"tensor<i32>) -> tensor<1000x1000xf32>\n"
		"  return %1 : tensor<1000x1000xf32>\n}\n";
	static const struct {
		size_t limit;
		enum bef_status status;
	} calls[] = { { 7000000, BEF_E_NOMEM }, { 16000000, BEF_OK } };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = open_text(text, sizeof text - 1, device_name, NULL, &diag);
	struct bef_model_tensor arguments[3], result = { .data = NULL };
	struct bef_model_memory memory;
	CHECK(model != NULL);
	const struct bef_stablehlo_function *function = model ? bef_model_find(model, "main") : NULL;
	for (size_t i = 0; i < 3 && function; i++)
		(void)make_argument(&function->arguments[i], true, &arguments[i]);
	CHECK(function && bef_model_memory(model, function, &memory, &diag) == BEF_OK && memory.bytes >= 8000000 && memory.bytes < 8100000);
	for (size_t i = 0; i < 2 && function; i++) {
		const struct bef_model_call_options options = { .size = sizeof options, .memory = calls[i].limit };
		CHECK_INT(bef_model_run(model, function, arguments, 3, &result, 1, &options, &diag), calls[i].status);
		bef_model_tensor_release(&result);
	}
	for (size_t i = 0; i < 3 && function; i++)
		free(arguments[i].data);
	bef_model_close(model);
}

/* The body of a loop on the device counts: two products and their operand exist at once. */
static void memory_of_loops(void)
{
	static const char text[] =
		"func.func @main(%x: tensor<500x500xf32>) -> tensor<500x500xf32> {\n"
		"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %one = stablehlo.constant dense<1> : tensor<i32>\n"
		"  %most = stablehlo.constant dense<7> : tensor<i32>\n"
		"  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<500x500xf32>\n"
		"  cond {\n"
		"    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		"    stablehlo.return %c : tensor<i1>\n"
		"  } do {\n"
		"    %p = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<500x500xf32>, tensor<500x500xf32>) -> tensor<500x500xf32>\n"
		"    %q = stablehlo.dot_general %p, %a, contracting_dims = [1] x [0] : (tensor<500x500xf32>, tensor<500x500xf32>) -> tensor<500x500xf32>\n"
		"    %n = stablehlo.add %i, %one : tensor<i32>\n"
		"    stablehlo.return %n, %q : tensor<i32>, tensor<500x500xf32>\n"
		"  }\n"
		"  return %r#1 : tensor<500x500xf32>\n}\n";
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = open_text(text, sizeof text - 1, device_name, NULL, &diag);
	struct bef_model_memory memory = { .bytes = 0 };
	CHECK(model && bef_model_memory(model, bef_model_find(model, "main"), &memory, &diag) == BEF_OK);
	CHECK(memory.bytes >= 3000000 && memory.bytes < 3100000);
	bef_model_close(model);
}

/* ---- what goes wrong */

static void dynamic_shapes(void)
{
	static const char text[] = "func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {\n"
				   "  %0 = stablehlo.tanh %x : tensor<?x4xf32>\n"
				   "  %1 = stablehlo.multiply %0, %x : tensor<?x4xf32>\n"
				   "  return %1 : tensor<?x4xf32>\n}\n";
	struct bef_diag diag = BEF_DIAG_INIT;
	struct seen seen = { "hlo.device_loop_fusion", 0 };
	struct bef_model *on_host = open_text(text, sizeof text - 1, NULL, NULL, &diag);
	struct bef_model *on_device = open_text(text, sizeof text - 1, device_name, &seen, &diag);
	CHECK(on_host && on_device);
	if (on_host && on_device)
		compare_function(on_host, on_device, "main");
	CHECK(seen.count > 0);
	bef_model_close(on_host);
	bef_model_close(on_device);
}

static void refused(const char *device, const char *word)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = open_text(models, models_size, device, NULL, &diag);
	CHECK(model == NULL);
	if (!strstr(diag.message, word))
		check_report(device, 0, "the message has no '%s': %s", word, diag.message);
	bef_model_close(model);
}

static void wrong_devices(void)
{
	refused("opencl:77", device_name);
	refused("nonsense:0", device_name);
	refused("", device_name);
}

/* Nothing is computed on the host device. */
static void the_host_as_a_device(void)
{
	static const char text[] = "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n"
				   "  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"
				   "  return %0 : tensor<4x4xf32>\n}\n";
	struct bef_diag diag = BEF_DIAG_INIT;
	struct seen seen = { "hlo.device_dot_general", 0 };
	struct bef_model *on_host = open_text(text, sizeof text - 1, NULL, NULL, &diag);
	struct bef_model *on_device = open_text(text, sizeof text - 1, "host:0", &seen, &diag);
	CHECK(on_host && on_device && seen.count == 0);
	if (on_host && on_device)
		compare_function(on_host, on_device, "main");
	bef_model_close(on_host);
	bef_model_close(on_device);
}

static void lowered_files(void)
{
	static const char text[] = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n";
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t size;
	CHECK(bef_stablehlo_assemble(text, sizeof text - 1, "text", NULL, NULL, &data, &size, &diag) == BEF_OK);
	CHECK(open_text((const char *)data, size, device_name, NULL, &diag) == NULL);
	CHECK(strstr(diag.message, "lowered for the host") != NULL);
	bef_assemble_free(NULL, data, size);
}

/* A BEF file for a device: it names the device, and runs there only. */
static void files_of_devices(void)
{
	static const char text[] = "module attributes {mhlo.num_replicas = 1 : i32} {\n"
				   "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.tanh %x : tensor<4xf32>\n"
				   "  return %0 : tensor<4xf32>\n}\n}\n";
	struct bef_stablehlo_options options = { .size = sizeof options };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_stablehlo_signatures *signatures;
	struct seen seen = { .wanted = "hlo.device_loop_fusion" };
	char name[64];
	uint8_t *data;
	size_t size;
	CHECK(bef_model_lowering_device(device_name, &options, name, 3, &diag) == BEF_E_ARG);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK(bef_model_lowering_device("host", &options, name, sizeof name, &diag) == BEF_OK && !options.device);
	CHECK(bef_model_lowering_device(device_name, &options, name, sizeof name, &diag) == BEF_OK && options.device == name);
	CHECK(bef_stablehlo_assemble(text, sizeof text - 1, "text", NULL, &options, &data, &size, &diag) == BEF_OK);
	CHECK(bef_stablehlo_signatures_read(data, size, NULL, &signatures, &diag) == BEF_OK);
	CHECK(signatures->replicas == 1 && signatures->device.size == strlen(name) &&
		memcmp(signatures->device.data, name, strlen(name)) == 0);
	bef_stablehlo_signatures_free(signatures);
	const char *const same[] = { NULL, name, device_name };
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		struct bef_model *model = open_text((const char *)data, size, same[i], &seen, &diag);
		CHECK(model != NULL);
		bef_model_close(model);
	}
	CHECK(seen.count == 3);
	CHECK(open_text((const char *)data, size, "host:1", NULL, &diag) == NULL);
	CHECK(strstr(diag.message, name) && strstr(diag.message, "host:1"));
	bef_assemble_free(NULL, data, size);
}

/* A program for a device, opened without its driver, and with attributes that do not fit. */
static void damaged_programs(void)
{
	static const char text[] = "func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {\n"
				   "  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n"
				   "  %1 = stablehlo.tanh %0 : tensor<8x8xf32>\n"
				   "  return %1 : tensor<8x8xf32>\n}\n";
	const struct bef_stablehlo_options options = { .size = sizeof options, .device = device_name };
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t size;
	CHECK(bef_stablehlo_assemble(text, sizeof text - 1, "text", NULL, &options, &data, &size, &diag) == BEF_OK);
	uint8_t *copy = malloc(size);
	if (!copy)
		abort();
	/* each byte of the names of the device and of operations in expressions, in turn */
	for (size_t i = 0; i + 8 < size; i++) {
		if (memcmp(data + i, "opencl:0", 8) != 0 && memcmp(data + i, "tanh 0 f", 8) != 0 && memcmp(data + i, "return 1", 8) != 0)
			continue;
		memcpy(copy, data, size);
		copy[i + 7] ^= 9;
		struct bef_diag why = BEF_DIAG_INIT;
		struct bef_model *model = open_text((const char *)copy, size, NULL, NULL, &why);
		CHECK(model == NULL && why.message[0] != '\0');
		bef_model_close(model);
	}
	free(copy);
	bef_assemble_free(NULL, data, size);
}

/* ---- main */

static bool read_models(const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	models = malloc(1u << 20);
	models_size = models ? fread(models, 1, 1u << 20, file) : 0;
	fclose(file);
	return models_size > 0;
}

/* Prints the reason if there is no device. */
static bool has_device(void)
{
	struct kernels_device device;
	struct kernels_device_error error;
	if (kernels_device_find(device_name, strlen(device_name), &device, &error))
		return true;
	printf("1..0 # SKIP %s\n", error.text);
	return false;
}

int main(int argc, char **argv)
{
	const struct async_threads_options threads = { .size = sizeof threads, .threads = 2 };
	static const struct check_case cases[] = { CHECK_CASE(opening), CHECK_CASE(steps), CHECK_CASE(loops), CHECK_CASE(products), CHECK_CASE(convolutions),
		CHECK_CASE(moves), CHECK_CASE(windows), CHECK_CASE(sorts), CHECK_CASE(scatters), CHECK_CASE(reductions), CHECK_CASE(largest), CHECK_CASE(branches), CHECK_CASE(decoding), CHECK_CASE(loops_keep_arrays),
		CHECK_CASE(limits_of_memory), CHECK_CASE(memory_of_loops),
		CHECK_CASE(constants), CHECK_CASE(fallbacks), CHECK_CASE(dynamic_shapes), CHECK_CASE(wrong_devices), CHECK_CASE(the_host_as_a_device),
		CHECK_CASE(lowered_files), CHECK_CASE(files_of_devices), CHECK_CASE(damaged_programs) };
	int code = 0;
	if (argc < 3 || !read_models(argv[2]))
		return 2;
	device_name = argv[1];
	registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_device(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_opencl(), NULL) != KERNELS_OK)
		return 2;
	host = (struct async_host)ASYNC_HOST_INIT;
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, &threads);
	if (has_device())
		code = check_main(argc - 2, argv + 2, cases, sizeof cases / sizeof *cases);
	bef_model_close(host_model);
	bef_model_close(device_model);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	free(models);
	return code;
}
