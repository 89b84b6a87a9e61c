/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Solvers of small systems in loops are steps of one kernel, and have the bits of the kernels: also for matrices without a factor, and those
 * with zeros, ties, infinities and NaNs. */
#include "check.h"
#include "put.h"
#include "run_model.h"

#include <kernels/pack_hlo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct runner runner;

enum { MATRICES = 12, LARGEST = 8 };

/* ---- matrices */

static uint32_t state;

static double next(void)
{
	state = state * 1664525 + 1013904223;
	return (double)(state >> 8) / (1 << 23) - 1;
}

static void fill(double *a, size_t n, int kind)
{
	double factor[LARGEST * LARGEST];
	for (size_t i = 0; i < n * n; i++)
		a[i] = factor[i] = next();
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			double *x = &a[i * n + j], sum = i == j;
			for (size_t k = 0; k < n; k++)
				sum += factor[i * n + k] * factor[j * n + k];
			switch (kind) {
			case 0: break;
			case 1: *x = sum; break; /* positive definite */
			case 2: *x = i == n / 2 && j == n / 2 ? -1 : sum; break;
			case 3: *x = j == n / 2 ? 0 : *x; break;
			case 4: *x = j == 0 && i != n - 1 ? -0.0 : j == 0 ? (double)NAN : *x; break;
			case 5: *x = *x < 0 ? -1 : 1; break; /* ties */
			case 6: *x = (i + j) % n == 1 % n ? 2 : 0; break; /* a permutation */
			case 7: *x = i == 1 && j == 1 ? (double)INFINITY : *x; break;
			case 8: *x = i == j ? sum : i + 1 == j ? (double)NAN : *x; break;
			case 9: *x = ldexp(*x, -140); break;
			case 10: *x = ldexp(*x, 120); break;
			default: *x = i == n - 1 || i == 0 ? (double)(j + 1) : *x; break; /* two equal rows */
			}
		}
}

static void put_matrices(size_t n, bool is_double)
{
	double a[LARGEST * LARGEST];
	put("dense<\"0x");
	for (int kind = 0; kind < MATRICES; kind++) {
		fill(a, n, kind);
		for (size_t i = 0; i < n * n; i++) {
			const float narrow = (float)a[i];
			uint8_t bytes[8];
			memcpy(bytes, is_double ? (const void *)&a[i] : &narrow, is_double ? 8 : 4);
			for (size_t k = 0; k < (is_double ? 8u : 4u); k++)
				put("%02X", bytes[k]);
		}
	}
	put("\">");
}

/* ---- programs */

/* From %a, %b (&x&xT) to %y (&x&xT) and %p (&xi32). & is the size of matrices, < one less, $ stands for T, ? for the letter of the type. */
struct body {
	const char *name, *text;
	size_t most; /* size of matrices */
};
#define GETRF(rows, columns, least, a, lu)                                                                                     \
	"  %" lu ":3 = stablehlo.custom_call @lapack_?getrf_ffi(%" a ") {api_version = 4 : i32, backend_config = {}} : (tensor<" rows "x" columns \
	"x$>) -> (tensor<" rows "x" columns "x$>, tensor<" least "xi32>, tensor<i32>)\n"
#define POTRF(letter)                                                                                                           \
	"  %f:2 = stablehlo.custom_call @lapack_?potrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {uplo = " letter " : ui8}} : "  \
	"(tensor<&x&x$>) -> (tensor<&x&x$>, tensor<i32>)\n  %y = stablehlo.reshape %f#0 : (tensor<&x&x$>) -> tensor<&x&x$>\n"             \
	"  %p = stablehlo.broadcast_in_dim %f#1, dims = [] : (tensor<i32>) -> tensor<&xi32>\n"
