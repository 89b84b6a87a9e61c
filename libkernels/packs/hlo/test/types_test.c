/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the README: it lists exactly the kernels of the pack, and each kernel accepts exactly the element types of
 * its row, which is tried with a small call per kernel and type. */
#include "arrays.h"
#include "bodies.h"
#include "table.h"

/* ---- one call per kernel: operands of one or two elements of type t */

static const int64_t one[] = { 1 }, two[] = { 2 }, zero[] = { 0 };

static void vector(enum kernels_dtype t, int64_t size) { operand(array_make(t, 1, &size)); }
static void point(enum kernels_dtype t) { operand(array_make(t, 0, NULL)); }
static void positions(int64_t value) { operand_ints(KERNELS_I64, 1, &value); }

static enum kernels_dtype part_of(enum kernels_dtype t)
{
	return t == KERNELS_COMPLEX64 ? KERNELS_F32 : t == KERNELS_COMPLEX128 ? KERNELS_F64 : t;
}

#define SECOND "@ @; return 1"

static void call_unary(enum kernels_dtype t) { vector(t, 2); calls_result(t, 1, two); }
static void call_binary(enum kernels_dtype t) { vector(t, 2); call_unary(t); }
static void call_clamp(enum kernels_dtype t) { vector(t, 2); call_binary(t); }
static void call_part(enum kernels_dtype t) { vector(t, 2); calls_result(part_of(t), 1, two); }
static void call_predicate(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_I1, 1, two); }
static void call_select(enum kernels_dtype t) { point(KERNELS_I1); call_binary(t); }

static void call_check(enum kernels_dtype t)
{
	vector(t, 2);
	vector(t, 2);
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
}

static void call_print(enum kernels_dtype t)
{
	vector(t, 2);
	calls_token();
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
}

static void call_probe(enum kernels_dtype t)
{
	call_print(t);
	calls_text("probe_id", "p");
}

static void call_check_almost(enum kernels_dtype t)
{
	call_check(t);
	calls_double("tolerance", 0.5);
}

static void call_check_close(enum kernels_dtype t)
{
	call_check(t);
	calls_int("max_ulp_difference", 1);
	calls_int("min_ulp_difference", 0);
}

static void call_compare(enum kernels_dtype t)
{
	vector(t, 2);
	call_predicate(t);
	calls_text("comparison_direction", "LT");
	calls_text("compare_type", "NOTYPE");
}

static void call_complex(enum kernels_dtype t)
{
	vector(t, 2);
	vector(t, 2);
	calls_result(t == KERNELS_F64 ? KERNELS_COMPLEX128 : KERNELS_COMPLEX64, 1, two);
}

static void call_reduce_precision(enum kernels_dtype t)
{
	call_unary(t);
	calls_int("exponent_bits", 3);
	calls_int("mantissa_bits", 2);
}

static void call_fused(enum kernels_dtype t) { call_binary(t); body_of("body", SECOND, t); }

static void call_loop_fusion(enum kernels_dtype t)
{
	call_fused(t);
	calls_ints("dims", 1, two);
	calls_ints("maps", 4, (int64_t[]){ 0, 1, 0, 1 });
	calls_int("column_rank", 0);
	calls_int("row_rank", 0);
}

static void call_map(enum kernels_dtype t)
{
	call_fused(t);
	calls_int("captures", 0);
	calls_ints("dimensions", 1, zero);
}

static void quantization(void)
{
	calls_int("quantization_dimension", -1);
	calls_int("storage_min", 0);
	calls_int("storage_max", 1);
	calls_doubles("scales", 1, (double[]){ 0.5 });
	calls_ints("zero_points", 1, zero);
}

static void call_quantize(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_I8, 1, two); quantization(); }
static void call_dequantize(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_F32, 1, two); quantization(); }

/* ---- layout, views */

static void call_broadcast(enum kernels_dtype t) { call_unary(t); calls_ints("broadcast_dimensions", 1, zero); }
static void call_concatenate(enum kernels_dtype t) { vector(t, 1); vector(t, 1); calls_result(t, 1, two); calls_int("dimension", 0); }
static void call_sized(enum kernels_dtype t) { vector(t, 2); positions(2); calls_result(t, 1, two); }
static void call_dynamic_broadcast(enum kernels_dtype t) { call_sized(t); calls_ints("broadcast_dimensions", 1, zero); }
static void call_iota(enum kernels_dtype t) { calls_result(t, 1, two); calls_int("iota_dimension", 0); }
static void call_dynamic_iota(enum kernels_dtype t) { positions(2); call_iota(t); }

