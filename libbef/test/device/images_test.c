/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs with kernels out of SYCLBIN and SPIR-V files on an OpenCL device: images_test DEVICE. */
#include "world.h"

#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *device;
static char cache[] = "/tmp/device-images-XXXXXX";

#define CONTEXT \
	"func.func @main() -> RESULT {\n" \
	"%ch = \"tfrt.new.chain\"() : () -> !tfrt.chain\n" \
	"%d = \"device.find\"() {name = \"DEVICE\"} : () -> !tfrt_gpu.device\n" \
	"%ctx = \"tfrt_gpu.context.primary\"(%d) : (!tfrt_gpu.device) -> !tfrt_gpu.context\n" \
	"%s = \"tfrt_gpu.stream.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.stream\n" \
	"%a = \"tfrt_gpu.allocator.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.allocator\n" \
	I64("%n", "64")
#define LOAD(file) \
	"%m = \"device.program.load\"(%ctx) {kind = \"auto\", options = \"\", path = \"" DATA "/" file "\"} : " \
	"(!tfrt_gpu.context) -> !tfrt_gpu.module\n"
#define LAUNCH(chain, arguments, types, after) \
	chain " = \"device.function.launch\"(%s, %f, " after ", " arguments ") {global = [16], group = [], offset = []} : " \
	"(!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt.chain, " types ") -> !tfrt.chain\n"
#define RETURN_16(buffer, after) READ("%t", buffer, "16", after) RETURN("%t", "!tfrt_tensor.tensor")

/* Runs the graph. Returns the message if it fails, "" otherwise, with 16 numbers. */
static const char *run(const char *text, int32_t out[16])
{
	static char message[2048];
	struct world w;
	message[0] = '\0';
	if (CHECK(world_open(&w, device, 2, text))) {
		struct async_value *result = world_run(&w);
		snprintf(message, sizeof message, "%s", w.reports);
		if (result && async_value_state(result) == ASYNC_AVAILABLE)
			memcpy(out, kernels_tensor_bytes(async_value_payload(result)), 16 * sizeof *out);
		else
			CHECK(w.report_count == 1);
		async_value_release(result);
	}
	CHECK(world_close(&w));
	return message;
}

static bool skipped(const char *message)
{
	const bool none = strstr(message, "llvm-spirv") != NULL;
	if (none)
		CHECK_SKIP("the driver takes no SPIR-V, and there is no llvm-spirv");
	return none;
}

/* c = a + b, b = c + c: on the device, and here. */
static void kernels_of_a_syclbin_file(void)
{
	static const char text[] = CONTEXT LOAD("mixed.syclbin") FUNCTION("%f", "vadd") ALLOCATE("%x", "%n") ALLOCATE("%y", "%n")
		ALLOCATE("%z", "%n") I32("%three", "3") I32("%four", "-2147483646") I32("%twelve", "12") I32("%five", "5")
		SET("%c0", "%x", "%three", "%ch") SET("%c1", "%y", "%four", "%c0") SET("%c2", "%z", "%five", "%c1")
		LAUNCH("%c3", "%x, %y, %z, %twelve", "!tfrt_gpu.buffer, !tfrt_gpu.buffer, !tfrt_gpu.buffer, i32", "%c2")
		LAUNCH("%c4", "%z, %z, %y, %five", "!tfrt_gpu.buffer, !tfrt_gpu.buffer, !tfrt_gpu.buffer, i32", "%c3")
		RETURN_16("%y", "%c4");
	int32_t out[16] = { 0 };
	const char *message = run(text, out);
	if (skipped(message))
		return;
	CHECK_STR(message, "");
	for (int32_t i = 0; i < 16; i++) {
		const uint32_t z = i < 12 ? 3u + (uint32_t)INT32_MIN + 2u : 5u;
		CHECK_INT(out[i], (int32_t)(i < 5 ? z + z : (uint32_t)INT32_MIN + 2u));
	}
}

