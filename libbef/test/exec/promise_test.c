/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a function promises to its caller: kernels that break their promises end with an error, and it returns after its kernels. */
#include <bef/exec.h>
#include <bef/translate.h>
#include <check.h>
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_test.h>
#include <string.h>
#include <time.h>

/* ---- kernels that break promises */

static void forget(struct kernels_frame *frame) { (void)kernels_frame_result(frame, 0, kernels_types()->i32); }

static void forget_indirect(struct kernels_frame *frame)
{
	frame->results[0] = async_value_create_indirect(kernels_host(frame->request)->allocator, ASYNC_TYPE_NONE);
}

static void half(struct kernels_frame *frame)
{
	int32_t one = 1;
	kernels_frame_return(frame, 0, kernels_types()->i32, &one);
	(void)kernels_frame_result(frame, 1, kernels_types()->i32);
	kernels_frame_fail(frame, "half done");
}

static void let_go(void *ctx)
{
	nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	async_value_release(ctx);
}

static void drop(struct kernels_frame *frame)
{
	struct async_value *value = kernels_frame_result(frame, 0, kernels_types()->i32);
	async_queue_add_blocking(kernels_host(frame->request)->queue, let_go, async_value_retain(value), true);
}

static void drop_later(struct kernels_frame *frame) { kernels_frame_later(frame, drop, false); }
static void forget_later(struct kernels_frame *frame) { kernels_frame_later(frame, forget, false); }

static void keep(void *ctx)
{
	int32_t seven = 7;
	async_value_emplace(ctx, &seven);
	async_value_release(ctx);
}

static void keep_promise(struct kernels_frame *frame)
{
	struct async_value *value = kernels_frame_result(frame, 0, kernels_types()->i32);
	async_queue_add(kernels_host(frame->request)->queue, keep, async_value_retain(value));
}

/* ---- kernels with results of another type */

static void wrong(struct kernels_frame *frame)
{
	int32_t bits = 0x41414141;
	kernels_frame_return(frame, 0, kernels_types()->i32, &bits);
}

static void wrong_later(struct kernels_frame *frame) { kernels_frame_later(frame, wrong, false); }

static void wrong_promise(struct kernels_frame *frame)
{
	struct async_value *value = kernels_frame_result(frame, 0, kernels_types()->i32);
	async_queue_add(kernels_host(frame->request)->queue, keep, async_value_retain(value));
}

static void forward(void *ctx)
{
	int32_t bits = 0x41414141;
	async_value_forward(ctx, async_value_create_available(NULL, kernels_types()->i32, &bits));
	async_value_release(ctx);
}

static void wrong_forward(struct kernels_frame *frame)
{
	frame->results[0] = async_value_create_indirect(kernels_host(frame->request)->allocator, kernels_types()->string);
	async_queue_add(kernels_host(frame->request)->queue, forward, async_value_retain(frame->results[0]));
}

/* ---- the order of kernels */

static int marks; /* atomic */

static void mark(struct kernels_call *call)
{
	nanosleep(&(struct timespec){ 0, 200000 }, NULL);
	(void)call;
	__atomic_add_fetch(&marks, 1, __ATOMIC_RELAXED);
}

static void count(struct kernels_call *call)
{
	*(int32_t *)call->results[0] = __atomic_load_n(&marks, __ATOMIC_RELAXED);
}

static void drop_native(struct async_request *request, struct async_value *const *arguments, uint32_t argument_count,
	struct async_value **results, uint32_t result_count)
{
	(void)arguments, (void)argument_count;
	for (uint32_t i = 0; i < result_count; i++) {
		results[i] = async_value_create(kernels_host(request)->allocator, kernels_types()->i32);
		async_queue_add_blocking(kernels_host(request)->queue, let_go, async_value_retain(results[i]), true);
	}
}

static const struct kernels_kernel kernels[] = {
	KERNELS_ROW("p.forget", "() -> i32", forget, 0),
	KERNELS_ROW("p.forget_indirect", "() -> i32", forget_indirect, 0),
	KERNELS_ROW("p.half", "() -> (i32, i32)", half, 0),
	KERNELS_ROW("p.drop", "() -> i32", drop, 0),
	KERNELS_ROW("p.drop_later", "() -> i32", drop_later, 0),
	KERNELS_ROW("p.forget_later", "() -> i32", forget_later, 0),
	KERNELS_ROW("p.keep", "() -> i32", keep_promise, 0),
	KERNELS_ROW("p.wrong", "() -> !tfrt.string", wrong, 0),
	KERNELS_ROW("p.wrong_later", "() -> !tfrt.string", wrong_later, 0),
	KERNELS_ROW("p.wrong_promise", "() -> !tfrt.string", wrong_promise, 0),
	KERNELS_ROW("p.wrong_forward", "() -> !tfrt.string", wrong_forward, 0),
	KERNELS_ROW("p.mark", "(i32) -> !tfrt.chain", mark, 0),
	KERNELS_ROW("p.count", "(i32) -> i32", count, 0),
};
static const struct kernels_native natives[] = { { "drop_native", drop_native } };
static const struct kernels_pack pack = KERNELS_PACK_INIT("promises", kernels, natives, 1, NULL);

