/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dump FILE DTYPE|own [OUT]: prints "NAME DTYPE SHAPE SUM" of each tensor of a file, where SUM is FNV-1a of its elements as DTYPE; then the
 * metadata. With OUT, the tensors that are in place are written to it, in the format of its ending. For against_packages.py. */
#include <tensorfile/tensorfile.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct tensorfile_diag *diag)
{
	fprintf(stderr, "%s: %s\n", diag->rule, diag->message);
	return 1;
}

static enum tensorfile_dtype wanted_of(const char *name, enum tensorfile_dtype own)
{
	for (int i = 1; i < 64; i++) {
		if (strcmp(tensorfile_dtype_name((enum tensorfile_dtype)i), name) == 0)
			return (enum tensorfile_dtype)i;
	}
	return own;
}

static int print(const struct tensorfile *file, const struct tensorfile_tensor *t, const char *as)
{
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	const enum tensorfile_dtype dtype = wanted_of(as, t->dtype);
	uint32_t block, bytes;
	tensorfile_dtype_block(dtype, &block, &bytes);
	const size_t size = dtype == t->dtype ? (size_t)t->bytes : (size_t)(t->elements / block * bytes);
	uint8_t *out = malloc(size + 1);
	if (!out || tensorfile_read(file, t, dtype, out, size, &diag) != TENSORFILE_OK) {
		free(out);
		return fail(&diag);
	}
	uint64_t sum = UINT64_C(0xCBF29CE484222325);
	for (size_t i = 0; i < size; i++)
		sum = (sum ^ out[i]) * UINT64_C(0x100000001B3);
	printf("%s %s ", t->name, tensorfile_dtype_name(t->dtype));
	for (uint32_t i = 0; i < t->rank; i++)
		printf("%s%" PRId64, i ? "x" : "", t->dims[i]);
	printf(" %016" PRIx64 "\n", sum);
	free(out);
	return 0;
}

static enum tensorfile_format format_of(const char *path)
{
	const char *ending = strrchr(path, '.');
	for (int i = TENSORFILE_NPY; i <= TENSORFILE_BTF; i++) {
		if (ending && strcmp(ending + 1, tensorfile_format_name((enum tensorfile_format)i)) == 0)
			return (enum tensorfile_format)i;
	}
	return TENSORFILE_SAFETENSORS;
}

static int write_to(const struct tensorfile *file, const char *path)
{
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct tensorfile_writer *writer;
	const char *key, *value;
	enum tensorfile_status status = tensorfile_writer_create(format_of(path), &writer, &diag);
	for (size_t i = 0; i < tensorfile_count(file) && status == TENSORFILE_OK; i++) {
		const struct tensorfile_tensor *t = tensorfile_at(file, i);
		status = tensorfile_writer_add(writer, t->name, t->dtype, t->rank, t->dims, t->data, &diag);
	}
	for (size_t i = 0; status == TENSORFILE_OK && tensorfile_metadata(file, i, &key, &value); i++)
		status = tensorfile_writer_metadata(writer, key, value, &diag);
	if (status == TENSORFILE_OK)
		status = tensorfile_writer_save(writer, path, &diag);
	tensorfile_writer_destroy(writer);
	return status == TENSORFILE_OK ? 0 : fail(&diag);
}

int main(int argc, char **argv)
{
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	const struct tensorfile_options options = { .size = sizeof options, .mapped = true };
	struct tensorfile *file;
	const char *key, *value;
	if (argc < 3)
		return 2;
	if (tensorfile_open(argv[1], &options, &file, &diag) != TENSORFILE_OK)
		return fail(&diag);
	int code = 0;
	for (size_t i = 0; i < tensorfile_count(file) && code == 0; i++)
		code = print(file, tensorfile_at(file, i), argv[2]);
	for (size_t i = 0; tensorfile_metadata(file, i, &key, &value); i++)
		printf("metadata %s = %s\n", key, value);
	if (code == 0 && argc > 3)
		code = write_to(file, argv[3]);
	tensorfile_close(file);
	return code;
}
