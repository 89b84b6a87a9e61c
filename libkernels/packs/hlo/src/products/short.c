/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/short.h"
#include "products/plain.h"

enum { LHS_AND_RHS = 2, MOST_OPERANDS = 16, MOST_BYTES = 4096 /* of sums, and of the loop */ };

static void multiply(enum kernels_dtype work, const struct hlo_product *product, const struct hlo_batches *batches, void *sums)
{
	const size_t size = kernels_dtype_size(work);
	struct hlo_product p = *product;
	for (size_t i = 0; i < batches->count; i++) {
		p.a = (const char *)product->a + i * batches->a_step * size;
		p.b = (const char *)product->b + i * batches->b_step * size;
		p.c = (char *)sums + i * batches->c_step * size;
		kernels_hlo__multiply_plain(work, &p);
	}
}

bool kernels_hlo__short_product(const struct hlo_run *run, const struct hlo_ending *ending, enum kernels_dtype work,
	const struct hlo_product *product, const struct hlo_batches *batches)
{
	const struct hlo_loop *loop = ending->loop;
	const size_t elements = (size_t)ending->type.elements, operands = run->op->operand_count;
	const void *inputs[MOST_OPERANDS];
	_Alignas(64) char sums[MOST_BYTES], workspace[MOST_BYTES];
	if (!loop) {
		multiply(work, product, batches, run->outputs[0]);
		return true;
	}
	if (operands > MOST_OPERANDS || kernels_hlo__loop_workspace(loop) > sizeof workspace ||
		(!ending->in_place && elements * kernels_dtype_size(work) > sizeof sums))
		return false;
	inputs[0] = NULL;
	for (size_t i = LHS_AND_RHS; i < operands; i++)
		inputs[i - 1] = run->inputs[i];
	void *computed = ending->in_place ? run->outputs[0] : sums;
	multiply(work, product, batches, computed);
	kernels_hlo__loop_begin(loop, inputs, run->outputs, workspace);
	kernels_hlo__loop_run(loop, workspace, 0, elements, computed);
	return true;
}
