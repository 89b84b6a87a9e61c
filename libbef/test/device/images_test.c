/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs with kernels out of SYCLBIN and SPIR-V files on an OpenCL device: images_test DEVICE. */
#include "world.h"

#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <syclbin/syclbin.h>
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

/* ---- packages that are written here */

static struct syclbin_string string(const char *text) { return (struct syclbin_string){ text, strlen(text) }; }

/* Writes CACHE/p.syclbin with the image, whose kernels have these properties. Returns the graph for it. */
static const char *package_image(struct syclbin_writer_image image, const char *properties, const char *text)
{
	static char path[300], graph[8192];
	uint32_t number;
	uint8_t *file;
	size_t size;
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	CHECK_INT(syclbin_writer_module(writer, string(properties), &number, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_image(writer, number, &image, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &file, &size, NULL), SYCLBIN_OK);
	syclbin_writer_destroy(writer);
	snprintf(path, sizeof path, "%s/p.syclbin", cache);
	FILE *out = fopen(path, "wb");
	CHECK(out && fwrite(file, 1, size, out) == size && fclose(out) == 0);
	free(file);
	/* the path in place of the word PACKAGE */
	const char *at = strstr(text, "PACKAGE");
	snprintf(graph, sizeof graph, "%.*s%s%s", (int)(at - text), text, path, at + strlen("PACKAGE"));
	return graph;
}

/* As above, with a SPIR-V file. */
static const char *package(const char *spirv, const char *properties, const char *text)
{
	static char code[4096], path[300];
	struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_IR, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		string("spir64-unknown-unknown"), string(""), { code, -1, 0, 0 } };
	snprintf(path, sizeof path, "%s/%s", DATA, spirv);
	FILE *in = fopen(path, "rb");
	image.source.size = in ? fread(code, 1, sizeof code, in) : 0;
	CHECK(in && fclose(in) == 0 && image.source.size > 0);
	return package_image(image, properties, text);
}

#define LOAD_PACKAGE \
	"%m = \"device.program.load\"(%ctx) {kind = \"auto\", options = \"\", path = \"PACKAGE\"} : " \
	"(!tfrt_gpu.context) -> !tfrt_gpu.module\n"

/* Of three arguments in the source, the first and the last were removed. */
static void removed_arguments(void)
{
	static const char properties[] = "[SYCL/kernel names]\nfill=1|1\n[SYCL/kernel param opt]\nfill=2|DAAAAAAAAAQB\n";
#define MASKED(arguments, types) \
	CONTEXT LOAD_PACKAGE FUNCTION("%f", "fill") ALLOCATE("%x", "%n") I32("%k", "1") LAUNCH("%c", arguments, types, "%ch") \
		RETURN_16("%x", "%c")
	check_fill(package("constants.spv", properties, MASKED("%k, %x, %n", "i32, !tfrt_gpu.buffer, i64")), 2, 1);
	check_fill(package("constants.spv", properties, MASKED("%x", "!tfrt_gpu.buffer")), 2, 1);
	int32_t out[16];
	const char *message = run(package("constants.spv", properties, MASKED("%x, %k", "!tfrt_gpu.buffer, i32")), out);
	if (!skipped(message))
		CHECK(strstr(message, "2 arguments; 'fill' on ") != NULL);
	message = run(package("constants.spv", properties, MASKED("%x, %k, %n", "!tfrt_gpu.buffer, i32, i64")), out);
	CHECK(strstr(message, "argument 4 is a number or bytes; parameter 0 ") != NULL || strstr(message, "llvm-spirv"));
}

