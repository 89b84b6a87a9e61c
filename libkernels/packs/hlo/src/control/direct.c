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

/* As kernels_hlo__find_reuse(): the operand whose memory result i takes; -1: none. */
static int32_t find_reuse(const struct hlo_direct *d, const struct hlo_direct_step *step, uint32_t i, uint64_t *used)
{
	const int32_t first = step->op->reuse[i];
	if (first < 0 || may_overwrite(d, step, (uint32_t)first))
		return first;
	for (uint64_t left = step->op->spare[i] & ~*used; left; left &= left - 1) {
		const uint32_t k = (uint32_t)__builtin_ctzll(left);
		if (may_overwrite(d, step, k))
			return (int32_t)k;
		*used |= UINT64_C(1) << k;
	}
	return -1;
}

static bool make_result(struct hlo_direct *d, const struct hlo_direct_step *step, uint32_t i, uint64_t *used)
{
	const int32_t reuse = find_reuse(d, step, i, used);
	struct hlo_direct_memory *memory =
		reuse >= 0 ? d->values[step->operands[reuse]].memory : take_memory(d, &step->op->results[i]);
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
	struct hlo_direct_round *round;
};

static void begin_step(const struct hlo_direct_step *step, struct direct_call *c)
{
	c->call.run.op = c->call.op = step->op;
	c->call.run.inputs = c->round->inputs + step->first_operand;
	c->call.run.outputs = c->round->outputs + step->first_output;
	c->call.plan = step->plan;
	c->frame.site = step->site;
	c->frame.arguments = c->round->arguments + step->first_operand;
}

static bool run_step(struct hlo_direct *d, const struct hlo_direct_step *step, struct direct_call *c)
{
	const struct hlo_op *op = step->op;
	uint64_t used = 0;
	if (op->view >= 0) {
		make_view(d, step);
		return true;
	}
	begin_step(step, c);
	for (uint32_t k = 0; k < op->operand_count; k++) {
		const struct hlo_direct_value *value = &d->values[step->operands[k]];
		c->round->inputs[step->first_operand + k] = value->bytes;
		c->round->arguments[step->first_operand + k] = value->value;
	}
	if (step->is_part) {
		make_part(d, step, &c->call.run);
		return true;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!make_result(d, step, i, &used)) {
			c->call.no_memory = true;
			return false;
		}
		c->round->outputs[step->first_output + i] = d->values[step->first_result + i].bytes;
	}
	return op->kernel->run(&c->call.run, step->plan);
}

/* The same, with the addresses of the round: only parts are anew in each iteration. */
static bool run_again(const struct hlo_direct *d, const struct hlo_direct_step *step, struct direct_call *c)
{
	if (step->op->view >= 0)
		return true;
	begin_step(step, c);
	if (!step->is_part)
		return step->op->kernel->run(&c->call.run, step->plan);
	const void *bytes = step->op->find_part(&c->call.run, step->plan);
	for (uint32_t i = step->user_begin; i < step->user_end; i++)
		c->round->inputs[d->users[i]] = bytes;
	return true;
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

static struct async_error *run_steps(struct hlo_direct *d, struct direct_call *c)
{
	for (uint32_t s = 0; s < d->step_count; s++) {
		const struct hlo_direct_step *step = &d->list[s];
		if (!(d->goes_round ? run_again(d, step, c) : run_step(d, step, c)))
			return error_of(d, step, &c->call);
		for (uint32_t i = step->free_begin; i < step->free_end && !d->goes_round; i++)
			let_go(d, &d->values[d->freed[i]]);
	}
	return NULL;
}

struct async_error *kernels_hlo__direct_iterate(struct hlo_direct *d)
{
	struct direct_call c;
	struct kernels_stop stop;
	c.round = kernels_hlo__direct_round(d);
	c.call.run = (struct hlo_run){ .request = d->request, .allocator = d->allocator };
	c.frame = (struct kernels_frame){ .request = d->request };
	c.call.frame = &c.frame;
	c.call.no_memory = c.call.may_defer = c.call.deferred = false;
	c.call.error = NULL;
	c.call.message[0] = '\0';
	if (!c.round)
		return kernels_site_error(d->site, d->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	kernels_stop_begin(&stop, d->request);
	struct async_error *error = run_steps(d, &c);
	if (kernels_stop_end(&stop)) { /* a failure before may be due to what a loop left behind */
		async_error_release(error);
		return async_error_retain(async_request_cancelled(d->request));
	}
	if (error)
		return error;
	if (d->goes_round)
		kernels_hlo__direct_next_round(d);
	else
		pass_on(d);
	return NULL;
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
