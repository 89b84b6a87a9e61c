/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations by name: choice by types, composite operations, devices that execute or decline, arguments that come later. */
#include "runner.h"
#include <kernels/handler.h>
#include <kernels/tensor.h>

static struct runner r;
static struct async_value *results[2];

/* ---- devices */

/* Executes "neg" of an i32, declines everything else, and counts its calls. */
struct device {
	struct kernels_handler handler; /* first */
	int asked, executed;
};

static bool negate(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	struct device *device = (struct device *)(uintptr_t)self;
	device->asked++;
	if (strcmp(call->name, "neg") != 0 || call->argument_count != 1)
		return false;
	device->executed++;
	int32_t n = -*(const int32_t *)async_value_payload(call->arguments[0]);
	call->results[0] = async_value_create_available(kernels_host(call->request)->allocator, kernels_types()->i32, &n);
	return true;
}

static struct device device_with(const struct kernels_handler *fallback)
{
	return (struct device){ { sizeof(struct kernels_handler), "npu:0", negate, fallback }, 0, 0 };
}

/* ---- choices */

static void triple(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **out)
{
	int32_t n = 3 * *(const int32_t *)async_value_payload(arguments[0]);
	(void)self;
	*out = async_value_create_available(kernels_host(request)->allocator, kernels_types()->i32, &n);
	if (!*out)
		*out = async_value_out_of_memory();
}

/* Call as_function() before use. */
static struct fake graph_of_i32(void)
{
	struct fake fake = fake_function("triple", 1, 1, triple);
	fake.types[0] = fake.types[1] = (struct kernels_type){ "i32", 3, kernels_types()->i32 };
	return fake;
}

#define CHOICE(op, types, kernel_name) { sizeof(struct kernels_choice), op, types, kernel_name, NULL }

static struct kernels_choices *choices_with(const struct kernels_function *graph, const struct kernels_handler *fallback)
{
	const struct kernels_choice all[] = { CHOICE("add", "i32, i32", "tfrt.add.i32"), CHOICE("sum", "i32, ...", "tfrt_test.sum"),
		CHOICE("add", NULL, "tfrt.add.f32"), { sizeof(struct kernels_choice), "triple", NULL, NULL, graph },
		CHOICE("later", NULL, "tfrt_test.async_add.i32"), CHOICE("chain", "", "tfrt.new.chain") };
	struct kernels_choices *choices;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (kernels_choices_create(r.registry, r.counting, "cpu", all, sizeof all / sizeof *all, fallback, &choices, &diag) != KERNELS_OK)
		check_report(__FILE__, __LINE__, "%s", diag.message);
	return choices;
}

/* ---- calls */

/* Takes over the arguments. */
static void execute(const struct kernels_handler *handler, const char *name, uint32_t count, struct async_value *const *arguments)
{
	kernels_handler_execute(handler, name, r.request, arguments, count, NULL, results, 1);
	for (uint32_t i = 0; i < count; i++)
		async_value_release(arguments[i]);
	CHECK(results[0]);
}
#define EXECUTE(handler, name, ...) \
	execute(handler, name, sizeof((struct async_value *[]){ __VA_ARGS__ }) / sizeof(struct async_value *), \
		(struct async_value *[]){ __VA_ARGS__ })

/* These await and release result 0. */
static int32_t number(void)
{
	async_queue_await(r.host.queue, results, 1);
	int32_t n = -1;
	if (CHECK(!async_value_is_error(results[0])) && CHECK_INT(async_value_type(results[0]), kernels_types()->i32))
		n = *(const int32_t *)async_value_payload(results[0]);
	async_value_release(results[0]);
	return n;
}

static const char *failure(void)
{
	static char message[300];
	async_queue_await(r.host.queue, results, 1);
	snprintf(message, sizeof message, "%s",
		async_value_is_error(results[0]) ? async_error_message(async_value_error(results[0])) : "no error");
	async_value_release(results[0]);
	return message;
}

