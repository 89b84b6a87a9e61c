/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernels/btf.h: written files are read by the kernels; files are listed, checked and aligned; errors of invalid files
 * have the offset. */
#include "btf_build.h"
#include "btf_world.h"
#include <kernels/btf.h>

static struct world w;
static struct btf sample;
static uint64_t idle; /* number of allocations of an idle world */

static const struct {
	const char *kernel, *shown;
} tensors_of_sample[] = {
	{ "btf.read_dense_tensor.f32.2",
		"DenseHostTensor dtype = f32, shape = [2, 3], values = [1.000000e+00, 2.000000e+00, "
		"3.000000e+00, 4.000000e+00, 5.000000e+00, 6.500000e+00]\n" },
	{ "btf.read_dense_tensor.i32.1", "DenseHostTensor dtype = i32, shape = [4], values = [9, -8, 7, -6]\n" },
	{ "btf.read_dense_tensor.i8.0", "DenseHostTensor dtype = i8, shape = [], values = [-5]\n" },
	{ "btf.read_dense_tensor.ui8.2", "DenseHostTensor dtype = u8, shape = [0, 2], values = []\n" },
	{ "btf.read_dense_tensor.i64.4",
		"DenseHostTensor dtype = i64, shape = [1, 1, 1, 2], values = [-9223372036854775808, 3]\n" },
	{ "btf.read_coo_tensor.i32.2",
		"CooHostTensor dtype = i32, shape = [3, 4], indices = [0, 0, 1, 3, 2, 1], values = [10, 20, 30]\n\n" },
};
enum { TENSORS = sizeof tensors_of_sample / sizeof *tensors_of_sample };

static void same_for_kernels(const uint8_t *data, size_t size)
{
	for (int32_t i = 0; i < TENSORS; i++) {
		struct kernels_tensor t;
		const char *error = btf_read(&w, tensors_of_sample[i].kernel, data, size, i, &t);
		CHECK_OR_RETURN(check_error_free(__FILE__, __LINE__, error));
		CHECK_STR(world_show(&w, &t), tensors_of_sample[i].shown);
		kernels_tensor_finish(&t);
	}
}

static struct kernels_btf opened(const uint8_t *data, size_t size)
{
	struct kernels_btf file;
	CHECK_INT(kernels_btf_open(data, size, &file, NULL), KERNELS_OK);
	return file;
}

static void records(void)
{
	const struct kernels_btf file = opened(sample.bytes, sample.size);
	struct kernels_btf_record r;
	CHECK_INT(file.count, TENSORS);
	CHECK_INT(kernels_btf_record(&file, 0, &r, NULL), KERNELS_OK);
	CHECK(r.kind == KERNELS_TENSOR_DENSE && r.dtype == KERNELS_F32 && r.shape.rank == 2 && r.shape.dims[1] == 3);
	CHECK_INT(r.offset, 56);
	CHECK_INT(r.size, 56);
	CHECK_INT(r.elements, 88);
	CHECK_INT(r.count, 6);
	CHECK_INT(kernels_btf_record(&file, 5, &r, NULL), KERNELS_OK);
	CHECK(r.kind == KERNELS_TENSOR_COO && r.dtype == KERNELS_I32 && r.shape.dims[0] == 3);
	CHECK_INT(r.offset, 272);
	CHECK_INT(r.indices, 272 + 32 + 32);
	CHECK_INT(r.elements, 272 + 32 + 32 + 48 + 24);
	CHECK_INT(r.count, 3);
	CHECK_INT(r.offset + r.size, sample.size);
	CHECK_INT(kernels_btf_check(&file, NULL), KERNELS_OK);
}

