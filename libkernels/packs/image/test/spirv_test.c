/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reader of SPIR-V: modules of compilers, and modules assembled here. */
#include "check.h"
#include "words.h"
#include <image/spirv.h>
#include <stdlib.h>

static struct image_spirv spirv;
static struct kernels_diag diag;

static enum kernels_status read_bytes(const void *data, size_t size)
{
	/* at an odd address, and in a block that ends where the module does */
	char *copy = malloc(size + 1);
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	memcpy(copy + 1, data, size);
	enum kernels_status status = kernels_image__spirv_read(copy + 1, size, async_allocator_system(), &spirv, &diag);
	free(copy);
	return status;
}

static enum kernels_status read_words(const struct words *w)
{
	return read_bytes(w->word, 4 * (size_t)w->count);
}

static bool read_file(const char *path)
{
	static char data[1 << 16];
	FILE *f = fopen(path, "rb");
	if (!f)
		return false;
	size_t size = fread(data, 1, sizeof data, f);
	fclose(f);
	CHECK_INT(read_bytes(data, size), KERNELS_OK);
	CHECK_STR(diag.message, "");
	return true;
}

static void close_module(void)
{
	kernels_image__spirv_finish(&spirv, async_allocator_system());
}

static const struct image_kernel *find(const char *name)
{
	return kernels_image__spirv_kernel(&spirv, name, strlen(name));
}

static void check_parameter(const struct image_kernel *kernel, uint32_t i, unsigned kind, unsigned size, unsigned alignment,
	const char *name)
{
	if (!CHECK(i < kernel->parameter_count))
		return;
	const struct image_parameter *p = kernel->parameters + i;
	CHECK_STR(kernels_image__kind_name(p->kind), kernels_image__kind_name(kind));
	CHECK_INT(p->size, size);
	CHECK_INT(p->alignment, alignment);
	CHECK_STR(p->name, name);
}

static void reads_every_kind_of_argument(void)
{
	CHECK_OR_RETURN(read_file(DATA "/arguments.spv"));
	CHECK_INT(spirv.kernel_count, 3);
	CHECK_INT(spirv.major * 10 + spirv.minor, 10);
	CHECK_INT(spirv.address_bytes, 8);
	const struct image_kernel *k = find("arguments");
	CHECK_OR_RETURN(k);
	CHECK_INT(k->parameter_count, 10);
	check_parameter(k, 0, IMAGE_GLOBAL, 8, 8, "out");
	check_parameter(k, 1, IMAGE_CONSTANT, 8, 8, "table");
	check_parameter(k, 2, IMAGE_LOCAL, 8, 8, "scratch");
	check_parameter(k, 3, IMAGE_BYTES, 80, 16, "by_value");
	check_parameter(k, 4, IMAGE_BYTES, 9, 1, "packed");
	check_parameter(k, 5, IMAGE_INTEGER, 1, 1, "c");
	check_parameter(k, 6, IMAGE_INTEGER, 2, 2, "s");
	check_parameter(k, 7, IMAGE_INTEGER, 8, 8, "l");
	check_parameter(k, 8, IMAGE_FLOAT, 4, 4, "f");
	check_parameter(k, 9, IMAGE_BYTES, 16, 16, "v");
	CHECK_INT(k->local_size[0], 0);
	k = find("pictures");
	CHECK_OR_RETURN(k);
	CHECK_INT(k->parameter_count, 3);
	check_parameter(k, 0, IMAGE_IMAGE, 0, 1, "from");
	check_parameter(k, 1, IMAGE_SAMPLER, 0, 1, "how");
	CHECK(k->local_size[0] == 8 && k->local_size[1] == 4 && k->local_size[2] == 2);
	k = find("nothing");
	CHECK(k && k->parameter_count == 0);
	CHECK(!find("noth"));
	CHECK(!find("nothing2"));
	close_module();
}

