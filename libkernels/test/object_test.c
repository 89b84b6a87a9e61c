/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pack test: payloads that print, resources, counters, tensors, leaks; strings. */
#include "runner.h"
#include <unistd.h>

#define ARGS(...) .arguments = { __VA_ARGS__ }
#define ATTRS(...) .attributes = { __VA_ARGS__ }

static struct runner r;

/* ---- vt.value: the texts are those of TFRT's lifetime tests */

static struct async_value *vt(int32_t value)
{
	struct op op = { .attributes = { ATTR(int32_t, value) } };
	runner_run(&r, "vt.constant", &op);
	return take(&r, 0);
}

static void values_that_print(void)
{
	runner_open(&r, 0);
	struct async_value *a = vt(10);
	CHECK_STR(printed(&r), "constructed vt.value(10)\nmove constructed vt.value(10)\n");
	struct async_value *b = vt(20);
	printed(&r);
	RUN(&r, "vt.add", ARGS(a, b));
	CHECK_STR(printed(&r), "constructed vt.value(30)\nmove constructed vt.value(30)\ndestroyed vt.value(10)\n"
		"destroyed vt.value(20)\n");
	struct async_value *sum = take(&r, 0);
	RUN(&r, "vt.print", ARGS(sum));
	CHECK_STR(printed(&r), "print vt_value(30)\ndestroyed vt.value(30)\n");
	CHECK(is_chain(&r, 0));
	runner_close(&r);
}

