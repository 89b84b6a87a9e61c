/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interpreter.print: "tensor<2x2xi32> [[1, 2], [3, 4]]" and a newline, as one text for the host. */
#include "checks/checks.h"
#include "expr/dtypes.h"
#include <bytecursor/memory.h>
#include <kernels/stop.h>
#include <stdio.h>
#include <string.h>

static void put_type(struct bytecursor_text *text, const struct hlo_type *type)
{
	char dim[24];
	bytecursor_text_puts(text, "tensor<");
	for (uint32_t i = 0; i < type->shape.rank; i++)
		bytecursor_text_put(text, dim, (size_t)snprintf(dim, sizeof dim, "%lldx", (long long)type->shape.dims[i]));
	bytecursor_text_puts(text, kernels_hlo__dtype_name(type->dtype));
	bytecursor_text_puts(text, "> ");
}

/* Brackets open before an element that is the first of a row, and close behind one that is the last. */
static void put_elements(struct bytecursor_text *text, const struct hlo_type *type, const char *data)
{
	const size_t size = kernels_dtype_size(type->dtype);
	char element[HLO_ELEMENT_TEXT];
	uint32_t did = 0;
	for (int64_t i = 0; i < type->elements && !text->failed && !kernels_stops(&did, 64); i++) {
		int64_t rows = 1;
		bytecursor_text_puts(text, i > 0 ? ", " : "");
		for (uint32_t d = type->shape.rank; d-- > 0;) {
			rows *= type->shape.dims[d];
			bytecursor_text_puts(text, i % rows == 0 ? "[" : "");
		}
		bytecursor_text_puts(text, kernels_hlo__element_text(type->dtype, data + (size_t)i * size, element));
		rows = 1;
		for (uint32_t d = type->shape.rank; d-- > 0;) {
			rows *= type->shape.dims[d];
			bytecursor_text_puts(text, (i + 1) % rows == 0 ? "]" : "");
		}
	}
	bytecursor_text_puts(text, type->elements == 0 ? "[]" : "");
}

bool kernels_hlo__watches(struct hlo_op *op)
{
	char text[HLO_TYPE_TEXT];
	if (hlo_is_token(&op->operands[0]))
		return kernels_hlo__refuse(op, "operand 0 is a token, expected a tensor");
	return (hlo_is_token(&op->operands[1]) && hlo_is_token(&op->results[0])) ||
	       kernels_hlo__refuse(op, "operand 1 has the type %s, expected a token, as result 0",
		       kernels_hlo__type_text(&op->operands[1], text));
}

static bool plan_print(struct hlo_op *op, void *plan)
{
	(void)plan;
	op->nanoseconds = 100 * (uint64_t)op->operands[0].elements;
	return kernels_hlo__watches(op);
}

static bool run_print(const struct hlo_run *run, const void *plan)
{
	const struct async_host *host = kernels_host(run->request);
	struct bytecursor_text text = { .memory = BYTECURSOR_ALLOCATOR(run->allocator) };
	(void)plan;
	if (!host->print)
		return true;
	put_type(&text, &run->op->operands[0]);
	put_elements(&text, &run->op->operands[0], run->inputs[0]);
	bytecursor_text_puts(&text, "\n");
	if (!text.failed)
		host->print(host->print_ctx, text.data, text.size);
	bytecursor_text_free(&text);
	return !text.failed || kernels_hlo__fail(run, "out of memory for the text");
}

HLO_KERNEL(print, .plan = plan_print, .run = run_print)
