/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libsyclbin: makes a SYCLBIN with one image, reads it back and chooses the image that a GPU would get. */
#include <stdio.h>
#include <syclbin/syclbin.h>

#define TEXT(text) { text, sizeof text - 1 }

int main(void)
{
	static const struct syclbin_string properties = TEXT("[SYCL/kernel names]\nvadd=1|1\n");
	struct syclbin_writer_image spirv = { sizeof spirv, SYCLBIN_PART_IR, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		TEXT("spir64-unknown-unknown"), TEXT(""), { "\3\2\43\7 and so on", -1, 0, 14 } };
	struct syclbin_device gpu = SYCLBIN_DEVICE_INIT;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_reader reader;
	struct syclbin_module module;
	struct syclbin_image image;
	uint8_t *file = NULL;
	size_t size = 0;
	uint32_t number;
	gpu.kind = SYCLBIN_DEVICE_GPU;

	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	int good = writer && syclbin_writer_module(writer, properties, &number, &diag) == SYCLBIN_OK &&
		   syclbin_writer_image(writer, number, &spirv, &diag) == SYCLBIN_OK &&
		   syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &file, &size, &diag) == SYCLBIN_OK &&
		   syclbin_reader_open(file, size, &reader, &diag) == SYCLBIN_OK &&
		   syclbin_reader_module(&reader, 0, &module, &diag) == SYCLBIN_OK &&
		   syclbin_select(&reader, &module, &gpu, SYCLBIN_STATE_EXECUTABLE, &image, NULL, NULL, NULL, &diag) == SYCLBIN_OK;
	if (good)
		printf("%zu bytes at %llu\n", image.bytes.size, (unsigned long long)image.bytes.offset);
	else
		fprintf(stderr, "byte %llu: %s\n", (unsigned long long)diag.offset, diag.message);
	if (writer)
		syclbin_writer_free_bytes(writer, file, size);
	syclbin_writer_destroy(writer);
	return !good;
}