static void reads_golden_modules(void)
{
	char path[512];
	const char *folder = getenv("BEFKIT_GOLDEN");
	snprintf(path, sizeof path, "%s/syclbin/inputs/saxpy_scale.spv", folder ? folder : GOLDEN);
	if (!read_file(path)) {
		CHECK_SKIP("no golden data");
		return;
	}
	CHECK_INT(spirv.kernel_count, 2);
	const struct image_kernel *k = find("saxpy");
	CHECK_OR_RETURN(k && k->parameter_count == 3);
	CHECK(k->parameters[0].kind == IMAGE_GLOBAL && k->parameters[1].kind == IMAGE_GLOBAL);
	CHECK(k->parameters[2].kind == IMAGE_FLOAT && k->parameters[2].size == 4);
	k = find("block_reverse");
	CHECK_OR_RETURN(k && k->parameter_count == 2);
	CHECK_INT(k->parameters[1].kind, IMAGE_LOCAL);
	close_module();
}

/* Types 1 void, 2 i32, 3 ptr i32, 4 void(ptr, i32); function 5 with parameters 6 and 7. */
static void small_types(struct words *w)
{
	OP(w, 19, 1);
	OP(w, 21, 2, 32, 0);
	OP(w, 32, 3, 5, 2);
	OP(w, 33, 4, 1, 3, 2);
}

static void small_function(struct words *w)
{
	OP(w, 54, 1, 5, 0, 4);
	OP(w, 55, 3, 6);
	OP(w, 8, 1, 2, 3); /* OpLine */
	OP(w, 55, 2, 7);
	words_text(w, 56, NULL, 0);
}

static void reads_constants_and_modes(void)
{
	struct words w;
	words_begin(&w);
	OP_TEXT(&w, 15, "k", 6, 5);
	OP_TEXT(&w, 15, "same", 6, 5);
	OP_TEXT(&w, 15, "shader", 5, 5); /* GLCompute: not a kernel */
	OP(&w, 331, 5, 38, 10, 10, 11);
	OP(&w, 16, 5, 35, 16);
	OP(&w, 71, 11, 1, 70);
	OP(&w, 71, 12, 1, 9);
	OP(&w, 71, 13, 1, 71);
	OP(&w, 71, 9, 41, 0x706D6F63, 0x00657475, 1); /* Import "compute" */
	small_types(&w);
	OP(&w, 22, 8, 64);
	OP(&w, 43, 2, 10, 4);
	OP(&w, 50, 2, 11, 2);
	OP(&w, 50, 8, 12, 0, 0x3FF80000); /* 1.5 */
	OP(&w, 20, 14);
	OP(&w, 48, 14, 13);
	small_function(&w);
	OP(&w, 54, 1, 9, 0, 4);
	words_text(&w, 56, NULL, 0);
	CHECK_INT(read_words(&w), KERNELS_OK);
	CHECK_STR(diag.message, "");
	CHECK_INT(spirv.kernel_count, 2);
	CHECK_OR_RETURN(find("k") && find("same") && !find("shader"));
	CHECK(find("same")->parameters == find("k")->parameters && find("same")->parameter_count == 2);
	CHECK(find("same")->local_size[0] == 4 && find("k")->local_size[1] == 4 && find("k")->local_size[2] == 2);
	CHECK_INT(find("same")->sub_group_size, 16);
	CHECK_INT(spirv.constant_count, 3);
	const struct image_constant *c = kernels_image__spirv_constant(&spirv, 9);
	CHECK(c && c->kind == IMAGE_CONSTANT_FLOAT && c->size == 8 && c->bits == UINT64_C(0x3FF8000000000000));
	c = kernels_image__spirv_constant(&spirv, 70);
	CHECK(c && c->kind == IMAGE_CONSTANT_INTEGER && c->size == 4 && c->bits == 2);
	c = kernels_image__spirv_constant(&spirv, 71);
	CHECK(c && c->kind == IMAGE_CONSTANT_BOOL && c->size == 1 && c->bits == 1);
	CHECK(!kernels_image__spirv_constant(&spirv, 8));
	CHECK_INT(spirv.import_count, 1);
	CHECK_STR(spirv.imports[0], "compute");
	close_module();
}

