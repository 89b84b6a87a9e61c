/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that move elements: sorts, windows, gather and scatter, layout; each as an op that is prepared once and called
 * many times. One line of JSON per case: the least time of a call, the bytes of operands and results per nanosecond, and
 * the time relative to memcpy() of the result.
 *
 * Arguments: number of threads (default 1), then the beginning of the names to measure. With one thread times are processor
 * time of the thread, which other programs disturb less. */
#include "operation.h"
#include <malloc.h>

#define LEAST_NS 4e6   /* of a batch of calls */
#define BATCHES 15

/* ---- cases */

struct moves {
	const char *name, *kernel;
	const char *operands, *results, *attributes; /* as operation_begin() reads them */
};

#define POOL(windows, steps, padding, type) \
	"window_dimensions=" windows ";window_strides=" steps ";padding=" padding ";base_dilations=[1,1,1,1];" \
	"window_dilations=[1,1,1,1];captures=0;body=" type
#define MAX(type) type " " type "; maximum 0 1 " type "; return 2"
#define SUM(type) type " " type "; add 0 1 " type "; return 2"
/* JAX's comparator, alone and with indices */
#define JAX_ONE \
	"f32 f32; " \
	"constant 0x0 f32; constant 0x7FC00000 f32; compare.EQ.FLOAT 0 2 i1; select 4 2 0 f32; compare.NE.FLOAT 0 0 i1; " \
	"select 6 3 5 f32; compare.EQ.FLOAT 1 2 i1; select 8 2 1 f32; compare.NE.FLOAT 1 1 i1; " \
	"select 10 3 9 f32; compare.LT.TOTALORDER 7 11 i1; return 12"
#define JAX_TWO \
	"f32 f32 i32 i32; " \
	"constant 0x0 f32; constant 0x7FC00000 f32; compare.EQ.FLOAT 0 4 i1; select 6 4 0 f32; compare.NE.FLOAT 0 0 i1; " \
	"select 8 5 7 f32; compare.EQ.FLOAT 1 4 i1; select 10 4 1 f32; compare.NE.FLOAT 1 1 i1; " \
	"select 12 5 11 f32; compare.LT.TOTALORDER 9 13 i1; return 14"
#define SORT "captures=0;is_stable=true;dimension="
#define ROWS_OF(sizes) \
	"offset_dims=[1];collapsed_slice_dims=[0];operand_batching_dims=[];start_indices_batching_dims=[];" \
	"start_index_map=[0];index_vector_dim=1;slice_sizes=" sizes
#define ADD_ROWS \
	"update_window_dims=[1];inserted_window_dims=[0];input_batching_dims=[];scatter_indices_batching_dims=[];" \
	"scatter_dims_to_operand_dims=[0];index_vector_dim=1;captures=0;body="

