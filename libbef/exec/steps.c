/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of an asynchronous function, for kernels of loops that run them without calls of the function. */
#include "program.h"

enum { MOST_KERNELS = 512 }; /* calls of longer functions take their time for the kernels */

/* A kernel of values only, none of which is local. */
static bool is_plain(const struct bef__kernel *k)
{
	bool plain = k->frame && k->nonstrict == BEF__NONE && k->site.function_count == 0 && k->argument_count == k->site.argument_count;
	for (uint32_t i = 0; i < k->argument_count; i++)
		plain = plain && !k->arguments[i].local;
	for (uint32_t i = 0; i < k->site.result_count; i++)
		plain = plain && !k->results[i].local;
	return plain;
}

struct sizes {
	size_t operands, values, block;
};

static bool measure(const struct bef__function *f, struct sizes *out)
{
	*out = (struct sizes){ 0, f->base.argument_count, 0 };
	if (!f->plan || f->kernel_count > MOST_KERNELS || f->nonstrict_count > 0 || f->file->observer)
		return false;
	for (uint32_t n = 1; n < f->kernel_count; n++) {
		if (!is_plain(&f->kernels[n]))
			return false;
		out->operands += f->kernels[n].argument_count;
		out->values += f->kernels[n].site.result_count;
	}
	out->block = sizeof(struct kernels_function_steps) + f->kernel_count * sizeof(struct kernels_function_step) +
		     (out->operands + f->base.result_count) * sizeof(uint32_t);
	return out->values < BEF__NONE;
}

/* The number of the value that is a result of the function. */
static uint32_t number_of(const struct bef__function *f, const struct bef__origin *origin)
{
	uint32_t number = f->base.argument_count;
	if (origin->is_argument)
		return origin->index;
	for (uint32_t p = 0; p + 1 < f->kernel_count; p++) {
		const struct bef__kernel *k = f->plan[p].kernel;
		for (uint32_t i = 0; i < k->site.result_count; i++, number++) {
			if (k->results[i].out == origin->index)
				return number;
		}
	}
	return BEF__NONE;
}

/* `numbers`: of the register at each word of the frame. False: a result is no value of a kernel. */
static bool fill(const struct bef__function *f, uint32_t *numbers, struct kernels_function_steps *out)
{
	struct kernels_function_step *step = (struct kernels_function_step *)(void *)(out + 1);
	uint32_t *words = (uint32_t *)(void *)(step + f->kernel_count), number = 0;
	out->steps = step;
	out->step_count = f->kernel_count - 1;
	for (uint32_t i = 0; i < f->base.argument_count; i++)
		numbers[f->kernels[0].results[i + 1].slot / sizeof(void *)] = number++;
	for (uint32_t p = 0; p < out->step_count; p++, step++) {
		const struct bef__kernel *k = f->plan[p].kernel;
		*step = (struct kernels_function_step){ &k->site, words };
		for (uint32_t i = 0; i < k->argument_count; i++)
			*words++ = numbers[k->arguments[i].slot / sizeof(void *)];
		for (uint32_t i = 0; i < k->site.result_count; i++)
			numbers[k->results[i].slot / sizeof(void *)] = number++;
	}
	out->value_count = number;
	out->results = words;
	bool good = true;
	for (uint32_t i = 0; i < f->base.result_count; i++, words++) {
		*words = number_of(f, &f->origins[i]);
		good = good && *words != BEF__NONE;
	}
	return good;
}

struct kernels_function_steps *bef__steps(const struct kernels_function *self, const struct async_allocator *allocator)
{
	const struct bef__function *f = (const struct bef__function *)self;
	const size_t numbers_size = (f->frame_size / sizeof(void *) + 1) * sizeof(uint32_t);
	struct sizes sizes;
	if (!measure(f, &sizes))
		return NULL;
	struct kernels_function_steps *steps = async_alloc(allocator, sizes.block, sizeof(void *));
	uint32_t *numbers = async_alloc(allocator, numbers_size, _Alignof(uint32_t));
	bool good = steps && numbers;
	if (steps)
		*steps = (struct kernels_function_steps){ .block_size = sizes.block };
	good = good && fill(f, numbers, steps);
	if (numbers)
		async_free(allocator, numbers, numbers_size, _Alignof(uint32_t));
	if (!good && steps) {
		kernels_function_steps_free(steps, allocator);
		steps = NULL;
	}
	return steps;
}
