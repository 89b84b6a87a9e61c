/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* csr_product: (elements, where each row begins in them, their columns, b) -> a * b for a sparse matrix a in compressed rows, and a matrix or
 * vector b. Elements of one place are added. What the offsets leave out is not read. */
#include "core/op.h"
#include <complex.h>
#include <kernels/stop.h>
#include <shared/share.h>
#include <string.h>

struct csr {
	size_t elements, rows, inner, columns; /* inner: rows of b; columns: of b and of the result */
	bool wide;                             /* offsets and columns are i64 */
	void (*multiply)(const void *call, size_t begin, size_t end);
};

/* A call; what tasks get. */
struct product {
	const struct csr *csr;
	const void *elements, *offsets, *places, *b;
	void *out;
};

static int64_t index_at(const void *list, bool wide, size_t i)
{
	return wide ? ((const int64_t *)list)[i] : ((const int32_t *)list)[i];
}

/* Rows [begin, end) of the result, in the order of the elements. */
#define MULTIPLY(name, type) \
	static void multiply_##name(const void *call, size_t begin, size_t end) \
	{ \
		const struct product *p = call; \
		const size_t columns = p->csr->columns; \
		const type *elements = p->elements, *b = p->b; \
		uint32_t did = 0; \
		for (size_t i = begin; i < end; i++) { \
			type *out = (type *)p->out + i * columns; \
			const size_t last = (size_t)index_at(p->offsets, p->csr->wide, i + 1); \
			memset(out, 0, columns * sizeof *out); \
			for (size_t k = (size_t)index_at(p->offsets, p->csr->wide, i); k < last; k++) { \
				const type factor = elements[k], *row = b + (size_t)index_at(p->places, p->csr->wide, k) * columns; \
				if (kernels_stops(&did, columns)) \
					return; \
				for (size_t j = 0; j < columns; j++) \
					out[j] += factor * row[j]; \
			} \
		} \
	}
MULTIPLY(i32, uint32_t)
MULTIPLY(i64, uint64_t)
MULTIPLY(f32, float)
MULTIPLY(f64, double)
MULTIPLY(complex64, float complex)
MULTIPLY(complex128, double complex)

static void (*multiply_of(enum kernels_dtype dtype))(const void *, size_t, size_t)
{
	switch ((int)dtype) {
	case KERNELS_I32: return multiply_i32;
	case KERNELS_I64: return multiply_i64;
	case KERNELS_F32: return multiply_f32;
	case KERNELS_F64: return multiply_f64;
	case KERNELS_COMPLEX64: return multiply_complex64;
	case KERNELS_COMPLEX128: return multiply_complex128;
	default: return NULL;
	}
}

static bool check_type(struct hlo_op *op, uint32_t index, bool fits, const char *expected)
{
	char text[HLO_TYPE_TEXT];
	return fits || kernels_hlo__refuse(op, "operand %u has the type %s, expected %s", index,
			       kernels_hlo__type_text(&op->operands[index], text), expected);
}

static bool plan_csr_product(struct hlo_op *op, void *plan)
{
	struct csr *c = plan;
	const struct hlo_type *of = op->operands;
	const enum kernels_dtype index = of[1].dtype;
	c->multiply = multiply_of(of[0].dtype);
	if (!check_type(op, 0, c->multiply && of[0].shape.rank == 1, "a vector of i32, i64, f32, f64 or complex numbers") ||
		!check_type(op, 1, (index == KERNELS_I32 || index == KERNELS_I64) && of[1].shape.rank == 1 && of[1].shape.dims[0] > 0,
			"a vector of i32 or i64 with one element more than there are rows") ||
		!check_type(op, 2, of[2].dtype == index && of[2].shape.rank == 1 && of[2].shape.dims[0] == of[0].shape.dims[0],
			"the elements of operand 1, as many as operand 0 has") ||
		!check_type(op, 3, of[3].dtype == of[0].dtype && (of[3].shape.rank == 1 || of[3].shape.rank == 2),
			"a vector or matrix with the elements of operand 0"))
		return false;
	if (op->results[0].dtype != of[0].dtype)
		return kernels_hlo__refuse(op, "the result has elements %s, expected %s", kernels_dtype_name(op->results[0].dtype),
			kernels_dtype_name(of[0].dtype));
	c->elements = (size_t)of[0].shape.dims[0];
	c->rows = (size_t)of[1].shape.dims[0] - 1;
	c->inner = (size_t)of[3].shape.dims[0];
	c->columns = of[3].shape.rank == 2 ? (size_t)of[3].shape.dims[1] : 1;
	c->wide = index == KERNELS_I64;
	const double time = (double)c->elements * ((double)c->columns + 4) + (double)c->rows;
	op->nanoseconds = time < 1e15 ? (uint64_t)time : UINT64_C(1000000000000000);
	return kernels_hlo__set_shape(op, 0, of[3].shape.rank, (int64_t[]){ (int64_t)c->rows, (int64_t)c->columns });
}

/* Offsets ascend within the elements, and the columns between them are rows of b. */
static bool check_indices(const struct hlo_run *run, const struct product *p)
{
	const struct csr *c = p->csr;
	int64_t before = 0;
	for (size_t i = 0; i <= c->rows; i++) {
		const int64_t at = index_at(p->offsets, c->wide, i);
		if (at < before || (uint64_t)at > c->elements)
			return kernels_hlo__fail(run, "element %zu of operand 1 is %lld, expected %lld to %zu", i, (long long)at,
				(long long)before, c->elements);
		before = at;
	}
	for (size_t k = (size_t)index_at(p->offsets, c->wide, 0); k < (size_t)before; k++) {
		const int64_t at = index_at(p->places, c->wide, k);
		if (at < 0 || (uint64_t)at >= c->inner)
			return kernels_hlo__fail(run, "element %zu of operand 2 is column %lld of a matrix with %zu", k, (long long)at, c->inner);
	}
	return true;
}

static bool run_csr_product(const struct hlo_run *run, const void *plan)
{
	const struct csr *c = plan;
	const struct product p = { c, run->inputs[0], run->inputs[1], run->inputs[2], run->inputs[3], run->outputs[0] };
	if (!check_indices(run, &p))
		return false;
	kernels_shared__share(kernels_host(run->request)->queue, c->multiply, &p, c->rows, run->op->nanoseconds);
	return true;
}

HLO_KERNEL(csr_product, .plan_size = sizeof(struct csr), .plan = plan_csr_product, .run = run_csr_product)
