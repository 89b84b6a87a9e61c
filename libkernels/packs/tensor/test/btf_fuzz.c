/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads every tensor of a BTF file with every kernel; what is read can be printed and converted. */
#include "btf_world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct world w;

static void use(const char *kernel, struct kernels_tensor *t)
{
	struct kernels_tensor dense;
	(void)world_show(&w, t);
	/* A sparse tensor may be larger than any memory; a small one must fit. */
	if (strcmp(kernel, "btf.read_coo_tensor.i32.2") == 0 && kernels_tensor_elements(t) < 1 << 20 &&
		!CALL(&w, "coo.convert_coo_to_dht.i32.2", ARGS(t, CHAIN), RESULTS(&dense, CHAIN)))
		kernels_tensor_finish(&dense);
	kernels_tensor_finish(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const kernels[] = { "btf.read_dense_tensor.f32.2", "btf.read_dense_tensor.i32.1",
		"btf.read_dense_tensor.i8.0", "btf.read_dense_tensor.i64.4", "btf.read_dense_tensor.ui8.3",
		"btf.read_coo_tensor.f32.1", "btf.read_coo_tensor.i32.2", "btf.read_coo_tensor.i8.0" };
	int fd;
	if (!w.registry)
		world_open(&w);
	uint64_t before = world_live(&w);
	const char *path = btf_path(data, size, &fd);
	for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
		struct kernels_tensor t;
		int32_t index = 0;
		const char *error;
		do {
			error = btf_read_file(&w, kernels[k], path, index, &t);
			if (!error) {
				/* what was read is no larger than what it was read from */
				if (kernels_buffer_size(t.buffer) > size)
					abort();
				use(kernels[k], &t);
			}
		} while (++index < 8 && !(error && strstr(error, "invalid tensor index")));
	}
	close(fd);
	if (world_live(&w) != before)
		abort();
	return 0;
}
