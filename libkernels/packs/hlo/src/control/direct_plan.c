/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether iterations of a loop may run without calls of the body, and what they need. */
#include "control/direct.h"
#include <string.h>

/* The op of the site, if it is quick: one of this pack, which alone knows the states of its kernels. */
static const struct hlo_planned *quick_of(const struct kernels_site *site, const struct kernels_site *loop)
{
	const struct hlo_planned *planned = site->entry->pack == loop->entry->pack && !site->watch ? site->state : NULL;
	return planned && (planned->quick || kernels_hlo__is_quick_in_place(planned)) ? planned : NULL;
}

/* What only the loop holds is memory of the loop from now on. */
static bool take_memory(struct hlo_direct *d, uint32_t i, struct kernels_buffer *buffer)
{
	struct hlo_direct_memory *memory = kernels_hlo__direct_memory(d, kernels_buffer_retain(buffer), hlo_bytes(d->types[i]));
	if (memory)
		kernels_hlo__direct_own(&d->values[i], memory);
	return memory != NULL;
}

/* The tensor of a value from outside. False: it has another type. */
static bool take_value(struct hlo_direct *d, uint32_t i, struct async_value *value)
{
	char message[HLO_MESSAGE_SIZE];
	if (!async_value_is_available(value) || async_value_is_error(value) || hlo_is_token(d->types[i]) || d->types[i]->elements < 0 ||
		!kernels_hlo__check_argument(value, i, d->types[i], message, sizeof message))
		return false;
	const struct kernels_tensor *tensor = (const struct kernels_tensor *)async_value_payload(value);
	if (i < d->carried && async_value_is_unique(value) && kernels_buffer_is_unique(tensor->buffer))
		return take_memory(d, i, tensor->buffer);
	d->values[i] = (struct hlo_direct_value){ .bytes = (void *)(uintptr_t)kernels_tensor_bytes(tensor), .buffer = tensor->buffer, .value = value };
	return true;
}

/* A constant is the same tensor in each iteration. False: it is another op, or a long one that is filled later. */
static bool take_constant(struct hlo_direct *d, const struct kernels_site *loop, const struct kernels_site *site, uint32_t value)
{
	const struct hlo_op *op;
	struct kernels_frame frame = { .results = &d->constants[value], .site = site, .request = d->request };
	if (site->entry->pack != loop->entry->pack || site->watch || strcmp(site->entry->kernel->name, "hlo.constant") != 0 ||
		!kernels_hlo__plan_of(site, &op))
		return false;
	site->entry->kernel->frame(&frame);
	d->types[value] = &op->results[0];
	return d->constants[value] && take_value(d, value, d->constants[value]);
}

static bool take_step(struct hlo_direct *d, const struct kernels_site *loop, const struct kernels_function_step *from, uint32_t *value)
{
	const struct hlo_planned *planned = quick_of(from->site, loop);
	struct hlo_direct_step *step = &d->list[d->step_count];
	if (!planned)
		return take_constant(d, loop, from->site, (*value)++);
	*step = (struct hlo_direct_step){ .site = from->site, .op = &planned->op, .plan = planned->plan, .operands = from->operands,
		.first_result = *value };
	for (uint32_t k = 0; k < planned->op.operand_count; k++)
		if (!kernels_hlo__same_type(d->types[from->operands[k]], &planned->op.operands[k]))
			return false;
	for (uint32_t k = 0; k < planned->op.result_count; k++)
		d->types[(*value)++] = &planned->op.results[k];
	d->step_count++;
	return true;
}

static bool take_steps(struct hlo_direct *d, const struct kernels_site *loop)
{
	uint32_t value = d->width;
	for (uint32_t i = 0; i < d->steps->step_count; i++)
		if (!take_step(d, loop, &d->steps->steps[i], &value))
			return false;
	for (uint32_t i = 0; i < d->carried; i++) {
		const uint32_t result = d->steps->results[i];
		if (!kernels_hlo__same_type(d->types[result], d->types[i]))
			return false;
		d->given[result] = true;
	}
	return d->step_count > 0;
}

/* Parts of captures and constants are read where they are, unless the loop returns them, or a view of them. */
static void find_parts(struct hlo_direct *d, bool *returned)
{
	memcpy(returned, d->given, d->value_count * sizeof *returned);
	for (uint32_t s = d->step_count; s-- > 0;) {
		struct hlo_direct_step *step = &d->list[s];
		const uint32_t from = step->op->operand_count > 0 ? step->operands[0] : 0;
		if (step->op->view >= 0)
			returned[step->operands[step->op->view]] |= returned[step->first_result];
		else
			step->is_part = step->op->find_part && !returned[step->first_result] && ((from >= d->carried && from < d->width) || d->constants[from]);
	}
}

