/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function that another task runs. */
#include "remote_ask.h"

enum { FIRST_INPUT = 4 }; /* behind chain, context, task, spec */

/* What an op asks for. */
struct order {
	uint32_t name;            /* the attribute that names the function */
	uint32_t inputs, outputs; /* objects */
	uint32_t handles;         /* the last outputs, whose handles are the last results */
	bool given;               /* the objects of outputs are the last arguments; else they are results 1 and later */
};

/* The spec has one device of the task for each output. */
static bool check_spec(struct kernels_frame *frame, const struct order *order, uint32_t task)
{
	const struct kernels_collective__spec *spec = async_value_payload(frame->arguments[3]);
	if (spec->count != order->outputs) {
		kernels_frame_fail(frame, "%zu output devices; expected one for each of %u results", spec->count, order->outputs);
		return false;
	}
	for (size_t i = 0; i < spec->count; i++)
		if (spec->tasks[i] != task) {
			kernels_frame_fail(frame, "output device %zu is of task %u; expected one of task %u", i, spec->tasks[i], task);
			return false;
		}
	return true;
}

/* Results 1 and later. */
static void return_objects(struct kernels_frame *frame, const struct kernels_collective__object *objects, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct kernels_collective__object payload = objects[i];
		kernels_frame_return(frame, 1 + i, kernels_collective__types().object, &payload);
	}
}

static void run(struct kernels_frame *frame, struct kernels_collective__context *context, const struct order *order,
	uint32_t task, struct kernels_collective__message *message)
{
	const struct kernels_collective__object *outputs =
		(const struct kernels_collective__object *)message->objects + order->inputs;
	const struct kernels_collective__handles handles = { frame->site->result_count - order->handles, order->handles,
		outputs + order->outputs - order->handles };
	struct kernels_collective__asked *asked = kernels_collective__ask(frame, context, false, &handles);
	if (!asked)
		return;
	if (!order->given)
		return_objects(frame, outputs, order->outputs);
	asked->output_count = order->outputs;
	const struct kernels_collective__runner runner = { context, asked->request, asked->site, kernels_collective__executed,
		asked };
	if (kernels_collective__is_self(context, task))
		kernels_collective__call(&runner, message);
	else
		kernels_collective__send(asked, task, message);
}

static void execute(struct kernels_frame *frame, const struct order *order)
{
	const struct kernels_site *site = frame->site;
	const uint32_t task = VALUE(uint32_t, 2);
	struct kernels_collective__context *context = kernels_collective__context_of(frame, 1);
	struct kernels_collective__message message = { .kind = KERNELS_COLLECTIVE__EXECUTE, .input_count = order->inputs,
		.output_count = order->outputs, .wanted = order->handles };
	const size_t count = (size_t)order->inputs + order->outputs;
	if (!context || !kernels_collective__has_task(frame, context, task) ||
		!kernels_frame_string(frame, order->name, &message.name) || !check_spec(frame, order, task))
		return;
	if (!site->program) {
		kernels_frame_fail(frame, "the op is in no program, which has the functions");
		return;
	}
	struct kernels_collective__object *objects = kernels_collective__objects_alloc(frame, count);
	if (!objects)
		return;
	if (kernels_collective__objects_copy(frame, FIRST_INPUT, task, objects)) {
		for (uint32_t i = 0; !order->given && i < order->outputs; i++)
			objects[order->inputs + i] = (struct kernels_collective__object){ kernels_process_number(&context->process),
				task, kernels_collective__store_number(context->store) };
		message.fingerprint = site->program->fingerprint(site->program);
		message.objects = objects;
		run(frame, context, order, task, &message);
	}
	kernels_collective__objects_free(frame, objects, count);
}

/* ---- the kernels */

void kernels_collective__remote_execute(struct kernels_frame *frame)
{
	const struct order order = { .inputs = frame->site->argument_count - FIRST_INPUT,
		.outputs = frame->site->result_count - 1 };
	execute(frame, &order);
}

/* Attribute `index`, a number of at most `most`. Returns false after the frame has failed. */
static bool number(struct kernels_frame *frame, uint32_t index, const char *name, uint32_t most, uint32_t *out)
{
	int32_t value;
	if (!kernels_frame_scalar(frame, index, KERNELS_I32, &value))
		return false;
	*out = (uint32_t)value;
	if (value >= 0 && *out <= most)
		return true;
	kernels_frame_fail(frame, "%s is %d; expected a number from 0 to %u", name, (int)value, most);
	return false;
}

void kernels_collective__remote_execute_th(struct kernels_frame *frame)
{
	/* each handle is one more result for an output */
	const uint32_t results = frame->site->result_count - 1;
	struct order order = { .name = 1, .inputs = frame->site->argument_count - FIRST_INPUT };
	if (!number(frame, 0, "num_tensorhandle_output", results / 2, &order.handles))
		return;
	order.outputs = results - order.handles;
	execute(frame, &order);
}

void kernels_collective__remote_execute_th_preallocated(struct kernels_frame *frame)
{
	const uint32_t objects = frame->site->argument_count - FIRST_INPUT, results = frame->site->result_count - 1;
	struct order order = { .name = 2, .given = true };
	if (!number(frame, 0, "num_input", objects, &order.inputs))
		return;
	order.outputs = objects - order.inputs;
	if (!number(frame, 1, "num_tensorhandle_output", order.outputs, &order.handles))
		return;
	if (order.handles != results)
		kernels_frame_fail(frame, "%u results behind the chain; expected %u tensor handles", results, order.handles);
	else
		execute(frame, &order);
}

enum kernels_status kernels_collective__prepare_remote(const struct kernels_site *site,
	const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag)
{
	(void)allocator, (void)out_state, (void)diag;
	if (site->program)
		(void)site->program->fingerprint(site->program); /* before the program runs, which may write to its constants */
	return KERNELS_OK;
}