/* ---- cases */

static void types_choose_the_kernel(void)
{
	runner_open(&r, 0);
	struct fake graph = graph_of_i32();
	struct kernels_choices *choices = choices_with(as_function(&graph), NULL);
	const struct kernels_handler *cpu = kernels_choices_handler(choices);
	EXECUTE(cpu, "add", i32(&r, 40), i32(&r, 2));
	CHECK_INT(number(), 42);
	EXECUTE(cpu, "add", f32(&r, 1.5f), f32(&r, 2));
	CHECK(async_value_type(results[0]) == kernels_types()->f32 && *(float *)async_value_payload(results[0]) == 3.5f);
	async_value_release(results[0]);
	EXECUTE(cpu, "sum", i32(&r, 1), i32(&r, 2), i32(&r, 3));
	CHECK_INT(number(), 6);
	EXECUTE(cpu, "triple", i32(&r, 14));
	CHECK_INT(number(), 42);
	EXECUTE(cpu, "add", i32(&r, 1), i32(&r, 2), async_chain()); /* a chain only orders */
	CHECK_INT(number(), 3);
	EXECUTE(cpu, "add", i32(&r, 1), f32(&r, 2));
	CHECK_STR(failure(), "no device executes operation 'add' for (i32, f32); devices: cpu");
	EXECUTE(cpu, "sub", i32(&r, 1));
	CHECK_STR(failure(), "no device executes operation 'sub' for (i32); devices: cpu");
	EXECUTE(cpu, "triple", f32(&r, 1));
	CHECK_STR(failure(), "no device executes operation 'triple' for (f32); devices: cpu");
	kernels_choices_destroy(choices);
	runner_close(&r);
}

static struct async_value *tensor_of(enum kernels_dtype dtype)
{
	const struct kernels_shape shape = { .rank = 1, .dims = { 2 } };
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, r.counting, dtype, &shape))
		abort();
	return async_value_create_available(r.counting, kernels_tensor_types()->tensor, &tensor);
}

static void elements_choose_the_kernel(void)
{
	runner_open(&r, 0);
	(void)kernels_tensor_types();
	const struct kernels_choice pair = CHOICE("pair", "tensor<i32>,any", "tfrt_test.sum");
	struct kernels_choices *choices;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	CHECK_INT(kernels_choices_create(r.registry, NULL, "cpu", &pair, 1, NULL, &choices, &diag), KERNELS_OK);
	const struct kernels_handler *cpu = kernels_choices_handler(choices);
	EXECUTE(cpu, "pair", tensor_of(KERNELS_F32), i32(&r, 1));
	CHECK_STR(failure(), "no device executes operation 'pair' for (tensor<f32>, i32); devices: cpu");
	EXECUTE(cpu, "pair", tensor_of(KERNELS_I32), i32(&r, 1)); /* chosen; the kernel refuses tensors */
	CHECK_STR(failure(), "tfrt_test.sum: argument 0 is of type !tfrt_tensor.tensor, expected i32");
	kernels_choices_destroy(choices);
	runner_close(&r);
}

static void devices_execute_or_decline(void)
{
	runner_open(&r, 0);
	struct fake graph = graph_of_i32();
	struct kernels_choices *choices = choices_with(as_function(&graph), NULL);
	struct device npu = device_with(kernels_choices_handler(choices));
	EXECUTE(&npu.handler, "neg", i32(&r, 5));
	CHECK_INT(number(), -5);
	EXECUTE(&npu.handler, "add", i32(&r, 5), i32(&r, 6));
	CHECK_INT(number(), 11);
	CHECK_INT(npu.asked, 2);
	CHECK_INT(npu.executed, 1);
	EXECUTE(&npu.handler, "neg", i32(&r, 1), i32(&r, 1));
	CHECK_STR(failure(), "no device executes operation 'neg' for (i32, i32); devices: npu:0, cpu");
	kernels_handler_execute(&npu.handler, "neg", r.request, (struct async_value *[]){ async_chain() }, 0, NULL, results, 0);
	/* the other order: a table in front of a device */
	npu = device_with(NULL);
	struct kernels_choices *front = choices_with(as_function(&graph), &npu.handler);
	EXECUTE(kernels_choices_handler(front), "neg", i32(&r, 7));
	CHECK_INT(number(), -7);
	kernels_choices_destroy(front);
	kernels_choices_destroy(choices);
	runner_close(&r);
}