/* ---- programs */

static const char program[] =
	"func.func @forget() -> i32 {\n %r = \"p.forget\"() : () -> i32\n tfrt.return %r : i32\n}\n"
	"func.func @forget_indirect() -> i32 {\n %r = \"p.forget_indirect\"() : () -> i32\n tfrt.return %r : i32\n}\n"
	"func.func @used() -> i32 {\n %r = \"p.drop\"() : () -> i32\n %s = tfrt.add.i32 %r, %r\n tfrt.return %s : i32\n}\n"
	"func.func @drop() -> i32 {\n %r = \"p.drop\"() : () -> i32\n tfrt.return %r : i32\n}\n"
	"func.func @drop_later() -> i32 {\n %r = \"p.drop_later\"() : () -> i32\n tfrt.return %r : i32\n}\n"
	"func.func @forget_later() -> i32 {\n %r = \"p.forget_later\"() : () -> i32\n tfrt.return %r : i32\n}\n"
	"func.func @called() -> i32 {\n %r = tfrt.call @drop() : () -> (i32)\n tfrt.return %r : i32\n}\n"
	"func.func @add(%x: i32, %y: i32) -> i32 {\n %r = tfrt.add.i32 %x, %y\n tfrt.return %r : i32\n}\n"
	"func.func @nonstrict() -> i32 {\n %x = tfrt.constant.i32 1\n %y = \"p.drop\"() : () -> i32\n"
	" %r = tfrt.call @add(%x, %y) {bef.nonstrict} : (i32, i32) -> (i32)\n tfrt.return %r : i32\n}\n"
	"func.func private @drop_native() -> i32 attributes {tfrt.native}\n"
	"func.func @native() -> i32 {\n %r = tfrt.call @drop_native() : () -> (i32)\n tfrt.return %r : i32\n}\n"
	"func.func @keep() -> i32 {\n %r = \"p.keep\"() : () -> i32\n tfrt.return %r : i32\n}\n"
	"func.func @half() -> i32 {\n %a, %b = \"p.half\"() : () -> (i32, i32)\n tfrt.return %b : i32\n}\n"
#define PRINTED(name)                                                                                                                  \
	"func.func @" name "() -> !tfrt.chain {\n %c = tfrt.new.chain\n %s = \"p." name "\"() : () -> !tfrt.string\n"                   \
	" %r = \"tfrt_test.print_string\"(%s, %c) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain\n tfrt.return %r : !tfrt.chain\n}\n"
	PRINTED("wrong") PRINTED("wrong_later") PRINTED("wrong_promise") PRINTED("wrong_forward")
	"func.func @side() -> i32 {\n %x = tfrt.constant.i32 5\n %y = tfrt.add.i32 %x, %x\n %m = \"p.mark\"(%y) : (i32) -> !tfrt.chain\n"
	" %n = \"p.mark\"(%x) : (i32) -> !tfrt.chain\n tfrt.return %y : i32\n}\n"
	"func.func @pass(%x: i32) -> i32 {\n %m = \"p.mark\"(%x) : (i32) -> !tfrt.chain\n tfrt.return %x : i32\n}\n"
	"func.func @nested() -> i32 {\n %y = tfrt.call @side() : () -> (i32)\n %z = tfrt.call @pass(%y) : (i32) -> (i32)\n"
	" %c = \"p.count\"(%z) : (i32) -> i32\n tfrt.return %c : i32\n}\n"
	"func.func @side_later() -> i32 {\n %t = \"tfrt_test.async_constant.i1\"() {value = true} : () -> i1\n"
	" %r = tfrt.if %t : () -> (i32) {\n  %y = tfrt.call @side() : () -> (i32)\n  %c = \"p.count\"(%y) : (i32) -> i32\n"
	"  tfrt.return %c : i32\n } else {\n  %z = tfrt.constant.i32 0\n  tfrt.return %z : i32\n }\n tfrt.return %r : i32\n}\n";

