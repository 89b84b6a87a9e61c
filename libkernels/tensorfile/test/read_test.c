/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files of all formats: tables, elements in place and copied, conversions. The expected numbers of quantized types are those that the
 * package gguf of Python has for the same blocks. */
#include "check.h"

#include <tensorfile/tensorfile.h>

#include <math.h>
#include <stdlib.h>

static struct tensorfile *opened(const char *path, bool mapped)
{
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	const struct tensorfile_options options = { .size = sizeof options, .mapped = mapped };
	struct tensorfile *file = NULL;
	if (tensorfile_open(path, &options, &file, &diag) != TENSORFILE_OK)
		check_report(__FILE__, __LINE__, "%s: %s", path, diag.message);
	return file;
}

static bool is_shape(const struct tensorfile_tensor *tensor, enum tensorfile_dtype dtype, uint32_t rank, int64_t first, int64_t second)
{
	return tensor && tensor->dtype == dtype && tensor->rank == rank && (rank < 1 || tensor->dims[0] == first) &&
	       (rank < 2 || tensor->dims[1] == second);
}

static void formats(void)
{
	static const struct {
		const char *path;
		enum tensorfile_format format;
		size_t count;
	} files[] = { { DATA "/corpus/weights.safetensors", TENSORFILE_SAFETENSORS, 8 },
		{ DATA "/corpus/parts.safetensors.index.json", TENSORFILE_SAFETENSORS, 3 }, { DATA "/corpus/blocks.gguf", TENSORFILE_GGUF, 10 },
		{ DATA "/corpus/two.btf", TENSORFILE_BTF, 2 }, { DATA "/npz/rows.npy", TENSORFILE_NPY, 1 },
		{ DATA "/npz/stored.npz", TENSORFILE_NPZ, 2 }, { DATA "/npz/zip64.npz", TENSORFILE_NPZ, 1 } };
	for (size_t i = 0; i < 2 * (sizeof files / sizeof *files); i++) {
		struct tensorfile *file = opened(files[i / 2].path, i % 2);
		CHECK_OR_RETURN(file);
		CHECK_INT(tensorfile_format_of(file), files[i / 2].format);
		CHECK_INT(tensorfile_count(file), files[i / 2].count);
		for (size_t k = 0; k < tensorfile_count(file); k++)
			CHECK(tensorfile_find(file, tensorfile_at(file, k)->name) == tensorfile_at(file, k));
		CHECK(!tensorfile_at(file, files[i / 2].count) && !tensorfile_find(file, "no such name") && tensorfile_is_intact(file));
		tensorfile_close(file);
	}
}

static void safetensors(void)
{
	struct tensorfile *file = opened(DATA "/corpus/weights.safetensors", true);
	const char *key, *value;
	float numbers[6];
	CHECK_OR_RETURN(file);
	const struct tensorfile_tensor *w = tensorfile_find(file, "params['dense']['kernel']"), *f4 = tensorfile_find(file, "f4");
	CHECK(is_shape(w, TENSORFILE_F32, 2, 2, 3) && w->data && w->elements == 6 && w->bytes == 24);
	CHECK(is_shape(tensorfile_find(file, "big"), TENSORFILE_I64, 0, 0, 0));
	CHECK(is_shape(tensorfile_find(file, "none"), TENSORFILE_F64, 2, 0, 4));
	CHECK(is_shape(tensorfile_find(file, "\xC3\xA9\n"), TENSORFILE_BOOL, 1, 1, 0));
	CHECK(is_shape(f4, TENSORFILE_F4, 2, 2, 2) && f4->bytes == 2);
	CHECK(tensorfile_metadata(file, 0, &key, &value) && !strcmp(key, "format") && !strcmp(value, "np"));
	CHECK(!tensorfile_metadata(file, 1, &key, &value));
	CHECK_INT(tensorfile_read(file, w, TENSORFILE_F32, numbers, 24, NULL), TENSORFILE_OK);
	CHECK(numbers[0] == 1 && numbers[5] == 6.5f);
	CHECK_INT(tensorfile_read(file, tensorfile_find(file, "bf"), TENSORFILE_F32, numbers, 8, NULL), TENSORFILE_OK);
	CHECK(numbers[0] == 1 && numbers[1] == -10);
	CHECK_INT(tensorfile_read(file, tensorfile_find(file, "f8"), TENSORFILE_F32, numbers, 8, NULL), TENSORFILE_OK);
	CHECK(numbers[0] == 1 && numbers[1] == -2);
	CHECK_INT(tensorfile_read(file, f4, TENSORFILE_F32, numbers, 16, NULL), TENSORFILE_OK); /* codes 1 2 4 15 */
	CHECK(numbers[0] == 0.5f && numbers[1] == 1 && numbers[2] == 2 && numbers[3] == -6);
	uint16_t halves[6];
	CHECK_INT(tensorfile_read(file, w, TENSORFILE_F16, halves, 12, NULL), TENSORFILE_OK);
	CHECK_INT(halves[5], 0x4680);
	CHECK_INT(tensorfile_read(file, w, TENSORFILE_I32, numbers, 24, NULL), TENSORFILE_E_UNSUPPORTED);
	CHECK_INT(tensorfile_read(file, w, TENSORFILE_F32, numbers, 20, NULL), TENSORFILE_E_ARG);
	tensorfile_close(file);
}

