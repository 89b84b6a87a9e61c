/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target of the readers of all formats, and of the writers with what was read. */
#include <tensorfile/tensorfile.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 20, MOST_TENSORS = 64 };

/* Every byte of the elements is read. */
static void use(const void *data, size_t size)
{
	static volatile unsigned sum;
	for (size_t i = 0; i < size; i++)
		sum = sum + ((const uint8_t *)data)[i];
}

static void read_as(const struct tensorfile *file, const struct tensorfile_tensor *tensor, enum tensorfile_dtype dtype, uint64_t bytes)
{
	void *out = bytes <= MOST_BYTES ? malloc((size_t)bytes + 1) : NULL;
	if (out && tensorfile_read(file, tensor, dtype, out, (size_t)bytes, NULL) == TENSORFILE_OK)
		use(out, (size_t)bytes);
	free(out);
}

static void use_tensor(const struct tensorfile *file, const struct tensorfile_tensor *tensor)
{
	if (tensorfile_find(file, tensor->name) != tensor)
		abort();
	if (tensor->data && tensor->bytes <= MOST_BYTES)
		use(tensor->data, (size_t)tensor->bytes);
	read_as(file, tensor, tensor->dtype, tensor->bytes);
	if (tensor->elements <= MOST_BYTES)
		read_as(file, tensor, TENSORFILE_BF16, 2 * tensor->elements);
}

/* What was read in place can be written, and is the same when it is read again. */
static void write_again(const struct tensorfile *file)
{
	struct tensorfile_writer *writer;
	struct tensorfile *again = NULL;
	char *bytes = NULL;
	size_t size = 0;
	bool good = tensorfile_writer_create(tensorfile_format_of(file), &writer, NULL) == TENSORFILE_OK;
	for (size_t i = 0; good && i < tensorfile_count(file); i++) {
		const struct tensorfile_tensor *t = tensorfile_at(file, i);
		good = t->data && tensorfile_writer_add(writer, t->name, t->dtype, t->rank, t->dims, t->data, NULL) == TENSORFILE_OK;
	}
	FILE *stream = good ? open_memstream(&bytes, &size) : NULL;
	good = stream && tensorfile_writer_write(writer, stream, NULL) == TENSORFILE_OK;
	if (stream)
		fclose(stream);
	if (good && (tensorfile_open_memory(bytes, size, &again, NULL) != TENSORFILE_OK || tensorfile_count(again) != tensorfile_count(file)))
		abort();
	tensorfile_close(again);
	free(bytes);
	tensorfile_writer_destroy(writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tensorfile *file;
	/* in a block of its size, so that a read behind it is found */
	uint8_t *exact = malloc(size ? size : 1);
	if (!exact)
		return 0;
	if (size)
		memcpy(exact, data, size);
	if (tensorfile_open_memory(exact, size, &file, NULL) == TENSORFILE_OK) {
		for (size_t i = 0; i < tensorfile_count(file) && i < MOST_TENSORS; i++)
			use_tensor(file, tensorfile_at(file, i));
		if (tensorfile_count(file) <= MOST_TENSORS)
			write_again(file);
		tensorfile_close(file);
	}
	free(exact);
	return 0;
}
