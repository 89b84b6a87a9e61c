/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packages: targets, architectures, properties of SPIR-V, modules, and the reasons of the selection in words. */
#include "check.h"
#include "sample.h"

#include <stdlib.h>

#define TEXT(text) ((struct syclbin_string){ text, sizeof text - 1 })
static struct syclbin_string string(const char *text) { return (struct syclbin_string){ text, strlen(text) }; }

static void targets(void)
{
	static const struct {
		const char *given, *triple, *arch;
	} cases[] = { { "spir64", "spir64-unknown-unknown", "" }, { "spir64-unknown", "spir64-unknown-unknown", "" },
		{ "spir64_gen", "spir64_gen-unknown-unknown", "" }, { "spir64_gen-unknown-unknown-sycldevice", "spir64_gen-unknown-unknown", "" },
		{ "intel_gpu_pvc", "spir64_gen-unknown-unknown", "intel_gpu_pvc" }, { "intel_gpu_dg2_g10", "spir64_gen-unknown-unknown",
			"intel_gpu_acm_g10" }, { "nvptx64", "nvptx64-nvidia-cuda", "" }, { "nvptx64-nvidia", "nvptx64-nvidia-cuda", "" },
		{ "nvidia_gpu_sm_80", "nvptx64-nvidia-cuda", "sm_80" }, { "amd_gpu_gfx90a", "amdgcn-amd-amdhsa", "gfx90a" },
		{ "x86_64", "spir64_x86_64-unknown-unknown", "x86_64" }, { "x86_64-pc-linux", "x86_64-pc-linux", "" }, { "pvc", "pvc", "" },
		{ "spir64_generic", "spir64_generic", "" }, { "", "", "" }, { "intel_gpu_none", "intel_gpu_none", "" } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char triple[64], small[5];
		struct syclbin_string arch;
		CHECK_INT(syclbin_target_triple(string(cases[i].given), triple, sizeof triple, &arch), strlen(cases[i].triple));
		CHECK_STR(triple, cases[i].triple);
		CHECK(syclbin_string_is(arch, cases[i].arch));
		CHECK_INT(syclbin_target_triple(string(cases[i].given), small, sizeof small, NULL), strlen(triple));
		CHECK(strncmp(small, triple, 4) == 0 && strlen(small) <= 4);
	}
}

static void architectures(void)
{
	static const struct {
		const char *a, *b;
		bool same;
	} cases[] = { { "pvc", "intel_gpu_pvc", true }, { "12.60.7", "pvc", true }, { "dg2-g10", "intel_gpu_acm_g10", true },
		{ "pvc", "pvc_vg", false }, { "sm_80", "nvidia_gpu_sm_80", true }, { "sm_90", "sm_90a", false },
		{ "gfx90a:xnack+", "gfx90a", true }, { "gfx90a:xnack+", "gfx90a:sramecc-:xnack+", true },
		{ "gfx90a:xnack+", "gfx90a:sramecc-:xnack-", false }, { "own", "own", true }, { "own", "other", false }, { "", "", true },
		{ "", "pvc", false } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		CHECK(syclbin_architecture_same(string(cases[i].a), string(cases[i].b)) == cases[i].same);
		CHECK(syclbin_architecture_same(string(cases[i].b), string(cases[i].a)) == cases[i].same);
	}
	size_t count;
	const struct syclbin_architecture *all = syclbin_architectures(&count);
	for (size_t i = 0; i < count; i++) {
		char triple[64];
		CHECK(syclbin_architecture_find(string(all[i].name)) == &all[i] && syclbin_architecture_find(string(all[i].arch)) == &all[i]);
		syclbin_target_triple(string(all[i].name), triple, sizeof triple, NULL);
		CHECK_STR(triple, all[i].target);
	}
	CHECK(!syclbin_architecture_find(TEXT("sm_")));
}