static void call_dynamic_pad(enum kernels_dtype t)
{
	vector(t, 1);
	point(t);
	positions(1);
	positions(0);
	positions(0);
	calls_result(t, 1, two);
}

static void call_dynamic_slice(enum kernels_dtype t)
{
	vector(t, 2);
	point(KERNELS_I32);
	calls_result(t, 1, one);
	calls_ints("slice_sizes", 1, one);
}

static void call_update(enum kernels_dtype t) { vector(t, 2); vector(t, 1); point(KERNELS_I32); calls_result(t, 1, two); }

static void call_pad(enum kernels_dtype t)
{
	vector(t, 1);
	point(t);
	calls_result(t, 1, two);
	calls_ints("edge_padding_low", 1, one);
	calls_ints("edge_padding_high", 1, zero);
	calls_ints("interior_padding", 1, zero);
}

static void call_real_slice(enum kernels_dtype t)
{
	vector(t, 2);
	positions(0);
	positions(2);
	positions(1);
	calls_result(t, 1, two);
}

static void call_reverse(enum kernels_dtype t) { call_unary(t); calls_ints("dimensions", 1, zero); }
static void call_transpose(enum kernels_dtype t) { call_unary(t); calls_ints("permutation", 1, zero); }

static void call_slice(enum kernels_dtype t)
{
	vector(t, 2);
	calls_result(t, 1, one);
	calls_ints("start_indices", 1, one);
	calls_ints("limit_indices", 1, two);
	calls_ints("strides", 1, one);
}

static void call_size(enum kernels_dtype t) { vector(t, 2); calls_result(KERNELS_I32, 0, NULL); calls_int("dimension", 0); }

static void call_set_size(enum kernels_dtype t)
{
	struct array size = array_make(KERNELS_I32, 0, NULL);
	array_set(&size, 0, 2);
	vector(t, 2);
	operand(size);
	calls_result(t, 1, two);
	calls_int("dimension", 0);
}

/* ---- sorting, windows, products */

static void call_sort(enum kernels_dtype t)
{
	call_unary(t);
	body_of("comparator", "@ @; compare.LT.NOTYPE 0 1 i1; return 2", t);
	calls_int("captures", 0);
	calls_int("dimension", 0);
	calls_bool("is_stable", false);
}

static void call_top_k(enum kernels_dtype t)
{
	vector(t, 2);
	calls_result(t, 1, one);
	calls_result(KERNELS_I32, 1, one);
	calls_int("k", 1);
}

static void gathering(void)
{
	calls_ints("collapsed_slice_dims", 1, zero);
	calls_int("index_vector_dim", 1);
	calls_ints("offset_dims", 0, zero);
	calls_ints("operand_batching_dims", 0, zero);
	calls_ints("start_index_map", 1, zero);
	calls_ints("start_indices_batching_dims", 0, zero);
}

static void call_gather(enum kernels_dtype t)
{
	vector(t, 2);
	vector(KERNELS_I32, 2);
	calls_result(t, 1, two);
	calls_ints("slice_sizes", 1, one);
	gathering();
}

static void call_dynamic_gather(enum kernels_dtype t)
{
	vector(t, 2);
	vector(KERNELS_I32, 2);
	positions(1);
	calls_result(t, 1, two);
	gathering();
}

static void call_scatter(enum kernels_dtype t)
{
	vector(t, 2);
	vector(KERNELS_I32, 2);
	vector(t, 2);
	calls_result(t, 1, two);
	body_of("body", SECOND, t);
	calls_int("captures", 0);
	calls_int("index_vector_dim", 1);
	calls_ints("input_batching_dims", 0, zero);
	calls_ints("inserted_window_dims", 1, zero);
	calls_ints("scatter_dims_to_operand_dims", 1, zero);
	calls_ints("scatter_indices_batching_dims", 0, zero);
	calls_ints("update_window_dims", 0, zero);
}

static void call_reduce(enum kernels_dtype t)
{
	vector(t, 2);
	point(t);
	calls_result(t, 0, NULL);
	body_of("body", SECOND, t);
	calls_int("captures", 0);
	calls_ints("dimensions", 1, zero);
}

static void windows(void)
{
	calls_int("captures", 0);
	calls_ints("padding", 2, (int64_t[]){ 0, 0 });
	calls_ints("window_dimensions", 1, one);
	calls_ints("window_strides", 1, one);
}

