/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that a kernel gets as text, from the compiler of the host. */
#include "host.h"

#include <check.h>
#include <kernels/program.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct test_host h;
static struct {
	int made, released; /* blocks of the compiler */
	bool has_place, wrong;
} compiler_state;
static const char *text;
static char told[200];

/* ---- a compiler: the text is a digit, of a program whose function g returns it; other texts are errors */

static enum bef_status compile(void *ctx, const char *from, size_t size, const char *file_name, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag)
{
	struct op ops[] = { { .kernel = from[0] == '9' ? "t.nothing" : "t.const", .results = LIST(0), .attributes = LIST(0) } };
	const struct fn functions[] = { { .name = "g", .register_count = 1, .returned = LIST(0), .ops = ops, .op_count = 1,
		.result_types = { "i32" } } };
	ops[0].attributes.data[0] = (uint32_t)(from[0] - '0');
	compiler_state.wrong = ctx != &compiler_state || strcmp(file_name, "file") != 0;
	*out_data = NULL;
	if (size != 1 || from[0] < '0' || from[0] > '9') {
		*diag = (struct bef_diag)BEF_DIAG_INIT;
		strcpy(diag->message, "no such text");
		diag->line = compiler_state.has_place ? 7 : 0;
		diag->column = compiler_state.has_place ? 3 : 0;
		return BEF_E_CORRUPT;
	}
	*out_data = build(functions, 1, out_size);
	compiler_state.made += *out_data != NULL;
	return *out_data ? BEF_OK : BEF_E_NOMEM;
}

static void release(void *ctx, uint8_t *data, size_t size)
{
	compiler_state.wrong = compiler_state.wrong || ctx != &compiler_state || size == 0;
	compiler_state.released++;
	free(data);
}

/* ---- the kernel: runs g of the text */

static void run_text(struct kernels_frame *frame)
{
	const struct kernels_program *own = frame->site->program;
	if (!own || !kernels_program_compiles(own)) {
		kernels_frame_fail(frame, "no compiler");
		return;
	}
	strcpy(told, "not set");
	const struct kernels_program *made = own->compile(own, text, strlen(text), "file", told, sizeof told);
	if (!made) {
		kernels_frame_fail(frame, "%s", told);
		return;
	}
	/* the made program has the compiler too, and its own functions */
	if (!kernels_program_compiles(made) || made->find(made, "f", 1) || own->find(own, "g", 1))
		kernels_frame_fail(frame, "the programs are mixed up");
	else
		kernels_function_execute(made->find(made, "g", 1), frame->request, NULL, frame->results);
	made->release(made);
}

static const struct kernels_kernel kernels[] = { { "c.run", "() -> i32", NULL, run_text, 0, 0 } };
static const struct kernels_pack pack = KERNELS_PACK_INIT("c", kernels, NULL, 0, NULL);
static const struct bef_compiler compiler = { sizeof compiler, compile, release, &compiler_state };

/* ---- tests */

/* Opens the program with the kernel. */
static bool open_with(const struct bef_compiler *given, const struct async_allocator *allocator)
{
	static const struct op ops[] = { { .kernel = "c.run", .results = LIST(0) } };
	static const struct fn functions[] = { { .name = "f", .register_count = 1, .returned = LIST(0), .ops = ops, .op_count = 1,
		.result_types = { "i32" } } };
	struct bef_open_options options = { .size = sizeof options, .allocator = allocator ? allocator : h.counting, .compiler = given };
	struct bef_diag diag = BEF_DIAG_INIT;
	size_t size = 0;
	memset(&compiler_state, 0, sizeof compiler_state);
	h.bytes = build(functions, 1, &size);
	return kernels_registry_add(h.registry, &pack, NULL) == KERNELS_OK &&
	       bef_file_open(h.bytes, size, h.registry, &options, &h.file, &diag) == BEF_OK;
}

/* Runs a text; the number, or INT32_MIN with the message in `told`. */
static int32_t run(const char *given)
{
	struct async_value *result;
	struct async_request *request = async_request_create(&h.host, NULL);
	text = given;
	strcpy(told, "no memory for a request");
	if (!request)
		return INT32_MIN;
	kernels_function_execute(bef_file_find(h.file, "f", 1), request, NULL, &result);
	async_queue_await(h.host.queue, &result, 1);
	async_queue_quiesce(h.host.queue);
	async_request_release(request);
	if (async_value_is_error(result))
		snprintf(told, sizeof told, "%s", async_error_message(async_value_error(result)));
	return take_i32(result);
}

static void texts_become_programs(void)
{
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_with(&compiler, NULL));
	for (int round = 0; round < 3; round++) {
		CHECK_INT(run("4"), 4);
		CHECK_INT(run("7"), 7);
	}
	CHECK(!compiler_state.wrong);
	CHECK_INT(compiler_state.made, 6);
	CHECK_INT(compiler_state.released, 6);
	CHECK(host_finish(&h));
}

static void errors_of_texts(void)
{
	host_init(&h, HOST_THREADS);
	CHECK_OR_RETURN(open_with(&compiler, NULL));
	CHECK_INT(run("no"), INT32_MIN);
	CHECK_STR(told, "no such text");
	compiler_state.has_place = true;
	CHECK_INT(run("no"), INT32_MIN);
	CHECK_STR(told, "file:7:3: no such text");
	/* the compiler knows the kernel, the registry does not: the bytes are released */
	CHECK_INT(run("9"), INT32_MIN);
	CHECK(strstr(told, "t.nothing") != NULL);
	CHECK_INT(compiler_state.made, 1);
	CHECK_INT(compiler_state.released, 1);
	CHECK_INT(run("4"), 4);
	CHECK(host_finish(&h));
}

static void hosts_without_a_compiler(void)
{
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_with(NULL, NULL));
	CHECK_INT(run("4"), INT32_MIN);
	CHECK_STR(told, "no compiler");
	CHECK_INT(compiler_state.made, 0);
	CHECK(host_finish(&h));
}

/* Each allocation of the file that is opened, and of the run, fails once. */
static void allocations_that_fail(void)
{
	bool good = false;
	int failed = 0;
	host_init(&h, HOST_SINGLE);
	const struct async_allocator *failing = async_allocator_create_failing(h.counting, 0);
	CHECK_OR_RETURN(open_with(&compiler, failing));
	h.host.allocator = failing;
	for (uint64_t nth = 1; !good; nth++) {
		const uint64_t before = async_allocator_calls(failing);
		async_allocator_fail_nth(failing, nth);
		const int32_t result = run("5");
		good = async_allocator_calls(failing) - before < nth;
		async_allocator_fail_nth(failing, 0);
		CHECK(result == 5 || (result == INT32_MIN && !good));
		failed += result != 5;
		CHECK_OR_RETURN(result == 5 || strstr(told, "memory"));
		CHECK_INT(compiler_state.released, compiler_state.made);
		CHECK_OR_RETURN(nth < 1000);
	}
	CHECK(failed > 3);
	h.host.allocator = h.counting;
	bef_file_close(h.file);
	h.file = NULL;
	async_allocator_destroy(failing);
	CHECK(host_finish(&h));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(texts_become_programs),
		CHECK_CASE(errors_of_texts),
		CHECK_CASE(hosts_without_a_compiler),
		CHECK_CASE(allocations_that_fail),
	};
	return check_main(argc, argv, cases, COUNT(cases));
}