static bool is_freed(const struct hlo_direct *d, uint32_t v)
{
	return !d->given[v] && !(v >= d->carried && v < d->width) && !d->constants[v];
}

/* Which values nothing uses after each step. Captures and constants are not counted. `last`: by value, of its last user. */
static void find_last_uses(struct hlo_direct *d, uint32_t *last)
{
	uint32_t count = 0;
	memset(last, 0, d->value_count * sizeof *last); /* an argument without users is freed by the first step */
	for (uint32_t s = 0; s < d->step_count; s++) {
		const struct hlo_direct_step *step = &d->list[s];
		for (uint32_t k = 0; k < step->op->operand_count; k++)
			last[step->operands[k]] = s;
		for (uint32_t k = 0; k < step->op->result_count; k++)
			last[step->first_result + k] = s;
	}
	for (uint32_t v = 0; v < d->value_count; v++)
		d->list[last[v]].free_end += is_freed(d, v);
	for (uint32_t s = 0; s < d->step_count; s++) {
		d->list[s].free_begin = count;
		count += d->list[s].free_end;
		d->list[s].free_end = d->list[s].free_begin;
	}
	for (uint32_t v = 0; v < d->value_count; v++)
		if (is_freed(d, v))
			d->freed[d->list[last[v]].free_end++] = v;
}

/* One block: this, then all arrays. */
static struct hlo_direct *allocate(const struct async_allocator *allocator, const struct kernels_function_steps *steps, uint32_t carried)
{
	const size_t values = steps->value_count + 1u, pointers = values * (sizeof(struct hlo_type *) + sizeof(struct async_value *));
	const size_t list = (steps->step_count + 1u) * sizeof(struct hlo_direct_step);
	const size_t size = sizeof(struct hlo_direct) + list + (values + carried) * sizeof(struct hlo_direct_value) + pointers +
			    values * (2 * sizeof(uint32_t) + sizeof(bool));
	struct hlo_direct *d = async_alloc(allocator, size, 16);
	if (!d)
		return NULL;
	memset(d, 0, size);
	d->block_size = size;
	d->list = (struct hlo_direct_step *)(void *)(d + 1);
	d->values = (struct hlo_direct_value *)(void *)(d->list + steps->step_count + 1);
	d->next = d->values + values;
	d->types = (const struct hlo_type **)(void *)(d->next + carried);
	d->constants = (struct async_value **)(void *)(d->types + values);
	d->freed = (uint32_t *)(void *)(d->constants + values);
	d->given = (bool *)(d->freed + 2 * values);
	return d;
}

static bool take_all(struct hlo_direct *d, const struct kernels_site *site, const struct hlo_op *loop, struct async_value *const *values)
{
	for (uint32_t i = 0; i < d->width; i++) {
		d->types[i] = &loop->operands[i];
		if (!take_value(d, i, values[i]))
			return false;
	}
	if (!take_steps(d, site))
		return false;
	find_parts(d, (bool *)(d->freed + d->value_count + 1));
	find_last_uses(d, d->freed + d->value_count + 1);
	return kernels_hlo__direct_rounds_init(d);
}

struct hlo_direct *kernels_hlo__direct_create(const struct kernels_function *body, const struct kernels_site *site, const struct hlo_op *loop,
	struct async_value *const *values, uint32_t carried, uint32_t width, struct async_request *request)
{
	const struct async_allocator *allocator = kernels_host(request)->allocator;
	struct kernels_function_steps *steps = site->watch ? NULL : kernels_function_steps(body, allocator);
	struct hlo_direct *d = steps ? allocate(allocator, steps, carried) : NULL;
	if (!d) {
		kernels_function_steps_free(steps, allocator);
		return NULL;
	}
	d->allocator = allocator;
	d->site = site;
	d->request = request;
	d->steps = steps;
	d->carried = carried;
	d->width = width;
	d->value_count = steps->value_count;
	if (take_all(d, site, loop, values))
		return d;
	kernels_hlo__direct_destroy(d);
	return NULL;
}

void kernels_hlo__direct_destroy(struct hlo_direct *d)
{
	if (!d)
		return;
	for (uint32_t v = 0; v < d->value_count; v++)
		if (d->constants[v])
			async_value_release(d->constants[v]);
	for (struct hlo_direct_memory *memory = d->all, *older; memory; memory = older) {
		older = memory->older;
		kernels_buffer_release(memory->buffer);
		async_free(d->allocator, memory, sizeof *memory, 16);
	}
	kernels_hlo__direct_rounds_finish(d);
	kernels_function_steps_free(d->steps, d->allocator);
	async_free(d->allocator, d, d->block_size, 16);
}
