/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the text descriptions of golden SYCLBINs and builds them with the library's writers. */
#ifndef SYCLBIN_TEST_SPEC_H
#define SYCLBIN_TEST_SPEC_H

#include <syclbin/syclbin.h>

struct spec {
	struct syclbin_writer *writer; /* NULL: could not be built, see `why` */
	void *blocks[64];              /* images that the writer borrows */
	unsigned block_count;
	bool unsupported;              /* the description uses a word that does not specify its bytes */
	char why[256];
};

/* folder: base of the relative paths in the description. */
struct spec spec_read(const char *path, const char *folder);
void spec_finish(struct spec *spec);

#endif
