/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translation of SPIR-V: with scripts in place of the translator, and with the translator where it is installed. */
#include "check.h"
#include "words.h"
#include <image/translate.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char script[] = "/tmp/image-translator-XXXXXX";
static struct kernels_diag diag;
static struct image_translation translation;
static struct image_spirv spirv;
static struct words module;

/* Constants 7 (i32), 8 (f64) and 9 (bool). */
static void assemble(void)
{
	words_begin(&module);
	OP(&module, 71, 11, 1, 7);
	OP(&module, 71, 12, 1, 8);
	OP(&module, 71, 13, 1, 9);
	OP(&module, 21, 2, 32, 0);
	OP(&module, 22, 3, 64);
	OP(&module, 20, 4);
	OP(&module, 50, 2, 11, 1);
	OP(&module, 50, 3, 12, 0, 0);
	OP(&module, 48, 4, 13);
	CHECK_INT(kernels_image__spirv_read(module.word, 4 * (size_t)module.count, async_allocator_system(), &spirv, NULL),
		KERNELS_OK);
}

static void use_script(const char *text)
{
	FILE *f = fopen(script, "w");
	CHECK_OR_RETURN(f);
	fprintf(f, "#!/bin/sh\n%s\n", text);
	fclose(f);
	CHECK_INT(chmod(script, 0700), 0);
	CHECK_INT(setenv("KERNELS_LLVM_SPIRV", script, 1), 0);
}

static enum kernels_status translate(const struct image_value *values, size_t count, unsigned milliseconds)
{
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	return kernels_image__translate(module.word, 4 * (size_t)module.count, &spirv, values, count, 15, milliseconds,
		async_allocator_system(), &translation, &diag);
}

static void release(void)
{
	if (translation.bitcode)
		async_free(async_allocator_system(), translation.bitcode, translation.size, 16);
}

static void passes_bytes_and_constants(void)
{
	const uint32_t number = 4000000000u;
	const double real = 0.1;
	const uint8_t yes = 1;
	const struct image_value values[] = { { 7, 4, &number }, { 8, 8, &real }, { 9, 1, &yes } };
	use_script("printf 'BC\\300\\336'; echo \"$@\"; wc -c");
	CHECK_INT(kernels_image__check_values(&spirv, values, 3, NULL), KERNELS_OK);
	CHECK_INT(translate(values, 3, 10000), KERNELS_OK);
	CHECK_STR(diag.message, "");
	CHECK_OR_RETURN(translation.bitcode);
	char expected[256];
	snprintf(expected, sizeof expected,
		"BC\xC0\xDE-r /dev/stdin -o - --spec-const=7:i32:4000000000 8:f64:0.10000000000000001 9:i1:1\n%u\n", 4 * module.count);
	CHECK_BYTES(translation.bitcode, translation.size, expected, strlen(expected));
	release();
}

static void refuses_wrong_values(void)
{
	const uint64_t number = 1;
	const struct image_value wide = { 7, 8, &number }, unknown = { 6, 8, &number };
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	CHECK_INT(kernels_image__check_values(&spirv, &wide, 1, &diag), KERNELS_E_ARG);
	CHECK_STR(diag.message, "the value of specialization constant 7 has 8 bytes, expected 4");
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	CHECK_INT(kernels_image__check_values(&spirv, &unknown, 1, &diag), KERNELS_E_NOT_FOUND);
	CHECK_STR(diag.message, "the module has no specialization constant 6");
}

static void reports_failures(void)
{
	use_script("echo >&2; echo 'bad module' >&2; echo more >&2; exit 3");
	CHECK_INT(translate(NULL, 0, 10000), KERNELS_E_CORRUPT);
	CHECK(strstr(diag.message, ": bad module") != NULL && !strstr(diag.message, "more"));
	use_script("echo text");
	CHECK_INT(translate(NULL, 0, 10000), KERNELS_E_CORRUPT);
	CHECK_STR(diag.message, "the translator of SPIR-V did not write bitcode");
	use_script("kill -9 $$");
	CHECK_INT(translate(NULL, 0, 10000), KERNELS_E_CORRUPT);
	CHECK(!translation.bitcode);
	CHECK_INT(setenv("KERNELS_LLVM_SPIRV", "/nothing/here", 1), 0);
	CHECK_INT(translate(NULL, 0, 10000), KERNELS_E_UNSUPPORTED);
	CHECK(strstr(diag.message, "KERNELS_LLVM_SPIRV is not there") != NULL);
	use_script("exec /nothing/here 2>&-"); /* as a child that could not run the program */
	CHECK_INT(translate(NULL, 0, 10000), KERNELS_E_UNSUPPORTED);
	CHECK(strstr(diag.message, "KERNELS_LLVM_SPIRV is not there") != NULL);
}

static void ends_slow_translators(void)
{
	use_script("exec sleep 100");
	CHECK_INT(translate(NULL, 0, 100), KERNELS_E_LIMIT);
	CHECK(strstr(diag.message, "was ended after 100 ms") != NULL);
	use_script("exec 2>&-; exec sleep 100"); /* its standard error ends before it does */
	CHECK_INT(translate(NULL, 0, 100), KERNELS_E_LIMIT);
	use_script("while :; do echo line >&2; done");
	CHECK_INT(translate(NULL, 0, 100), KERNELS_E_LIMIT);
}

static void the_real_translator(void)
{
	static uint8_t data[1 << 16];
	struct image_spirv real;
	FILE *f = fopen(DATA "/arguments.spv", "rb");
	CHECK_OR_RETURN(f);
	const size_t size = fread(data, 1, sizeof data, f);
	fclose(f);
	CHECK_INT(unsetenv("KERNELS_LLVM_SPIRV"), 0);
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	CHECK_INT(kernels_image__spirv_read(data, size, async_allocator_system(), &real, &diag), KERNELS_OK);
	const enum kernels_status status = kernels_image__translate(data, size, &real, NULL, 0, 15, 60000,
		async_allocator_system(), &translation, &diag);
	kernels_image__spirv_finish(&real, async_allocator_system());
	if (status == KERNELS_E_UNSUPPORTED)
		CHECK_SKIP("no llvm-spirv");
	else
		CHECK_STR(diag.message, "");
	CHECK((status == KERNELS_OK) == (translation.size > 1000));
	release();
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	data[0] ^= 0xFF;
	const enum kernels_status bad = kernels_image__translate(data, size, &spirv, NULL, 0, 15, 60000,
		async_allocator_system(), &translation, &diag);
	CHECK(bad == KERNELS_E_CORRUPT || bad == KERNELS_E_UNSUPPORTED);
	release();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(passes_bytes_and_constants), CHECK_CASE(refuses_wrong_values),
		CHECK_CASE(reports_failures), CHECK_CASE(ends_slow_translators), CHECK_CASE(the_real_translator) };
	const int file = mkstemp(script);
	if (file < 0)
		return 3;
	close(file);
	assemble();
	const int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	kernels_image__spirv_finish(&spirv, async_allocator_system());
	unlink(script);
	return result;
}
