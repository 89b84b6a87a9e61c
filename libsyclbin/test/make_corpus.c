/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* make_corpus FOLDER: writes every sample to the folder, and single property texts to texts/, for the fuzz targets. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int write_file(const char *folder, const char *name, const void *data, size_t size)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "wb");
	bool good = f && fwrite(data, 1, size, f) == size;
	good = f && fclose(f) == 0 && good;
	return !good;
}

int main(int argc, char **argv)
{
	char texts[4096];
	if (argc != 2)
		return 2;
	mkdir(argv[1], 0777);
	snprintf(texts, sizeof texts, "%s/texts", argv[1]);
	mkdir(texts, 0777);
	for (size_t i = 0; i < sample_count; i++) {
		uint8_t *data = NULL;
		size_t size;
		if (sample_file(sample_names[i], &data, &size) && write_file(argv[1], sample_names[i], data, size))
			return 3;
		free(data);
	}
	struct syclbin_string text = sample_text();
	return write_file(texts, "module", text.data, text.size) ||
	       write_file(texts, "odd",
		       "[a]b]\r\n\n[]\nx=1|007\nx=2|AAAAAAAAAAA\n[SYCL/specialization constants]\nc=2|gBAAAAAAAAAAAAAAAAAAAQAAAA",
		       91);
}
