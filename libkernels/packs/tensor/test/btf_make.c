/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the seeds of btf_fuzz: all tensors of btf_build.h in one file, a single tensor, and an empty file. */
#include "btf_build.h"
#include <stdio.h>

static int save(const char *folder, const char *name, const struct btf *f)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *out = fopen(path, "wb");
	if (!out || fwrite(f->bytes, 1, f->size, out) != f->size || fclose(out) != 0) {
		perror(path);
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static struct btf f;
	if (argc != 2)
		return 2;
	btf_sample(&f);
	int failed = save(argv[1], "sample.btf", &f);
	btf_begin(&f, 1);
	btf_tensor(&f, BTF_F32, BTF_COO, BTF_DIMS(5), NULL, 0);
	btf_record(&f, BTF_I64, BTF_DENSE, BTF_DIMS(2, 1), BTF_ELEMENTS(int64_t, 0, 4));
	btf_record(&f, BTF_F32, BTF_DENSE, BTF_DIMS(2), BTF_ELEMENTS(float, 0.5f, -1));
	failed |= save(argv[1], "sparse.btf", &f);
	btf_begin(&f, 0);
	return failed | save(argv[1], "empty.btf", &f);
}
