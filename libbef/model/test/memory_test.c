/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of calls: at most little more than the tensors that exist at one time, and the same for any number of rounds of a loop. The queue has
 * one thread, so the counts are the same in each run. */
#include "models.h"

#include <stdlib.h>

#define M "tensor<256x256xf32>"
enum { MATRIX = 256 * 256 * 4, BOOKKEEPING = 16384 };

/* Products cannot be fused with each other, so each result is an array. */
static const char programs[] =
	"func.func @chain(%x: " M ") -> " M " {\n"
	"  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  return %3 : " M "\n"
	"}\n"
	"func.func @residual(%x: " M ") -> " M " {\n"
	"  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %1 = stablehlo.tanh %0 : " M "\n"
	"  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %3 = stablehlo.add %2, %1 : " M "\n"
	"  %4 = stablehlo.exponential %3 : " M "\n"
	"  %5 = stablehlo.dot_general %4, %x, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %6 = stablehlo.multiply %5, %4 : " M "\n"
	"  return %6 : " M "\n"
	"}\n"
	"func.func @made_when_needed(%x: " M ") -> " M " {\n"
	"  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
	"  %a0 = stablehlo.reverse %x, dims = [0] : " M "\n"
	"  %0 = stablehlo.dot_general %x, %a0, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %a1 = stablehlo.reverse %x, dims = [1] : " M "\n"
	"  %1 = stablehlo.dot_general %0, %a1, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %a2 = stablehlo.reverse %x, dims = [0, 1] : " M "\n"
	"  %2 = stablehlo.dot_general %1, %a2, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %a3 = stablehlo.pad %x, %zero, low = [3, 0], high = [-3, 0], interior = [0, 0] : (" M ", tensor<f32>) -> " M "\n"
	"  %3 = stablehlo.dot_general %2, %a3, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %a4 = stablehlo.pad %x, %zero, low = [4, 0], high = [-4, 0], interior = [0, 0] : (" M ", tensor<f32>) -> " M "\n"
	"  %4 = stablehlo.dot_general %3, %a4, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  %a5 = stablehlo.pad %x, %zero, low = [5, 0], high = [-5, 0], interior = [0, 0] : (" M ", tensor<f32>) -> " M "\n"
	"  %5 = stablehlo.dot_general %4, %a5, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"  return %5 : " M "\n"
	"}\n";

static struct async_allocator_stats stats_of(
	struct bef_model *model, const char *name, const struct async_allocator *counting, struct bef_model_tensor *arguments, size_t count)
{
	const struct async_allocator_stats before = async_allocator_stats(counting);
	struct async_allocator_stats stats = { 0 };
	struct bef_model_tensor result = { .data = NULL };
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, bef_model_find(model, name), arguments, count, &result, 1, NULL, &diag), BEF_OK);
	bef_model_tensor_release(&result);
	stats = async_allocator_stats(counting);
	/* more after a first call: splats that the program keeps; a little less if this call does not keep its request for the next one */
	CHECK(stats.live_bytes + BOOKKEEPING >= before.live_bytes);
	stats.peak_bytes -= before.live_bytes;
	stats.total_bytes -= before.total_bytes;
	return stats;
}

static struct bef_model *open_counted(const char *text, struct async_queue *queue, const struct async_allocator *counting)
{
	struct async_host host = ASYNC_HOST_INIT;
	host.queue = queue;
	host.allocator = counting;
	const struct bef_model_options options = { .size = sizeof options, .host = &host };
	return open_text(text, &options);
}

/* Scratch memory of kernels counts, too. */
static void peak_is_near_what_lives(const char *name)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	struct async_queue *queue = async_queue_create_single(NULL);
	float *data = calloc(MATRIX, 1);
	CHECK_OR_RETURN(counting && queue && data);
	struct bef_model *model = open_counted(programs, queue, counting);
	struct bef_model_memory need;
	struct bef_model_tensor x = { .dtype = KERNELS_F32, .rank = 2, .dims = { 256, 256 }, .data = data, .size = MATRIX };
	CHECK_OR_RETURN(model);
	CHECK_INT(bef_model_memory(model, bef_model_find(model, name), &need, NULL), BEF_OK);
	(void)stats_of(model, name, counting, &x, 1);
	/* the peak of opening is not that of calls */
	const uint64_t peak = stats_of(model, name, counting, &x, 1).peak_bytes;
	printf("# %s: %llu bytes at most, %llu live\n", name, (unsigned long long)peak, (unsigned long long)need.bytes);
	CHECK(need.bytes >= 2 * MATRIX);
	CHECK(peak <= need.bytes + need.bytes * 3 / 20 + BOOKKEEPING);
	bef_model_close(model);
	async_queue_destroy(queue);
	async_allocator_destroy(counting);
	free(data);
}