/* The size of the launch becomes the argument. */
static void dynamic_local_memory(void)
{
	static const char properties[] = "[SYCL/kernel names]\nshare=1|1\n[SYCL/implicit local arg]\nshare=1|1\n";
#define SHARED(shared, arguments, types) \
	CONTEXT LOAD_PACKAGE FUNCTION("%f", "share") ALLOCATE("%x", "%n") I32("%k", "41") \
		"%g = \"tfrt.constant.ui64\"() {value = 2 : ui64} : () -> ui64\n" \
		"%i = \"tfrt.constant.ui64\"() {value = 8 : ui64} : () -> ui64\n" \
		"%o = \"tfrt.constant.ui64\"() {value = 1 : ui64} : () -> ui64\n" \
		"%l = \"tfrt.constant.ui32\"() {value = " shared " : ui32} : () -> ui32\n" \
		"%c = \"tfrt_gpu.function.launch\"(%s, %f, %g, %o, %o, %i, %o, %o, %l, %ch, " arguments ") : " \
		"(!tfrt_gpu.stream, !tfrt_gpu.function, ui64, ui64, ui64, ui64, ui64, ui64, ui32, !tfrt.chain, " types \
		") -> !tfrt.chain\n" RETURN_16("%x", "%c")
	check_fill(package("shared.spv", properties, SHARED("32", "%x, %k", "!tfrt_gpu.buffer, i32")), 0, 42);
	int32_t out[16];
	const char *message = run(package("shared.spv", properties, SHARED("0", "%x, %k", "!tfrt_gpu.buffer, i32")), out);
	if (!skipped(message))
		CHECK(strstr(message, "2 arguments; 'share' on ") != NULL);
}

/* ---- specialization constants by name */