static void aspects(void)
{
	uint32_t number;
	for (uint32_t i = 0; i < 100; i++) {
		const char *name = syclbin_aspect_name(i);
		if (name)
			CHECK(syclbin_aspect_number(string(name), &number) && number == i);
	}
	CHECK(!syclbin_aspect_number(TEXT("fp17"), &number));
}

/* ---- SPIR-V */

/* Writes instructions: the number of words and the code, then the words. */
struct assembler {
	uint32_t words[128];
	size_t count;
};
static void op(struct assembler *a, uint32_t code, size_t count, const uint32_t *words)
{
	a->words[a->count++] = (uint32_t)(count + 1) << 16 | code;
	for (size_t i = 0; i < count; i++)
		a->words[a->count++] = words[i];
}
#define OP(a, code, ...) op(a, code, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (const uint32_t[]){ __VA_ARGS__ })

/* Two kernels "ka" (two parameters) and "kb" (none); constants 7 ("fac", 32 bits, 5), 9 (bool, true), 3 (64 bits, 2^32). */
static struct syclbin_span module_of_spirv(struct assembler *a)
{
	a->count = 0;
	const uint32_t header[] = { 0x07230203, 0x00010000, 6u << 16, 40, 0 };
	for (size_t i = 0; i < 5; i++)
		a->words[a->count++] = header[i];
	OP(a, 15, 6, 20, 0x616B); /* OpEntryPoint Kernel: "ka" */
	OP(a, 15, 6, 21, 0x626B);
	OP(a, 15, 0, 22, 0x7876); /* another model */
	OP(a, 5, 10, 0x636166);   /* OpName "fac" */
	OP(a, 71, 10, 1, 7);      /* OpDecorate SpecId */
	OP(a, 71, 11, 1, 9);
	OP(a, 71, 12, 1, 3);
	OP(a, 21, 1, 32, 0); /* OpTypeInt */
	OP(a, 21, 2, 64, 0);
	OP(a, 20, 3);
	OP(a, 50, 1, 10, 5); /* OpSpecConstant */
	OP(a, 48, 3, 11);
	OP(a, 50, 2, 12, 0, 1);
	OP(a, 50, 1, 13, 8); /* without a number */
	OP(a, 54, 4, 20, 0, 5); /* OpFunction */
	OP(a, 55, 1, 30);
	OP(a, 55, 1, 31);
	OP(a, 56, 0);
	OP(a, 54, 4, 21, 0, 5);
	OP(a, 56, 0);
	for (size_t i = 0; i < a->count; i++) { /* little-endian in memory */
		const uint32_t w = a->words[i];
		const uint8_t bytes[4] = { (uint8_t)w, (uint8_t)(w >> 8), (uint8_t)(w >> 16), (uint8_t)(w >> 24) };
		memcpy(&a->words[i], bytes, 4);
	}
	return syclbin_span(a->words, 4 * a->count);
}

/* A number in a value of bytes; UINT32_MAX if it is missing. */
static uint32_t number_in(struct syclbin_string text, const char *set, const char *key, uint64_t index)
{
	const struct syclbin_span span = syclbin_span(text.data, text.size);
	struct syclbin_property p;
	uint32_t word = UINT32_MAX;
	if (syclbin_properties_find(&span, set, key, &p, NULL) != SYCLBIN_OK || p.type != SYCLBIN_PROPERTY_BYTES ||
		!syclbin_value_u32(&p.value, index, &word))
		return UINT32_MAX;
	return word;
}