static void values_that_are_copied_and_moved(void)
{
	runner_open(&r, 0);
	struct async_value *a = vt(7);
	const struct async_type *type = async_type_get(async_value_type(a));
	printed(&r);
	void *copy = malloc(type->size), *moved = malloc(type->size);
	CHECK_OR_RETURN(copy && moved);
	CHECK_INT(type->copy(copy, async_value_payload(a)), 0);
	CHECK_STR(printed(&r), "copy constructed vt.value(7)\n");
	type->move(moved, copy);
	CHECK_STR(printed(&r), "move constructed vt.value(7)\n");
	type->destroy(moved);
	CHECK_STR(printed(&r), "destroyed vt.value(7)\n");
	free(copy);
	free(moved);
	async_value_release(a);
	RUN(&r, "vt.constant", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a value of type i32");
	runner_close(&r);
}

static void share_to_two(void)
{
	runner_open(&r, 0);
	struct async_value *a = vt(8);
	printed(&r);
	RUN(&r, "tfrt_test.share_to_two", ARGS(async_value_retain(a)));
	CHECK(r.results[0] == a && r.results[1] == a);
	async_value_release(a);
	RUN(&r, "tfrt_test.as_chain", .result_count = 1); /* drops both results */
	CHECK_STR(printed(&r), "destroyed vt.value(8)\n");
	runner_close(&r);
}

/* ---- resources */

static void resources_given_back(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.allocate_resource", ARGS(async_chain()));
	CHECK_STR(printed(&r), "Allocated TestResource\n");
	struct async_value *resource = take(&r, 0);
	RUN(&r, "tfrt_test.deallocate_resource", ARGS(async_value_retain(resource), async_chain()));
	CHECK_STR(printed(&r), "Destroyed TestResource\ntfrt_test.deallocate_resource done\n");
	RUN(&r, "tfrt_test.deallocate_resource", ARGS(async_value_retain(resource), async_chain()));
	CHECK_STR(printed(&r), "tfrt_test.deallocate_resource done\n"); /* already destroyed */
	async_value_release(resource);
	CHECK_STR(printed(&r), "");
	runner_close(&r);
}

static void resources_dropped(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.allocate_resource", ARGS(async_chain()));
	CHECK(is_chain(&r, 1));
	RUN(&r, "tfrt_test.as_chain", .result_count = 1);
	CHECK_STR(printed(&r), "Allocated TestResource\nDestroyed TestResource\n");
	runner_close(&r);
}

static void shared_context(void)
{
	runner_open(&r, 0);
	for (int i = 0; i < 2; i++) {
		RUN(&r, "tfrt_test.use_sample_shared_context", ARGS(async_chain()));
		CHECK_STR(text_at(&r, 0), "sample_shared_context0");
		CHECK(is_chain(&r, 1));
	}
	runner_new_request(&r);
	for (uint64_t nth = 1; nth <= 4; nth++) { /* name in the store, object, its text, the result's text */
		async_allocator_fail_nth(r.failing, nth);
		RUN(&r, "tfrt_test.use_sample_shared_context", ARGS(async_chain()));
		if (async_value_is_error(r.results[0]))
			CHECK_STR(error_at(&r, 0), "out of memory");
	}
	async_allocator_fail_nth(r.failing, 0);
	runner_close(&r);
}

/* ---- counters, pairs */

static void counters(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.atomic.create.i32", .result_count = 1);
	struct async_value *atomic = take(&r, 0);
	RUN(&r, "tfrt_test.atomic.inc.i32", ARGS(async_value_retain(atomic), async_chain()));
	CHECK(is_chain(&r, 0));
	RUN(&r, "tfrt_test.atomic.add.i32", ARGS(async_value_retain(atomic), i32(&r, -10)));
	RUN(&r, "tfrt_test.atomic.get.i32", ARGS(async_value_retain(atomic), async_chain()));
	CHECK_INT(i32_at(&r, 0), -9);
	CHECK(is_chain(&r, 1));
	async_value_release(atomic);
	runner_close(&r);
}

static void coordinates(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_tutorial.create_coordinate", ARGS(i32(&r, 2), i32(&r, -4)));
	RUN(&r, "tfrt_tutorial.print_coordinate", ARGS(take(&r, 0)));
	CHECK_STR(printed(&r), "(2, -4)\n");
	runner_close(&r);
}

/* ---- memory */

static void a_leak(void)
{
	runner_open(&r, 0);
	/* Memory that is freed as a whole, so that the leak of the kernel is not a leak of the test. */
	const struct async_allocator *fixed = async_allocator_create_fixed(NULL, 4096);
	const struct async_allocator *counting = async_allocator_create_counting(fixed);
	r.host.allocator = counting;
	RUN(&r, "tfrt_test.memory_leak_one_int32", .result_count = 0);
	r.host.allocator = r.failing;
	CHECK_INT(async_allocator_stats(counting).live_blocks, 1);
	CHECK_INT(async_allocator_stats(counting).live_bytes, 4);
	async_allocator_destroy(counting);
	async_allocator_destroy(fixed);
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.memory_leak_one_int32", .result_count = 0);
	CHECK_STR(reported(&r), "out of memory");
	runner_close(&r);
}

/* dense<[[1, 2, 3]]> : tensor<1x3xi16> */
static const uint8_t dense[] = { 8, 7, 36, 0, 42, 0, 0, 0, 36, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
	3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0xFD, 0xFF };

static void tensors(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.const_dense_attr", ATTRS({ dense, sizeof dense }));
	CHECK_OR_RETURN(error_at(&r, 0)[0] == '\0');
	CHECK_INT(async_value_type(r.results[0]), kernels_tensor_types()->tensor);
	const struct kernels_tensor *tensor = async_value_payload(r.results[0]);
	CHECK_INT(tensor->dtype, KERNELS_I16);
	CHECK_INT(tensor->shape.rank, 2);
	CHECK_INT(tensor->shape.dims[1], 3);
	const int16_t *elements = kernels_tensor_data(tensor);
	CHECK(elements[0] == 1 && elements[1] == 2 && elements[2] == -3);
	RUN(&r, "tfrt_test.const_dense_attr", ATTRS({ dense, sizeof dense - 1 }));
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a dense attribute");
	RUN(&r, "tfrt_test.const_dense_attr", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a dense attribute");
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.const_dense_attr", ATTRS({ dense, sizeof dense }));
	CHECK_STR(error_at(&r, 0), "out of memory");
	/* rank 16 and 17, no elements */
	static uint8_t deep[20 + 8 * 17] = { 8, 8, 148, 0, 148, 0, 0, 0, 148, 0, 0, 0, 0, 0, 0, 0, 16 };
	RUN(&r, "tfrt_test.const_dense_attr", ATTRS({ deep, 148 }));
	CHECK_OR_RETURN(error_at(&r, 0)[0] == '\0');
	CHECK_INT(((const struct kernels_tensor *)async_value_payload(r.results[0]))->shape.rank, 16);
	deep[2] = deep[4] = deep[8] = 156;
	deep[16] = 17;
	RUN(&r, "tfrt_test.const_dense_attr", ATTRS({ deep, sizeof deep }));
	CHECK_STR(error_at(&r, 0), "attribute 0: a tensor has at most 16 dimensions, got 17");
	runner_close(&r);
}

/* ---- strings */

static void strings(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.print_hello", .result_count = 1);
	CHECK_STR(printed(&r), "hello host executor!\n");
	RUN(&r, "tfrt_test.get_string", ATTRS(ATTR_TEXT("good morning")));
	CHECK_STR(text_at(&r, 0), "good morning");
	RUN(&r, "tfrt_test.print_string", ARGS(take(&r, 0), async_chain()));
	CHECK_STR(printed(&r), "string = good morning\n");
	RUN(&r, "tfrt_test.get_string", ATTRS(ATTR_TEXT("")));
	CHECK_STR(text_at(&r, 0), "");
	RUN(&r, "tfrt_test.print_string", ARGS(take(&r, 0)));
	CHECK_STR(printed(&r), "string = \n");
	RUN(&r, "tfrt_test.append_string", ARGS(text(&r, "tea"), text(&r, "pot")));
	CHECK_STR(text_at(&r, 0), "teapot");
	RUN(&r, "tfrt_test.string_equal", ARGS(text(&r, "tea"), text(&r, "tea")));
	CHECK_INT(i1_at(&r, 0), 1);
	RUN(&r, "tfrt_test.string_equal", ARGS(text(&r, "tea"), text(&r, "teapot")));
	CHECK_INT(i1_at(&r, 0), 0);
	RUN(&r, "tfrt_test.string_equal", ARGS(text(&r, "tea"), text(&r, "tee")));
	CHECK_INT(i1_at(&r, 0), 0);
	RUN(&r, "tfrt_test.logging", ARGS(text(&r, "look")));
	CHECK_STR(printed(&r), "from TFRT_LOG(INFO): look\n"
			       "from TFRT_LOG(WARNING): look\n"
			       "from TFRT_LOG(ERROR): look\n"
			       "from TFRT_LOG_IF(INFO, true): look\n"
			       "from TFRT_LOG_IF(WARNING, true): look\n"
			       "from TFRT_LOG_IF(ERROR, true): look\n");
	RUN(&r, "tfrt_test.get_static_tensor_type", ATTRS(ATTR_TEXT("DenseHost")));
	RUN(&r, "tfrt_test.print_tensor_type", ARGS(take(&r, 0)));
	CHECK_STR(printed(&r), "tensor_type = DenseHost\n");
	RUN(&r, "tfrt_test.get_string", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a string");
	runner_close(&r);
}

static void strings_of_any_bytes(void)
{
	static const char expected[] = "string = a\0%s\n";
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.get_string", ATTRS(ATTR_TEXT("a\0%s")));
	RUN(&r, "tfrt_test.print_string", ARGS(take(&r, 0)));
	CHECK_BYTES(r.printed, r.printed_size, expected, sizeof expected - 1);
	runner_close(&r);
}

static void strings_without_memory(void)
{
	runner_open(&r, 0);
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.get_string", ATTRS(ATTR_TEXT("x")));
	CHECK_STR(error_at(&r, 0), "out of memory");
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.append_string", ARGS(text(&r, "x"), text(&r, "y")));
	CHECK_STR(error_at(&r, 0), "out of memory");
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.print_string", ARGS(text(&r, "x")));
	CHECK_STR(error_at(&r, 0), "out of memory");
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.format_string", ARGS(text(&r, "x"), i32(&r, 1)));
	CHECK_STR(error_at(&r, 0), "out of memory");
	runner_close(&r);
}

static void formats(void)
{
	static const struct {
		const char *format;
		int32_t number;
		const char *result;
	} good[] = {
		{ "", 1, "" },
		{ "100%%", 1, "100%" },
		{ "%d apples", -3, "-3 apples" },
		{ "<%5i>", 42, "<   42>" },
		{ "<%-5u>%%", 42, "<42   >%" },
		{ "%08x", 255, "000000ff" },
		{ "%X", -1, "FFFFFFFF" },
		{ "%+.3d", 7, "+007" },
		{ "%o", 8, "10" },
	};
	static const char *const bad[] = { "%s", "%n", "%d %d", "%", "%5", "%ld", "%*d", "%1000d", "%.1000d", "%f",
		"%-", "%1$d", "%%%" };
	runner_open(&r, 0);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		RUN(&r, "tfrt_test.format_string", ARGS(text(&r, good[i].format), i32(&r, good[i].number)));
		CHECK_STR(text_at(&r, 0), good[i].result);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char message[64];
		snprintf(message, sizeof message, "argument 0: not a format of one i32: '%s'", bad[i]);
		RUN(&r, "tfrt_test.format_string", ARGS(text(&r, bad[i]), i32(&r, 1)));
		CHECK_STR(error_at(&r, 0), message);
	}
	runner_close(&r);
}

static void files(void)
{
	char path[] = "/tmp/kernels-object-test-XXXXXX", message[100];
	int fd = mkstemp(path);
	CHECK_OR_RETURN(fd >= 0);
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.read_string_from_file", ARGS(text(&r, path)));
	CHECK_STR(text_at(&r, 0), "");
	static char content[10000];
	memset(content, 'x', sizeof content - 1);
	CHECK_INT(write(fd, content, sizeof content - 1), sizeof content - 1);
	RUN(&r, "tfrt_test.read_string_from_file", ARGS(text(&r, path)));
	CHECK(!async_value_is_available(r.results[0]));
	CHECK_STR(text_at(&r, 0), content);
	int failures = 0;
	for (uint64_t nth = 1; nth <= 6; nth++) { /* allocations: result, task, block, two reallocations, text */
		async_allocator_fail_nth(r.failing, nth);
		RUN(&r, "tfrt_test.read_string_from_file", ARGS(text(&r, path)));
		failures += error_at(&r, 0)[0] != '\0';
	}
	CHECK_INT(failures, 6);
	unlink(path);
	close(fd);
	async_allocator_fail_nth(r.failing, 0);
	RUN(&r, "tfrt_test.read_string_from_file", ARGS(text(&r, path)));
	snprintf(message, sizeof message, "failed to read from file %s", path);
	CHECK_STR(error_at(&r, 0), message);
	RUN(&r, "tfrt_test.read_string_from_file", ARGS(text(&r, "/"))); /* opens, cannot be read */
	CHECK_STR(error_at(&r, 0), "failed to read from file /");
	runner_close(&r);
}

/* [["packed", [11 : i32, 22 : i32]], [6.5 : f32]] */
static void flat(void)
{
	uint8_t bytes[96] = { 0 };
	runner_open(&r, 0);
	/* header, CC until the type byte of the string; the string, CC, the type byte of the array; the array */
	static const uint8_t inner[48] = { 8, 0, 20, 0, 48, 0, 0, 0, 2, 0, 0, 0, 24, 0, 0, 0, 36, 0, 0, 0, 0xCC, 0xCC,
		0xCC, 16, 6, 0, 0, 0, 'p', 'a', 'c', 'k', 'e', 'd', 0xCC, 0x88, 2, 0, 0, 0, 11, 0, 0, 0, 22, 0, 0, 0 };
	static const uint8_t outer[24] = { 8, 0, 20, 0, 84, 0, 0, 0, 2, 0, 0, 0, 24, 0, 0, 0, 76, 0, 0, 0, 0xCC, 0xCC,
		0xCC, 30 };
	static const uint8_t floats[12] = { 0xCC, 0xCC, 0xCC, 0x8A, 1, 0, 0, 0, 0, 0, 0xD0, 0x40 };
	memcpy(bytes, outer, sizeof outer);
	memcpy(bytes + 24, inner, sizeof inner);
	memcpy(bytes + 72, floats, sizeof floats);
	RUN(&r, "tfrt_test.flat", ATTRS({ bytes, 84 }));
	CHECK_STR(text_at(&r, 0), "packed");
	CHECK_INT(i32_at(&r, 1), 11);
	CHECK_INT(i32_at(&r, 2), 22);
	CHECK(f32_at(&r, 3) == 6.5);
	static const uint8_t faults[] = { 8, 23, 24 + 8, 24 + 23, 24 + 35, 24 + 36, 75, 76 };
	for (size_t i = 0; i < sizeof faults; i++) {
		bytes[faults[i]] ^= 3;
		RUN(&r, "tfrt_test.flat", ATTRS({ bytes, 84 }));
		CHECK_STR(error_at(&r, 0), "attribute 0 is not [[string, [i32, i32]], [f32]]");
		bytes[faults[i]] ^= 3;
	}
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.flat", ATTRS({ bytes, 84 }));
	CHECK_STR(error_at(&r, 3), "out of memory");
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(values_that_print),
		CHECK_CASE(values_that_are_copied_and_moved),
		CHECK_CASE(share_to_two),
		CHECK_CASE(resources_given_back),
		CHECK_CASE(resources_dropped),
		CHECK_CASE(shared_context),
		CHECK_CASE(counters),
		CHECK_CASE(coordinates),
		CHECK_CASE(a_leak),
		CHECK_CASE(tensors),
		CHECK_CASE(strings),
		CHECK_CASE(strings_of_any_bytes),
		CHECK_CASE(strings_without_memory),
		CHECK_CASE(formats),
		CHECK_CASE(files),
		CHECK_CASE(flat),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
