/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the sample to stdout: a corpus for the fuzz target. */
#include "sample.h"
#include <stdio.h>

int main(void)
{
	struct bef_writer *writer;
	uint8_t *data;
	size_t size;
	bool done = sample_make(NULL, NULL, &writer, &data, &size) == BEF_OK && fwrite(data, 1, size, stdout) == size &&
		    fflush(stdout) == 0;
	if (writer)
		bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
	return done ? 0 : 1;
}