/* Properties of the kernel with the constants "factor" (id 7) and "pair" (id 9 at byte 4, behind a padding). */
static const char *constant_properties(const char *kernel)
{
	static char properties[1024];
	static const uint8_t factor[12] = { 7, 0, 0, 0, 0, 0, 0, 0, 4 };
	static const uint8_t pair[24] = { 255, 255, 255, 255, 0, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0, 4, 0, 0, 0, 4 };
	static const uint8_t defaults[12] = { 2, 0, 0, 0, 0, 0, 0, 0, 1 };
	struct syclbin_text *t = syclbin_text_create(NULL);
	CHECK_INT(syclbin_text_set(t, string("SYCL/kernel names"), NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_text_u32(t, string(kernel), 1, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_text_set(t, string("SYCL/specialization constants"), NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_text_bytes(t, string("factor"), factor, 96, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_text_bytes(t, string("pair"), pair, 192, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_text_set(t, string("SYCL/specialization constants default values"), NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_text_bytes(t, string("all"), defaults, 96, NULL), SYCLBIN_OK);
	const struct syclbin_string text = syclbin_text_string(t);
	snprintf(properties, sizeof properties, "%.*s", (int)text.size, text.data);
	syclbin_text_destroy(t);
	return properties;
}

#define NAMED(names, sizes, values) \
	CONTEXT "%m = \"device.program.specialize_names\"(%ctx) {kind = \"auto\", names = \"" names "\", options = \"\", " \
	"path = \"PACKAGE\", sizes = [" sizes "], values = \"" values "\"} : (!tfrt_gpu.context) -> !tfrt_gpu.module\n"
#define FIVE "\\05\\00\\00\\00"

/* The SPIR-V file in an offload bundle, for the target `name`. Returns the graph for it. */
static const char *container(const char *spirv, const char *name, const char *text)
{
	static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";
	static char code[4096], path[300], graph[8192];
	snprintf(path, sizeof path, "%s/%s", DATA, spirv);
	FILE *in = fopen(path, "rb");
	const size_t size = in ? fread(code, 1, sizeof code, in) : 0;
	CHECK(in && fclose(in) == 0 && size > 0);
	const uint64_t length = strlen(name), fields[] = { 1, sizeof magic - 1 + 32 + length, size, length };
	snprintf(path, sizeof path, "%s/p.syclbin", cache);
	FILE *out = fopen(path, "wb");
	if (!CHECK(out))
		return text;
	fputs(magic, out);
	for (size_t i = 0; i < 32; i++)
		fputc((int)(fields[i / 8] >> i % 8 * 8 & 0xFF), out);
	fputs(name, out);
	CHECK(fwrite(code, 1, size, out) == size && fclose(out) == 0);
	const char *at = strstr(text, "PACKAGE");
	snprintf(graph, sizeof graph, "%.*s%s%s", (int)(at - text), text, path, at + strlen("PACKAGE"));
	return graph;
}

/* Images of other containers are found, too; one for another device is refused, with both sides in the message. */
static void images_of_containers(void)
{
	check_fill(container("constants.spv", "sycl-spir64-unknown-unknown", CONTEXT LOAD_PACKAGE FILL), 2, 1);
	check_fill(container("constants.spv", "sycl-spir64-unknown-unknown", NAMED("7", "4 : i32", FIVE) FILL), 5, 1);
}

static void images_for_other_devices(void)
{
	static const char code[] = ".version 6.4\n.target sm_75\n.visible .entry fill(\n";
	const struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_NATIVE, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		string("nvptx64-nvidia-cuda"), string("sm_75"), { code, -1, 0, sizeof code - 1 } };
	int32_t out[16];
	if (strncmp(device, "cuda", 4) == 0) {
		CHECK_SKIP("the code is for CUDA");
		return;
	}
	const char *message = run(package_image(image, "[SYCL/kernel names]\nfill=1|1\n", CONTEXT LOAD_PACKAGE FILL), out);
	CHECK(strstr(message, "module 0: the target nvptx64-nvidia-cuda belongs to another backend than opencl") != NULL);
}

static void expect_refused(const char *text, const char *words)
{
	int32_t out[16];
	const char *message = run(package("constants.spv", constant_properties("fill"), text), out);
	if (!strstr(message, words))
		CHECK_STR(message, words);
}

static void constants_by_name(void)
{
	const char *properties = constant_properties("fill");
	check_fill(package("constants.spv", properties,
		NAMED("pair\\0Afactor", "8 : i32, 4 : i32", FIVE "\\00\\01\\00\\00\\FF\\FF\\FF\\FF") FILL), -1, 256);
	expect_refused(NAMED("other", "4 : i32", FIVE) FILL, "the program has no specialization constant 'other'");
	expect_refused(NAMED("pair", "4 : i32", FIVE) FILL, "the value of specialization constant 'pair' has 4 bytes, expected 8");
	expect_refused(NAMED("factor", "5 : i32", FIVE) FILL, "constant number 0: 5 bytes, of 4 that 'values' has left");
	expect_refused(NAMED("factor", "-1 : i32", FIVE) FILL, "constant number 0: 4294967295 bytes, of 4");
	expect_refused(NAMED("factor", "2 : i32", FIVE) FILL, "1 names, 1 sizes and 4 bytes of values");
	expect_refused(NAMED("factor", "4 : i32, 4 : i32", FIVE) FILL, "1 names, 2 sizes and 4 bytes of values");
	expect_refused(NAMED("factor", "", FIVE) FILL, "constant number 0: 0 bytes");
}

/* A kernel of native code gets the values as its last argument, unless the launch has all arguments. */
static void constants_in_memory(void)
{
	static const char code[] = ".version 6.4\n.visible .entry is_null(\n";
	const struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_NATIVE, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		string("nvptx64-nvidia-cuda"), string("sm_75"), { code, -1, 0, sizeof code - 1 } };
#define IS_NULL(arguments, types) \
	FUNCTION("%f", "is_null") ALLOCATE("%x", "%n") "%v = \"device.argument.null\"() : () -> !device.argument\n" \
		LAUNCH("%c", arguments, types, "%ch") RETURN_16("%x", "%c")
	if (strncmp(device, "cuda", 4) != 0) {
		CHECK_SKIP("native code of CUDA");
		return;
	}
	const char *properties = constant_properties("is_null");
	check_fill(package_image(image, properties, NAMED("factor", "4 : i32", FIVE) IS_NULL("%x", "!tfrt_gpu.buffer")), 0, 0);
	check_fill(package_image(image, properties, CONTEXT LOAD_PACKAGE IS_NULL("%x", "!tfrt_gpu.buffer")), 0, 0);
	check_fill(package_image(image, properties, CONTEXT LOAD_PACKAGE IS_NULL("%x, %v", "!tfrt_gpu.buffer, !device.argument")), 0, 1);
	int32_t out[16];
	const char *message = run(
		package_image(image, "[SYCL/kernel names]\nis_null=1|1\n", CONTEXT LOAD_PACKAGE IS_NULL("%x", "!tfrt_gpu.buffer")), out);
	CHECK(strstr(message, "1 arguments; 'is_null' on ") != NULL);
}

/* A driver that takes SPIR-V gets it: shim_il.c is one. Its refusals are the errors of the program. */
static void spirv_of_the_driver(void)
{
	const char *shim = getenv("SHIM_OPENCL_IL");
	if (!shim) {
		CHECK_SKIP("the driver is not the one of the tests");
		return;
	}
	check_fill(CONTEXT SPECIALIZE("9 : i32", "4 : i32", "-100 : i64") FILL, 2, -100);
	int32_t out[16];
	const char *message = run(CONTEXT "%m = \"device.program.load\"(%ctx) {kind = \"spirv\", options = \"-invalid-option\", path = \""
		DATA "/constants.spv\"} : (!tfrt_gpu.context) -> !tfrt_gpu.module\n" FILL, out);
	CHECK(strstr(message, "clBuildProgram of ") && strstr(message, "CL_INVALID_BUILD_OPTIONS (-43)"));
}

/* Damages or removes the files of built programs. Returns their number. */
static unsigned change_cache(bool damages)
{
	char path[512], folder[256];
	unsigned count = 0;
	snprintf(folder, sizeof folder, "%s/befkit", cache);
	DIR *walk = opendir(folder);
	for (struct dirent *d = walk ? readdir(walk) : NULL; d; d = readdir(walk)) {
		snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
		count += d->d_name[0] != '.' && (damages ? truncate(path, 200) : unlink(path)) == 0;
	}
	if (walk)
		closedir(walk);
	if (!damages)
		rmdir(folder);
	return count;
}

static unsigned remove_cache(void) { return change_cache(false); }

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

#define BUILD(source) \
	"%m = \"device.program.build\"(%ctx) {kind = \"auto\", options = \"\", source = \"" source "\"} : (!tfrt_gpu.context) -> " \
	"!tfrt_gpu.module\n"
#define FILL_WITH "kernel void fill_with(global int *p, int k) { p[get_global_id(0)] = k; }"
#define FILL_BY(argument, type) \
	FUNCTION("%f", "fill_with") ALLOCATE("%b", "%n") I32("%k", "7") LAUNCH("%c1", "%b, " argument, "!tfrt_gpu.buffer, " type, "%ch") \
		RETURN_16("%b", "%c1")

/* A program of OpenCL C is compiled once. A cached one has its parameters, and a damaged one is compiled again. */
static void texts_are_cached(void)
{
	static const char good[] = CONTEXT BUILD(FILL_WITH) FILL_BY("%k", "i32");
	static const char wrong[] = CONTEXT BUILD(FILL_WITH) FILL_BY("%n", "i64");
	static const char includes[] = CONTEXT BUILD("/* include */ " FILL_WITH) FILL_BY("%k", "i32");
	char compiled[2048];
	remove_cache();
	int32_t out[16] = { 0 };
	snprintf(compiled, sizeof compiled, "%s", run(wrong, out));
	CHECK(strstr(compiled, "argument 4 has 8 bytes; parameter 1 k of 'fill_with'") != NULL);
	for (int i = 0; i < 4; i++) {
		memset(out, 0, sizeof out);
		CHECK_STR(run(good, out), "");
		CHECK(out[0] == 7 && out[15] == 7);
		CHECK_STR(run(wrong, out), compiled);
		CHECK_INT(i < 3 ? change_cache(true) : remove_cache(), 1);
	}
	CHECK_STR(run(includes, out), "");
	CHECK_INT(remove_cache(), 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(kernels_of_a_syclbin_file),
		CHECK_CASE(arguments_are_compared_with_the_code), CHECK_CASE(specialization_constants), CHECK_CASE(removed_arguments),
		CHECK_CASE(dynamic_local_memory), CHECK_CASE(constants_by_name), CHECK_CASE(images_of_containers),
		CHECK_CASE(images_for_other_devices), CHECK_CASE(constants_in_memory), CHECK_CASE(spirv_of_the_driver),
		CHECK_CASE(built_programs_are_cached), CHECK_CASE(texts_are_cached) };
	char path[300];
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
	snprintf(path, sizeof path, "%s/p.syclbin", cache);
	unlink(path);
	rmdir(cache);
	return result;
}
