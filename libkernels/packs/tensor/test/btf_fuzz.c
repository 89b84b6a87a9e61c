/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads every tensor of a BTF file with every kernel and with the functions of kernels/btf.h, and prints, converts and
 * writes the tensors. */
#include "btf_world.h"
#include <kernels/btf.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct world w;

static void use(const char *kernel, struct kernels_tensor *t)
{
	struct kernels_tensor dense;
	(void)world_show(&w, t);
	/* A sparse tensor may be larger than memory; a small one must fit. */
	if (strcmp(kernel, "btf.read_coo_tensor.i32.2") == 0 && kernels_tensor_elements(t) < 1 << 20 &&
		!CALL(&w, "coo.convert_coo_to_dht.i32.2", ARGS(t, CHAIN), RESULTS(&dense, CHAIN)))
		kernels_tensor_finish(&dense);
	kernels_tensor_finish(t);
}

/* A valid file round-trips. */
static void remake(const struct kernels_btf *file)
{
	struct kernels_tensor tensors[8];
	uint8_t *aligned = NULL, *made = NULL;
	size_t aligned_size, made_size, count = 0;
	if (kernels_btf_align(file, 32, w.host.allocator, &aligned, &aligned_size, NULL) != KERNELS_OK)
		abort();
	struct kernels_btf again;
	if (kernels_btf_open(aligned, aligned_size, &again, NULL) != KERNELS_OK ||
		kernels_btf_check(&again, NULL) != KERNELS_OK)
		abort();
	for (; count < 8 && count < file->count; count++) {
		if (kernels_btf_tensor(file, count, w.host.allocator, &tensors[count], NULL) != KERNELS_OK)
			abort();
	}
	if (kernels_btf_write(tensors, count, 32, w.host.allocator, &made, &made_size, NULL) != KERNELS_OK)
		abort();
	/* except for the padding of headers, which the writer clears */
	if (count == file->count && made_size != aligned_size)
		abort();
	while (count > 0)
		kernels_tensor_finish(&tensors[--count]);
	kernels_btf_free(w.host.allocator, aligned, aligned_size);
	kernels_btf_free(w.host.allocator, made, made_size);
}

static void look(const uint8_t *data, size_t size)
{
	struct kernels_btf file;
	struct kernels_btf_record record;
	struct kernels_tensor t;
	if (kernels_btf_open(data, size, &file, NULL) != KERNELS_OK)
		return;
	for (uint64_t i = 0; i < 8; i++) {
		if (kernels_btf_record(&file, i, &record, NULL) == KERNELS_OK &&
			(record.offset > size || record.size > size - record.offset))
			abort();
		if (kernels_btf_tensor(&file, i, w.host.allocator, &t, NULL) == KERNELS_OK)
			kernels_tensor_finish(&t);
	}
	if (kernels_btf_check(&file, NULL) == KERNELS_OK)
		remake(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const kernels[] = { "btf.read_dense_tensor.f32.2", "btf.read_dense_tensor.i32.1",
		"btf.read_dense_tensor.i8.0", "btf.read_dense_tensor.i64.4", "btf.read_dense_tensor.ui8.3",
		"btf.read_coo_tensor.f32.1", "btf.read_coo_tensor.i32.2", "btf.read_coo_tensor.i8.0" };
	if (!w.registry)
		world_open(&w);
	uint64_t before = world_live(&w);
	static int shared = -1; /* one file for all inputs: creating one takes longer than reading it */
	static char path[64];
	if (shared < 0)
		snprintf(path, sizeof path, "%s", btf_path(data, size, &shared));
	else if (ftruncate(shared, (off_t)size) != 0 || pwrite(shared, data, size, 0) != (ssize_t)size)
		abort();
	look(data, size);
	for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
		struct kernels_tensor t;
		int32_t index = 0;
		const char *error;
		do {
			error = btf_read_file(&w, kernels[k], path, index, &t);
			if (!error) {
				/* a tensor is not larger than its file */
				if (kernels_buffer_size(t.buffer) > size)
					abort();
				use(kernels[k], &t);
			}
		} while (++index < 8 && !(error && strstr(error, "invalid tensor index")));
	}
	if (world_live(&w) != before)
		abort();
	return 0;
}