static void written_and_read(void)
{
	const struct kernels_btf file = opened(sample.bytes, sample.size);
	struct kernels_tensor tensors[TENSORS];
	for (size_t i = 0; i < TENSORS; i++) {
		CHECK_INT(kernels_btf_tensor(&file, i, w.host.allocator, &tensors[i], NULL), KERNELS_OK);
		CHECK_STR(world_show(&w, &tensors[i]), tensors_of_sample[i].shown);
	}
	for (size_t align = 8; align <= 4096; align *= 2) {
		uint8_t *made, *aligned;
		size_t made_size, aligned_size;
		CHECK_INT(kernels_btf_write(tensors, TENSORS, align, w.host.allocator, &made, &made_size, NULL),
			KERNELS_OK);
		CHECK_INT(kernels_btf_align(&file, align, w.host.allocator, &aligned, &aligned_size, NULL), KERNELS_OK);
		CHECK(made_size == aligned_size && memcmp(made, aligned, made_size) == 0);
		if (align == 8)
			CHECK(made_size == sample.size && memcmp(made, sample.bytes, made_size) == 0);
		const struct kernels_btf again = opened(made, made_size);
		CHECK_INT(kernels_btf_check(&again, NULL), KERNELS_OK);
		for (size_t i = 0; i < TENSORS; i++) {
			struct kernels_btf_record r;
			CHECK_INT(kernels_btf_record(&again, i, &r, NULL), KERNELS_OK);
			CHECK_INT(r.elements % align, 0);
			CHECK_INT(r.offset % 8, 0);
		}
		same_for_kernels(made, made_size);
		kernels_btf_free(w.host.allocator, made, made_size);
		kernels_btf_free(w.host.allocator, aligned, aligned_size);
	}
	for (size_t i = 0; i < TENSORS; i++)
		kernels_tensor_finish(&tensors[i]);
	CHECK_INT(world_live(&w), idle);
}

static void nothing_to_write(void)
{
	uint8_t *made;
	size_t size;
	CHECK_INT(kernels_btf_write(NULL, 0, 64, NULL, &made, &size, NULL), KERNELS_OK);
	CHECK_INT(size, 8);
	CHECK_INT(opened(made, size).count, 0);
	kernels_btf_free(NULL, made, size);
	kernels_btf_free(NULL, NULL, 0);
}

