/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The values of every kernel of the README's table for every element type of its row, against scalar references. */
#include "table.h"
#include "cross_linear.h"

static const struct {
	const char *name;
	void (*run)(const char *name, enum kernels_dtype t);
} crosses[] = {
	{ "abs", cross_unary },
	{ "add", cross_binary },
	{ "all_gather", cross_collective },
	{ "all_reduce", cross_collective },
	{ "all_to_all", cross_collective },
	{ "and", cross_binary },
	{ "atan2", cross_binary },
	{ "bitcast_convert", cross_bitcast },
	{ "broadcast_in_dim", cross_broadcast },
	{ "cbrt", cross_unary },
	{ "ceil", cross_unary },
	{ "check_almost_eq", cross_check },
	{ "check_assertion", cross_assertion },
	{ "check_close", cross_check },
	{ "check_eq", cross_check },
	{ "cholesky", cross_cholesky },
	{ "cholesky_update", cross_cholesky_update },
	{ "clamp", cross_clamp },
	{ "collective_broadcast", cross_collective },
	{ "collective_permute", cross_collective },
	{ "collective_reduce", cross_collective },
	{ "compare", cross_compare },
	{ "complex", cross_complex },
	{ "concatenate", cross_concatenate },
	{ "convert", cross_convert },
	{ "convolution", cross_convolution },
	{ "convolution_fused", cross_convolution },
	{ "cosine", cross_unary },
	{ "count_leading_zeros", cross_unary },
	{ "csr_product", cross_csr_product },
	{ "cu_threefry2x32", cross_threefry },
	{ "divide", cross_binary },
	{ "dot_general", cross_dot_general },
	{ "dot_general_fused", cross_dot_general },
	{ "dynamic_broadcast_in_dim", cross_broadcast },
	{ "dynamic_conv", cross_convolution },
	{ "dynamic_gather", cross_gather },
	{ "dynamic_iota", cross_iota },
	{ "dynamic_pad", cross_pad },
	{ "dynamic_reshape", cross_reshape },
	{ "dynamic_slice", cross_dynamic_slice },
	{ "dynamic_update_slice", cross_update },
	{ "erf", cross_unary },
	{ "exponential", cross_unary },
	{ "exponential_minus_one", cross_unary },
	{ "fft", cross_fft },
	{ "floor", cross_unary },
	{ "fused", cross_expression },
	{ "gather", cross_gather },
	{ "get_dimension_size", cross_get_size },
	{ "imag", cross_unary },
	{ "iota", cross_iota },
	{ "is_finite", cross_unary },
	{ "lapack_gees", cross_gees },
	{ "lapack_geev", cross_geev },
	{ "lapack_gehrd", cross_gehrd },
	{ "lapack_geqp3", cross_geqp3 },
	{ "lapack_geqrf", cross_geqrf },
	{ "lapack_gesdd", cross_gesdd },
	{ "lapack_getrf", cross_getrf },
	{ "lapack_gtsv", cross_gtsv },
	{ "lapack_orgqr", cross_orgqr },
	{ "lapack_ormqr", cross_ormqr },
	{ "lapack_potrf", cross_cholesky },
	{ "lapack_syevd", cross_syevd },
	{ "lapack_sytrd", cross_sytrd },
	{ "log", cross_unary },
	{ "log_plus_one", cross_unary },
	{ "logistic", cross_unary },
	{ "loop_fusion", cross_expression },
	{ "map", cross_expression },
	{ "maximum", cross_binary },
	{ "minimum", cross_binary },
	{ "multiply", cross_binary },
	{ "negate", cross_unary },
	{ "not", cross_unary },
	{ "or", cross_binary },
	{ "pad", cross_pad },
	{ "popcnt", cross_unary },
	{ "power", cross_binary },
	{ "print", cross_print },
	{ "probe", cross_probe },
	{ "real", cross_unary },
	{ "real_dynamic_slice", cross_slice },
	{ "reduce", cross_reduce },
	{ "reduce_precision", cross_reduce_precision },
	{ "reduce_scatter", cross_collective },
	{ "reduce_window", cross_reduce_window },
	{ "reduce_window_spec", cross_reduce_window },
	{ "remainder", cross_binary },
	{ "reshape", cross_reshape },
	{ "reverse", cross_reverse },
	{ "rng", cross_rng },
	{ "rng_bit_generator", cross_bits },
	{ "round_nearest_afz", cross_unary },
	{ "round_nearest_even", cross_unary },
	{ "rsqrt", cross_unary },
	{ "scatter", cross_scatter },
	{ "scatter_spec", cross_scatter },
	{ "select", cross_select },
	{ "select_and_scatter", cross_select_and_scatter },
	{ "set_dimension_size", cross_set_size },
	{ "shift_left", cross_binary },
	{ "shift_right_arithmetic", cross_binary },
	{ "shift_right_logical", cross_binary },
	{ "sign", cross_unary },
	{ "sine", cross_unary },
	{ "slice", cross_slice },
	{ "sort", cross_sort },
	{ "sqrt", cross_unary },
	{ "subtract", cross_binary },
	{ "tan", cross_unary },
	{ "tanh", cross_unary },
	{ "top_k", cross_top_k },
	{ "transpose", cross_transpose },
	{ "triangular_solve", cross_triangular_solve },
	{ "uniform_dequantize", cross_dequantize },
	{ "uniform_quantize", cross_quantize },
	{ "xor", cross_binary },
};

static void run_types(const char *name, const char *cell, void (*run)(const char *name, enum kernels_dtype t))
{
	for (int t = 1; t < KERNELS_DTYPE_LIMIT; t++) {
		const int before = check_failures;
		if (!hlo_kind((enum kernels_dtype)t) || !is_listed(cell, (enum kernels_dtype)t))
			continue;
		calls_begin(name);
		run(name + strlen("hlo."), (enum kernels_dtype)t);
		if (check_failures > before)
			printf("# that was %s of %s\n", name, kernels_hlo__dtype_name((enum kernels_dtype)t));
	}
}

static void all_kernels_and_types(void)
{
	const struct kernels_registry *registry = calls_registry();
	CHECK_OR_RETURN(read_document());
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const char *name = kernels_registry_at(registry, i)->kernel->name;
		char cell[200];
		size_t found = 0;
		if (is_of_device(name) || !find_cell(name, cell, sizeof cell) || strncmp(cell, "- ", 2) == 0)
			continue;
		for (; found < sizeof crosses / sizeof *crosses && strcmp(crosses[found].name, name + strlen("hlo.")) != 0; found++)
			;
		if (found < sizeof crosses / sizeof *crosses)
			run_types(name, cell, crosses[found].run);
		else
			check_report(__FILE__, __LINE__, "%s has no reference here", name);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(all_kernels_and_types) };
	document_path = argc > 1 ? argv[1] : NULL;
	calls_open(0);
	int code = check_main(1, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
