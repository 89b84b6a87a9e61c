/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Choosing images of SYCLBIN files that are written here, and what their properties require. */
#include "check.h"
#include "words.h"
#include <image/package.h>
#include <stdlib.h>

static struct syclbin_device device;
static struct kernels_diag diag;
static struct image_package *package;
static struct image_entry entry;
static uint8_t *file;
static size_t file_size;
static struct syclbin_writer *writer;
static struct words module;

/* Kernel "k" with parameters (buffer, i32, float); imports "compute" if wanted. */
static void assemble(bool import)
{
	words_begin(&module);
	OP_TEXT(&module, 15, "k", 6, 5);
	if (import)
		OP(&module, 71, 9, 41, 0x706D6F63, 0x00657475, 1);
	OP(&module, 19, 1);
	OP(&module, 21, 2, 32, 0);
	OP(&module, 22, 3, 32);
	OP(&module, 32, 6, 5, 2);
	OP(&module, 33, 4, 1, 6, 2, 3);
	OP(&module, 54, 1, 5, 0, 4);
	OP(&module, 55, 6, 20);
	OP(&module, 55, 2, 21);
	OP(&module, 55, 3, 22);
	words_text(&module, 56, NULL, 0);
	if (import) {
		OP(&module, 54, 1, 9, 0, 4);
		words_text(&module, 56, NULL, 0);
	}
}

static struct syclbin_string string(const char *text) { return (struct syclbin_string){ text, strlen(text) }; }

static void begin(enum syclbin_state state)
{
	device = (struct syclbin_device)SYCLBIN_DEVICE_INIT;
	writer = syclbin_writer_create(NULL);
	CHECK_INT(syclbin_writer_state(writer, state), SYCLBIN_OK);
	assemble(false);
}

/* A set of properties, one per triple: set, key, value of `bits` bits or a number. */
static void add_property(struct syclbin_text *text, const char *set, const char *key, const void *data, uint64_t bits)
{
	CHECK_INT(syclbin_text_set(text, string(set), NULL), SYCLBIN_OK);
	if (data)
		CHECK_INT(syclbin_text_bytes(text, string(key), data, bits, NULL), SYCLBIN_OK);
	else
		CHECK_INT(syclbin_text_u32(text, string(key), (uint32_t)bits, NULL), SYCLBIN_OK);
}

static void add_module(struct syclbin_text *text, bool native, const void *bytes, size_t size)
{
	uint32_t number;
	struct syclbin_writer_image image = { sizeof image, native ? SYCLBIN_PART_NATIVE : SYCLBIN_PART_IR, { NULL, 0 },
		SYCLBIN_IR_SPIRV, string(native ? "nvptx64-nvidia-cuda" : "spir64-unknown-unknown"), string(native ? "sm_75" : ""),
		{ bytes, -1, 0, size } };
	CHECK_INT(syclbin_writer_module(writer, syclbin_text_string(text), &number, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_image(writer, number, &image, NULL), SYCLBIN_OK);
	syclbin_text_destroy(text);
}

static enum kernels_status open_file(void)
{
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	if (writer)
		CHECK_INT(syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &file, &file_size, NULL), SYCLBIN_OK);
	syclbin_writer_destroy(writer);
	writer = NULL;
	return kernels_image__package_open(file, file_size, &device, async_allocator_system(), &package, &diag);
}

static void close_file(void)
{
	kernels_image__package_close(package);
	package = NULL;
	free(file);
	file = NULL;
}

static enum kernels_status find(const char *name)
{
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	return kernels_image__package_kernel(package, name, strlen(name), &entry, &diag);
}