static void arguments_are_compared_with_the_code(void)
{
	static const char text[] = CONTEXT LOAD("mixed.syclbin") FUNCTION("%f", "vadd") ALLOCATE("%x", "%n")
		LAUNCH("%c", "%x, %x, %x, %n", "!tfrt_gpu.buffer, !tfrt_gpu.buffer, !tfrt_gpu.buffer, i64", "%ch") RETURN_16("%x", "%c");
	static const char missing[] = CONTEXT LOAD("mixed.syclbin") FUNCTION("%f", "other") ALLOCATE("%x", "%n")
		LAUNCH("%c", "%x", "!tfrt_gpu.buffer", "%ch") RETURN_16("%x", "%c");
	int32_t out[16];
	const char *message = run(text, out);
	if (skipped(message))
		return;
	CHECK(strstr(message, "4") && strstr(message, "8") && strstr(message, "vadd"));
	printf("# %s", message);
	message = run(missing, out);
	CHECK(strstr(message, "no module has a kernel 'other'") != NULL);
}

#define SPECIALIZE(ids, sizes, values) \
	"%m = \"device.program.specialize\"(%ctx) {ids = [" ids "], kind = \"auto\", options = \"\", path = \"" DATA \
	"/constants.spv\", sizes = [" sizes "], values = [" values "]} : (!tfrt_gpu.context) -> !tfrt_gpu.module\n"
#define FILL \
	FUNCTION("%f", "fill") ALLOCATE("%x", "%n") LAUNCH("%c", "%x", "!tfrt_gpu.buffer", "%ch") RETURN_16("%x", "%c")

static void check_fill(const char *text, int32_t factor, int32_t offset)
{
	int32_t out[16] = { 0 };
	const char *message = run(text, out);
	if (skipped(message))
		return;
	CHECK_STR(message, "");
	for (int32_t i = 0; i < 16; i++)
		CHECK_INT(out[i], factor * i + offset);
}

static void specialization_constants(void)
{
	check_fill(CONTEXT LOAD("constants.spv") FILL, 2, 1);
	check_fill(CONTEXT SPECIALIZE("7 : i32", "4 : i32", "5 : i64") FILL, 5, 1);
	check_fill(CONTEXT SPECIALIZE("9 : i32, 7 : i32", "4 : i32, 4 : i32", "100 : i64, -3 : i64") FILL, -3, 100);
	int32_t out[16];
	const char *message = run(CONTEXT SPECIALIZE("8 : i32", "4 : i32", "5 : i64") FILL, out);
	CHECK(strstr(message, "the module has no specialization constant 8") != NULL);
	message = run(CONTEXT SPECIALIZE("7 : i32", "8 : i32", "5 : i64") FILL, out);
	CHECK(strstr(message, "specialization constant 7 has 8 bytes, expected 4") != NULL);
}

static unsigned remove_cache(void)
{
	char path[512], folder[256];
	unsigned count = 0;
	snprintf(folder, sizeof folder, "%s/befkit", cache);
	DIR *walk = opendir(folder);
	for (struct dirent *d = walk ? readdir(walk) : NULL; d; d = readdir(walk)) {
		snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
		count += unlink(path) == 0;
	}
	if (walk)
		closedir(walk);
	rmdir(folder);
	return count;
}

/* A program is translated once; without a translator the cached one is used, and no other can be made. */
static void built_programs_are_cached(void)
{
	static const char text[] = CONTEXT LOAD("constants.spv") FILL;
	int32_t out[16];
	remove_cache();
	if (skipped(run(text, out)))
		return;
	CHECK_INT(setenv("KERNELS_LLVM_SPIRV", "/nothing/here", 1), 0);
	check_fill(text, 2, 1);
	CHECK_INT(remove_cache(), 1);
	const char *message = run(text, out);
	CHECK(message[0] == '\0' || strstr(message, "KERNELS_LLVM_SPIRV") != NULL); /* a driver may take SPIR-V */
	CHECK_INT(unsetenv("KERNELS_LLVM_SPIRV"), 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(kernels_of_a_syclbin_file),
		CHECK_CASE(arguments_are_compared_with_the_code), CHECK_CASE(specialization_constants),
		CHECK_CASE(built_programs_are_cached) };
	if (argc < 2 || !mkdtemp(cache) || setenv("XDG_CACHE_HOME", cache, 1))
		return 3;
	device = argv[1];
	if (!world_find(device)) {
		rmdir(cache);
		return 0;
	}
	const int result = check_main(argc - 1, argv + 1, cases, sizeof cases / sizeof *cases);
	world_end();
	remove_cache();
	rmdir(cache);
	return result;
}
