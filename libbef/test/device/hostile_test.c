/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls every kernel of pack device with odd operands and attributes of the types of its signature: hostile_test DEVICE. Each call
 * gives values, or one error with a message; memory is freed. The choices are the same in every run. */
#include "world.h"

#include <check.h>
#include <kernels/pack_device.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS_PER_KERNEL = 8, ROOM = 16384 };

static const char *device;

/* Sanitizers ask for their options here: an allocation that is too large fails, as without them. The LLVM in PoCL gives threads a
 * stack for signals, which AddressSanitizer takes for its own when they end. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:use_sigaltstack=0"; }
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

/* ---- choices */

static uint32_t seed;

static uint32_t choose(uint32_t count)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 16) % count;
}

#define LIST(...) (const char *const[]){ __VA_ARGS__, NULL }

static const char *one_of(const char *const *texts)
{
	uint32_t count = 0;
	while (texts[count])
		count++;
	return texts[choose(count)];
}

static const char *long_text(void)
{
	static char text[3000];
	memset(text, 'x', sizeof text - 1);
	return text;
}

/* Numbers at the ends of ranges. No launch of these sizes is both valid and long. */
static const char *number(const char *type)
{
	if (strcmp(type, "i64") == 0)
		return one_of(LIST("-1", "0", "16", "9223372036854775807", "-9223372036854775808"));
	if (strcmp(type, "ui64") == 0)
		return one_of(LIST("0", "1", "64", "8589934592", "18446744073709551615"));
	return strcmp(type, "ui32") == 0 ? one_of(LIST("0", "64", "4294967295")) : one_of(LIST("-1", "0", "4", "99", "2147483647"));
}

/* ---- the text of a call */

static char text[ROOM];
static size_t used;
static unsigned names;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	const int size = vsnprintf(text + used, sizeof text - used, format, list);
	va_end(list);
	used += (size_t)size < sizeof text - used ? (size_t)size : 0;
}

/* Adds an op that makes a value of the type; writes its name. Returns false for types that no op here makes. */
static bool make_operand(const char *type, char *name, size_t size)
{
	static const struct {
		const char *type, *value;
	} made[] = { { "!tfrt.chain", "%ch" }, { "!tfrt_gpu.device", "%d" }, { "!tfrt_gpu.context", "%ctx" }, { "!tfrt_gpu.stream", "%s" },
		{ "!tfrt_gpu.allocator", "%a" }, { "!tfrt_gpu.module", "%m" }, { "!tfrt_gpu.function", "%f" },
		{ "!tfrt_gpu.event", "%e" }, { "!tfrt_gpu.tensor", "%t" }, { "!device.argument", "%arg" } };
	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		if (strcmp(made[i].type, type) == 0)
			return snprintf(name, size, "%s", made[i].value) > 0;
	}
	if (strcmp(type, "!tfrt_gpu.buffer") == 0)
		return snprintf(name, size, "%s", one_of(LIST("%b", "%h", "%v", "%empty"))) > 0;
	if (strcmp(type, "!tfrt_tensor.tensor") == 0 || strcmp(type, "!ht.host_buffer") == 0)
		return false;
	snprintf(name, size, "%%x%u", names++);
	if (strcmp(type, "!ts.shape") == 0)
		add("%s = \"ts.build_shape\"() {value = [%s]} : () -> !ts.shape\n", name,
			one_of(LIST("", "16 : i64", "17 : i64", "4611686018427387904 : i64", "4294967296 : i64, 4294967296 : i64, 4 : i64",
				"1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64, "
				"1 : i64, 1 : i64, 1 : i64, 1 : i64, 16 : i64")));
	else
		add("%s = \"tfrt.constant.%s\"() {value = %s : %s} : () -> %s\n", name, type, number(type), type, type);
	return true;
}

/* Appends `word` to a list that is separated by commas. */
static void list(char *out, size_t size, const char *word)
{
	const size_t length = strlen(out);
	snprintf(out + length, size - length, "%s%s", length ? ", " : "", word);
}

static const char *attribute(const char *kind)
{
	static char value[4096];
	if (strcmp(kind, "string") == 0) {
		const char *chosen = one_of(LIST("", "x", "a\\00b", "opencl:99", "host:7", "auto", "native", "/", "LONG"));
		snprintf(value, sizeof value, "\"%s\"", strcmp(chosen, "LONG") == 0 ? long_text() : chosen);
	} else if (strcmp(kind, "type") == 0) {
		snprintf(value, sizeof value, "%s", one_of(LIST("i1", "i32", "f64", "f16", "complex<f32>")));
	} else if (strcmp(kind, "i64[]") == 0) {
		snprintf(value, sizeof value, "[%s]",
			one_of(LIST("", "16", "0", "-1", "5", "16, 1", "16, 1, 1", "1, 1, 1, 1", "-9223372036854775808", "0, 9223372036854775807")));
	} else if (strcmp(kind, "i32[]") == 0) {
		snprintf(value, sizeof value, "[%s]", one_of(LIST("", "4 : i32", "-1 : i32", "3 : i32, 4 : i32", "2147483647 : i32")));
	} else {
		snprintf(value, sizeof value, "%s : %s", number(kind), kind);
	}
	return value;
}