static const struct body bodies[] = {
	{ "cholesky", "  %y = stablehlo.cholesky %a, lower = true : tensor<&x&x$>\n  %p = stablehlo.iota dim = 0 : tensor<&xi32>\n", 8 },
	{ "upper cholesky", "  %y = stablehlo.cholesky %a, lower = false : tensor<&x&x$>\n  %p = stablehlo.iota dim = 0 : tensor<&xi32>\n", 8 },
	{ "potrf", POTRF("76"), 8 },
	{ "upper potrf", POTRF("85"), 8 },
	{ "getrf", GETRF("&", "&", "&", "a", "f") "  %i32 = stablehlo.broadcast_in_dim %f#2, dims = [] : (tensor<i32>) -> tensor<&xi32>\n"
		   "  %k = stablehlo.constant dense<100> : tensor<&xi32>\n  %l = stablehlo.multiply %i32, %k : tensor<&xi32>\n"
		   "  %p = stablehlo.add %f#1, %l : tensor<&xi32>\n  %y = stablehlo.reshape %f#0 : (tensor<&x&x$>) -> tensor<&x&x$>\n", 8 },
	{ "permutation", GETRF("&", "&", "&", "a", "f") "  %k = stablehlo.constant dense<1> : tensor<&xi32>\n"
		   "  %l = stablehlo.subtract %f#1, %k : tensor<&xi32>\n"
		   "  %p = stablehlo.custom_call @cu_lu_pivots_to_permutation(%l) : (tensor<&xi32>) -> tensor<&xi32>\n"
		   "  %y = stablehlo.add %a, %b : tensor<&x&x$>\n", 8 },
	{ "tall getrf", "  %m = stablehlo.slice %a [0:&, 0:<] : (tensor<&x&x$>) -> tensor<&x<x$>\n" GETRF("&", "<", "<", "m", "f")
		   "  %q = stablehlo.slice %b [0:&, 0:1] : (tensor<&x&x$>) -> tensor<&x1x$>\n"
		   "  %y = stablehlo.concatenate %f#0, %q, dim = 1 : (tensor<&x<x$>, tensor<&x1x$>) -> tensor<&x&x$>\n"
		   "  %r = stablehlo.reshape %f#2 : (tensor<i32>) -> tensor<1xi32>\n"
		   "  %p = stablehlo.concatenate %f#1, %r, dim = 0 : (tensor<<xi32>, tensor<1xi32>) -> tensor<&xi32>\n", 8 },
	{ "wide getrf", "  %m = stablehlo.slice %a [0:<, 0:&] : (tensor<&x&x$>) -> tensor<<x&x$>\n" GETRF("<", "&", "<", "m", "f")
		   "  %q = stablehlo.slice %b [0:1, 0:&] : (tensor<&x&x$>) -> tensor<1x&x$>\n"
		   "  %y = stablehlo.concatenate %f#0, %q, dim = 0 : (tensor<<x&x$>, tensor<1x&x$>) -> tensor<&x&x$>\n"
		   "  %r = stablehlo.reshape %f#2 : (tensor<i32>) -> tensor<1xi32>\n"
		   "  %p = stablehlo.concatenate %f#1, %r, dim = 0 : (tensor<<xi32>, tensor<1xi32>) -> tensor<&xi32>\n", 8 },
	{ "batches", "  %c = stablehlo.reshape %a : (tensor<&x&x$>) -> tensor<1x&x&x$>\n  %d = stablehlo.reshape %b : (tensor<&x&x$>) -> "
		   "tensor<1x&x&x$>\n  %e = stablehlo.concatenate %c, %d, dim = 0 : (tensor<1x&x&x$>, tensor<1x&x&x$>) -> tensor<2x&x&x$>\n"
		   "  %f:3 = stablehlo.custom_call @lapack_?getrf_ffi(%e) {api_version = 4 : i32, backend_config = {}} : (tensor<2x&x&x$>) -> "
		   "(tensor<2x&x&x$>, tensor<2x&xi32>, tensor<2xi32>)\n"
		   "  %g = stablehlo.reverse %f#0, dims = [0] : tensor<2x&x&x$>\n"
		   "  %h = \"stablehlo.triangular_solve\"(%f#0, %g) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = "
		   "#stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x&x&x$>, tensor<2x&x&x$>) -> tensor<2x&x&x$>\n"
		   "  %z = stablehlo.constant dense<0.0> : tensor<$>\n"
		   "  %y = stablehlo.reduce(%h init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x&x&x$>, tensor<$>) -> tensor<&x&x$>\n"
		   "  %r = stablehlo.slice %f#1 [1:2, 0:&] : (tensor<2x&xi32>) -> tensor<1x&xi32>\n"
		   "  %p = stablehlo.reshape %r : (tensor<1x&xi32>) -> tensor<&xi32>\n", 4 },
	{ "trsm", "  %y = stablehlo.custom_call @lapack_?trsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {diag = 78 : ui8, side = 82 : "
		   "ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<&x&x$>, tensor<&x&x$>) -> tensor<&x&x$>\n"
		   "  %p = stablehlo.iota dim = 0 : tensor<&xi32>\n", 8 },
	{ "vector", "  %c = stablehlo.slice %b [0:&, 0:1] : (tensor<&x&x$>) -> tensor<&x1x$>\n"
		   "  %d = \"stablehlo.triangular_solve\"(%a, %c) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = "
		   "#stablehlo<transpose ADJOINT>}> : (tensor<&x&x$>, tensor<&x1x$>) -> tensor<&x1x$>\n"
		   "  %y = stablehlo.broadcast_in_dim %d, dims = [0, 1] : (tensor<&x1x$>) -> tensor<&x&x$>\n"
		   "  %p = stablehlo.iota dim = 0 : tensor<&xi32>\n", 8 },
};

