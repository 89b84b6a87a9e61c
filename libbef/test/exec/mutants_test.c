/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Damaged programs: every prefix, every byte changed, and many random faults, through the fuzz target. */
#include "host.h"

#include <check.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct op sync_ops[] = {
	{ .kernel = "t.tracked", .results = LIST(2), .attributes = LIST(5) },
	{ .kernel = "t.value", .arguments = LIST(2), .results = LIST(3) },
	{ .kernel = "t.add", .arguments = LIST(0, 3), .results = LIST(4) },
};
static const struct op body_ops[] = {
	{ .kernel = "t.const", .results = LIST(1), .attributes = LIST(3) },
	{ .kernel = "t.add", .arguments = LIST(0, 1), .results = LIST(2), .stream = 2 },
	{ .kernel = "t.call", .arguments = LIST(0), .results = LIST(3), .functions = LIST(3) },
};
static const struct op main_ops[] = {
	{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(20) },
	{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
	{ .kernel = "t.call_sync", .arguments = LIST(0, 0), .results = LIST(2), .functions = LIST(0) },
	{ .kernel = "t.call", .arguments = LIST(1), .results = LIST(3), .functions = LIST(2), .stream = 1 },
	{ .kernel = "t.call", .arguments = LIST(1, 2), .results = LIST(4), .functions = LIST(1) },
	{ .kernel = "t.fail", .results = LIST(5), .attributes = LIST(1), .stream = 4 },
	{ .kernel = "t.identity", .arguments = LIST(5, 4, 3), .results = LIST(6, 7, 8) },
	{ .kernel = "t.sum", .arguments = LIST(0, 1, 2, 3, 4), .results = LIST(9) },
};
static const struct fn program[] = {
	{ .name = "s", .kind = BEF_FUNCTION_SYNC, .argument_types = { "i32", "i32" }, .result_types = { "i32" },
		.register_count = 5, .returned = LIST(4), .ops = sync_ops, .op_count = COUNT(sync_ops) },
	{ .name = "native_add", .kind = BEF_FUNCTION_NATIVE, .argument_types = { "i32", "i32" }, .result_types = { "i32" } },
	{ .name = "", .argument_types = { "i32" }, .result_types = { "i32" }, .register_count = 4, .returned = LIST(2),
		.ops = body_ops, .op_count = COUNT(body_ops) },
	{ .name = "leaf", .argument_types = { "i32" }, .result_types = { "i32" }, .register_count = 1, .returned = LIST(0) },
	{ .name = "main", .result_types = { "i32", "i32", "i32" }, .register_count = 10, .returned = LIST(6, 9, 8),
		.ops = main_ops, .op_count = COUNT(main_ops) },
};

static uint64_t random_state = 88172645463325252u;
static uint32_t next_random(uint32_t below)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 32) % below;
}

static uint8_t *bytes, *copy;
static size_t size;

static bool prepare(void)
{
	bytes = build(program, COUNT(program), &size);
	copy = malloc(size ? size : 1);
	return CHECK(bytes && copy);
}

static void every_prefix(void)
{
	if (prepare()) {
		for (size_t n = 0; n <= size; n++)
			LLVMFuzzerTestOneInput(bytes, n);
	}
	free(bytes);
	free(copy);
}

static void every_byte(void)
{
	static const uint8_t changes[] = { 0x01, 0x02, 0x04, 0x80, 0xFF };
	if (prepare()) {
		for (size_t at = 0; at < size; at++) {
			for (size_t c = 0; c < sizeof changes; c++) {
				memcpy(copy, bytes, size);
				copy[at] ^= changes[c];
				LLVMFuzzerTestOneInput(copy, size);
			}
		}
	}
	free(bytes);
	free(copy);
}

static void random_faults(void)
{
	const char *asked = getenv("MUTANTS");
	long count = asked ? strtol(asked, NULL, 10) : 5000;
	if (prepare()) {
		for (long i = 0; i < count; i++) {
			memcpy(copy, bytes, size);
			for (uint32_t faults = 1 + next_random(4); faults; faults--)
				copy[next_random((uint32_t)size)] = next_random(2) ? (uint8_t)next_random(256)
										     : (uint8_t)next_random(8);
			LLVMFuzzerTestOneInput(copy, size);
		}
	}
	free(bytes);
	free(copy);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(every_prefix), CHECK_CASE(every_byte),
		CHECK_CASE(random_faults) };
	return check_main(argc, argv, cases, COUNT(cases));
}