static void finds_kernels_and_requirements(void)
{
	const uint32_t group[] = { htole32(4), htole32(2) };
	static const uint8_t mask[] = { 0x0A }; /* of 5 parameters, 1 and 3 were removed */
	begin(SYCLBIN_STATE_EXECUTABLE);
	struct syclbin_text *t = syclbin_text_create(NULL);
	add_property(t, "SYCL/kernel names", "k", NULL, 1);
	add_property(t, "SYCL/kernel param opt", "k", mask, 5);
	add_property(t, "SYCL/program metadata", "k@reqd_work_group_size", group, 64);
	add_property(t, "SYCL/program metadata", "k@max_linear_work_group_size", NULL, 64);
	add_property(t, "SYCL/registered kernels", "friendly", "k", 8);
	add_property(t, "SYCL/implicit local arg", "k", NULL, 2);
	add_property(t, "SYCL/misc properties", "optLevel", NULL, 0);
	add_property(t, "SYCL/misc properties", "isEsimdImage", NULL, 1);
	add_module(t, false, module.word, 4 * (size_t)module.count);
	CHECK_INT(open_file(), KERNELS_OK);
	CHECK_STR(diag.message, "");
	CHECK_OR_RETURN(package);
	CHECK_STR(kernels_image__package_part(package, 0)->options, "-vc-codegen -cl-opt-disable");
	CHECK(!kernels_image__package_part(package, 1));
	for (unsigned i = 0; i < 2; i++) {
		entry = (struct image_entry){ .part = NULL };
		CHECK_INT(find(i ? "friendly" : "k"), KERNELS_OK);
		CHECK_OR_RETURN(entry.kernel);
		CHECK(entry.name.size == 1 && entry.name.data[0] == 'k');
		CHECK(entry.group[0] == 4 && entry.group[1] == 2 && entry.group[2] == 1);
		CHECK_INT(entry.largest_group, 64);
		CHECK_INT(entry.full_count, 5);
		CHECK_INT(entry.implicit_local, 2);
		CHECK(!kernels_image__is_removed(&entry, 0) && kernels_image__is_removed(&entry, 1) &&
			kernels_image__is_removed(&entry, 3) && !kernels_image__is_removed(&entry, 5));
		CHECK_INT(entry.kernel->parameters[2].kind, IMAGE_FLOAT);
	}
	CHECK_INT(find("other"), KERNELS_E_NOT_FOUND);
	CHECK_STR(diag.message, "SYCLBIN: no module has a kernel 'other'");
	close_file();
}

static void check_kernel_failure(const char *set, const char *key, const void *data, uint64_t bits, enum kernels_status status,
	const char *message)
{
	begin(SYCLBIN_STATE_EXECUTABLE);
	struct syclbin_text *t = syclbin_text_create(NULL);
	add_property(t, set, key, data, bits);
	add_property(t, "SYCL/kernel names", "missing", NULL, 1);
	add_module(t, false, module.word, 4 * (size_t)module.count);
	CHECK_INT(open_file(), KERNELS_OK);
	CHECK_OR_RETURN(package);
	CHECK_INT(find(strcmp(key, "missing") == 0 ? key : "k"), status);
	CHECK_STR(diag.message, message);
	close_file();
}

static void refuses_kernels(void)
{
	static const uint8_t mask[] = { 1 };
	const uint32_t group[] = { htole32(4), 0 };
	check_kernel_failure("SYCL/kernel param opt", "k", mask, 3, KERNELS_E_CORRUPT,
		"SYCLBIN: the parameter mask of kernel 'k' leaves 2 of 3 parameters, but its code has 3");
	check_kernel_failure("SYCL/program metadata", "k@reqd_work_group_size", group, 64, KERNELS_E_CORRUPT,
		"SYCLBIN: the work-group size of kernel 'k', expected 1 to 3 numbers above 0");
	check_kernel_failure("SYCL/assert used", "k", NULL, 1, KERNELS_E_UNSUPPORTED,
		"SYCLBIN: kernel 'k' uses assert, which needs SYCL's runtime");
	check_kernel_failure("SYCL/kernel names", "missing", NULL, 1, KERNELS_E_CORRUPT,
		"SYCLBIN: module 0 lists kernel 'missing', but its code has no such entry point");
}