static void call_reduce_window(enum kernels_dtype t)
{
	vector(t, 2);
	point(t);
	calls_result(t, 1, two);
	body_of("body", SECOND, t);
	windows();
	calls_ints("base_dilations", 1, one);
	calls_ints("window_dilations", 1, one);
}

static void call_select_and_scatter(enum kernels_dtype t)
{
	call_binary(t); /* the operand, source, then the initial value */
	point(t);
	body_of("select", "@ @; constant 0x1 i1; return 2", t);
	body_of("scatter", SECOND, t);
	windows();
}

static void call_dot_general(enum kernels_dtype t)
{
	vector(t, 2);
	vector(t, 2);
	calls_result(t, 0, NULL);
	calls_dot(0, 0, 0);
}

static void call_dot_general_fused(enum kernels_dtype t)
{
	call_dot_general(t);
	body_of("epilogue", "@; return 0", t);
	calls_ints("epilogue_maps", 0, zero);
}

/* One dimension in space, one element of everything. */
static void convolution(enum kernels_dtype t, bool dynamic)
{
	static const int64_t dims[] = { 1, 1, 1 }, space[] = { 2 }, padding[] = { 0, 0 };
	operand(array_make(t, 3, dims));
	operand(array_make(t, 3, dims));
	if (dynamic)
		operand(array_make(KERNELS_I64, 2, (int64_t[]){ 1, 2 }));
	else
		calls_ints("padding", 2, padding);
	calls_result(t, 3, dims);
	calls_int("batch_group_count", 1);
	calls_int("feature_group_count", 1);
	calls_int("input_batch_dimension", 0);
	calls_int("input_feature_dimension", 1);
	calls_ints("input_spatial_dimensions", 1, space);
	calls_int("kernel_input_feature_dimension", 0);
	calls_int("kernel_output_feature_dimension", 1);
	calls_ints("kernel_spatial_dimensions", 1, space);
	calls_int("output_batch_dimension", 0);
	calls_int("output_feature_dimension", 1);
	calls_ints("output_spatial_dimensions", 1, space);
	calls_ints("lhs_dilation", 1, one);
	calls_ints("rhs_dilation", 1, one);
	calls_ints("window_reversal", 1, zero);
	calls_ints("window_strides", 1, one);
}

static void call_convolution(enum kernels_dtype t) { convolution(t, false); }
static void call_convolution_fused(enum kernels_dtype t)
{
	convolution(t, false);
	body_of("epilogue", "@; return 0", t);
	calls_ints("epilogue_maps", 0, zero);
}
static void call_dynamic_conv(enum kernels_dtype t) { convolution(t, true); }

/* ---- linear algebra, random numbers: one matrix of one element */

static void matrix(enum kernels_dtype t) { operand(array_make(t, 2, (int64_t[]){ 1, 1 })); }
static void matrix_result(enum kernels_dtype t) { calls_result(t, 2, (int64_t[]){ 1, 1 }); }
static void vector_result(enum kernels_dtype t) { calls_result(t, 1, (int64_t[]){ 1 }); }

static void call_cholesky(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	calls_bool("lower", true);
}

static void call_potrf(enum kernels_dtype t)
{
	call_cholesky(t);
	calls_result(KERNELS_I32, 0, NULL);
}

static void call_triangular_solve(enum kernels_dtype t)
{
	matrix(t);
	call_cholesky(t);
	calls_bool("left_side", true);
	calls_bool("unit_diagonal", true);
	calls_text("transpose_a", "NO_TRANSPOSE");
}

static enum kernels_dtype part_type(enum kernels_dtype t)
{
	return t == KERNELS_COMPLEX64 ? KERNELS_F32 : t == KERNELS_COMPLEX128 ? KERNELS_F64 : t;
}

static void call_fft(enum kernels_dtype t)
{
	const bool real = t != KERNELS_COMPLEX64 && t != KERNELS_COMPLEX128;
	vector(t, 1);
	vector_result(t == KERNELS_F32 ? KERNELS_COMPLEX64 : t == KERNELS_F64 ? KERNELS_COMPLEX128 : t);
	calls_ints("fft_length", 1, (int64_t[]){ 1 });
	calls_text("fft_type", real ? "RFFT" : "FFT");
}

static void call_geqrf(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(t);
}

static void call_orgqr(enum kernels_dtype t)
{
	matrix(t);
	vector(t, 1);
	matrix_result(t);
}

