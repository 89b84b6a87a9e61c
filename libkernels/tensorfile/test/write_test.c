/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is written is read again; what cannot be written is refused; a file is replaced as a whole or not at all. */
#include "check.h"
#include "sizes.h"

#include <tensorfile/tensorfile.h>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const int64_t dims[] = { 2, 3 };
static const float numbers[6] = { 1, 2, 3, 4, 5, 6.5f };
static const int64_t longs[3] = { -1, 0, INT64_MAX };
static const int8_t bytes[3] = { -1, 2, 3 };

static struct tensorfile_writer *made(enum tensorfile_format format)
{
	struct tensorfile_writer *writer = NULL;
	if (!CHECK(tensorfile_writer_create(format, &writer, NULL) == TENSORFILE_OK))
		return NULL;
	/* bytes first: safetensors and GGUF align what follows */
	if (format != TENSORFILE_NPY)
		CHECK_INT(tensorfile_writer_add(writer, "params['b']", TENSORFILE_I8, 1, dims + 1, bytes, NULL), TENSORFILE_OK);
	CHECK_INT(tensorfile_writer_add(writer, "w", TENSORFILE_F32, 2, dims, numbers, NULL), TENSORFILE_OK);
	if (format != TENSORFILE_NPY)
		CHECK_INT(tensorfile_writer_add(writer, "\xC3\xA9 \"\\", TENSORFILE_I64, 1, dims + 1, longs, NULL), TENSORFILE_OK);
	return writer;
}

static void again(enum tensorfile_format format, bool compressed)
{
	struct tensorfile_writer *writer = made(format);
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct tensorfile *file = NULL;
	char *data = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&data, &size);
	CHECK_OR_RETURN(writer && stream);
	if (compressed)
		CHECK_INT(tensorfile_writer_compress(writer, &diag), TENSORFILE_OK);
	CHECK_INT(tensorfile_writer_write(writer, stream, &diag), TENSORFILE_OK);
	fclose(stream);
	if (!CHECK_INT(tensorfile_open_memory(data, size, &file, &diag), TENSORFILE_OK))
		printf("# %s: %s\n", tensorfile_format_name(format), diag.message);
	const char *const names[] = { "params['b']", "w", "\xC3\xA9 \"\\" }, *const numbers_of[] = { "0", "1", "2" };
	const void *const data_of[] = { bytes, numbers, longs };
	const size_t sizes[] = { 3, 24, 24 };
	for (size_t i = 0; file && i < 3; i++) {
		uint8_t copy[24];
		const bool plain = format == TENSORFILE_NPY;
		const struct tensorfile_tensor *t = tensorfile_find(file, plain ? "" : format == TENSORFILE_BTF ? numbers_of[i] : names[i]);
		CHECK_OR_RETURN(t && t->bytes == sizes[plain ? 1 : i]);
		CHECK_INT(tensorfile_read(file, t, t->dtype, copy, (size_t)t->bytes, &diag), TENSORFILE_OK);
		CHECK_BYTES(copy, (size_t)t->bytes, data_of[plain ? 1 : i], (size_t)t->bytes);
		if (format == TENSORFILE_SAFETENSORS || format == TENSORFILE_GGUF)
			CHECK(((const uint8_t *)t->data - (const uint8_t *)data) % (i == 0 ? 1 : i == 1 ? 4 : 8) == 0);
	}
	tensorfile_close(file);
	tensorfile_writer_destroy(writer);
	free(data);
}

static void round_trips(void)
{
	for (int format = TENSORFILE_NPY; format <= TENSORFILE_BTF; format++)
		again((enum tensorfile_format)format, false);
	if (tensorfile_zip_can_deflate())
		again(TENSORFILE_NPZ, true);
}

