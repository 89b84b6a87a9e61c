/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See direct.h. */
#include "control/direct.h"
#include <kernels/stop.h>
#include <string.h>

/* ---- memory */

static void let_go(struct hlo_direct *d, struct hlo_direct_value *value)
{
	struct hlo_direct_memory *memory = value->memory;
	if (!memory || --memory->uses > 0)
		return;
	memory->next = d->unused;
	d->unused = memory;
}

struct hlo_direct_memory *kernels_hlo__direct_memory(struct hlo_direct *d, struct kernels_buffer *buffer, size_t size)
{
	struct hlo_direct_memory *memory = buffer ? async_alloc(d->allocator, sizeof *memory, 16) : NULL;
	if (!memory) {
		kernels_buffer_release(buffer);
		return NULL;
	}
	*memory = (struct hlo_direct_memory){ .older = d->all, .buffer = buffer, .size = size };
	return d->all = memory;
}

/* Memory of the size of the type; NULL: out of memory. */
static struct hlo_direct_memory *take_memory(struct hlo_direct *d, const struct hlo_type *type)
{
	const size_t size = hlo_bytes(type);
	for (struct hlo_direct_memory **place = &d->unused; *place; place = &(*place)->next) {
		struct hlo_direct_memory *memory = *place;
		if (memory->size == size) {
			*place = memory->next;
			return memory;
		}
	}
	return kernels_hlo__direct_memory(d, hlo_result_buffer(d->allocator, type), size);
}

void kernels_hlo__direct_own(struct hlo_direct_value *value, struct hlo_direct_memory *memory)
{
	memory->uses++;
	*value = (struct hlo_direct_value){ kernels_buffer_data(memory->buffer), memory, memory->buffer, NULL };
}

/* ---- one step */

/* Operand k has memory that nothing else uses, now or later. */
static bool may_overwrite(const struct hlo_direct *d, const struct hlo_direct_step *step, uint32_t k)
{
	const uint32_t value = step->operands[k];
	bool last = false;
	if (!d->values[value].memory || d->values[value].memory->uses > 1)
		return false;
	for (uint32_t i = 0; i < step->op->operand_count; i++)
		if (i != k && step->operands[i] == value)
			return false;
	for (uint32_t i = step->free_begin; i < step->free_end; i++)
		last = last || d->freed[i] == value;
	return last;
}

static bool make_result(struct hlo_direct *d, const struct hlo_direct_step *step, uint32_t i)
{
	const int32_t reuse = step->op->reuse[i];
	struct hlo_direct_memory *memory = reuse >= 0 && may_overwrite(d, step, (uint32_t)reuse)
		? d->values[step->operands[reuse]].memory : take_memory(d, &step->op->results[i]);
	if (memory)
		kernels_hlo__direct_own(&d->values[step->first_result + i], memory);
	return memory != NULL;
}

static void make_view(struct hlo_direct *d, const struct hlo_direct_step *step)
{
	struct hlo_direct_value *view = &d->values[step->first_result];
	*view = d->values[step->operands[step->op->view]];
	view->value = NULL;
	if (view->memory)
		view->memory->uses++;
}

static void make_part(struct hlo_direct *d, const struct hlo_direct_step *step, const struct hlo_run *run)
{
	const void *bytes = step->op->find_part(run, step->plan);
	d->values[step->first_result] =
		(struct hlo_direct_value){ .bytes = (void *)(uintptr_t)bytes, .buffer = d->values[step->operands[0]].buffer };
}

static struct async_error *error_of(const struct hlo_direct *d, const struct hlo_direct_step *step, const struct hlo_call *call)
{
	if (call->error)
		return call->error;
	return kernels_site_error(step->site, d->request, call->no_memory ? ASYNC_CODE_RESOURCE_EXHAUSTED : ASYNC_CODE_INTERNAL, "%s",
		call->no_memory ? "out of memory" : call->message);
}

/* Everything of a call that steps share. */
struct direct_call {
	struct hlo_call call; /* first */
	struct kernels_frame frame;
	struct async_value *arguments[HLO_DIRECT_OPERANDS];
	const void *inputs[HLO_DIRECT_OPERANDS];
	void *outputs[HLO_DIRECT_RESULTS];
};

static bool run_step(struct hlo_direct *d, const struct hlo_direct_step *step, struct direct_call *c)
{
	const struct hlo_op *op = step->op;
	if (op->view >= 0) {
		make_view(d, step);
		return true;
	}
	for (uint32_t k = 0; k < op->operand_count; k++) {
		const struct hlo_direct_value *value = &d->values[step->operands[k]];
		c->inputs[k] = value->bytes;
		c->arguments[k] = value->value;
	}
	if (step->is_part) {
		c->call.run.op = op;
		make_part(d, step, &c->call.run);
		return true;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!make_result(d, step, i)) {
			c->call.no_memory = true;
			return false;
		}
		c->outputs[i] = d->values[step->first_result + i].bytes;
	}
	c->frame.site = step->site;
	c->call.run.op = c->call.op = op;
	c->call.plan = step->plan;
	return op->kernel->run(&c->call.run, step->plan);
}

/* ---- an iteration */

/* Arguments of the next one: each has its memory once more for each further time that it is returned. */
static void pass_on(struct hlo_direct *d)
{
	const uint32_t *results = d->steps->results;
	for (uint32_t i = 0; i < d->carried; i++) {
		d->next[i] = d->values[results[i]];
		if (d->next[i].memory)
			d->next[i].memory->uses++;
	}
	for (uint32_t i = 0; i < d->carried; i++)
		if (d->given[results[i]]) {
			let_go(d, &d->values[results[i]]);
			d->given[results[i]] = false; /* once for each value */
		}
	for (uint32_t i = 0; i < d->carried; i++)
		d->given[results[i]] = true;
	memcpy(d->values, d->next, d->carried * sizeof *d->next);
}

struct async_error *kernels_hlo__direct_iterate(struct hlo_direct *d)
{
	struct direct_call c;
	struct kernels_stop stop;
	struct async_error *error = NULL;
	c.call.run = (struct hlo_run){ NULL, c.inputs, c.outputs, d->request, d->allocator };
	c.frame = (struct kernels_frame){ .arguments = c.arguments, .request = d->request };
	c.call.frame = &c.frame;
	c.call.no_memory = c.call.may_defer = c.call.deferred = false;
	c.call.error = NULL;
	c.call.message[0] = '\0';
	kernels_stop_begin(&stop, d->request);
	for (uint32_t s = 0; s < d->step_count && !error; s++) {
		const struct hlo_direct_step *step = &d->list[s];
		if (!run_step(d, step, &c))
			error = error_of(d, step, &c.call);
		for (uint32_t i = step->free_begin; i < step->free_end && !error; i++)
			let_go(d, &d->values[d->freed[i]]);
	}
	if (kernels_stop_end(&stop)) { /* a failure before may be due to what a loop left behind */
		async_error_release(error);
		return async_error_retain(async_request_cancelled(d->request));
	}
	if (!error)
		pass_on(d);
	return error;
}

bool kernels_hlo__direct_land(const struct hlo_direct *d, struct async_value **out)
{
	for (uint32_t i = 0; i < d->carried; i++) {
		out[i] = kernels_hlo__tensor_value(d->allocator, d->types[i], kernels_buffer_retain(d->values[i].buffer));
		if (!out[i]) {
			kernels_values_release(out, i);
			return false;
		}
	}
	return true;
}
