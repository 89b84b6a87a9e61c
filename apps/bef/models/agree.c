/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Without operations between them, ranks with different shardings would compute parts of different divisions, and no rank would know. */
#include "models/agree.h"
#include "machine/interrupt.h"

#include <bef/model.h>
#include <kernels/tensor.h>
#include <stdlib.h>
#include <string.h>

/* A kind and a channel that no operation of a model has. */
enum { KIND = 0x62656600 };
#define CHANNEL INT64_MAX
static const uint64_t SLICE_NS = 100000000; /* between looks at signals and the clock */

/* The division is in the local shapes and the operations of the divided function. */
static bool fingerprint_of(struct model *model, uint64_t *out, struct bef_diag *diag)
{
	uint8_t bytes[BEF_MODEL_FINGERPRINT_SIZE];
	struct kernels_fingerprint parts = { .group = 0 };
	if (bef_model_fingerprint(model->handle, bytes, diag) != BEF_OK)
		return false;
	memcpy(&parts.program, bytes, sizeof parts.program);
	*out = kernels_fingerprint_make(&parts);
	return true;
}

static struct async_value *make_input(void)
{
	const struct kernels_shape scalar = { .rank = 0 };
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, async_allocator_system(), KERNELS_I32, &scalar))
		return NULL;
	memset(kernels_tensor_data(&tensor), 0, sizeof(int32_t));
	struct async_value *made = async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor);
	if (!made)
		kernels_tensor_finish(&tensor);
	return made;
}

/* Until all are available, or a signal came, or the time is up. */
static int await(struct model *model, struct async_value *const *values, uint32_t count, const struct limits *limits)
{
	for (;;) {
		const enum async_status status =
			async_queue_await_until(bef_model_queue(model->handle), NULL, values, count, async_now_ns() + SLICE_NS);
		if (status == ASYNC_OK)
			return CLI_GOOD;
		if (status == ASYNC_E_NOMEM)
			return cli_out_of_memory();
		if (interrupt_seen())
			return INTERRUPT_EXIT;
		if (limits_are_over(limits))
			return limits_passed(limits);
	}
}

int agree(struct model *model, const struct kernels_process *process, const struct limits *limits)
{
	const uint32_t count = process->replicas * process->partitions;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct kernels_exchange exchange = { .kind = KIND, .channel = CHANNEL, .member_count = count, .self = kernels_process_number(process),
		.input_count = 1, .name = "the run", .queue = bef_model_queue(model->handle) };
	if (!fingerprint_of(model, &exchange.fingerprint, &diag))
		return model_error(model, &diag);
	uint32_t *members = calloc(count, sizeof *members);
	struct async_value **results = calloc(count, sizeof *results), *input = make_input();
	for (uint32_t i = 0; members && i < count; i++)
		members[i] = i;
	exchange.members = members;
	exchange.inputs = &input;
	int code = members && results && input && process->engine->exchange(process->engine_ctx, process, &exchange, results)
	               ? await(model, results, count, limits) : cli_out_of_memory();
	for (uint32_t i = 0; i < count && code == CLI_GOOD; i++) {
		if (!async_value_is_error(results[i]))
			continue;
		cli_error("%s: %s", model->lowering.name, async_error_message(async_value_error(results[i])));
		code = CLI_BAD;
	}
	for (uint32_t i = 0; results && i < count; i++) {
		if (results[i])
			async_value_release(results[i]);
	}
	if (input)
		async_value_release(input);
	free(results);
	free(members);
	return code;
}