static void check_misfit(const char *set, const char *key, const void *data, uint64_t bits, const char *message)
{
	static const uint32_t sizes[] = { 8, 16 }, aspects[] = { 1, 6 };
	begin(SYCLBIN_STATE_EXECUTABLE);
	assemble(true);
	device.aspects = aspects;
	device.aspect_count = 2;
	device.sub_group_sizes = sizes;
	device.sub_group_size_count = 2;
	struct syclbin_text *t = syclbin_text_create(NULL);
	add_property(t, set, key, data, bits);
	add_module(t, false, module.word, 4 * (size_t)module.count);
	CHECK_INT(open_file(), KERNELS_E_UNSUPPORTED);
	CHECK_STR(diag.message, message);
	CHECK(!package);
	close_file();
}

static void says_why_nothing_fits(void)
{
	const uint32_t fp16[] = { htole32(5) };
	check_misfit("SYCL/device requirements", "aspects", fp16, 32,
		"SYCLBIN: none of 1 modules fits the device; module 0: it requires the aspect fp16 (5), which the device lacks");
	check_misfit("SYCL/device requirements", "reqd_sub_group_size", NULL, 32,
		"SYCLBIN: none of 1 modules fits the device; module 0: it requires sub-groups of 32, but the device has 8, 16");
	check_misfit("SYCL/imported symbols", "_Z3foov", NULL, 1,
		"SYCLBIN: none of 1 modules fits the device; module 0: it imports the symbol '_Z3foov', and linking modules is "
		"not supported");
	check_misfit("SYCL/host pipes", "pipe", fp16, 32,
		"SYCLBIN: none of 1 modules fits the device; module 0: it uses the host pipe 'pipe', which is not supported");
	check_misfit("SYCL/misc properties", "sanUsed", "asan", 32,
		"SYCLBIN: none of 1 modules fits the device; module 0: it was compiled with a sanitizer, whose runtime is not "
		"supported");
	check_misfit("SYCL/devicelib req mask", "DeviceLibReqMask", NULL, 4,
		"SYCLBIN: none of 1 modules fits the device; module 0: it needs a device library for 'compute'");
	begin(SYCLBIN_STATE_EXECUTABLE);
	CHECK_INT(open_file(), KERNELS_E_UNSUPPORTED);
	CHECK_STR(diag.message, "SYCLBIN: the file has no modules");
	close_file();
}

/* One module for CUDA and one as SPIR-V: each kind of device gets its own. */
static void chooses_by_backend(void)
{
	begin(SYCLBIN_STATE_EXECUTABLE);
	struct syclbin_text *t = syclbin_text_create(NULL);
	add_property(t, "SYCL/kernel names", "k", NULL, 1);
	add_module(t, true, ".version 7.0\n", 13);
	t = syclbin_text_create(NULL);
	add_property(t, "SYCL/kernel names", "k", NULL, 1);
	add_module(t, false, module.word, 4 * (size_t)module.count);
	CHECK_INT(open_file(), KERNELS_OK);
	CHECK_OR_RETURN(package);
	CHECK_INT(find("k"), KERNELS_OK);
	CHECK(entry.part->module == 1 && entry.kernel && !entry.part->native);
	kernels_image__package_close(package);
	device.backend = SYCLBIN_BACKEND_CUDA;
	device.kind = SYCLBIN_DEVICE_GPU;
	CHECK_INT(open_file(), KERNELS_OK);
	CHECK_OR_RETURN(package);
	CHECK_INT(find("k"), KERNELS_OK);
	CHECK(entry.part->module == 0 && entry.part->native && !entry.kernel && entry.part->size == 13);
	close_file();
}