static void shards(void)
{
	struct tensorfile *file = opened(DATA "/corpus/parts.safetensors.index.json", true);
	CHECK_OR_RETURN(file);
	CHECK(is_shape(tensorfile_find(file, "w"), TENSORFILE_F32, 2, 2, 3) && is_shape(tensorfile_find(file, "b"), TENSORFILE_F16, 1, 3, 0));
	CHECK(*(const uint8_t *)tensorfile_find(file, "extra")->data == 5);
	tensorfile_close(file);
}

static void quantized(void)
{
	static const struct {
		const char *name;
		float first, second, at17, last;
		double sum;
	} blocks[] = { { "q4_0", -4, -3.5f, -3.5f, 3.5f, -8 }, { "q4_1", -1, -0.5f, -0.5f, 6.5f, 88 }, { "q5_0", -8, -7.5f, 0.5f, 7.5f, -8 },
		{ "q5_1", 7, 7.5f, -0.5f, 6.5f, 216 }, { "q8_0", -4, -3.75f, 0.25f, 3.75f, -4 }, { "q4_k", -1.25f, -0.75f, -0.75f, 27, 1856 },
		{ "q5_k", -1.25f, 7.25f, 7.25f, 27, 4416 }, { "q6_k", 128, -68, -59.5f, -59.5f, 32 } };
	struct tensorfile *file = opened(DATA "/corpus/blocks.gguf", true);
	float numbers[256];
	uint16_t halves[256];
	CHECK_OR_RETURN(file);
	CHECK(is_shape(tensorfile_find(file, "token_embd.weight"), TENSORFILE_F32, 2, 2, 3)); /* sizes are stored as 3, 2 */
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
		const struct tensorfile_tensor *t = tensorfile_find(file, blocks[i].name);
		double sum = 0;
		CHECK_OR_RETURN(t && t->elements <= 256);
		CHECK_STR(tensorfile_dtype_name(t->dtype), blocks[i].name);
		CHECK_INT(tensorfile_read(file, t, TENSORFILE_F32, numbers, 4 * (size_t)t->elements, NULL), TENSORFILE_OK);
		CHECK_INT(tensorfile_read(file, t, TENSORFILE_BF16, halves, 2 * (size_t)t->elements, NULL), TENSORFILE_OK);
		for (uint64_t k = 0; k < t->elements; k++)
			sum += (double)numbers[k];
		if (!CHECK(numbers[0] == blocks[i].first && numbers[1] == blocks[i].second && numbers[17] == blocks[i].at17 &&
			   numbers[t->elements - 1] == blocks[i].last && sum == blocks[i].sum))
			printf("# %s: %g %g %g %g, sum %g\n", t->name, (double)numbers[0], (double)numbers[1], (double)numbers[17],
				(double)numbers[t->elements - 1], sum);
		union { float number; uint32_t bits; } first = { numbers[0] };
		CHECK_INT(halves[0], first.bits >> 16); /* small numbers are exact in bf16 */
	}
	tensorfile_close(file);
}

/* Arrays that are compressed, in the other order of bytes, or in columns. */
static void numpy(void)
{
	static const char *const archives[] = { DATA "/npz/stored.npz", DATA "/npz/deflated.npz", DATA "/npz/zip64.npz" };
	float rows[256], columns[256];
	struct tensorfile *file = opened(DATA "/npz/rows.npy", true);
	CHECK_OR_RETURN(file && tensorfile_at(file, 0)->bytes <= sizeof rows);
	const size_t size = (size_t)tensorfile_at(file, 0)->bytes;
	CHECK(tensorfile_at(file, 0)->data && tensorfile_at(file, 0)->dtype == TENSORFILE_F32);
	CHECK_INT(tensorfile_read(file, tensorfile_at(file, 0), TENSORFILE_F32, rows, size, NULL), TENSORFILE_OK);
	tensorfile_close(file);
	for (size_t i = 0; i < sizeof archives / sizeof *archives; i++) {
		struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
		if (i == 1 && !tensorfile_zip_can_deflate())
			continue;
		file = opened(archives[i], false);
		CHECK_OR_RETURN(file);
		const struct tensorfile_tensor *t = tensorfile_find(file, "arg0");
		CHECK_OR_RETURN(t && t->bytes == size);
		CHECK(!t->data);
		CHECK_INT(tensorfile_read(file, t, t->dtype, columns, size, &diag), TENSORFILE_OK);
		CHECK_BYTES(columns, size, rows, size);
		tensorfile_close(file);
	}
}

static void missing(void)
{
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct tensorfile *file;
	CHECK_INT(tensorfile_open(DATA "/none.safetensors", NULL, &file, &diag), TENSORFILE_E_IO);
	CHECK(!file && strstr(diag.message, "none.safetensors: No such file"));
	tensorfile_close(NULL);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(formats), CHECK_CASE(safetensors), CHECK_CASE(shards), CHECK_CASE(quantized),
		CHECK_CASE(numpy), CHECK_CASE(missing) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