static void arguments_may_come_later(void)
{
	runner_open(&r, 2);
	struct fake graph = graph_of_i32();
	struct kernels_choices *choices = choices_with(as_function(&graph), NULL);
	const struct kernels_handler *cpu = kernels_choices_handler(choices);
	char name[] = "add";
	struct async_value *later = async_value_create(r.counting, kernels_types()->i32), *chained[3];
	struct async_value *arguments[] = { later, i32(&r, 2) };
	kernels_handler_execute(cpu, name, r.request, arguments, 2, NULL, &chained[0], 1);
	name[0] = 'x'; /* the call has a copy */
	kernels_handler_execute(cpu, "later", r.request, (struct async_value *[]){ chained[0], chained[0] }, 2, NULL, &chained[1], 1);
	kernels_handler_execute(cpu, "triple", r.request, &chained[1], 1, NULL, &chained[2], 1);
	CHECK(!async_value_is_available(chained[2]));
	int32_t five = 5;
	async_value_emplace(later, &five);
	results[0] = chained[2];
	CHECK_INT(number(), (5 + 2) * 2 * 3);
	for (int i = 0; i < 2; i++) {
		async_value_release(chained[i]);
		async_value_release(arguments[i]);
	}
	/* dropped results, and an argument that is never completed */
	later = async_value_create(r.counting, kernels_types()->i32);
	kernels_handler_execute(cpu, "triple", r.request, &later, 1, NULL, results, 1);
	async_value_fail(later, async_error_make(ASYNC_CODE_DATA_LOSS, "lost"));
	async_value_release(later);
	CHECK_STR(failure(), "lost");
	async_queue_quiesce(r.host.queue); /* calls end after their results are available */
	kernels_choices_destroy(choices);
	runner_close(&r);
}

static void errors_and_cancellation_are_results(void)
{
	runner_open(&r, 0);
	struct device npu = device_with(NULL);
	EXECUTE(&npu.handler, "neg", error(&r, "first"), error(&r, "second"));
	CHECK_STR(failure(), "second");
	async_request_cancel(r.request);
	EXECUTE(&npu.handler, "neg", i32(&r, 1));
	CHECK_STR(failure(), "Cancelled");
	CHECK_INT(npu.asked, 0);
	runner_close(&r);
}

/* With each allocation refused in turn, every result is there, and nothing leaks. */
static void memory_may_be_short(void)
{
	for (uint64_t nth = 1; nth < 12; nth++) {
		runner_open(&r, 0);
		struct fake graph = graph_of_i32();
		struct kernels_choices *choices = choices_with(as_function(&graph), NULL);
		struct async_value *later = async_value_create(r.counting, kernels_types()->i32);
		int32_t five = 5;
		async_allocator_fail_nth(r.failing, nth);
		kernels_handler_execute(kernels_choices_handler(choices), "triple", r.request, &later, 1, NULL, results, 1);
		async_value_emplace(later, &five);
		async_allocator_fail_nth(r.failing, 0);
		CHECK(results[0] && async_value_is_available(results[0]));
		CHECK(async_value_is_error(results[0])
				? async_error_code(async_value_error(results[0])) == ASYNC_CODE_RESOURCE_EXHAUSTED
				: *(int32_t *)async_value_payload(results[0]) == 15);
		async_value_release(results[0]);
		async_value_release(later);
		kernels_choices_destroy(choices);
		runner_close(&r);
	}
}