static void chain_needs_two(void) { peak_is_near_what_lives("chain"); }
static void residual_needs_two(void) { peak_is_near_what_lives("residual"); }
static void operands_are_made_when_needed(void) { peak_is_near_what_lives("made_when_needed"); }

/* Round %i adds a row to the 64 x 1024 array. */
static const char loop[] =
	"func.func @rows(%n: tensor<i64>) -> tensor<64x1024xf32> {\n"
	"  %one = stablehlo.constant dense<1> : tensor<i64>\n"
	"  %zero = stablehlo.constant dense<0> : tensor<i64>\n"
	"  %start = stablehlo.constant dense<0.0> : tensor<64x1024xf32>\n"
	"  %r:2 = stablehlo.while(%i = %zero, %rows = %start) : tensor<i64>, tensor<64x1024xf32>\n"
	"    cond {\n"
	"      %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
	"      stablehlo.return %p : tensor<i1>\n"
	"    } do {\n"
	"      %f = stablehlo.convert %i : (tensor<i64>) -> tensor<f32>\n"
	"      %row = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1x1024xf32>\n"
	"      %e = stablehlo.exponential %row : tensor<1x1024xf32>\n"
	"      %new = stablehlo.dynamic_update_slice %rows, %e, %i, %zero : (tensor<64x1024xf32>, tensor<1x1024xf32>, tensor<i64>, "
	"tensor<i64>) -> tensor<64x1024xf32>\n"
	"      %next = stablehlo.add %i, %one : tensor<i64>\n"
	"      stablehlo.return %next, %new : tensor<i64>, tensor<64x1024xf32>\n"
	"    }\n"
	"  return %r#1 : tensor<64x1024xf32>\n"
	"}\n";

static void loops_update_in_place(void)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	struct async_queue *queue = async_queue_create_single(NULL);
	CHECK_OR_RETURN(counting && queue);
	struct bef_model *model = open_counted(loop, queue, counting);
	int64_t rounds[2] = { 4, 64 };
	uint64_t bytes[2];
	CHECK_OR_RETURN(model);
	for (int i = 0; i < 2; i++) {
		struct bef_model_tensor n = { .dtype = KERNELS_I64, .data = &rounds[i], .size = sizeof rounds[i] };
		(void)stats_of(model, "rows", counting, &n, 1);
		bytes[i] = stats_of(model, "rows", counting, &n, 1).total_bytes;
	}
	printf("# %llu bytes in a round\n", (unsigned long long)((bytes[1] - bytes[0]) / 60));
	CHECK((bytes[1] - bytes[0]) / 60 < 3 * 1024 * 4); /* rows, not arrays */
	bef_model_close(model);
	async_queue_destroy(queue);
	async_allocator_destroy(counting);
}

/* ---- the work of a call */

static const char work[] =
	"func.func @product(%x: tensor<20x30xf32>, %y: tensor<30x40xf32>) -> tensor<20x40xf32> {\n"
	"  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<20x30xf32>, tensor<30x40xf32>) -> tensor<20x40xf32>\n"
	"  return %0 : tensor<20x40xf32>\n"
	"}\n"
	"func.func @choose(%p: tensor<i1>, %x: " M ") -> " M " {\n"
	"  %0 = \"stablehlo.if\"(%p) ({\n"
	"    %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (" M ", " M ") -> " M "\n"
	"    stablehlo.return %1 : " M "\n"
	"  }, {\n"
	"    stablehlo.return %x : " M "\n"
	"  }) : (tensor<i1>) -> " M "\n"
	"  return %0 : " M "\n"
	"}\n";

static void work_is_added_up(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = open_text(work, NULL);
	struct bef_model_cost cost = { .size = sizeof cost };
	CHECK_OR_RETURN(model);
	CHECK(good(bef_model_cost(model, bef_model_find(model, "product"), &cost, &diag), &diag));
	CHECK_INT(cost.operations, 2 * 20 * 30 * 40);
	CHECK_INT(cost.bytes_read, 4 * (20 * 30 + 30 * 40));
	CHECK_INT(cost.bytes_written, 4 * 20 * 40);
	CHECK(cost.exact);
	CHECK(good(bef_model_cost(model, bef_model_find(model, "choose"), &cost, &diag), &diag));
	CHECK(cost.operations >= 2ull * 256 * 256 * 256);
	CHECK(!cost.exact);
	bef_model_close(model);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(chain_needs_two),
		CHECK_CASE(residual_needs_two),
		CHECK_CASE(operands_are_made_when_needed),
		CHECK_CASE(loops_update_in_place),
		CHECK_CASE(work_is_added_up),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
