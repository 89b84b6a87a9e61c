/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libsyclbin: creates a SYCLBIN with one image, reads it back and selects the image for a device. */
#include <stdio.h>
#include <syclbin/syclbin.h>

int main(void)
{
	static const char properties[] = "[SYCL/kernel names]\nvadd=1|1\n";
	struct syclbin_writer_image spirv = { sizeof spirv, SYCLBIN_PART_IR, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		{ "spir64-unknown-unknown", 22 }, { "", 0 }, { "\3\2\43\7 and so on", -1, 0, 14 } };
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	uint8_t *file = NULL;
	size_t size = 0;
	uint32_t number;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_string text = { properties, 29 };
	if (!writer || syclbin_writer_module(writer, text, &number, &diag) != SYCLBIN_OK ||
		syclbin_writer_image(writer, number, &spirv, &diag) != SYCLBIN_OK ||
		syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &file, &size, &diag) != SYCLBIN_OK)
		return 3;
	const struct syclbin_device device = SYCLBIN_DEVICE_INIT; /* an OpenCL CPU */
	struct syclbin_reader reader;
	struct syclbin_module module;
	struct syclbin_image image;
	if (syclbin_reader_open(file, size, &reader, &diag) != SYCLBIN_OK ||
		syclbin_reader_module(&reader, 0, &module, &diag) != SYCLBIN_OK ||
		syclbin_select(&reader, &module, &device, SYCLBIN_STATE_EXECUTABLE, &image, NULL, NULL, NULL, &diag)) {
		fprintf(stderr, "byte %llu: %s\n", (unsigned long long)diag.offset, diag.message);
		return 1;
	}
	printf("an image of %zu bytes at byte %llu of %zu\n", image.bytes.size,
		(unsigned long long)image.bytes.offset, size);
	syclbin_writer_free_bytes(writer, file, size);
	syclbin_writer_destroy(writer);
	return 0;
}