static void mistakes_are_named(void)
{
	runner_open(&r, 0);
	static const struct {
		struct kernels_choice choice;
		enum kernels_status status;
		const char *message;
	} mistakes[] = {
		{ CHOICE("a", NULL, "tfrt.ad.i32"), KERNELS_E_NOT_FOUND,
			"a: choice 0: unknown kernel name 'tfrt.ad.i32'; did you mean 'tfrt.add.i32'?" },
		{ CHOICE(NULL, NULL, "tfrt.add.i32"), KERNELS_E_ARG, "choices: choice 0: no name" },
		{ CHOICE("a", NULL, NULL), KERNELS_E_ARG, "choices: choice 0: expected either a kernel or a function" },
		{ CHOICE("a", "i32, tensor<f33>", "tfrt.add.i32"), KERNELS_E_ARG,
			"a: choice 0: operand 1: 'tensor<f33>' is not any, tensor, tensor<ELEMENT> or a payload type" },
		{ CHOICE("a", "i32,,i32", "tfrt.add.i32"), KERNELS_E_ARG,
			"a: choice 0: operand 1: '' is not any, tensor, tensor<ELEMENT> or a payload type" },
		{ CHOICE("a", "!no.type", "tfrt.add.i32"), KERNELS_E_NOT_FOUND,
			"a: choice 0: operand 0: '!no.type' is not any, tensor, tensor<ELEMENT> or a payload type" },
	};
	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
		struct kernels_diag diag = KERNELS_DIAG_INIT;
		struct kernels_choices *choices;
		CHECK_INT(kernels_choices_create(r.registry, NULL, "cpu", &mistakes[i].choice, 1, NULL, &choices, &diag), mistakes[i].status);
		CHECK_STR(diag.message, mistakes[i].message);
		CHECK(!choices);
	}
	runner_close(&r);
}

static void handlers_have_names(void)
{
	struct async_resources *resources = async_resources_create(NULL);
	const struct device npu = device_with(NULL);
	CHECK_OR_RETURN(resources);
	CHECK(!kernels_handler_find(resources, "npu", 3));
	CHECK_INT(kernels_handler_register(resources, NULL, "npu:0", 3, &npu.handler), KERNELS_OK);
	CHECK_INT(kernels_handler_register(resources, NULL, "npu", 3, NULL), KERNELS_E_EXISTS);
	CHECK_INT(kernels_handler_register(resources, NULL, "npu\0x", 5, &npu.handler), KERNELS_E_ARG);
	CHECK(!kernels_handler_find(resources, "npu\0x", 5));
	CHECK(kernels_handler_find(resources, "npux", 3) == &npu.handler);
	CHECK(!kernels_handler_find(resources, "npu:0", 5));
	CHECK(!kernels_handler_find(resources, "cpu", 3));
	async_resources_release(resources);
}

static int retained;
static void retain_place(const struct async_location_source *source) { retained += source != NULL; }
static void release_place(const struct async_location_source *source) { retained -= source != NULL; }
static void decode_nothing(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx)
{
	(void)source, (void)handle, (void)visit, (void)ctx;
}
static void errors_have_places(void)
{
	static const struct async_location_source source = { decode_nothing, retain_place, release_place };
	runner_open(&r, 0);
	const struct device npu = device_with(NULL);
	struct async_value *later = async_value_create(r.counting, kernels_types()->i32);
	CHECK_OR_RETURN(later);
	kernels_handler_execute_at(&npu.handler, "add", r.request, (struct async_location){ &source, 42 }, &later, 1, NULL, results, 1);
	CHECK_INT(retained, 1);
	async_value_emplace(later, &(int32_t){ 1 });
	async_value_release(later);
	async_queue_await(r.host.queue, results, 1);
	CHECK(async_value_is_error(results[0]) && async_error_location(async_value_error(results[0])).handle == 42);
	async_value_release(results[0]);
	CHECK_INT(retained, 0);
	runner_close(&r);
}

/* ---- calls in order */

static const struct async_location nowhere = { NULL, 0 };