static struct {
	struct async_host host;
	struct kernels_registry *registry;
	struct bef_file *file;
	uint8_t *bytes;
	size_t size;
	int errors; /* atomic */
} h;

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx, (void)error;
	__atomic_add_fetch(&h.errors, 1, __ATOMIC_RELAXED);
}

static void ran(void *ctx, const struct bef_event *event) { (void)ctx, (void)event; }
static void late(void *ctx, const struct bef_late_result *result) { (void)ctx, (void)result; }
static const struct bef_observer observer = { .size = sizeof observer, .ran = ran, .came = late };

static bool open_program(unsigned threads, bool watched)
{
	struct async_threads_options many = { .size = sizeof many, .threads = threads };
	struct bef_open_options options = { .size = sizeof options, .observer = watched ? &observer : NULL };
	struct bef_diag diag = BEF_DIAG_INIT;
	h.host = (struct async_host)ASYNC_HOST_INIT;
	h.host.allocator = async_allocator_create_counting(NULL);
	h.host.queue = threads ? async_queue_create_threads(NULL, &many) : async_queue_create_single(NULL);
	h.host.report = report;
	h.registry = kernels_registry_create(NULL);
	if (kernels_registry_add(h.registry, kernels_pack_basic(), NULL) || kernels_registry_add(h.registry, kernels_pack_test(), NULL) ||
		kernels_registry_add(h.registry, &pack, NULL) ||
		bef_assemble_text(program, sizeof program - 1, "promises", NULL, NULL, &h.bytes, &h.size, &diag) != BEF_OK ||
		bef_file_open(h.bytes, h.size, h.registry, &options, &h.file, &diag) != BEF_OK)
		return check_report(__FILE__, __LINE__, "%s", diag.message);
	return true;
}

static void close_program(void)
{
	async_queue_destroy(h.host.queue);
	bef_file_close(h.file);
	kernels_registry_destroy(h.registry);
	bef_assemble_free(NULL, h.bytes, h.size);
	CHECK_INT(async_allocator_stats(h.host.allocator).live_blocks, 0);
	async_allocator_destroy(h.host.allocator);
}

static struct async_value *call(const char *name)
{
	const struct kernels_function *function = bef_file_find(h.file, name, strlen(name));
	struct async_request *request = async_request_create(&h.host, NULL);
	struct async_value *result;
	CHECK(function != NULL);
	h.errors = 0;
	marks = 0;
	kernels_function_execute(function, request, NULL, &result);
	async_queue_await(h.host.queue, &result, 1);
	const int seen = __atomic_load_n(&marks, __ATOMIC_RELAXED);
	async_queue_quiesce(h.host.queue);
	CHECK_INT(marks, seen); /* no kernel runs after the function has returned */
	async_request_release(request);
	return result;
}

static void fails(const char *name, const char *message)
{
	struct async_value *result = call(name);
	CHECK_STR(async_value_is_error(result) ? async_error_message(async_value_error(result)) : "a value", message);
	CHECK_INT(h.errors, 1);
	async_value_release(result);
}

static void gives(const char *name, int32_t expected)
{
	struct async_value *result = call(name);
	CHECK_INT(async_value_is_error(result) ? -1 : *(int32_t *)async_value_payload(result), expected);
	async_value_release(result);
}

static void check_all(unsigned threads, bool watched)
{
	static const char broken[] = "broken promise: result 0 was dropped before it had a value";
	static const char *const names[] = { "forget", "forget_indirect", "used", "drop", "drop_later", "forget_later", "called",
		"nonstrict", "native" };
	static const char *const wrongs[] = { "wrong", "wrong_later", "wrong_promise", "wrong_forward" };
	CHECK_OR_RETURN(open_program(threads, watched));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		fails(names[i], broken);
	for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
		fails(wrongs[i], "result 0 is of type i32, expected !tfrt.string");
	fails("half", "half done");
	gives("keep", 7);
	for (int round = 0; round < 20; round++) {
		gives("side", 10);
		gives("nested", 3);
		gives("side_later", 2);
	}
	close_program();
}

static void with_one_thread(void) { check_all(0, false); }
static void with_workers(void) { check_all(2, false); }
static void observed(void) { check_all(0, true); }
static void observed_with_workers(void) { check_all(2, true); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(with_one_thread), CHECK_CASE(with_workers), CHECK_CASE(observed),
		CHECK_CASE(observed_with_workers) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