/* Takes the next part of a list up to a comma or `end`; false at the end. */
static bool next_part(const char **at, char end, char *out, size_t size)
{
	while (**at == ' ' || **at == ',')
		(*at)++;
	size_t length = 0;
	while (**at && **at != ',' && **at != end && length + 1 < size)
		out[length++] = *(*at)++;
	out[length] = '\0';
	return length > 0;
}

/* Makes a program that calls the kernel once. Returns false if this test has no operands for it. */
static bool make_program(const struct kernels_kernel *kernel)
{
	static const char setup[] = BEGIN FUNCTION("%f", "add_index") I64("%n", "64") ALLOCATE("%b", "%n")
		"%e = \"tfrt_gpu.event.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.event\n"
		"%h = \"tfrt_gpu.mem.allocate_host\"(%ctx, %n, %ch) : (!tfrt_gpu.context, i64, !tfrt.chain) -> !tfrt_gpu.buffer\n"
		"%u0 = \"tfrt.constant.ui64\"() {value = 0 : ui64} : () -> ui64\n"
		"%u8 = \"tfrt.constant.ui64\"() {value = 8 : ui64} : () -> ui64\n"
		"%v = \"tfrt_gpu.mem.view\"(%b, %u8, %u8) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n"
		"%empty = \"tfrt_gpu.mem.view\"(%b, %u8, %u0) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n"
		"%z = \"ts.build_shape\"() {value = [16 : i64]} : () -> !ts.shape\n"
		"%t = \"tfrt_gpu.tensor.make.i32\"(%b, %z, %ch) : (!tfrt_gpu.buffer, !ts.shape, !tfrt.chain) -> !tfrt_gpu.tensor\n"
		"%arg = \"device.argument.null\"() : () -> !device.argument\n";
	char operands[512] = "", types[512] = "", attributes[8192] = "", part[128], name[32];
	const char *at = kernel->signature + 1, *const results = strstr(at, "-> ");
	used = names = 0;
	add("%s", setup);
	while (*at != ')' && next_part(&at, ')', part, sizeof part)) {
		char *dots = strstr(part, "...");
		for (uint32_t left = dots ? choose(4) : 1; left > 0; left--) {
			if (dots)
				*dots = '\0';
			/* `any`, and further operands of any type */
			const char *type = part[0] == '\0' || strcmp(part, "any") == 0 ?
						   one_of(LIST("!tfrt_gpu.buffer", "i32", "i64", "!tfrt_gpu.stream", "!device.argument")) :
						   part;
			if (!make_operand(type, name, sizeof name))
				return false;
			list(operands, sizeof operands, name);
			list(types, sizeof types, type);
		}
	}
	at = strchr(at, '{');
	for (at = at ? at + 1 : NULL; at && *at != '}' && next_part(&at, '}', part, sizeof part);) {
		char *colon = strchr(part, ':');
		*colon = '\0';
		snprintf(attributes + strlen(attributes), sizeof attributes - strlen(attributes), "%s%s = %s",
			attributes[0] ? ", " : "", part, attribute(colon + 2));
	}
	const char *type = strcmp(results + 3, "any") == 0 ? "i32" : results + 3;
	add("%%r = \"%s\"(%s) {%s} : (%s) -> %s\ntfrt.return %%r : %s\n}\n", kernel->name, operands, attributes, types, type, type);
	return true;
}

static unsigned failures;

static void call(const char *kernel)
{
	struct world w;
	if (CHECK(world_open(&w, device, choose(3), text))) {
		struct async_value *result = world_run(&w);
		CHECK(result && (async_value_state(result) == ASYNC_AVAILABLE || async_value_is_error(result)));
		CHECK_INT(w.report_count, async_value_is_error(result));
		CHECK(!async_value_is_error(result) || strlen(w.reports) > 8);
		failures += async_value_is_error(result);
		async_value_release(result);
	} else {
		printf("# %s\n", kernel);
	}
	CHECK(world_close(&w));
}

static void odd_operands_and_attributes(void)
{
	struct kernels_registry *registry = kernels_registry_create(NULL);
	CHECK_INT(kernels_registry_add(registry, kernels_pack_device(), NULL), KERNELS_OK);
	unsigned calls = 0;
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const struct kernels_kernel *kernel = kernels_registry_at(registry, i)->kernel;
		for (seed = (uint32_t)i * 977, calls = 0; calls < CALLS_PER_KERNEL && make_program(kernel); calls++)
			call(kernel->name);
	}
	printf("# %u errors\n", failures);
	CHECK(failures > 80);
	kernels_registry_destroy(registry);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(odd_operands_and_attributes) };
	return world_main(argc, argv, &device, cases, sizeof cases / sizeof *cases);
}
