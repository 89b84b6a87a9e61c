/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target of the reader of .npy and .npz files. */
#include <tensorfile/npy.h>
#include <tensorfile/zip.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 20, MOST_ENTRIES = 64 };

/* Every byte of the elements is written and read. */
static void read_array(const uint8_t *data, size_t size)
{
	struct tensorfile_npy array;
	if (tensorfile_npy_read(data, size, &array))
		return;
	if (array.offset > size || array.elements * array.element_size != size - array.offset)
		abort();
	uint8_t *copy = malloc(size - array.offset + 1);
	if (!copy)
		return;
	tensorfile_npy_copy(&array, data, copy);
	unsigned sum = 0;
	for (size_t i = 0; i < size - array.offset; i++)
		sum += copy[i];
	if (sum == 1) /* so that the sum is computed */
		copy[0] = 0;
	free(copy);
}

static void read_entry(const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry)
{
	uint8_t *content;
	if (entry->size > MOST_BYTES || tensorfile_zip_read(zip, entry, &content))
		return;
	read_array(content, (size_t)entry->size);
	free(content);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tensorfile_zip zip;
	/* in a block of its size, so that a read behind it is found */
	uint8_t *exact = malloc(size ? size : 1);
	if (!exact)
		return 0;
	if (size)
		memcpy(exact, data, size);
	read_array(exact, size);
	if (!tensorfile_zip_open(exact, size, &zip)) {
		for (size_t i = 0; i < zip.count && i < MOST_ENTRIES; i++)
			read_entry(&zip, &zip.entries[i]);
		tensorfile_zip_close(&zip);
	}
	free(exact);
	return 0;
}