static void call_getrf(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(KERNELS_I32);
	calls_result(KERNELS_I32, 0, NULL);
}

static void call_syevd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(part_type(t));
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("lower", true);
}

static void call_gehrd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	calls_result(t, 1, (int64_t[]){ 0 });
	calls_result(KERNELS_I32, 0, NULL);
	calls_int("low", 1);
	calls_int("high", 1);
}

static void call_sytrd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(part_type(t));
	calls_result(part_type(t), 1, (int64_t[]){ 0 });
	calls_result(t, 1, (int64_t[]){ 0 });
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("lower", true);
}

/* The eigenvalues: of real matrices, two results. */
static void eigenvalue_results(enum kernels_dtype t)
{
	vector_result(t);
	if (part_type(t) == t)
		vector_result(t);
}

static void call_gees(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	matrix_result(t);
	eigenvalue_results(t);
	calls_result(KERNELS_I32, 0, NULL);
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("vectors", true);
}

static void call_geev(enum kernels_dtype t)
{
	matrix(t);
	eigenvalue_results(t);
	for (int i = 0; i < 2; i++)
		matrix_result(part_type(t) == KERNELS_F32 ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128);
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("left", true);
	calls_bool("right", true);
}

static void call_gesdd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(part_type(t));
	matrix_result(t);
	matrix_result(t);
	calls_result(KERNELS_I32, 0, NULL);
	calls_text("mode", "A");
}

static void call_threefry(enum kernels_dtype t)
{
	for (int i = 0; i < 4; i++)
		vector(t, 1);
	for (int i = 0; i < 2; i++)
		vector_result(t);
}

static void call_bits(enum kernels_dtype t)
{
	vector(t, 2);
	calls_result(t, 1, (int64_t[]){ 2 });
	vector_result(KERNELS_UI32);
	calls_text("rng_algorithm", "PHILOX");
}

static void call_rng(enum kernels_dtype t)
{
	operand(array_make(t, 0, NULL));
	operand(array_make(t, 0, NULL));
	operand(array_make(KERNELS_I64, 1, zero));
	calls_result(t, 0, NULL);
	calls_text("rng_distribution", "UNIFORM");
	calls_int("seed", 0);
}

/* Of one process: a tensor and a token. */
static void call_collective(enum kernels_dtype t)
{
	vector(t, 1);
	calls_token();
	vector_result(t);
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	calls_int("channel_id", 0);
}

static void call_grouped(enum kernels_dtype t)
{
	call_collective(t);
	calls_int("group_size", 0);
	calls_ints("replica_groups", 0, NULL);
}

static void call_all_gather(enum kernels_dtype t)
{
	call_grouped(t);
	calls_int("all_gather_dim", 0);
	calls_bool("use_global_device_ids", false);
}

static void call_all_reduce(enum kernels_dtype t)
{
	call_grouped(t);
	body_of("body", SECOND, t);
	calls_bool("use_global_device_ids", false);
}

static void call_reduce_scatter(enum kernels_dtype t)
{
	call_all_reduce(t);
	calls_int("scatter_dimension", 0);
}

static void call_all_to_all(enum kernels_dtype t)
{
	call_grouped(t);
	calls_int("concat_dimension", 0);
	calls_int("split_dimension", 0);
}

static void call_collective_broadcast(enum kernels_dtype t)
{
	call_grouped(t);
	calls_bool("has_dynamic_root", false);
}

static void call_collective_reduce(enum kernels_dtype t)
{
	call_all_reduce(t);
	calls_bool("has_dynamic_root", false);
}

static void call_collective_permute(enum kernels_dtype t)
{
	call_collective(t);
	calls_ints("source_target_pairs", 0, NULL);
}

/* ---- the table */

