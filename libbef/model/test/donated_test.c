/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Owned results that become arguments, and are given away: they are overwritten in place, and used once. */
#include "models.h"

static const char step_source[] =
	"func.func @step(%w: tensor<1024xf32>, %x: tensor<4xf32>, %i: tensor<i32>) -> tensor<1024xf32> {\n"
	"  %0 = stablehlo.dynamic_update_slice %w, %x, %i : (tensor<1024xf32>, tensor<4xf32>, tensor<i32>) -> tensor<1024xf32>\n"
	"  return %0 : tensor<1024xf32>\n"
	"}\n"
	"func.func @both(%w: tensor<1024xf32>, %x: tensor<1024xf32>, %y: tensor<4xf32>, %i: tensor<i32>) -> (tensor<1024xf32>, "
	"tensor<1024xf32>) {\n"
	"  %0 = stablehlo.dynamic_update_slice %w, %y, %i : (tensor<1024xf32>, tensor<4xf32>, tensor<i32>) -> tensor<1024xf32>\n"
	"  return %0, %x : tensor<1024xf32>, tensor<1024xf32>\n"
	"}\n"
	"func.func @same(%w: tensor<1024xf32>) -> tensor<1024xf32> {\n"
	"  return %w : tensor<1024xf32>\n"
	"}\n"
	"func.func @twice(%w: tensor<1024xf32>) -> (tensor<1024xf32>, tensor<1024xf32>) {\n"
	"  return %w, %w : tensor<1024xf32>, tensor<1024xf32>\n"
	"}\n";

enum { STEPS = 5, WIDTH = 1024 };
static const bool all_donated[] = { true, true, true, true };

/* Step s sets elements 4 s to 4 s + 3. Returns how often the result has the memory of the argument. */
static int make_steps(struct bef_model *model, const bool *donated, size_t limit)
{
	static float w[WIDTH], x[4] = { 1, 2, 3, 4 };
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .donated = donated, .memory = limit };
	int32_t at = 0;
	struct bef_model_tensor arguments[3] = { vector(KERNELS_F32, w, WIDTH), vector(KERNELS_F32, x, 4),
		{ .dtype = KERNELS_I32, .data = &at, .size = sizeof at } };
	int in_place = 0;
	for (int step = 0; step < STEPS; step++) {
		struct bef_model_tensor result = { .data = NULL };
		const void *before = arguments[0].data;
		at = 4 * step;
		if (!good(bef_model_run(model, bef_model_find(model, "step"), arguments, 3, &result, 1, &options, &diag), &diag))
			break;
		in_place += result.data == before;
		bef_model_tensor_release(&arguments[0]);
		arguments[0] = result;
	}
	for (int i = 0; i < WIDTH; i++) {
		CHECK(((const float *)arguments[0].data)[i] == (i < 4 * STEPS ? x[i % 4] : 0));
		CHECK(w[i] == 0); /* buffers of the caller do not change */
	}
	bef_model_tensor_release(&arguments[0]);
	return in_place;
}

/* ---- memory of the host that the library was given */

struct given {
	float data[WIDTH];
	int released;
};

static void count_release(void *ctx) { ((struct given *)ctx)->released++; }

static struct bef_model_tensor adopted(struct given *given)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_tensor tensor = vector(KERNELS_F32, given->data, WIDTH);
	if (!good(bef_model_tensor_adopt(&tensor, NULL, count_release, given, &diag), &diag))
		tensor.owner = NULL;
	return tensor;
}

