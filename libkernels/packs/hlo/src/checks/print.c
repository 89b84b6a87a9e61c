/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interpreter.print: "tensor<2x2xi32> [[1, 2], [3, 4]]" and a newline, as one text for the host. */
#include "checks/checks.h"
#include "expr/dtypes.h"
#include <kernels/stop.h>
#include <stdio.h>
#include <string.h>

struct text {
	const struct async_allocator *allocator;
	char *data;
	size_t size, room;
	bool failed;
};

static void put(struct text *text, const char *data, size_t size)
{
	if (!text->failed && text->room - text->size < size) {
		size_t room = 2 * (text->room + size) + 200;
		char *grown = async_resize(text->allocator, text->data, text->room, room, 1);
		text->failed = !grown;
		text->data = grown ? grown : text->data;
		text->room = grown ? room : text->room;
	}
	if (text->failed)
		return;
	memcpy(text->data + text->size, data, size);
	text->size += size;
}

static void put_text(struct text *text, const char *data) { put(text, data, strlen(data)); }

static void put_type(struct text *text, const struct hlo_type *type)
{
	char dim[24];
	put_text(text, "tensor<");
	for (uint32_t i = 0; i < type->shape.rank; i++)
		put(text, dim, (size_t)snprintf(dim, sizeof dim, "%lldx", (long long)type->shape.dims[i]));
	put_text(text, kernels_hlo__dtype_name(type->dtype));
	put_text(text, "> ");
}

/* Brackets open before an element that is the first of a row, and close behind one that is the last. */
static void put_elements(struct text *text, const struct hlo_type *type, const char *data)
{
	const size_t size = kernels_dtype_size(type->dtype);
	char element[HLO_ELEMENT_TEXT];
	uint32_t did = 0;
	for (int64_t i = 0; i < type->elements && !text->failed && !kernels_stops(&did, 64); i++) {
		int64_t rows = 1;
		put_text(text, i > 0 ? ", " : "");
		for (uint32_t d = type->shape.rank; d-- > 0;) {
			rows *= type->shape.dims[d];
			put_text(text, i % rows == 0 ? "[" : "");
		}
		put_text(text, kernels_hlo__element_text(type->dtype, data + (size_t)i * size, element));
		rows = 1;
		for (uint32_t d = type->shape.rank; d-- > 0;) {
			rows *= type->shape.dims[d];
			put_text(text, (i + 1) % rows == 0 ? "]" : "");
		}
	}
	put_text(text, type->elements == 0 ? "[]" : "");
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
	struct text text = { .allocator = run->allocator };
	(void)plan;
	if (!host->print)
		return true;
	put_type(&text, &run->op->operands[0]);
	put_elements(&text, &run->op->operands[0], run->inputs[0]);
	put_text(&text, "\n");
	if (!text.failed)
		host->print(host->print_ctx, text.data, text.size);
	if (text.data)
		async_free(run->allocator, text.data, text.room, 1);
	return !text.failed || kernels_hlo__fail(run, "out of memory for the text");
}

static const struct hlo_kernel print_kernel = { .plan = plan_print, .run = run_print };
HLO_FRAME(print)