static const struct moves cases[] = {
	{ "sort_f32_1m", "sort", "f32[1048576]", "f32[1048576]", SORT "0;comparator=" JAX_ONE },
	{ "sort_argsort_1m", "sort", "f32[1048576] i32[1048576]", "f32[1048576] i32[1048576]", SORT "0;comparator=" JAX_TWO },
	{ "sort_i32_1m", "sort", "i32[1048576]", "i32[1048576]", SORT "0;comparator=i32 i32; compare.LT.SIGNED 0 1 i1; return 2" },
	{ "sort_i64_1m", "sort", "i64[1048576]", "i64[1048576]", SORT "0;comparator=i64 i64; compare.LT.SIGNED 0 1 i1; return 2" },
	{ "sort_f64_1m", "sort", "f64[1048576]", "f64[1048576]", SORT "0;comparator=f64 f64; compare.LT.TOTALORDER 0 1 i1; return 2" },
	{ "sort_bf16_1m", "sort", "bf16[1048576]", "bf16[1048576]", SORT "0;comparator=bf16 bf16; compare.LT.TOTALORDER 0 1 i1; return 2" },
	{ "sort_few_values_1m", "sort", "i32[1048576]<10", "i32[1048576]", SORT "0;comparator=i32 i32; compare.LT.SIGNED 0 1 i1; return 2" },
	{ "sort_two_keys_100k", "sort", "i32[100000]<100 f32[100000] i32[100000]", "i32[100000] f32[100000] i32[100000]",
		SORT "0;comparator=i32 i32 f32 f32 i32 i32; compare.LT.SIGNED 0 1 i1; compare.EQ.SIGNED 0 1 i1; "
		     "compare.LT.TOTALORDER 2 3 i1; and 7 8 i1; or 6 9 i1; return 10" },
	{ "sort_two_keys_merged_10k", "sort", "f32[10000]", "f32[10000]", SORT "0;comparator=f32 f32; abs 0 f32; abs 1 f32; "
		"compare.LT.FLOAT 2 3 i1; return 4" },
	{ "sort_64_rows_of_32", "sort", "f32[64,32]", "f32[64,32]", SORT "1;comparator=" JAX_ONE },
	{ "sort_100k_rows_of_10", "sort", "f32[100000,10]", "f32[100000,10]", SORT "1;comparator=" JAX_ONE },
	{ "sort_argsort_100k_rows_of_10", "sort", "f32[100000,10] i32[100000,10]", "f32[100000,10] i32[100000,10]",
		SORT "1;comparator=" JAX_TWO },
	{ "sort_100_rows_of_1000", "sort", "f32[100,1000]", "f32[100,1000]", SORT "1;comparator=" JAX_ONE },
	{ "sort_1000_columns_of_100", "sort", "f32[100,1000]", "f32[100,1000]", SORT "0;comparator=" JAX_ONE },
	{ "sort_top_100_of_1m", "top_k", "f32[1048576]", "f32[100] i32[100]", "k=100" },
	{ "sort_top_40_of_32_rows_of_50k", "top_k", "f32[32,50000]", "f32[32,40] i32[32,40]", "k=40" },
	{ "pool_max_resnet_3x3s2_f32", "reduce_window", "f32[1,112,112,64] f32[]", "f32[1,56,56,64]",
		POOL("[1,3,3,1]", "[1,2,2,1]", "[0,0,0,1,0,1,0,0]", MAX("f32")) },
	{ "pool_max_2x2_bf16", "reduce_window", "bf16[32,32,32,32] bf16[]", "bf16[32,16,16,32]",
		POOL("[1,2,2,1]", "[1,2,2,1]", "[0,0,0,0,0,0,0,0]", MAX("bf16")) },
	{ "pool_max_2x2_f32", "reduce_window", "f32[32,32,32,32] f32[]", "f32[32,16,16,32]",
		POOL("[1,2,2,1]", "[1,2,2,1]", "[0,0,0,0,0,0,0,0]", MAX("f32")) },
	{ "pool_sum_3x3_f32", "reduce_window", "f32[1,56,56,64] f32[]", "f32[1,56,56,64]",
		POOL("[1,3,3,1]", "[1,1,1,1]", "[0,0,1,1,1,1,0,0]", SUM("f32")) },
	{ "pool_sum_2x2_bf16", "reduce_window", "bf16[32,32,32,32] bf16[]", "bf16[32,16,16,32]",
		POOL("[1,2,2,1]", "[1,2,2,1]", "[0,0,0,0,0,0,0,0]", SUM("bf16")) },
	{ "pool_max_nchw_3x3s2_f32", "reduce_window", "f32[1,64,112,112] f32[]", "f32[1,64,56,56]",
		POOL("[1,1,3,3]", "[1,1,2,2]", "[0,0,0,0,0,1,0,1]", MAX("f32")) },
	{ "pool_sum_nchw_2x2_f32", "reduce_window", "f32[8,32,32,32] f32[]", "f32[8,32,16,16]",
		POOL("[1,1,2,2]", "[1,1,2,2]", "[0,0,0,0,0,0,0,0]", SUM("f32")) },
	{ "pool_cumsum_1m", "reduce_window", "f32[1048576] f32[]", "f32[1048576]",
		"window_dimensions=[1048576];window_strides=[1];padding=[1048575,0];base_dilations=[1];window_dilations=[1];"
		"captures=0;body=" SUM("f32") },
	{ "pool_gradient_2x2_f32", "select_and_scatter", "f32[32,32,32,32] f32[32,16,16,32] f32[]", "f32[32,32,32,32]",
		"window_dimensions=[1,2,2,1];window_strides=[1,2,2,1];padding=[0,0,0,0,0,0,0,0];captures=0;"
		"select=f32 f32; compare.GE.FLOAT 0 1 i1; return 2;scatter=" SUM("f32") },
	{ "pool_gradient_3x3s2_f32", "select_and_scatter", "f32[1,112,112,64] f32[1,56,56,64] f32[]", "f32[1,112,112,64]",
		"window_dimensions=[1,3,3,1];window_strides=[1,2,2,1];padding=[0,0,0,1,0,1,0,0];captures=0;"
		"select=f32 f32; compare.GE.FLOAT 0 1 i1; return 2;scatter=" SUM("f32") },
	{ "gather_64_rows_of_256", "gather", "f32[32000,256] i32[64,1]<32000", "f32[64,256]", ROWS_OF("[1,256]") },
	{ "gather_10k_rows_of_64", "gather", "f32[32000,64] i32[10000,1]<32000", "f32[10000,64]", ROWS_OF("[1,64]") },
	{ "gather_100k_elements", "gather", "f32[100000] i32[100000,1]<100000", "f32[100000]",
		"offset_dims=[];collapsed_slice_dims=[0];operand_batching_dims=[];start_indices_batching_dims=[];"
		"start_index_map=[0];index_vector_dim=1;slice_sizes=[1]" },
	{ "scatter_add_10k_rows_of_64", "scatter", "f32[32000,64] i32[10000,1]<32000 f32[10000,64]", "f32[32000,64]",
		ADD_ROWS SUM("f32") },
	{ "scatter_add_64_rows_of_256", "scatter", "f32[1000,256] i32[64,1]<1000 f32[64,256]", "f32[1000,256]",
		ADD_ROWS SUM("f32") },
	{ "scatter_add_100k_elements", "scatter", "f32[100000] i32[100000,1]<100000 f32[100000]", "f32[100000]",
		"update_window_dims=[];inserted_window_dims=[0];input_batching_dims=[];scatter_indices_batching_dims=[];"
		"scatter_dims_to_operand_dims=[0];index_vector_dim=1;captures=0;body=" SUM("f32") },
	{ "layout_splat_f32_128x1024", "broadcast_in_dim", "f32[]", "f32[128,1024]", "broadcast_dimensions=[]" },
	{ "layout_row_f32_128x1024", "broadcast_in_dim", "f32[1024]", "f32[128,1024]", "broadcast_dimensions=[1]" },
	{ "layout_column_f32_128x256", "broadcast_in_dim", "f32[128,1]", "f32[128,256]", "broadcast_dimensions=[0,1]" },
	{ "layout_column_f32_8x128x128", "broadcast_in_dim", "f32[8,128]", "f32[8,128,128]", "broadcast_dimensions=[0,1]" },
	{ "layout_channels_f32_56x56x64", "broadcast_in_dim", "f32[64]", "f32[1,56,56,64]", "broadcast_dimensions=[3]" },
	{ "layout_channels_bf16_32x32x32x32", "broadcast_in_dim", "bf16[1,1,1,32]", "bf16[32,32,32,32]", "broadcast_dimensions=[0,1,2,3]" },
	{ "layout_columns_of_10", "broadcast_in_dim", "f32[100000]", "f32[100000,10]", "broadcast_dimensions=[0]" },
	{ "layout_transpose_f32_1024", "transpose", "f32[1024,1024]", "f32[1024,1024]", "permutation=[1,0]" },
	{ "layout_transpose_f32_128x1024", "transpose", "f32[128,1024]", "f32[1024,128]", "permutation=[1,0]" },
	{ "layout_transpose_bf16_1024", "transpose", "bf16[1024,1024]", "bf16[1024,1024]", "permutation=[1,0]" },
	{ "layout_transpose_i8_1024", "transpose", "i8[1024,1024]", "i8[1024,1024]", "permutation=[1,0]" },
	{ "layout_transpose_f64_512", "transpose", "f64[512,512]", "f64[512,512]", "permutation=[1,0]" },
	{ "layout_transpose_heads", "transpose", "f32[128,8,32]", "f32[8,128,32]", "permutation=[1,0,2]" },
	{ "layout_transpose_nhwc_nchw", "transpose", "f32[1,56,56,64]", "f32[1,64,56,56]", "permutation=[0,3,1,2]" },
	{ "layout_transpose_images", "transpose", "f32[8,3,224,224]", "f32[8,224,224,3]", "permutation=[0,2,3,1]" },
	{ "layout_pad_1", "pad", "f32[1,56,56,64] f32[]", "f32[1,58,58,64]",
		"edge_padding_low=[0,1,1,0];edge_padding_high=[0,1,1,0];interior_padding=[0,0,0,0]" },
	{ "layout_pad_interior", "pad", "f32[512,512] f32[]", "f32[1023,1023]",
		"edge_padding_low=[0,0];edge_padding_high=[0,0];interior_padding=[1,1]" },
	{ "layout_concatenate_rows", "concatenate", "f32[128,256] f32[128,256]", "f32[256,256]", "dimension=0" },
	{ "layout_concatenate_columns", "concatenate", "f32[128,256] f32[128,256]", "f32[128,512]", "dimension=1" },
	{ "layout_concatenate_pairs", "concatenate", "f32[100000,1] f32[100000,1]", "f32[100000,2]", "dimension=1" },
	{ "layout_slice_columns", "slice", "f32[128,768]", "f32[128,256]", "start_indices=[0,256];limit_indices=[128,512];strides=[1,1]" },
	{ "layout_slice_every_second", "slice", "f32[512,512]", "f32[512,256]", "start_indices=[0,0];limit_indices=[512,512];strides=[1,2]" },
	{ "layout_slice_component", "slice", "f32[100000,3]", "f32[100000,1]", "start_indices=[0,1];limit_indices=[100000,2];strides=[1,1]" },
	{ "layout_reverse_f32", "reverse", "f32[512,512]", "f32[512,512]", "dimensions=[1]" },
	{ "layout_iota_1m", "iota", "", "i32[1048576]", "iota_dimension=0" },
	{ "layout_iota_rows", "iota", "", "i32[1024,1024]", "iota_dimension=0" },
};