/* Any of the 16 forms. */
static const char *triangular(unsigned form)
{
	static char text[512];
	snprintf(text, sizeof text, "  %%y = \"stablehlo.triangular_solve\"(%%a, %%b) <{left_side = %s, lower = %s, unit_diagonal = %s, transpose_a = "
		"#stablehlo<transpose %s>}> : (tensor<&x&x$>, tensor<&x&x$>) -> tensor<&x&x$>\n  %%p = stablehlo.iota dim = 0 : tensor<&xi32>\n",
		form & 1 ? "true" : "false", form & 2 ? "true" : "false", form & 4 ? "true" : "false", form & 8 ? "TRANSPOSE" : "NO_TRANSPOSE");
	return text;
}

static void put_text(const char *text, size_t n, bool is_double)
{
	for (const char *at = text; *at; at++) {
		if (*at == '&')
			put("%zu", n);
		else if (*at == '<' && strchr("x],", at[1]))
			put("%zu", n - 1);
		else if (*at == '$')
			put(is_double ? "f64" : "f32");
		else if (*at == '?')
			put(is_double ? "d" : "s");
		else
			put("%c", *at);
	}
}

static void write_program(const char *text, size_t n, bool is_double)
{
	written.size = 0;
	state = (uint32_t)n;
	put_text("func.func @main() -> (tensor<12x&x&x$>, tensor<12x&xi32>) {\n  %w = stablehlo.constant ", n, is_double);
	put_matrices(n, is_double);
	put_text(" : tensor<12x&x&x$>\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		 "  %ys = stablehlo.constant dense<0.0> : tensor<12x&x&x$>\n  %ps = stablehlo.constant dense<0> : tensor<12x&xi32>\n"
		 "  %r:3 = stablehlo.while(%i = %zero, %s = %ys, %t = %ps) : tensor<i32>, tensor<12x&x&x$>, tensor<12x&xi32>\n  cond {\n"
		 "  %n = stablehlo.constant dense<12> : tensor<i32>\n"
		 "  %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %less : tensor<i1>\n  } do {\n"
		 "  %one = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %one : tensor<i32>\n"
		 "  %a3 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, &, &] : (tensor<12x&x&x$>, tensor<i32>, tensor<i32>, tensor<i32>) "
		 "-> tensor<1x&x&x$>\n  %a = stablehlo.reshape %a3 : (tensor<1x&x&x$>) -> tensor<&x&x$>\n"
		 "  %b3 = stablehlo.dynamic_slice %w, %j, %zero, %zero, sizes = [1, &, &] : (tensor<12x&x&x$>, tensor<i32>, tensor<i32>, tensor<i32>) "
		 "-> tensor<1x&x&x$>\n  %b = stablehlo.reshape %b3 : (tensor<1x&x&x$>) -> tensor<&x&x$>\n", n, is_double);
	put_text(text, n, is_double);
	put_text("  %y3 = stablehlo.reshape %y : (tensor<&x&x$>) -> tensor<1x&x&x$>\n  %p2 = stablehlo.reshape %p : (tensor<&xi32>) -> tensor<1x&xi32>\n"
		 "  %u = stablehlo.dynamic_update_slice %s, %y3, %i, %zero, %zero : (tensor<12x&x&x$>, tensor<1x&x&x$>, tensor<i32>, tensor<i32>, "
		 "tensor<i32>) -> tensor<12x&x&x$>\n"
		 "  %v = stablehlo.dynamic_update_slice %t, %p2, %i, %zero : (tensor<12x&xi32>, tensor<1x&xi32>, tensor<i32>, tensor<i32>) -> "
		 "tensor<12x&xi32>\n  stablehlo.return %j, %u, %v : tensor<i32>, tensor<12x&x&x$>, tensor<12x&xi32>\n  }\n"
		 "  return %r#1, %r#2 : tensor<12x&x&x$>, tensor<12x&xi32>\n}\n", n, is_double);
}