static void properties_of_spirv(void)
{
	struct assembler a;
	const struct syclbin_span image = module_of_spirv(&a);
	struct syclbin_text *text = syclbin_text_create(NULL);
	CHECK_INT(syclbin_package_text(&image, 1, TEXT(""), text, NULL), SYCLBIN_OK);
	const struct syclbin_string made = syclbin_text_string(text);
	const struct syclbin_span span = syclbin_span(made.data, made.size);
	struct syclbin_property p;
	CHECK_INT(syclbin_properties_find(&span, SYCLBIN_SET_KERNEL_NAMES, "ka", &p, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_properties_find(&span, SYCLBIN_SET_KERNEL_NAMES, "kb", &p, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_properties_find(&span, SYCLBIN_SET_KERNEL_NAMES, "vx", &p, NULL), SYCLBIN_E_NOT_FOUND);
	CHECK_INT(syclbin_properties_find(&span, "SYCL/kernel param opt", "ka", &p, NULL), SYCLBIN_OK);
	CHECK_INT(p.value.bits, 2);
	CHECK_INT(syclbin_properties_find(&span, "SYCL/kernel param opt", "kb", &p, NULL), SYCLBIN_E_NOT_FOUND);
	CHECK_INT(number_in(made, "SYCL/specialization constants", "fac", 0), 7);
	CHECK_INT(number_in(made, "SYCL/specialization constants", "fac", 2), 4);
	CHECK_INT(number_in(made, "SYCL/specialization constants", "9", 2), 1);
	CHECK_INT(number_in(made, "SYCL/specialization constants", "3", 2), 8);
	CHECK_INT(syclbin_properties_find(&span, "SYCL/specialization constants default values", "all", &p, NULL), SYCLBIN_OK);
	CHECK(syclbin_value_equal(&p.value, "\5\0\0\0\1\0\0\0\0\1\0\0\0", 13));
	syclbin_text_destroy(text);
	for (size_t size = 0; size < image.size; size++) { /* every prefix, in a block that ends there */
		struct syclbin_span part = { malloc(size + 1), size, 0 };
		text = syclbin_text_create(NULL);
		memcpy((void *)(uintptr_t)part.data, image.data, size);
		CHECK_INT(syclbin_package_text(&part, 1, TEXT(""), text, NULL), SYCLBIN_OK);
		syclbin_text_destroy(text);
		free((void *)(uintptr_t)part.data);
	}
}

#define KERNELS "[" SYCLBIN_SET_KERNEL_NAMES "]\n"
static void given_properties(void)
{
	static const struct {
		const char *given, *words; /* words: of the message; NULL: accepted */
	} cases[] = { { KERNELS "ka=1|1\n", NULL }, { KERNELS "kc=1|1\n", "(number 0 of the module) has no kernel 'kc'; its first one is 'ka'" },
		{ KERNELS "ka=1|1\n[SYCL/kernel param opt]\nka=2|EAAAAAAAAAwA\n", NULL }, /* 4 bits, of which 2 are set */
		{ KERNELS "ka=1|1\n[SYCL/kernel param opt]\nka=2|EAAAAAAAAAAA\n", "the mask of kernel 'ka' leaves 4 parameters, but its code has 2" },
		{ "[SYCLBIN/ir module metadata]\n", "cannot be in the properties of a module" }, { "[own]\nx=1|2\n", NULL },
		{ "x=1|2\n", "a property before the first set" } };
	struct assembler a;
	const struct syclbin_span image = module_of_spirv(&a);
	struct syclbin_text *text = syclbin_text_create(NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		const enum syclbin_status status = syclbin_package_text(&image, 1, string(cases[i].given), text, &diag);
		if (!CHECK((status == SYCLBIN_OK) == !cases[i].words) || (cases[i].words && !CHECK(strstr(diag.message, cases[i].words))))
			printf("# %s: %s\n", cases[i].given, diag.message);
	}
	/* only what was given is kept, and it comes first */
	CHECK_INT(syclbin_package_text(&image, 1, TEXT("[own]\nx=1|2\n" KERNELS "kb=1|1\n"), text, NULL), SYCLBIN_OK);
	const struct syclbin_string made = syclbin_text_string(text);
	static const char first[] = "[own]\nx=1|2\n" KERNELS "kb=1|1\n";
	CHECK(strncmp(made.data, first, sizeof first - 1) == 0);
	const struct syclbin_span span = syclbin_span(made.data, made.size);
	struct syclbin_property p;
	CHECK_INT(syclbin_properties_find(&span, SYCLBIN_SET_KERNEL_NAMES, "ka", &p, NULL), SYCLBIN_E_NOT_FOUND);
	syclbin_text_destroy(text);
}

static void guesses(void)
{
	static const struct {
		uint8_t machine, abi, low, high;
		const char *target, *arch;
	} cases[] = { { 190, 7, 75, 5, "nvptx64-nvidia-cuda", "sm_75" }, { 190, 8, 4, 90, "nvptx64-nvidia-cuda", "sm_90" },
		{ 190, 8, 4, 1, "nvptx64-nvidia-cuda", "" }, { 224, 0, 0x2F, 0, "amdgcn-amd-amdhsa", "gfx906" },
		{ 224, 0, 0x3F, 5, "amdgcn-amd-amdhsa", "gfx90a" }, { 224, 0, 1, 0, "amdgcn-amd-amdhsa", "" }, { 62, 0, 75, 75, "", "" } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t bytes[64] = { 0x7F, 'E', 'L', 'F', 2, 1, 1 };
		const struct syclbin_span image = syclbin_span(bytes, sizeof bytes), cut = syclbin_span(bytes, 63);
		struct syclbin_string target, arch;
		bytes[8] = cases[i].abi;
		bytes[18] = cases[i].machine;
		bytes[48] = cases[i].low;
		bytes[49] = cases[i].high;
		syclbin_image_guess(&image, &target, &arch);
		CHECK(syclbin_string_is(target, cases[i].target) && syclbin_string_is(arch, cases[i].arch));
		syclbin_image_guess(&cut, &target, &arch);
		CHECK(target.size == 0 && arch.size == 0);
	}
}

/* ---- modules */

static const char ptx[] = ".version 7.0\n.target sm_75\n.entry kb()\n.entry ka()\n";
static const char other_ptx[] = ".version 7.0\n.target sm_80\n.entry kz()\n";

static unsigned left_out;
static void count_left_out(void *ctx, const struct syclbin_item *item, const char *why)
{
	CHECK(item->bytes.size == 4 && strcmp(why, ctx) == 0);
	left_out++;
}

/* SPIR-V and PTX with the same kernels share a module, in any order; a third image has its own; a fourth one is unknown. */
static void modules(void)
{
	struct assembler a;
	const struct syclbin_span spirv = module_of_spirv(&a);
	const struct syclbin_span images[] = { spirv, syclbin_span(ptx, sizeof ptx - 1), syclbin_span(other_ptx, sizeof other_ptx - 1),
		syclbin_span("what", 4) };
	struct syclbin_input *inputs[4] = { NULL };
	struct syclbin_package_options how = SYCLBIN_PACKAGE_OPTIONS_INIT;
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	struct syclbin_reader reader;
	struct syclbin_module module;
	struct syclbin_verify_result result;
	uint8_t *file;
	size_t size;
	how.report = count_left_out;
	how.ctx = (void *)(uintptr_t) "its target is not known";
	left_out = 0;
	for (size_t i = 0; i < 4; i++)
		CHECK_INT(syclbin_input_open(images[i].data, images[i].size, NULL, NULL, &inputs[i], NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_inputs(writer, (const struct syclbin_input *const *)inputs, 4, &how, NULL), SYCLBIN_OK);
	CHECK_INT(left_out, 1);
	CHECK_OR_RETURN(syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &file, &size, NULL) == SYCLBIN_OK);
	const struct syclbin_span whole = syclbin_span(file, size);
	CHECK_INT(syclbin_verify(&whole, NULL, NULL, &result, NULL), SYCLBIN_OK);
	CHECK_OR_RETURN(syclbin_reader_open(file, size, &reader, NULL) == SYCLBIN_OK);
	CHECK_INT(reader.module_count, 2);
	CHECK_INT(syclbin_reader_module(&reader, 0, &module, NULL), SYCLBIN_OK);
	CHECK(module.count[0] == 1 && module.count[1] == 1);
	CHECK_INT(syclbin_reader_module(&reader, 1, &module, NULL), SYCLBIN_OK);
	CHECK(module.count[0] == 0 && module.count[1] == 1);
	/* nothing of a failed call stays */
	how.properties = TEXT(KERNELS "none=1|1\n");
	uint64_t before, after;
	CHECK_INT(syclbin_writer_size(writer, SYCLBIN_ENCODING_V1, &before, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_inputs(writer, (const struct syclbin_input *const *)inputs, 1, &how, NULL), SYCLBIN_E_ARG);
	CHECK(syclbin_writer_size(writer, SYCLBIN_ENCODING_V1, &after, NULL) == SYCLBIN_OK && after == before);
	syclbin_writer_free_bytes(writer, file, size);
	syclbin_writer_destroy(writer);
	for (size_t i = 0; i < 4; i++)
		syclbin_input_close(inputs[i]);
}

/* A SYCLBIN is packaged as it is, also out of a container. */
static void one_call(void)
{
	uint8_t *data, *file, *again;
	size_t size, made, made_again;
	CHECK_OR_RETURN(sample_file("v1", &data, &size));
	CHECK_INT(syclbin_package(data, size, UINT32_MAX, NULL, SYCLBIN_ENCODING_V1, NULL, &file, &made, NULL), SYCLBIN_OK);
	CHECK(made == size && memcmp(file, data, size) == 0);
	CHECK_INT(syclbin_package(file, made, SYCLBIN_STATE_INPUT, NULL, SYCLBIN_ENCODING_V1, NULL, &again, &made_again, NULL), SYCLBIN_OK);
	struct syclbin_reader reader;
	uint32_t state;
	CHECK(syclbin_reader_open(again, made_again, &reader, NULL) == SYCLBIN_OK &&
		syclbin_reader_state(&reader, &state, NULL) == SYCLBIN_OK && state == SYCLBIN_STATE_INPUT);
	syclbin_package_free(NULL, again, made_again);
	syclbin_package_free(NULL, file, made);
	free(data);
	CHECK_INT(syclbin_package("text", 4, UINT32_MAX, NULL, SYCLBIN_ENCODING_V1, NULL, &file, &made, NULL), SYCLBIN_E_NOT_FOUND);
	CHECK(!file);
}

/* Memory that ends after some allocations. */
static size_t left, held;
static void *alloc_some(void *ctx, size_t size, size_t align)
{
	(void)ctx, (void)align;
	if (left == 0)
		return NULL;
	left--;
	held += size;
	return malloc(size);
}
static void free_some(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx, (void)align;
	held -= size;
	free(p);
}

static void without_memory(void)
{
	static const struct syclbin_allocator some = { alloc_some, NULL, free_some, NULL };
	struct syclbin_package_options how = SYCLBIN_PACKAGE_OPTIONS_INIT;
	struct assembler a;
	const struct syclbin_span image = module_of_spirv(&a);
	enum syclbin_status status = SYCLBIN_E_NOMEM;
	how.properties = TEXT(KERNELS "ka=1|1\n[SYCL/kernel param opt]\nka=2|EAAAAAAAAAwA\n");
	for (size_t count = 0; status == SYCLBIN_E_NOMEM && CHECK(count < 1000); count++) {
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		uint8_t *file;
		size_t size;
		left = count;
		status = syclbin_package(image.data, image.size, SYCLBIN_STATE_OBJECT, &how, SYCLBIN_ENCODING_V1, &some, &file, &size, &diag);
		CHECK(diag.status == status);
		if (status == SYCLBIN_OK)
			syclbin_package_free(&some, file, size);
		CHECK_INT(held, 0);
	}
	CHECK_INT(status, SYCLBIN_OK);
}

/* ---- reasons */

static void reasons(void)
{
	static const uint32_t sizes[] = { 8, 16 };
	struct syclbin_device device = SYCLBIN_DEVICE_INIT;
	const struct syclbin_module module = { .metadata = syclbin_span("", 0) };
	char text[300], small[8];
	device.sub_group_sizes = sizes;
	device.sub_group_size_count = 2;
	device.arch = "dg1";
	for (int reason = SYCLBIN_CHOSEN; reason <= SYCLBIN_NOT_READABLE; reason++) {
		const struct syclbin_candidate c = { &module, NULL, (enum syclbin_reason)reason, 1 };
		const size_t length = syclbin_candidate_text(&c, &device, SYCLBIN_STATE_EXECUTABLE, text, sizeof text);
		CHECK(length == strlen(text) && length > 5);
		CHECK_INT(syclbin_candidate_text(&c, &device, SYCLBIN_STATE_EXECUTABLE, small, sizeof small), length);
		if (reason == SYCLBIN_NOT_STATE)
			CHECK_STR(text, "the file is in state object, requested is executable");
		if (reason == SYCLBIN_NOT_SUB_GROUP)
			CHECK_STR(text, "it requires sub-groups of 1, but the device has 8, 16");
		if (reason == SYCLBIN_NOT_ASPECT)
			CHECK_STR(text, "it requires the aspect cpu (1), which the device lacks");
	}
}

/* PTX and machine code on devices of CUDA. */
static void architectures_of_cuda(void)
{
	static const char code[64] = "\x7F" "ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\xBE";
	static const struct {
		const char *arch, *device;
		bool ptx, code;
	} cases[] = { { "sm_75", "sm_75", true, true }, { "sm_75", "sm_80", true, false }, { "sm_80", "sm_86", true, true },
		{ "sm_86", "sm_80", false, false }, { "sm_90a", "sm_90", true, true }, { "sm_90a", "sm_100", false, false },
		{ "nvidia_gpu_sm_80", "nvidia_gpu_sm_90", true, false }, { "", "sm_90", true, true }, { "odd", "sm_90", false, false } };
	for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
		const bool is_code = i % 2;
		struct syclbin_device device = SYCLBIN_DEVICE_INIT;
		struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_NATIVE, { NULL, 0 }, 0, TEXT("nvptx64-nvidia-cuda"),
			string(cases[i / 2].arch), { is_code ? code : ptx, -1, 0, is_code ? sizeof code : sizeof ptx - 1 } };
		struct syclbin_writer *w = syclbin_writer_create(NULL);
		struct syclbin_reader reader;
		struct syclbin_module module;
		struct syclbin_image chosen;
		uint32_t number;
		uint8_t *file = NULL;
		size_t size = 0;
		device.backend = SYCLBIN_BACKEND_CUDA;
		device.kind = SYCLBIN_DEVICE_GPU;
		device.arch = cases[i / 2].device;
		device.match_arch = true;
		CHECK(syclbin_writer_module(w, TEXT(""), &number, NULL) == SYCLBIN_OK &&
			syclbin_writer_image(w, number, &image, NULL) == SYCLBIN_OK &&
			syclbin_writer_finish(w, SYCLBIN_ENCODING_V1, &file, &size, NULL) == SYCLBIN_OK &&
			syclbin_reader_open(file, size, &reader, NULL) == SYCLBIN_OK &&
			syclbin_reader_module(&reader, 0, &module, NULL) == SYCLBIN_OK);
		const bool fits = syclbin_select(&reader, &module, &device, SYCLBIN_STATE_EXECUTABLE, &chosen, NULL, NULL, NULL, NULL) == SYCLBIN_OK;
		if (!CHECK(fits == (is_code ? cases[i / 2].code : cases[i / 2].ptx)))
			printf("# %s of %s on %s\n", is_code ? "code" : "ptx", cases[i / 2].arch, cases[i / 2].device);
		syclbin_writer_free_bytes(w, file, size);
		syclbin_writer_destroy(w);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(targets), CHECK_CASE(architectures), CHECK_CASE(aspects),
		CHECK_CASE(properties_of_spirv), CHECK_CASE(given_properties), CHECK_CASE(guesses), CHECK_CASE(modules), CHECK_CASE(one_call),
		CHECK_CASE(without_memory), CHECK_CASE(reasons), CHECK_CASE(architectures_of_cuda) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