/* ---- measuring */

/* memcpy() of a result into memory that has been written before. */
static double measure_copy(double bytes)
{
	const size_t size = (size_t)bytes;
	char *from = need(malloc(size)), *to = need(malloc(size));
	double best = INFINITY;
	memset(from, 1, size);
	memset(to, 1, size);
	for (int i = 0; i < 30; i++) {
		const double start = now();
		memcpy(to, from, size);
		__asm__ volatile("" : : "r"(to) : "memory");
		best = fmin(best, now() - start);
	}
	free(from);
	free(to);
	return best;
}

static void measure(const struct moves *moves)
{
	struct operation op = operation_begin(moves->kernel, moves->operands, moves->results, moves->attributes);
	const double best = operation_time(&op, BATCHES, LEAST_NS);
	printf("{\"lib\": \"kernels-hlo\", \"name\": \"%s\", \"threads\": %u, \"ms\": %.4f, \"bytes_per_ns\": %.2f, \"memcpy\": %.2f}\n",
		moves->name, threads, best / 1e6, op.bytes / best, best / measure_copy(op.result_bytes));
	fflush(stdout);
	operation_end(&op);
}

int main(int count, char **arguments)
{
	/* Large results get memory that has been used, as by allocators that keep it: page faults would hide the kernels. */
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	open_host(count, arguments, async_allocator_cached());
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (wanted(cases[i].name))
			measure(&cases[i]);
	close_host();
	return 0;
}