static void adopted_memory_is_overwritten_when_donated(void)
{
	struct bef_model *model = open_text(step_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	static struct given w;
	float x[4] = { 1, 2, 3, 4 };
	int32_t at = 8;
	CHECK_OR_RETURN(model);
	for (int round = 0; round < 2; round++) {
		const struct bef_model_call_options options = { .size = sizeof options, .donated = round ? all_donated : NULL };
		w = (struct given){ .released = 0 };
		struct bef_model_tensor result = { .data = NULL }, arguments[3] = { adopted(&w), vector(KERNELS_F32, x, 4),
			{ .dtype = KERNELS_I32, .data = &at, .size = sizeof at } };
		CHECK(arguments[0].owner);
		CHECK(good(bef_model_run(model, bef_model_find(model, "step"), arguments, 3, &result, 1, &options, &diag), &diag));
		CHECK(w.data[9] == (round ? 2 : 0));
		CHECK((result.data == w.data) == (round == 1));
		CHECK(((const float *)result.data)[9] == 2);
		CHECK_INT(w.released, 0);
		bef_model_tensor_release(&arguments[0]);
		CHECK_INT(w.released, round == 0); /* a result that is in this memory keeps it */
		bef_model_tensor_release(&result);
		CHECK_INT(w.released, 1);
	}
	bef_model_close(model);
}

static void adopted_memory_is_returned_without_a_copy(void)
{
	struct bef_model *model = open_text(step_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	static struct given w;
	CHECK_OR_RETURN(model);
	w = (struct given){ .released = 0 };
	struct bef_model_tensor first = { .data = NULL }, second = { .data = NULL }, argument = adopted(&w);
	CHECK(good(bef_model_run(model, bef_model_find(model, "same"), &argument, 1, &first, 1, NULL, &diag), &diag));
	CHECK(first.data == w.data);
	/* an owned result likewise */
	CHECK(good(bef_model_run(model, bef_model_find(model, "same"), &first, 1, &second, 1, NULL, &diag), &diag));
	CHECK(second.data == w.data);
	bef_model_tensor_release(&argument);
	bef_model_tensor_release(&first);
	CHECK_INT(w.released, 0);
	/* with a limit, the call has an allocator of its own, which ends with its results: it copies */
	const struct bef_model_call_options limited = { .size = sizeof limited, .memory = 1 << 20 };
	struct bef_model_tensor copy = { .data = NULL };
	CHECK(good(bef_model_run(model, bef_model_find(model, "same"), &second, 1, &copy, 1, &limited, &diag), &diag));
	bef_model_tensor_release(&second);
	bef_model_tensor_release(&copy);
	CHECK_INT(w.released, 1);
	bef_model_close(model);
}

/* Shared memory is not written, although one of its tensors is given away. */
static void shared_memory_is_only_read(void)
{
	struct bef_model *model = open_text(step_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .donated = all_donated };
	static struct given w;
	float x[4] = { 1, 2, 3, 4 };
	int32_t at = 0;
	CHECK_OR_RETURN(model);
	w = (struct given){ .released = 0 };
	struct bef_model_tensor shared = { .data = NULL }, result = { .data = NULL }, argument = adopted(&w);
	CHECK(good(bef_model_run(model, bef_model_find(model, "same"), &argument, 1, &shared, 1, NULL, &diag), &diag));
	struct bef_model_tensor arguments[3] = { argument, vector(KERNELS_F32, x, 4),
		{ .dtype = KERNELS_I32, .data = &at, .size = sizeof at } };
	CHECK(good(bef_model_run(model, bef_model_find(model, "step"), arguments, 3, &result, 1, &options, &diag), &diag));
	CHECK(result.data != w.data);
	CHECK(((const float *)shared.data)[0] == 0);
	bef_model_tensor_release(&result);
	bef_model_tensor_release(&shared);
	bef_model_tensor_release(&arguments[0]);
	CHECK_INT(w.released, 1);
	bef_model_close(model);
}

static void wrong_memory_is_not_adopted(void)
{
	static struct given w;
	const struct bef_model_tensor good_one = vector(KERNELS_F32, w.data, WIDTH);
	struct bef_model_tensor bad[5] = { good_one, good_one, good_one, good_one, good_one };
	bad[0].size -= 4;
	bad[1].data = (char *)bad[1].data + 1;
	bad[2].rank = 99;
	bad[3].dtype = KERNELS_DTYPE_INVALID;
	bad[4].owner = &w;
	w.released = 0;
	for (size_t i = 0; i < 5; i++) {
		struct bef_diag diag = BEF_DIAG_INIT;
		const void *before = bad[i].owner;
		CHECK_INT(bef_model_tensor_adopt(&bad[i], NULL, count_release, &w, &diag), BEF_E_ARG);
		CHECK(diag.message[0] && bad[i].owner == before);
	}
	CHECK_INT(w.released, 0);
}

static void donated_results_are_overwritten(void)
{
	struct bef_model *model = open_text(step_source, NULL);
	CHECK_OR_RETURN(model);
	CHECK_INT(make_steps(model, NULL, 0), 0);
	CHECK_INT(make_steps(model, all_donated, 0), STEPS - 1); /* not the buffer of the caller */
	CHECK_INT(make_steps(model, all_donated, 1 << 20), 0);   /* memory with a limit ends with its call */
	bef_model_close(model);
}

/* An owned result {1, 2, 3, 0, ...} that is a value of the program. */
static struct bef_model_tensor make_own(struct bef_model *model)
{
	float w[WIDTH] = { 0 }, x[4] = { 1, 2, 3 };
	int32_t at = 0;
	const struct bef_model_tensor arguments[3] = { vector(KERNELS_F32, w, WIDTH), vector(KERNELS_F32, x, 4),
		{ .dtype = KERNELS_I32, .data = &at, .size = sizeof at } };
	struct bef_model_tensor own = { .data = NULL };
	struct bef_diag diag = BEF_DIAG_INIT;
	good(bef_model_run(model, bef_model_find(model, "step"), arguments, 3, &own, 1, NULL, &diag), &diag);
	return own;
}

/* Two results are one tensor of the program: it is not overwritten, although both are given away. */
static void shared_data_is_not_donated(void)
{
	const struct bef_model_call_options options = { .size = sizeof options, .donated = all_donated };
	struct bef_model *model = open_text(step_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	float y[4] = { 7, 7, 7, 7 };
	int32_t at = 0;
	struct bef_model_tensor twice[2] = { { .data = NULL } }, results[2] = { { .data = NULL } };
	CHECK_OR_RETURN(model);
	struct bef_model_tensor own = make_own(model);
	CHECK_OR_RETURN(good(bef_model_run(model, bef_model_find(model, "twice"), &own, 1, twice, 2, &options, &diag), &diag));
	CHECK(twice[0].data == twice[1].data);
	const struct bef_model_tensor arguments[] = { twice[0], twice[1], vector(KERNELS_F32, y, 4),
		{ .dtype = KERNELS_I32, .data = &at, .size = sizeof at } };
	if (good(bef_model_run(model, bef_model_find(model, "both"), arguments, 4, results, 2, &options, &diag), &diag))
		CHECK(((const float *)results[0].data)[2] == 7 && ((const float *)results[1].data)[2] == 3);
	bef_model_tensor_release(&own);
	for (int i = 0; i < 2; i++) {
		bef_model_tensor_release(&twice[i]);
		bef_model_tensor_release(&results[i]);
	}
	bef_model_close(model);
}

/* ---- misuse of donated tensors */

/* Calls "both" or "same" with these arguments, which are refused with this text. */
static void refused(struct bef_model *model, const struct bef_model_tensor *arguments, size_t count, const bool *donated,
	struct bef_model_tensor *results, const char *text)
{
	const struct bef_model_call_options options = { .size = sizeof options, .donated = donated };
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, bef_model_find(model, count == 1 ? "same" : "both"), arguments, count, results,
			  count == 1 ? 1 : 2, &options, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, text) != NULL);
}

static void a_donated_tensor_is_used_once(void)
{
	static const bool first_only[4] = { true };
	const struct bef_model_call_options options = { .size = sizeof options, .donated = all_donated };
	struct bef_model *model = open_text(step_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	float y[4] = { 7, 7, 7, 7 };
	int32_t at = 0;
	CHECK_OR_RETURN(model);
	const struct bef_stablehlo_function *same = bef_model_find(model, "same");
	struct bef_model_tensor own = make_own(model), copy = own, next = { .data = NULL }, results[2] = { { .data = NULL } };
	CHECK_OR_RETURN(own.data);
	const struct bef_model_tensor view = vector(KERNELS_F32, own.data, WIDTH);
	struct bef_model_tensor arguments[] = { own, own, vector(KERNELS_F32, y, 4),
		{ .dtype = KERNELS_I32, .data = &at, .size = sizeof at } };
	/* twice in one call: both or one given away, in either order, or seen through a view */
	refused(model, arguments, 4, all_donated, results, "argument 1 (x) has data of argument 0 (w), which is given away");
	refused(model, arguments, 4, first_only, results, "has data of argument 0");
	refused(model, arguments, 4, (const bool[4]){ false, true }, results, "argument 0 (w) has data of argument 1");
	arguments[1] = view;
	refused(model, arguments, 4, first_only, results, "has data of argument 0");
	results[1] = (struct bef_model_tensor){ .data = own.data, .size = own.size };
	arguments[1] = arguments[0], arguments[1].owner = NULL, arguments[1].data = (float[WIDTH]){ 0 };
	refused(model, arguments, 4, first_only, results, "the buffer for result 1 is data of argument 0");
	results[1] = own;
	refused(model, arguments, 4, NULL, results, "result 1 (result1) still has data that the library owns");
	/* nothing was given away so far */
	CHECK(own.data && ((const float *)own.data)[2] == 3);
	CHECK_OR_RETURN(good(bef_model_run(model, same, &own, 1, &next, 1, &options, &diag), &diag));
	results[1] = (struct bef_model_tensor){ .data = NULL };
	refused(model, &own, 1, NULL, results, "argument 0 (w) was given away to an earlier call");
	refused(model, &own, 1, all_donated, results, "was given away to an earlier call");
	refused(model, &copy, 1, all_donated, results, "was given away to an earlier call");
	arguments[0] = next, arguments[1] = own;
	refused(model, arguments, 4, NULL, results, "argument 1 (x) was given away to an earlier call");
	CHECK(((const float *)next.data)[2] == 3 && !results[0].data && !results[1].data);
	/* the refused call gave nothing away, although argument 0 came first */
	refused(model, arguments, 4, first_only, results, "argument 1 (x) was given away to an earlier call");
	CHECK(good(bef_model_run(model, same, &next, 1, &results[0], 1, &options, &diag), &diag));
	bef_model_tensor_release(&own);
	bef_model_tensor_release(&next);
	bef_model_tensor_release(&results[0]);
	bef_model_close(model);
}

/* Memory with a limit is never written, but it is given away likewise. */
static void the_rules_do_not_depend_on_memory(void)
{
	const struct bef_model_call_options options = { .size = sizeof options, .donated = all_donated, .memory = 1 << 20 };
	struct bef_model *model = open_text(step_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_tensor next = { .data = NULL }, again = { .data = NULL };
	CHECK_OR_RETURN(model);
	struct bef_model_tensor own = make_own(model);
	CHECK_OR_RETURN(good(bef_model_run(model, bef_model_find(model, "same"), &own, 1, &next, 1, &options, &diag), &diag));
	refused(model, &own, 1, NULL, &again, "was given away");
	CHECK(good(bef_model_run(model, bef_model_find(model, "same"), &next, 1, &again, 1, &options, &diag), &diag));
	refused(model, &next, 1, all_donated, &own, "still has data that the library owns");
	bef_model_tensor_release(&own);
	refused(model, &next, 1, all_donated, &own, "was given away");
	bef_model_tensor_release(&next);
	bef_model_tensor_release(&again);
	bef_model_close(model);
}

struct flight {
	struct bef_model *model;
	struct bef_model_tensor own;
};

/* A call that reads the tensor has begun. */
static void try_to_give_away(void *ctx, struct bef_model_call *call)
{
	struct flight *flight = ctx;
	struct bef_model_tensor result = { .data = NULL };
	(void)call;
	refused(flight->model, &flight->own, 1, all_donated, &result, "before the calls that read it have ended");
}

static void release_in_flight(void *ctx, struct bef_model_call *call)
{
	struct flight *flight = ctx;
	(void)call;
	bef_model_tensor_release(&flight->own);
}

static void calls_in_flight_keep_their_arguments(void)
{
	struct flight flight = { .model = open_text(step_source, NULL) };
	struct bef_diag diag = BEF_DIAG_INIT;
	float y[4] = { 7, 7, 7, 7 };
	int32_t at = 4;
	CHECK_OR_RETURN(flight.model);
	for (int i = 0; i < 6; i++) {
		const struct bef_model_call_options options = { .size = sizeof options, .donated = i % 3 ? all_donated : NULL,
			.begun = i % 3 ? release_in_flight : try_to_give_away, .begun_ctx = &flight, .memory = i % 3 == 2 ? 1 << 20 : 0 };
		flight.own = make_own(flight.model);
		struct bef_model_tensor result = { .data = NULL };
		const struct bef_model_tensor arguments[] = { flight.own, vector(KERNELS_F32, y, 4),
			{ .dtype = KERNELS_I32, .data = &at, .size = sizeof at } };
		if (good(bef_model_run(flight.model, bef_model_find(flight.model, "step"), arguments, 3, &result, 1, &options, &diag), &diag))
			CHECK(((const float *)result.data)[2] == 3 && ((const float *)result.data)[5] == 7);
		bef_model_tensor_release(&result);
		bef_model_tensor_release(&flight.own);
	}
	bef_model_close(flight.model);
}

/* A result may be the donated argument itself; a failed start gives up nothing. */
static void donated_results_return(void)
{
	const struct bef_model_call_options options = { .size = sizeof options, .donated = all_donated };
	struct bef_model *model = open_text(step_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT, wrong = BEF_DIAG_INIT;
	float w[WIDTH] = { 1, 2, 3 };
	struct bef_model_tensor argument = vector(KERNELS_F32, w, WIDTH), result = { .data = NULL }, next = { .data = NULL };
	CHECK_OR_RETURN(model);
	const struct bef_stablehlo_function *same = bef_model_find(model, "same");
	CHECK(good(bef_model_run(model, same, &argument, 1, &result, 1, &options, &diag), &diag));
	CHECK_INT(bef_model_run(model, same, &result, 1, &next, 2, &options, &wrong), BEF_E_ARG);
	CHECK(result.data && ((const float *)result.data)[2] == 3);
	CHECK(good(bef_model_run(model, same, &result, 1, &next, 1, &options, &diag), &diag));
	CHECK(next.data && ((const float *)next.data)[2] == 3);
	bef_model_tensor_release(&result); /* an empty shell, or the copy */
	CHECK(((const float *)next.data)[1] == 2);
	bef_model_tensor_release(&next);
	bef_model_close(model);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(donated_results_are_overwritten),
		CHECK_CASE(adopted_memory_is_overwritten_when_donated),
		CHECK_CASE(adopted_memory_is_returned_without_a_copy),
		CHECK_CASE(shared_memory_is_only_read),
		CHECK_CASE(wrong_memory_is_not_adopted),
		CHECK_CASE(shared_data_is_not_donated),
		CHECK_CASE(donated_results_return),
		CHECK_CASE(a_donated_tensor_is_used_once),
		CHECK_CASE(the_rules_do_not_depend_on_memory),
		CHECK_CASE(calls_in_flight_keep_their_arguments),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