static void specialization_constants(void)
{
	const uint32_t four = htole32(4), eight = htole32(8), one[] = { htole32(3), 0, four },
		       pair[] = { htole32(7), 0, four, UINT32_MAX, four, four, eight, eight, eight };
	begin(SYCLBIN_STATE_EXECUTABLE);
	struct syclbin_text *t = syclbin_text_create(NULL);
	add_property(t, "SYCL/specialization constants", "one", one, 96);
	add_property(t, "SYCL/specialization constants", "pair", pair, 288);
	add_property(t, "SYCL/specialization constants default values", "all", "0123456789abcdefghij", 160);
	add_module(t, false, module.word, 4 * (size_t)module.count);
	CHECK_INT(open_file(), KERNELS_OK);
	CHECK_OR_RETURN(package);
	const struct image_part *part = kernels_image__package_part(package, 0);
	struct image_setting settings[2];
	struct syclbin_value defaults;
	uint32_t count;
	CHECK_INT(kernels_image__package_constant(part, "pair", 4, 16, settings, 2, &count, NULL), KERNELS_OK);
	CHECK_INT(count, 2);
	CHECK(settings[0].id == 7 && settings[0].offset == 0 && settings[0].size == 4);
	CHECK(settings[1].id == 8 && settings[1].offset == 8 && settings[1].size == 8);
	CHECK_INT(kernels_image__package_constant(part, "pair", 4, 16, settings, 1, &count, NULL), KERNELS_E_LIMIT);
	CHECK_INT(kernels_image__package_constant(part, "two", 3, 4, settings, 2, &count, NULL), KERNELS_E_NOT_FOUND);
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	CHECK_INT(kernels_image__package_constant(part, "one", 3, 8, settings, 2, &count, &diag), KERNELS_E_ARG);
	CHECK_STR(diag.message, "the value of specialization constant 'one' has 8 bytes, expected 4");
	CHECK_INT(kernels_image__package_constant_offset(part, "pair", 4), 4);
	CHECK_INT(kernels_image__package_constant_offset(part, "two", 3), UINT32_MAX);
	CHECK(kernels_image__package_defaults(part, &defaults) && defaults.size == 20);
	/* by name a composite, by id one of its scalars; what the module does not have is skipped */
	const struct kernels_device_constant wanted[] = { { 0, 16, "ABCDEFGHIJKLMNOP", "pair" }, { 8, 8, "qrstuvwx", NULL },
		{ 77, 4, "none", NULL }, { 0, 4, "none", "none" } };
	const struct kernels_device_constant wrong = { 0, 8, "12345678", "one" };
	struct image_value values[2];
	size_t value_count, size;
	uint8_t *blob;
	CHECK_INT(kernels_image__package_values(part, wanted, 4, values, 2, &value_count, NULL), KERNELS_OK);
	CHECK(value_count == 2 && values[0].id == 7 && values[0].size == 4 && memcmp(values[0].bytes, "ABCD", 4) == 0);
	CHECK(values[1].id == 8 && values[1].size == 8 && memcmp(values[1].bytes, "IJKLMNOP", 8) == 0);
	CHECK_INT(kernels_image__package_values(part, wanted, 1, values, 1, &value_count, NULL), KERNELS_E_LIMIT);
	CHECK_INT(kernels_image__package_values(part, &wrong, 1, values, 2, &value_count, NULL), KERNELS_E_ARG);
	CHECK_INT(kernels_image__package_check_constants(package, wanted, 1, NULL), KERNELS_OK);
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	CHECK_INT(kernels_image__package_check_constants(package, wanted, 4, &diag), KERNELS_E_NOT_FOUND);
	CHECK_STR(diag.message, "the program has no specialization constant 8"); /* this SPIR-V has none */
	CHECK_INT(kernels_image__package_blob(part, wanted, 1, async_allocator_system(), &blob, &size, NULL), KERNELS_OK);
	CHECK(size == 20 && memcmp(blob, "0123ABCDEFGHIJKLMNOP", 20) == 0);
	async_free(async_allocator_system(), blob, size, 16);
	CHECK_INT(kernels_image__package_blob(part, &wrong, 1, async_allocator_system(), &blob, &size, NULL), KERNELS_E_ARG);
	CHECK(!blob);
	close_file();
}

static bool read_golden(const char *name)
{
	char path[512];
	const char *folder = getenv("BEFKIT_GOLDEN");
	snprintf(path, sizeof path, "%s/syclbin/%s", folder ? folder : GOLDEN, name);
	FILE *f = fopen(path, "rb");
	if (!f) {
		CHECK_SKIP("no golden data");
		return false;
	}
	file = malloc(1 << 20);
	file_size = fread(file, 1, 1 << 20, f);
	fclose(f);
	return true;
}