/* ---- results */

/* The same bits, or both NaNs: which one a sum of two NaNs is, is not defined. */
static bool is_same(const struct kernels_tensor *a, const struct kernels_tensor *b, size_t i)
{
	if (a->dtype == KERNELS_I32)
		return ((const int32_t *)kernels_tensor_bytes(a))[i] == ((const int32_t *)kernels_tensor_bytes(b))[i];
	const size_t size = kernels_dtype_size(a->dtype);
	const char *x = (const char *)kernels_tensor_bytes(a) + i * size, *y = (const char *)kernels_tensor_bytes(b) + i * size;
	double p, q;
	float narrow[2];
	if (a->dtype == KERNELS_F64) {
		memcpy(&p, x, sizeof p);
		memcpy(&q, y, sizeof q);
	} else {
		memcpy(&narrow[0], x, sizeof(float));
		memcpy(&narrow[1], y, sizeof(float));
		p = narrow[0];
		q = narrow[1];
	}
	return memcmp(x, y, size) == 0 || (isnan(p) && isnan(q));
}

/* `rows`: of the second result. */
static void compare(struct model *models, const char *name, size_t n, bool is_double, size_t rows)
{
	struct async_value *results[3][2] = { { NULL } };
	for (int k = 0; k < 3; k++) {
		const struct kernels_function *function = bef_file_find(models[k].file, "main", 4);
		if (!CHECK(function != NULL) || !CHECK(model_call(&runner, &models[k], function, NULL, results[k])))
			check_report(__FILE__, __LINE__, "%s: %s", name, models[k].why);
	}
	for (int k = 1; k < 3; k++)
		for (int i = 0; i < 2 && results[0][i] && results[k][i]; i++) {
			const struct kernels_tensor *a = async_value_payload(results[0][i]), *b = async_value_payload(results[k][i]);
			const size_t each = i == 0 ? n * n : n;
			for (size_t at = 0; at < (i == 0 ? MATRICES : rows) * each; at++)
				if (!is_same(a, b, at)) {
					check_report(__FILE__, __LINE__, "result %d of %s, %zu x %zu %s, differs for matrix %zu at %zu%s", i, name, n, n,
						is_double ? "f64" : "f32", at / each, at % each, k == 2 ? " without code" : "");
					break;
				}
		}
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 2; i++)
			async_value_release(results[k][i]);
}

/* With a kernel per operation, as steps with machine code, and interpreted. */
static void check_body(const char *name, const char *text, size_t n, bool is_double)
{
	struct model models[3];
	write_program(text, n, is_double);
	for (int k = 0; k < 3; k++) {
		runner.no_fusing = k == 0;
		kernels_hlo_code_allow(k != 2);
		if (!model_open(&runner, written.text, written.size, "small_solvers_test.mlir", false, &models[k]))
			check_report(__FILE__, __LINE__, "%s %zu\n%s\n%s", name, n, models[k].why, models[k].missing);
		else
			CHECK_INT(model_contains(&models[k], "hlo.while_scalars"), k != 0);
	}
	if (models[0].file && models[1].file && models[2].file)
		compare(models, name, n, is_double, MATRICES);
	for (int k = 0; k < 3; k++)
		model_close(&models[k]);
	kernels_hlo_code_allow(true);
}