/* One word of the sample changed. */
static void refused(void)
{
	enum { FIRST = 56, SPARSE = 272 };
	static const struct {
		size_t at;
		uint64_t word;
		enum kernels_status status;
		const char *message;
	} cases[] = {
		{ 0, 1000, KERNELS_E_CORRUPT, "the table of 1000 tensors is beyond the end of the file at 420" },
		{ 8, 48, KERNELS_E_CORRUPT, "tensor 0: offset 48 is within the table of offsets" },
		{ 8, 60, KERNELS_E_CORRUPT, "tensor 0: unknown dtype number 0" },
		{ 16, 56, KERNELS_E_CORRUPT, "tensor 1: offset 56 is within tensor 0, which ends at 112" },
		{ FIRST, 17, KERNELS_E_UNSUPPORTED, "tensor 0: 17 dimensions; a tensor has at most 16" },
		{ FIRST + 8, 77, KERNELS_E_CORRUPT, "tensor 0: unknown dtype number 77" },
		{ FIRST + 8, BTF_F32 | 2 << 8, KERNELS_E_CORRUPT, "tensor 0: unknown layout 2" },
		{ FIRST + 16, (uint64_t)1 << 63, KERNELS_E_CORRUPT,
			"tensor 0: dimension 0 is too large: 9223372036854775808" },
		{ FIRST + 24, 42, KERNELS_E_CORRUPT,
			"tensor 0: elements: 336 bytes at offset 88 are beyond the end of the file at 420" },
		{ FIRST + 24, 4, KERNELS_E_CORRUPT, "tensor 1: offset 112 is within tensor 0, which ends at 120" },
		{ SPARSE + 16, 2, KERNELS_E_CORRUPT, "tensor 5: value 2 has index 2 in dimension 0 of size 2" },
		{ SPARSE + 128, 2, KERNELS_E_CORRUPT, "tensor 5: 2 values of rank 2, but indices of 3 x 2" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct btf bad = sample;
		struct kernels_btf file;
		struct kernels_diag diag = KERNELS_DIAG_INIT;
		btf_patch(&bad, cases[i].at, cases[i].word);
		enum kernels_status status = kernels_btf_open(bad.bytes, bad.size, &file, &diag);
		if (status == KERNELS_OK)
			status = kernels_btf_check(&file, &diag);
		if (i == 2) /* the offset alone is an error */
			CHECK(status != KERNELS_OK);
		else
			CHECK_STR(diag.message, cases[i].message);
		CHECK_INT(status, i == 2 ? status : cases[i].status);
	}
}

static void odd_offsets(void)
{
	static struct btf f;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	btf_begin(&f, 1);
	btf_raw(&f, "\0\0\0\0", 4);
	btf_patch(&f, 8, 20);
	btf_word(&f, 0);
	btf_raw(&f, (uint8_t[8]){ BTF_I8, BTF_DENSE }, 8);
	btf_raw(&f, "x", 1);
	const struct kernels_btf file = opened(f.bytes, f.size);
	CHECK_INT(kernels_btf_check(&file, &diag), KERNELS_E_CORRUPT);
	CHECK_STR(diag.message, "tensor 0: offset 20 is not a multiple of 8");
	uint8_t *aligned;
	size_t size;
	CHECK_INT(kernels_btf_align(&file, 8, NULL, &aligned, &size, NULL), KERNELS_OK); /* which repairs it */
	const struct kernels_btf mended = opened(aligned, size);
	CHECK_INT(kernels_btf_check(&mended, NULL), KERNELS_OK);
	kernels_btf_free(NULL, aligned, size);
}

/* A small file that would be large if the tensors did not share bytes. */
static void shared_bytes(void)
{
	static struct btf f;
	static const uint8_t elements[1000];
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	uint8_t *aligned;
	size_t size;
	btf_begin(&f, 100);
	btf_tensor(&f, BTF_UI8, BTF_DENSE, BTF_DIMS(1000), elements, sizeof elements);
	for (size_t i = 1; i < 100; i++)
		btf_patch(&f, 8 + 8 * i, 808);
	const struct kernels_btf file = opened(f.bytes, f.size);
	CHECK_INT(kernels_btf_align(&file, 64, NULL, &aligned, &size, &diag), KERNELS_E_UNSUPPORTED);
	CHECK_STR(diag.message, "tensor 1: tensors before this offset overlap");
	CHECK(aligned == NULL);
}

static void refused_tensors(void)
{
	struct kernels_tensor half, small = F32_TENSOR(&w, DIMS(2), 1, 2);
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	uint8_t *made;
	size_t size;
	CHECK_OR_RETURN(kernels_tensor_init(&half, w.host.allocator, KERNELS_F16, &DIMS(2)));
	struct kernels_tensor both[] = { small, half };
	CHECK_INT(kernels_btf_write(both, 2, 64, NULL, &made, &size, &diag), KERNELS_E_UNSUPPORTED);
	CHECK_STR(diag.message, "tensor 1: the format has no tensors of f16");
	both[0].shape.dims[0] = 3;
	diag = (struct kernels_diag)KERNELS_DIAG_INIT;
	CHECK_INT(kernels_btf_write(both, 1, 64, NULL, &made, &size, &diag), KERNELS_E_CORRUPT);
	CHECK_STR(diag.message, "tensor 0: 8 bytes do not hold 3 elements");
	CHECK_INT(kernels_btf_write(&small, 1, 24, NULL, &made, &size, NULL), KERNELS_E_ARG);
	CHECK_INT(kernels_btf_write(&small, 1, 8192, NULL, &made, &size, NULL), KERNELS_E_ARG);
	async_allocator_fail_nth(w.failing, 1);
	CHECK_INT(kernels_btf_write(&small, 1, 8, w.host.allocator, &made, &size, NULL), KERNELS_E_NOMEM);
	kernels_tensor_finish(&small);
	kernels_tensor_finish(&half);
	CHECK_INT(world_live(&w), idle);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(records), CHECK_CASE(written_and_read), CHECK_CASE(nothing_to_write), CHECK_CASE(refused),
		CHECK_CASE(odd_offsets), CHECK_CASE(shared_bytes), CHECK_CASE(refused_tensors)
	};
	world_open(&w);
	btf_sample(&sample);
	idle = world_live(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