static void packed_by_a_decoration_group(void)
{
	struct words w;
	words_begin(&w);
	OP_TEXT(&w, 15, "k", 6, 5);
	OP(&w, 71, 20, 10); /* CPacked, of a group */
	OP(&w, 73, 20);
	OP(&w, 74, 20, 9);
	OP(&w, 19, 1);
	OP(&w, 21, 2, 8, 0);
	OP(&w, 21, 3, 64, 0);
	OP(&w, 30, 8, 2, 3);
	OP(&w, 30, 9, 2, 3, 8);
	OP(&w, 32, 10, 7, 9);
	OP(&w, 33, 4, 1, 10, 8, 3);
	OP(&w, 54, 1, 5, 0, 4);
	OP(&w, 55, 10, 30);
	OP(&w, 55, 8, 31);
	OP(&w, 55, 3, 32);
	words_text(&w, 56, NULL, 0);
	CHECK_INT(read_words(&w), KERNELS_OK);
	CHECK_STR(diag.message, "");
	const struct image_kernel *k = find("k");
	CHECK_OR_RETURN(k);
	check_parameter(k, 0, IMAGE_BYTES, 25, 1, "");
	check_parameter(k, 1, IMAGE_BYTES, 16, 8, "");
	check_parameter(k, 2, IMAGE_INTEGER, 8, 8, "");
	close_module();
}

/* A structure of two of the one before, a hundred times: sizes are computed once per type, and beyond 4 GiB unknown. */
static void sizes_do_not_overflow(void)
{
	struct words w;
	words_begin(&w);
	OP_TEXT(&w, 15, "k", 6, 5);
	OP(&w, 19, 1);
	OP(&w, 21, 100, 64, 0);
	for (unsigned i = 0; i < 100; i++)
		OP(&w, 30, 101 + i, 100 + i, 100 + i);
	OP(&w, 33, 4, 1, 103, 200);
	OP(&w, 54, 1, 5, 0, 4);
	OP(&w, 55, 103, 30);
	OP(&w, 55, 200, 31);
	CHECK_INT(read_words(&w), KERNELS_OK);
	CHECK_OR_RETURN(find("k"));
	check_parameter(find("k"), 0, IMAGE_BYTES, 64, 8, "");
	CHECK_INT(find("k")->parameters[1].kind, IMAGE_OTHER);
	close_module();
}

static void refuses(const struct words *w, unsigned word, const char *message)
{
	CHECK_INT(read_words(w), KERNELS_E_CORRUPT);
	CHECK_INT(diag.offset, 4 * word);
	CHECK_STR(diag.message, message);
	CHECK(!spirv.block);
}

static void reports_what_is_wrong(void)
{
	struct words w;
	words_begin(&w);
	unsigned at = OP_TEXT(&w, 15, "k", 6, 5);
	small_types(&w);
	refuses(&w, at + 2, "SPIR-V, word 10: id 5, expected a function");
	unsigned function = w.count;
	small_function(&w);
	w.word[function + 6] = htole32(2);
	refuses(&w, function + 6, "SPIR-V, word 33: the parameter has type id 2, its function's type has 3");
	w.word[function + 6] = htole32(3);
	w.word[function + 4] = htole32(2);
	refuses(&w, function + 4, "SPIR-V, word 31: id 2, expected a function type");
	w.word[function + 4] = htole32(4);
	w.word[function + 8] = htole32(4 << 16 | 9); /* no OpLine: the second parameter is missing */
	refuses(&w, function, "SPIR-V, word 27: the function has 1 parameters, its type has 2");
	w.word[function + 8] = htole32(4 << 16 | 8);
	at = OP(&w, 55, 2, 8);
	w.word[at - 1] = htole32(1 << 16 | 317);
	refuses(&w, at, "SPIR-V, word 43: a parameter, but the function's type has 2");
	at = OP(&w, 21, 2, 32, 0);
	refuses(&w, at, "SPIR-V, word 46: id 2 is defined again; first in word 14");
	w.word[at] = htole32(9 << 16 | 21);
	refuses(&w, at, "SPIR-V, word 46: an instruction of 9 words, but 4 are left");
	w.word[at] = htole32(3 << 16 | 21);
	refuses(&w, at, "SPIR-V, word 46: instruction 21 has 3 words, expected 4");
	w.word[at] = htole32(21);
	refuses(&w, at, "SPIR-V, word 46: an instruction of 0 words, but 4 are left");
	w.word[0] = htole32(0x07230204);
	refuses(&w, 0, "SPIR-V, word 0: found 0x07230204, expected the magic number 0x07230203");
	w.word[0] = htole32(0x03022307);
	CHECK_INT(read_words(&w), KERNELS_E_UNSUPPORTED);
	w.count = 3;
	refuses(&w, 0, "SPIR-V, word 0: 3 words, expected a header of 5");
	CHECK_INT(read_bytes(w.word, 7), KERNELS_E_CORRUPT);
	CHECK_INT(read_bytes("", 0), KERNELS_E_CORRUPT);
}