static int code_of(struct async_value *value)
{
	async_queue_await(r.host.queue, &value, 1);
	return async_value_is_error(value) ? (int)async_error_code(async_value_error(value)) : 0;
}

/* Calls with a chain and `count` results: the code of each, 0 for none. Takes over the argument; NULL: none. */
static void check_in_order(const struct kernels_handler *handler, const char *name, struct async_value *argument, uint32_t count,
	const int *codes)
{
	kernels_handler_execute_in_order(handler, name, r.request, nowhere, &argument, argument != NULL, NULL, results, count + 1);
	for (uint32_t i = 0; i <= count; i++) {
		if (!CHECK_INT(code_of(results[i]), codes[i]))
			printf("# result %u of '%s'\n", (unsigned)i, name);
		async_value_release(results[i]);
	}
	async_value_release(argument);
}

static void fail_at_once(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **out)
{
	(void)self, (void)arguments;
	*out = kernels_error_value(request, async_error_make(ASYNC_CODE_DATA_LOSS, "lost"));
}

static void chains_have_errors(void)
{
	static const int good[2], lost[] = { ASYNC_CODE_DATA_LOSS }, unknown[] = { ASYNC_CODE_NOT_FOUND },
		argument[] = { ASYNC_CODE_INTERNAL, ASYNC_CODE_INTERNAL };
	runner_open(&r, 2);
	struct fake effect = fake_function("effect", 1, 1, fail_at_once);
	effect.types[0] = (struct kernels_type){ "!tfrt.chain", 11, ASYNC_TYPE_CHAIN }; /* of the result; operands are listed */
	const struct kernels_choice all[] = { CHOICE("chain", "", "tfrt.new.chain"), CHOICE("none", "i32, i32", "tfrt.add.i32"),
		{ sizeof(struct kernels_choice), "effect", "i32", NULL, as_function(&effect) } };
	struct kernels_choices *choices;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct device npu = device_with(NULL);
	CHECK_INT(kernels_choices_create(r.registry, r.counting, "cpu", all, 3, &npu.handler, &choices, &diag), KERNELS_OK);
	const struct kernels_handler *cpu = kernels_choices_handler(choices);
	check_in_order(cpu, "neg", i32(&r, 1), 1, good);
	check_in_order(cpu, "neg", error(&r, "bad"), 1, argument);
	check_in_order(cpu, "effect", i32(&r, 1), 0, lost); /* gives the chain itself */
	check_in_order(cpu, "none", i32(&r, 1), 0, unknown);
	check_in_order(cpu, "chain", NULL, 0, good);
	check_in_order(cpu, "effect", i32(&r, 1), 1, (const int[]){ lost[0], lost[0] }); /* gives a result */
	struct async_value *later = async_value_create(r.counting, kernels_types()->i32);
	kernels_handler_execute_in_order(cpu, "effect", r.request, nowhere, &later, 1, NULL, results, 1);
	CHECK(!async_value_is_available(results[0]));
	async_value_emplace(later, &(int32_t){ 1 });
	CHECK_INT(code_of(results[0]), ASYNC_CODE_DATA_LOSS);
	async_value_release(results[0]);
	async_value_release(later);
	async_queue_quiesce(r.host.queue);
	kernels_choices_destroy(choices);
	runner_close(&r);
}

/* Kernels without results: they count, and fail for numbers below 0. */
static uint32_t ended; /* atomic */

static struct async_error *end(const void *number)
{
	__atomic_add_fetch(&ended, 1, __ATOMIC_RELEASE);
	return *(const int32_t *)number < 0 ? async_error_make(ASYNC_CODE_DATA_LOSS, "lost") : NULL;
}

static void end_payload(struct kernels_call *call)
{
	struct async_error *failure = end(call->arguments[0]);
	if (failure)
		kernels_call_fail_with(call, failure);
}

static void end_frame(struct kernels_frame *frame)
{
	struct async_error *failure = end(async_value_payload(frame->arguments[0]));
	if (failure)
		kernels_frame_fail_with(frame, failure);
}

