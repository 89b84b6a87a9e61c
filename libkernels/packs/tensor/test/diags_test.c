/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of kernels/btf.h, with diagnostics of all sizes. */
#include "btf_build.h"
#include <kernels/btf.h>
#include <kernels/kernels.h>

#define DIAGS_STRUCT struct kernels_diag
#include "diags.h"

static struct btf sample;
static struct kernels_btf file; /* the sample */

/* The file, of fewer bytes. */
static struct kernels_btf cut(void) { return (struct kernels_btf){ sample.bytes, 100, file.count }; }

static unsigned open_bytes(const void *data, size_t size, void *diag)
{
	struct kernels_btf out;
	return kernels_btf_open(data, size, &out, diag);
}
DIAGS_FAILS(kernels_btf_open) { return open_bytes("no", 2, diag); }
DIAGS_FAILS_TOO(kernels_btf_open, count) { return open_bytes("\xff\xff\xff\xff\xff\xff\xff\xff", 8, diag); }
DIAGS_FAILS(kernels_btf_record)
{
	struct kernels_btf_record record;
	return kernels_btf_record(&file, file.count, &record, diag);
}
DIAGS_FAILS_TOO(kernels_btf_record, cut)
{
	const struct kernels_btf damaged = cut();
	struct kernels_btf_record record;
	return kernels_btf_record(&damaged, 0, &record, diag);
}
DIAGS_FAILS(kernels_btf_check)
{
	const struct kernels_btf damaged = cut();
	return kernels_btf_check(&damaged, diag);
}
DIAGS_FAILS_TOO(kernels_btf_check, overlap)
{
	struct btf other = sample;
	btf_patch(&other, 16, 56); /* the second tensor begins where the first one does */
	const struct kernels_btf damaged = { other.bytes, other.size, file.count };
	return kernels_btf_check(&damaged, diag);
}
DIAGS_FAILS(kernels_btf_tensor)
{
	struct kernels_tensor tensor;
	return kernels_btf_tensor(&file, file.count, NULL, &tensor, diag);
}
DIAGS_FAILS_TOO(kernels_btf_tensor, cut)
{
	const struct kernels_btf damaged = cut();
	struct kernels_tensor tensor;
	return kernels_btf_tensor(&damaged, 0, NULL, &tensor, diag);
}
static unsigned write_tensor(size_t align, void *diag)
{
	const struct kernels_tensor tensor = { .kind = KERNELS_TENSOR_STRING };
	uint8_t *data;
	size_t size;
	return kernels_btf_write(&tensor, 1, align, NULL, &data, &size, diag);
}
DIAGS_FAILS(kernels_btf_write) { return write_tensor(8, diag); }
DIAGS_FAILS_TOO(kernels_btf_write, align) { return write_tensor(7, diag); }
static unsigned align_file(const struct kernels_btf *from, size_t align, void *diag)
{
	uint8_t *data;
	size_t size;
	return kernels_btf_align(from, align, NULL, &data, &size, diag);
}
DIAGS_FAILS(kernels_btf_align) { return align_file(&file, 0, diag); }
DIAGS_FAILS_TOO(kernels_btf_align, cut)
{
	const struct kernels_btf damaged = cut();
	return align_file(&damaged, 8, diag);
}
/* Memory that has ended. */
static void *alloc_none(void *ctx, size_t size, size_t align)
{
	(void)ctx, (void)size, (void)align;
	return NULL;
}
static void free_none(void *ctx, void *p, size_t size, size_t align) { (void)ctx, (void)p, (void)size, (void)align; }
static const struct async_allocator none = { .alloc = alloc_none, .free = free_none };
DIAGS_FAILS_TOO(kernels_btf_tensor, memory)
{
	struct kernels_tensor tensor;
	return kernels_btf_tensor(&file, 0, &none, &tensor, diag);
}
DIAGS_FAILS_TOO(kernels_btf_align, memory)
{
	uint8_t *data;
	size_t size;
	return kernels_btf_align(&file, 8, &none, &data, &size, diag);
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(kernels_btf_open),
		DIAGS_CASE_TOO(kernels_btf_open, count), DIAGS_CASE(kernels_btf_record),
		DIAGS_CASE_TOO(kernels_btf_record, cut), DIAGS_CASE(kernels_btf_check),
		DIAGS_CASE_TOO(kernels_btf_check, overlap), DIAGS_CASE(kernels_btf_tensor),
		DIAGS_CASE_TOO(kernels_btf_tensor, cut), DIAGS_CASE(kernels_btf_write),
		DIAGS_CASE_TOO(kernels_btf_write, align), DIAGS_CASE(kernels_btf_align),
		DIAGS_CASE_TOO(kernels_btf_align, cut), DIAGS_CASE_TOO(kernels_btf_tensor, memory),
		DIAGS_CASE_TOO(kernels_btf_align, memory) };
	btf_sample(&sample);
	if (kernels_btf_open(sample.bytes, sample.size, &file, NULL) != KERNELS_OK)
		return 3;
	return diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
