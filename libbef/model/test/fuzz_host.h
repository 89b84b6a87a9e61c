/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What fuzz targets that run models share: memory that is limited and counted, one thread, arguments of any bits. */
#ifndef BEF_MODEL_FUZZ_HOST_H
#define BEF_MODEL_FUZZ_HOST_H

#include "fuzz_random.h"

#include <bef/model.h>

struct fuzz_host {
	struct async_host host; /* its allocator counts, and has a limit for all that opening a model may need */
	const struct kernels_registry *registry;
};
/* Made by the first call; exists until the process ends. */
const struct fuzz_host *fuzz_host(void);
/* Exits abnormally if anything that was allocated from the host is not free. */
void fuzz_check_leaks(void);

/* Opens the bytes by their content, and calls its functions, each with a limit of memory and a deadline. */
void fuzz_model(const uint8_t *data, size_t size);

#endif