/* Kernels that are not here are element-wise, with operands and result of one type. */
static const struct {
	const char *name;
	void (*call)(enum kernels_dtype t);
} callers[] = {
	{ "all_gather", call_all_gather },
	{ "all_reduce", call_all_reduce },
	{ "all_to_all", call_all_to_all },
	{ "broadcast_in_dim", call_broadcast },
	{ "check_almost_eq", call_check_almost },
	{ "check_close", call_check_close },
	{ "check_eq", call_check },
	{ "collective_broadcast", call_collective_broadcast },
	{ "collective_permute", call_collective_permute },
	{ "collective_reduce", call_collective_reduce },
	{ "compare", call_compare },
	{ "complex", call_complex },
	{ "concatenate", call_concatenate },
	{ "convolution", call_convolution },
	{ "convolution_fused", call_convolution_fused },
	{ "dot_general", call_dot_general },
	{ "dot_general_fused", call_dot_general_fused },
	{ "dynamic_broadcast_in_dim", call_dynamic_broadcast },
	{ "dynamic_conv", call_dynamic_conv },
	{ "dynamic_gather", call_dynamic_gather },
	{ "dynamic_iota", call_dynamic_iota },
	{ "dynamic_pad", call_dynamic_pad },
	{ "dynamic_reshape", call_sized },
	{ "dynamic_slice", call_dynamic_slice },
	{ "dynamic_update_slice", call_update },
	{ "fused", call_fused },
	{ "gather", call_gather },
	{ "get_dimension_size", call_size },
	{ "imag", call_part },
	{ "iota", call_iota },
	{ "is_finite", call_predicate },
	{ "loop_fusion", call_loop_fusion },
	{ "map", call_map },
	{ "pad", call_pad },
	{ "real", call_part },
	{ "real_dynamic_slice", call_real_slice },
	{ "reduce", call_reduce },
	{ "reduce_precision", call_reduce_precision },
	{ "print", call_print },
	{ "probe", call_probe },
	{ "reduce_scatter", call_reduce_scatter },
	{ "reduce_window", call_reduce_window },
	{ "reverse", call_reverse },
	{ "scatter", call_scatter },
	{ "select", call_select },
	{ "select_and_scatter", call_select_and_scatter },
	{ "set_dimension_size", call_set_size },
	{ "slice", call_slice },
	{ "sort", call_sort },
	{ "top_k", call_top_k },
	{ "transpose", call_transpose },
	{ "abs", call_part },
	{ "cholesky", call_cholesky },
	{ "cu_threefry2x32", call_threefry },
	{ "fft", call_fft },
	{ "lapack_gees", call_gees },
	{ "lapack_geev", call_geev },
	{ "lapack_gehrd", call_gehrd },
	{ "lapack_geqrf", call_geqrf },
	{ "lapack_gesdd", call_gesdd },
	{ "lapack_getrf", call_getrf },
	{ "lapack_orgqr", call_orgqr },
	{ "lapack_potrf", call_potrf },
	{ "lapack_syevd", call_syevd },
	{ "lapack_sytrd", call_sytrd },
	{ "rng", call_rng },
	{ "rng_bit_generator", call_bits },
	{ "triangular_solve", call_triangular_solve },
	{ "uniform_dequantize", call_dequantize },
	{ "uniform_quantize", call_quantize },
};

static bool accepts(const struct kernels_entry *entry, enum kernels_dtype t)
{
	const char *name = entry->kernel->name;
	void (*call)(enum kernels_dtype) = entry->argument_count == 1 ? call_unary
		: entry->argument_count == 2				? call_binary
									: call_clamp;
	for (size_t i = 0; i < sizeof callers / sizeof *callers; i++)
		if (strcmp(callers[i].name, name + 4) == 0)
			call = callers[i].call;
	calls_begin(name);
	call(t);
	return calls_run() == NULL;
}

static void lists_types(void)
{
	const struct kernels_registry *registry = calls_registry();
	size_t rows = 0, kernels = 0;
	CHECK_OR_RETURN(read_document());
	for (const char *at = document; (at = strstr(at, "\n| `hlo.")) != NULL; at++)
		rows++;
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const struct kernels_entry *entry = kernels_registry_at(registry, i);
		char cell[200];
		if (is_of_device(entry->kernel->name))
			continue;
		kernels++;
		if (!find_cell(entry->kernel->name, cell, sizeof cell) || strncmp(cell, "- ", 2) == 0)
			continue;
		for (int t = 1; t < KERNELS_DTYPE_LIMIT; t++) {
			enum kernels_dtype dtype = (enum kernels_dtype)t;
			if (!kernels_hlo__is_element(dtype))
				continue;
			bool listed = is_listed(cell, dtype), accepted = accepts(entry, dtype);
			if (listed != accepted)
				check_report(__FILE__, __LINE__, "%s of %s is %s, but %s", entry->kernel->name,
					kernels_hlo__dtype_name(dtype), listed ? "listed" : "not listed", accepted ? "accepted" : "refused");
		}
	}
	CHECK_INT(rows, kernels);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(lists_types) };
	document_path = argc > 1 ? argv[1] : NULL;
	calls_open(0);
	int code = check_main(1, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