static void end_later(struct kernels_frame *frame) { kernels_frame_later(frame, end_frame, true); }

static const struct kernels_kernel effects[] = { { "e.payload", "(i32) -> ()", end_payload, NULL, 0, 0 },
	{ "e.frame", "(i32) -> ()", NULL, end_frame, 0, 0 }, { "e.later", "(i32) -> ()", NULL, end_later, 0, 0 } };
static const struct kernels_pack effects_pack = KERNELS_PACK_INIT("e", effects, NULL, 0, NULL);

static void chains_wait_for_kernels_without_results(void)
{
	static const char *const names[] = { "payload", "frame", "later" };
	runner_open(&r, 2);
	const struct kernels_choice all[] = { CHOICE("payload", NULL, "e.payload"), CHOICE("frame", NULL, "e.frame"),
		CHOICE("later", NULL, "e.later") };
	struct kernels_choices *choices;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	CHECK_INT(kernels_registry_add(r.registry, &effects_pack, &diag), KERNELS_OK);
	CHECK_INT(kernels_choices_create(r.registry, r.counting, "cpu", all, 3, NULL, &choices, &diag), KERNELS_OK);
	const struct kernels_handler *cpu = kernels_choices_handler(choices);
	for (uint32_t i = 0; i < 6; i++) {
		struct async_value *argument = i32(&r, i % 2 ? -1 : 1);
		kernels_handler_execute_in_order(cpu, names[i / 2], r.request, nowhere, &argument, 1, NULL, results, 1);
		CHECK_INT(code_of(results[0]), i % 2 ? ASYNC_CODE_DATA_LOSS : 0);
		CHECK_INT(__atomic_load_n(&ended, __ATOMIC_ACQUIRE), i + 1);
		async_value_release(results[0]);
		async_value_release(argument);
	}
	check_in_order(cpu, "payload", error(&r, "bad"), 0, (const int[]){ ASYNC_CODE_INTERNAL });
	async_queue_quiesce(r.host.queue);
	kernels_choices_destroy(choices);
	runner_close(&r);
}

/* With each allocation refused in turn: chain and result are there, and the place of the call is released. */
static void memory_of_a_call_in_order_may_be_short(void)
{
	static const struct async_location_source source = { decode_nothing, retain_place, release_place };
	for (uint64_t nth = 1; nth < 14; nth++) {
		runner_open(&r, 0);
		struct device npu = device_with(NULL);
		struct async_value *later = async_value_create(r.counting, kernels_types()->i32);
		CHECK_OR_RETURN(later);
		async_allocator_fail_nth(r.failing, nth);
		kernels_handler_execute_in_order(&npu.handler, "neg", r.request, (struct async_location){ &source, 1 }, &later, 1, NULL,
			results, 2);
		async_value_emplace(later, &(int32_t){ 5 });
		async_allocator_fail_nth(r.failing, 0);
		for (int i = 0; i < 2; i++) {
			const int code = code_of(results[i]);
			CHECK(code == 0 || code == ASYNC_CODE_RESOURCE_EXHAUSTED || code == ASYNC_CODE_INTERNAL);
			async_value_release(results[i]);
		}
		CHECK_INT(retained, 0);
		async_value_release(later);
		runner_close(&r);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(types_choose_the_kernel), CHECK_CASE(elements_choose_the_kernel),
		CHECK_CASE(devices_execute_or_decline), CHECK_CASE(arguments_may_come_later),
		CHECK_CASE(errors_and_cancellation_are_results), CHECK_CASE(memory_may_be_short), CHECK_CASE(mistakes_are_named),
		CHECK_CASE(handlers_have_names), CHECK_CASE(errors_have_places), CHECK_CASE(chains_have_errors), CHECK_CASE(chains_wait_for_kernels_without_results),
		CHECK_CASE(memory_of_a_call_in_order_may_be_short) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