static void refusals(void)
{
	static const int64_t negative[] = { -1 }, large[] = { INT64_MAX, INT64_MAX };
	struct tensorfile_writer *writer = made(TENSORFILE_GGUF), *other = made(TENSORFILE_SAFETENSORS), *npy = made(TENSORFILE_NPY);
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	CHECK_OR_RETURN(writer && other && npy);
	CHECK_INT(tensorfile_writer_add(writer, "w", TENSORFILE_F32, 2, dims, numbers, &diag), TENSORFILE_E_ARG);
	CHECK_STR(diag.message, "tensor 'w': its name is there already");
	CHECK_INT(tensorfile_writer_add(writer, "n", TENSORFILE_F32, 1, negative, numbers, NULL), TENSORFILE_E_ARG);
	CHECK_INT(tensorfile_writer_add(writer, "n", TENSORFILE_F32, 2, large, numbers, NULL), TENSORFILE_E_ARG);
	CHECK_INT(tensorfile_writer_add(writer, "n\xff", TENSORFILE_F32, 2, dims, numbers, NULL), TENSORFILE_E_ARG);
	CHECK_INT(tensorfile_writer_add(writer, "n", TENSORFILE_Q4_0, 2, dims, numbers, NULL), TENSORFILE_E_ARG);
	CHECK_INT(tensorfile_writer_add(writer, "n", TENSORFILE_U64, 2, dims, numbers, NULL), TENSORFILE_E_UNSUPPORTED);
	CHECK_INT(tensorfile_writer_add(other, "n", TENSORFILE_Q4_0, 2, dims, numbers, NULL), TENSORFILE_E_UNSUPPORTED);
	CHECK_INT(tensorfile_writer_add(other, "__metadata__", TENSORFILE_F32, 2, dims, numbers, NULL), TENSORFILE_E_ARG);
	CHECK_INT(tensorfile_writer_add(npy, "second", TENSORFILE_F32, 2, dims, numbers, NULL), TENSORFILE_E_ARG);
	CHECK_INT(tensorfile_writer_metadata(npy, "k", "v", NULL), TENSORFILE_E_UNSUPPORTED);
	CHECK_INT(tensorfile_writer_metadata(other, "k", "v", NULL), TENSORFILE_OK);
	CHECK_INT(tensorfile_writer_metadata(other, "k", "w", NULL), TENSORFILE_E_ARG);
	CHECK_INT(tensorfile_writer_compress(other, NULL), TENSORFILE_E_UNSUPPORTED);
	tensorfile_writer_destroy(writer);
	tensorfile_writer_destroy(other);
	tensorfile_writer_destroy(npy);
}

/* A full device fails; the old file stays. */
static void files(void)
{
	char folder[] = "/tmp/tensorfile-XXXXXX", path[64], none[64];
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct stat about;
	struct tensorfile *file;
	struct tensorfile_writer *writer = made(TENSORFILE_SAFETENSORS), *npy;
	CHECK_OR_RETURN(writer && mkdtemp(folder) && tensorfile_writer_create(TENSORFILE_NPY, &npy, NULL) == TENSORFILE_OK);
	snprintf(path, sizeof path, "%s/w", folder);
	snprintf(none, sizeof none, "%s/none/w", folder);
	CHECK_INT(tensorfile_writer_save(writer, path, &diag), TENSORFILE_OK);
	CHECK(chmod(path, 0640) == 0);
	CHECK_INT(tensorfile_writer_save(writer, path, &diag), TENSORFILE_OK);
	CHECK(stat(path, &about) == 0 && (about.st_mode & 0777) == 0640);
	CHECK_INT(tensorfile_writer_save(npy, path, NULL), TENSORFILE_E_STATE);
	CHECK_INT(tensorfile_open(path, NULL, &file, &diag), TENSORFILE_OK);
	CHECK(file && tensorfile_count(file) == 3);
	tensorfile_close(file);
	CHECK_INT(tensorfile_writer_save(writer, none, &diag), TENSORFILE_E_IO);
	CHECK(strstr(diag.message, "none/w: No such file"));
	FILE *full = fopen("/dev/full", "wb");
	if (full) {
		CHECK_INT(tensorfile_writer_write(writer, full, NULL), TENSORFILE_E_IO);
		fclose(full);
	}
	unlink(path);
	CHECK(rmdir(folder) == 0); /* no other file was left there */
	tensorfile_writer_destroy(writer);
	tensorfile_writer_destroy(npy);
}

static void option_sizes(void)
{
	struct tensorfile_options options = { 0 };
	struct tensorfile *file;
	SIZES_REFUSED(struct tensorfile_options, options.size,
		tensorfile_open(DATA "/corpus/two.btf", &options, &file, NULL) == TENSORFILE_E_ARG && !file);
	CHECK_INT(tensorfile_open(DATA "/corpus/two.btf", &options, &file, NULL), TENSORFILE_OK);
	tensorfile_close(file);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(round_trips), CHECK_CASE(refusals), CHECK_CASE(files), CHECK_CASE(option_sizes) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