static void have_the_bits_of_kernels(void)
{
	static const size_t sizes[] = { 2, 3, 4, 8 };
	runner_init(&runner, 0);
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (int is_double = 0; is_double < 2; is_double++) {
			for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
				if (sizes[s] <= bodies[i].most)
					check_body(bodies[i].name, bodies[i].text, sizes[s], is_double);
			for (unsigned form = 0; form < 16; form++) {
				char name[32];
				snprintf(name, sizeof name, "triangular form %u", form);
				check_body(name, triangular(form), sizes[s], is_double);
			}
		}
	runner_finish(&runner);
}

/* A function with many kernels is one too, also without a loop. */
static void functions_are_one_kernel(void)
{
#define SOLVE(from, to, lower)                                                                                                 \
	"  %" to " = \"stablehlo.triangular_solve\"(%f#0, %" from ") <{left_side = true, lower = " lower ", unit_diagonal = " lower ", "    \
	"transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<&x&x$>, tensor<&x&x$>) -> tensor<&x&x$>\n"
#define MULTIPLY(x, y, to) \
	"  %" to " = stablehlo.dot_general %" x ", %" y ", contracting_dims = [1] x [0] : (tensor<&x&x$>, tensor<&x&x$>) -> tensor<&x&x$>\n"
	runner_init(&runner, 0);
	for (unsigned is_double = 0; is_double < 2; is_double++) {
		struct model models[3];
		written.size = 0;
		state = 4;
		put_text("func.func @main() -> (tensor<12x&x&x$>, tensor<&xi32>) {\n  %w = stablehlo.constant ", 4, is_double);
		put_matrices(4, is_double);
		put_text(" : tensor<12x&x&x$>\n  %s = stablehlo.slice %w [0:1, 0:&, 0:&] : (tensor<12x&x&x$>) -> tensor<1x&x&x$>\n"
			 "  %a = stablehlo.reshape %s : (tensor<1x&x&x$>) -> tensor<&x&x$>\n" GETRF("&", "&", "&", "a", "f") SOLVE("a", "b", "true")
			 SOLVE("b", "c", "false") MULTIPLY("a", "c", "d") MULTIPLY("d", "a", "g") MULTIPLY("g", "c", "h") MULTIPLY("h", "a", "l")
			 "  %y = stablehlo.broadcast_in_dim %l, dims = [1, 2] : (tensor<&x&x$>) -> tensor<12x&x&x$>\n"
			 "  return %y, %f#1 : tensor<12x&x&x$>, tensor<&xi32>\n}\n", 4, is_double);
		for (int k = 0; k < 3; k++) {
			runner.no_fusing = k == 0;
			kernels_hlo_code_allow(k != 2);
			if (!model_open(&runner, written.text, written.size, "small_solvers_test.mlir", false, &models[k]))
				check_report(__FILE__, __LINE__, "%s\n%s", models[k].why, models[k].missing);
			else
				CHECK_INT(model_contains(&models[k], "hlo.while_scalars"), k != 0);
		}
		if (models[0].file && models[1].file && models[2].file)
			compare(models, "a function", 4, is_double, 1);
		for (int k = 0; k < 3; k++)
			model_close(&models[k]);
		kernels_hlo_code_allow(true);
	}
	runner_finish(&runner);
}

/* Interpreted, the steps of a large matrix take longer than a kernel, those of a small one less. */
static void stay_kernels_without_code(void)
{
	runner_init(&runner, 0);
	for (unsigned k = 0; k < 4; k++) {
		struct model model;
		const size_t n = k / 2 == 0 ? 2 : 8;
		runner.no_code = k % 2;
		write_program(GETRF("&", "&", "&", "a", "f") "  %p = stablehlo.add %f#1, %f#1 : tensor<&xi32>\n"
			"  %y = stablehlo.add %f#0, %f#0 : tensor<&x&x$>\n", n, true);
		if (model_open(&runner, written.text, written.size, "small_solvers_test.mlir", false, &model))
			CHECK_INT(model_contains(&model, "hlo.lapack_getrf"), k == 3);
		else
			check_report(__FILE__, __LINE__, "%s", model.why);
		model_close(&model);
	}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(have_the_bits_of_kernels), CHECK_CASE(functions_are_one_kernel),
		CHECK_CASE(stay_kernels_without_code) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