static void refuses_wrong_names_and_constants(void)
{
	struct words w;
	words_begin(&w);
	unsigned at = OP(&w, 15, 6, 5, 0x6B6B6B6B);
	refuses(&w, at, "SPIR-V, word 8: the name of the entry point is not terminated");
	words_begin(&w);
	OP_TEXT(&w, 15, "k", 6, 5);
	OP_TEXT(&w, 15, "k", 6, 5);
	small_types(&w);
	small_function(&w);
	CHECK_INT(read_words(&w), KERNELS_E_CORRUPT);
	CHECK_STR(diag.message, "SPIR-V: two kernels have the name 'k'");
	words_begin(&w);
	at = OP(&w, 71, 2, 1, 9);
	small_types(&w);
	refuses(&w, at, "SPIR-V, word 8: SpecId of id 2, which is not a scalar specialization constant");
	words_begin(&w);
	w.word[6] = htole32(0);
	CHECK_INT(read_words(&w), KERNELS_E_UNSUPPORTED);
	CHECK_STR(diag.message, "SPIR-V, word 6: addressing model 0, expected 1 (Physical32) or 2 (Physical64): "
				"not a module for OpenCL");
	w.count = 5;
	refuses(&w, 5, "SPIR-V, word 5: the module has no OpMemoryModel");
}

/* Parameters with one id have one name, which must not be copied for each. */
static void shared_names_do_not_overflow(void)
{
	struct words w;
	words_begin(&w);
	OP_TEXT(&w, 15, "k", 6, 5);
	OP_TEXT(&w, 5, "a name that is longer than the other words of a parameter, much longer than three words are", 6);
	OP(&w, 19, 1);
	OP(&w, 21, 2, 32, 0);
	const unsigned type = OP(&w, 33, 4, 1);
	for (unsigned i = 0; i < 100; i++)
		w.word[w.count++] = htole32(2);
	w.word[type] = htole32(103u << 16 | 33);
	OP(&w, 54, 1, 5, 0, 4);
	for (unsigned i = 0; i < 100; i++)
		OP(&w, 55, 2, 6);
	CHECK_INT(read_words(&w), KERNELS_OK);
	CHECK_OR_RETURN(find("k") && find("k")->parameter_count == 100);
	CHECK(find("k")->parameters[0].name == find("k")->parameters[99].name);
	CHECK_INT(strlen(find("k")->parameters[7].name), 91);
	close_module();
}

static void no_memory(void)
{
	struct words w;
	words_begin(&w);
	OP_TEXT(&w, 15, "k", 6, 5);
	small_types(&w);
	small_function(&w);
	const struct async_allocator *failing = async_allocator_create_failing(NULL, 0);
	for (unsigned n = 1; n <= 3; n++) {
		diag = (struct kernels_diag)KERNELS_DIAG_INIT;
		async_allocator_fail_nth(failing, n);
		const enum kernels_status expected = n <= 2 ? KERNELS_E_NOMEM : KERNELS_OK;
		CHECK_INT(kernels_image__spirv_read(w.word, 4 * (size_t)w.count, failing, &spirv, &diag), expected);
		kernels_image__spirv_finish(&spirv, failing);
	}
	async_allocator_destroy(failing);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(reads_every_kind_of_argument), CHECK_CASE(reads_golden_modules),
		CHECK_CASE(reads_constants_and_modes), CHECK_CASE(packed_by_a_decoration_group),
		CHECK_CASE(sizes_do_not_overflow), CHECK_CASE(reports_what_is_wrong),
		CHECK_CASE(refuses_wrong_names_and_constants), CHECK_CASE(shared_names_do_not_overflow),
		CHECK_CASE(no_memory) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