static void golden_files(void)
{
	static const char *const names[] = { "valid/04_mixed.v1.syclbin", "valid/04_mixed.v2.syclbin", "valid/02_one_ir.v1.syclbin",
		"offload/fatobj_syclbin.o" };
	device = (struct syclbin_device)SYCLBIN_DEVICE_INIT;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!read_golden(names[i]))
			return;
		CHECK_INT(open_file(), KERNELS_OK);
		CHECK_STR(diag.message, "");
		CHECK_OR_RETURN(package);
		CHECK_INT(find("vadd"), KERNELS_OK);
		CHECK(entry.kernel && entry.kernel->parameter_count >= 3 && entry.kernel->parameters[0].kind == IMAGE_GLOBAL);
		close_file();
	}
}

/* Every single changed byte of a file gives a package or a message. */
static void damaged_files(void)
{
	begin(SYCLBIN_STATE_OBJECT);
	struct syclbin_text *t = syclbin_text_create(NULL);
	add_property(t, "SYCL/kernel names", "k", NULL, 1);
	add_property(t, "SYCL/kernel param opt", "k", "\0", 3);
	add_module(t, false, module.word, 4 * (size_t)module.count);
	CHECK_INT(open_file(), KERNELS_OK);
	kernels_image__package_close(package);
	for (size_t i = 0; i < file_size; i++) {
		file[i] ^= 0x11;
		const enum kernels_status status = open_file();
		CHECK((status == KERNELS_OK) == (package != NULL) && (status == KERNELS_OK) == (diag.message[0] == '\0'));
		if (package)
			(void)find("k");
		kernels_image__package_close(package);
		file[i] ^= 0x11;
	}
	package = NULL;
	close_file();
}

/* ---- containers */

/* An offload bundle with one image. */
static void bundle(const char *name, const void *image, size_t size)
{
	static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";
	const size_t head = sizeof magic - 1, length = strlen(name), at = head + 32 + length;
	const uint64_t fields[] = { 1, at, size, length };
	file_size = at + size;
	file = calloc(file_size, 1);
	memcpy(file, magic, head);
	for (size_t i = 0; i < 32; i++)
		file[head + i] = (uint8_t)(fields[i / 8] >> i % 8 * 8);
	memcpy(file + head + 32, name, length);
	memcpy(file + at, image, size);
}

static void images_of_containers(void)
{
	static const char ptx[] = ".version 7.0\n.target sm_75\n.entry k()\n";
	begin(SYCLBIN_STATE_EXECUTABLE);
	syclbin_writer_destroy(writer);
	writer = NULL;
	bundle("sycl-spir64-unknown-unknown", module.word, 4 * (size_t)module.count);
	CHECK(kernels_image__is_package(file, file_size));
	CHECK(!kernels_image__is_package(module.word, 4 * (size_t)module.count) && !kernels_image__is_package(ptx, sizeof ptx - 1));
	CHECK_INT(open_file(), KERNELS_OK);
	CHECK_INT(find("k"), KERNELS_OK);
	CHECK(entry.kernel && entry.full_count == 3 && !kernels_image__is_removed(&entry, 2));
	close_file();
	bundle("cuda-nvptx64-nvidia-cuda--sm_75", ptx, sizeof ptx - 1);
	CHECK_INT(open_file(), KERNELS_E_UNSUPPORTED);
	CHECK_STR(diag.message, "SYCLBIN: none of 1 modules fits the device; module 0: the target nvptx64-nvidia-cuda belongs to another "
				"backend than opencl");
	close_file();
	bundle("host-x86_64-unknown-linux-gnu-", "\x7F" "ELF", 4);
	CHECK_INT(open_file(), KERNELS_E_UNSUPPORTED);
	CHECK_STR(diag.message,
		"SYCLBIN: the file has no device images; host-x86_64-unknown-linux-gnu-: code of the host");
	close_file();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(finds_kernels_and_requirements), CHECK_CASE(refuses_kernels),
		CHECK_CASE(says_why_nothing_fits), CHECK_CASE(images_of_containers), CHECK_CASE(chooses_by_backend), CHECK_CASE(specialization_constants),
		CHECK_CASE(golden_files), CHECK_CASE(damaged_files) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
