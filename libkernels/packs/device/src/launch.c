/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches. The arguments are compared with the parameters of the function, since drivers accept wrong ones. */
#include "common.h"
#include <inttypes.h>
#include <string.h>

#define MOST_ARGUMENTS 64
#define QUICK_ARGUMENTS 16 /* of a launch that takes the short path */
#define FIRST_OPERAND 3    /* of "device.function.launch" that is an argument: stream, function and chain come before */

static const char *const numbers[] = { "bytes", "an integer", "a floating-point number" };
static const char *const kinds[] = { "anything", "a buffer", "a number or bytes", "local memory", "an image or sampler" };

static inline bool same_number(const struct kernels_device_parameter *p, const struct kernels_device_argument *a)
{
	return p->number == a->number || p->number == KERNELS_DEVICE_ANY_BYTES || a->number == KERNELS_DEVICE_ANY_BYTES;
}

/* Of function argument `index`, which is operand `operand`. */
static bool check_argument(const struct kernels_device_function *function, uint32_t index, uint32_t operand,
	const struct kernels_device_argument *a, struct kernels_device_error *error)
{
	const struct kernels_device_parameter *p = &function->parameters[index];
	const char *name = p->name ? p->name : "";
	if (p->kind != KERNELS_DEVICE_ANY && p->kind != a->kind)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"argument %u is %s; parameter %u %s of '%.200s' on %s is %s", (unsigned)operand, kinds[a->kind],
			(unsigned)index, name, function->name, function->context->label, kinds[p->kind]);
	if (p->kind == KERNELS_DEVICE_BYTES && p->size != 0 && p->size != a->size)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"argument %u has %zu bytes; parameter %u %s of '%.200s' on %s has %u", (unsigned)operand, a->size,
			(unsigned)index, name, function->name, function->context->label, (unsigned)p->size);
	if (p->kind == KERNELS_DEVICE_BYTES && !same_number(p, a))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"argument %u is %s; parameter %u %s of '%.200s' on %s is %s", (unsigned)operand, numbers[a->number],
			(unsigned)index, name, function->name, function->context->label, numbers[p->number]);
	return true;
}

static inline bool fits(const struct kernels_device_parameter *p, const struct kernels_device_argument *a)
{
	return p->kind == a->kind && (p->size == 0 || p->size == a->size) && same_number(p, a);
}

/* Reads the argument of a parameter. */
static inline bool read_argument(struct kernels_frame *frame, const struct kernels_device_function *function, uint32_t parameter,
	uint32_t operand, struct kernels_device_argument *out, struct kernels_device_error *error)
{
	if (!kernels_device__argument_read(frame->arguments[operand], operand, out, error) ||
		(function->parameters && !fits(&function->parameters[parameter], out) &&
			!check_argument(function, parameter, operand, out, error)))
		return false;
	return out->kind != KERNELS_DEVICE_BUFFER || !out->buffer || out->buffer->context == function->context ||
	       kernels_device__same_context(function->context, out->buffer->context, operand, error);
}

/* How the operands of a launch become arguments. */
struct layout {
	uint32_t count;  /* arguments, of the source or of the code */
	bool mapped;     /* of the source: some may be dropped */
	bool shared;     /* the one for dynamic local memory is not an operand */
	bool constants;  /* nor is the last one */
};

/* Compares the number of operands with the arguments of the source, and with those that are left. */
static bool find_layout(const struct kernels_device_launch *launch, uint32_t operands, struct layout *out,
	struct kernels_device_error *error)
{
	const struct kernels_device_function *function = launch->function;
	const bool shared = launch->shared > 0 && function->shared_parameter > 0 && function->shared_parameter <= operands + 1;
	const uint32_t given = operands + shared, taken = function->parameter_count, named = function->source_count;
	*out = (struct layout){ .count = given, .shared = shared };
	if (function->sources && given == named)
		out->mapped = true;
	else if (function->parameters ? given == taken : !function->sources)
		return true;
	else if (function->takes_constants && function->sources && given + 1 == named)
		*out = (struct layout){ named, true, shared, true };
	else if (function->takes_constants && function->parameters && given + 1 == taken)
		*out = (struct layout){ taken, false, shared, true };
	else if (function->parameters)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "%u arguments; '%.200s' on %s has %u parameters",
			(unsigned)operands, function->name, function->context->label, (unsigned)taken);
	return true;
}

/* Collects the operands from `first` on. */
static bool read_arguments(struct kernels_frame *frame, uint32_t first, struct kernels_device_launch *launch,
	struct kernels_device_argument *out, struct kernels_device_error *error)
{
	const struct kernels_device_function *function = launch->function;
	const uint32_t count = frame->site->argument_count - first;
	struct layout layout;
	if (count > MOST_ARGUMENTS)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"%u arguments for a function; expected at most %d", (unsigned)count, MOST_ARGUMENTS);
	if (!find_layout(launch, count, &layout, error))
		return false;
	uint32_t parameter = 0, operand = first;
	for (uint32_t i = 0; i < layout.count; i++) {
		const uint32_t next = layout.mapped ? function->sources[i] : i;
		const bool shared = layout.shared && next + 1 == function->shared_parameter;
		if (shared || (layout.constants && i + 1 == layout.count)) {
			if (next == UINT32_MAX)
				continue;
			out[parameter] = shared ? (struct kernels_device_argument){ .kind = KERNELS_DEVICE_LOCAL, .size = launch->shared } :
						  (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER,
							  .buffer = function->constants };
			if (function->parameters && !check_argument(function, next, operand, &out[parameter], error))
				return false;
			parameter++;
			continue;
		}
		if (next != UINT32_MAX && !read_argument(frame, function, next, operand, &out[parameter++], error))
			return false;
		operand++;
	}
	launch->shared = layout.shared ? 0 : launch->shared;
	launch->arguments = out;
	launch->argument_count = parameter;
	return true;
}

static bool check_group(const struct kernels_device_launch *launch, struct kernels_device_error *error)
{
	const size_t *required = launch->function->group;
	if (required[0] == 0)
		return true;
	for (uint32_t i = 0; i < 3; i++) {
		const size_t found = i < launch->dimensions ? launch->group[i] : 1;
		if (found != required[i])
			return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
				"work-groups have %zu items in dimension %u; '%.200s' on %s requires %zu x %zu x %zu", found,
				(unsigned)i, launch->function->name, launch->function->context->label, required[0],
				required[1], required[2]);
	}
	return true;
}

/* The sizes in the attributes of ops. */
struct sizes {
	struct kernels_device_launch launch;
	/* Atomic: a function whose code for these sizes exists; NULL: none yet. Only compared: it may have been destroyed, and another may
	 * be in its place, whose first launch then takes the time of a compilation in a worker. */
	const struct kernels_device_function *compiled;
};

/* `sizes`: NULL, or where the launch has its sizes from. */
static bool is_compiled(struct kernels_device_launch *launch, struct sizes *sizes)
{
	/* relaxed: only compared */
	const struct kernels_device_function *known = sizes ? __atomic_load_n(&sizes->compiled, __ATOMIC_RELAXED) : NULL;
	launch->compiled = known == launch->function || kernels_device_is_compiled(launch);
	if (launch->compiled && sizes && !known)
		__atomic_store_n(&sizes->compiled, launch->function, __ATOMIC_RELAXED);
	return launch->compiled;
}

/* Checks the launch and puts it into the stream. `waits`: the result is available when it has ended. `later`: does the same in a
 * blocking task, if the device has to compile first; NULL: this is that task. */
static void put_launch(struct kernels_frame *frame, struct kernels_device_launch *launch, uint32_t first, bool waits,
	struct sizes *sizes, kernels_frame_fn later)
{
	struct kernels_device_stream *stream = VALUE(struct kernels_device_stream *, 0);
	struct kernels_device_argument arguments[MOST_ARGUMENTS + 2];
	struct kernels_device_error error;
	struct kernels_device__completion *completion = NULL;
	if ((stream->context != launch->function->context &&
		    !kernels_device__same_context(stream->context, launch->function->context, 1, &error)) ||
		!read_arguments(frame, first, launch, arguments, &error) || !check_group(launch, &error)) {
		kernels_device__fail_frame(frame, &error);
		return;
	}
	if (later && !is_compiled(launch, sizes)) {
		kernels_frame_later(frame, later, true);
		return;
	}
	if (waits || kernels_device_is_watched()) {
		completion = kernels_device__completion_create(frame, stream->context);
		if (!completion)
			return;
		kernels_device__completion_watch(completion, stream, launch->function->name);
		completion->function = launch->function;
		launch->signal = &completion->signal;
	}
	const bool taken = stream->base.driver->launch(stream, launch, &error);
	if (taken && completion)
		kernels_device__completion_start(completion, frame, waits, NULL, 2); /* stream, function */
	else if (taken)
		frame->results[0] = async_chain();
	else if (completion)
		kernels_device__completion_fail(completion, frame, &error);
	else
		kernels_device__fail_frame(frame, &error);
}

/* Grid and blocks as in CUDA: numbers of groups, and of items in a group. */
static void function_launch(struct kernels_frame *frame, kernels_frame_fn later)
{
	struct kernels_device_launch launch = { .size = sizeof launch,
		.function = VALUE(struct kernels_device_function *, 1),
		.dimensions = 3,
		.shared = VALUE(uint32_t, 8) };
	for (uint32_t i = 0; i < 3; i++) {
		const uint64_t groups = VALUE(uint64_t, 2 + i), items = VALUE(uint64_t, 5 + i);
		if (groups > UINT32_MAX || items > UINT32_MAX || items == 0 || (groups > 0 && items > SIZE_MAX / groups)) {
			kernels_frame_fail(frame,
				"dimension %u: a grid of %" PRIu64 " blocks of %" PRIu64 " items; expected numbers of 32 bits, "
				"and at least one item",
				(unsigned)i, groups, items);
			return;
		}
		launch.global[i] = (size_t)(groups * items);
		launch.group[i] = (size_t)items;
	}
	put_launch(frame, &launch, 10, false, NULL, later);
}

static void function_launch_later(struct kernels_frame *frame) { function_launch(frame, NULL); }
void kernels_device__function_launch(struct kernels_frame *frame) { function_launch(frame, function_launch_later); }

/* Reads sizes of 1 to 3 dimensions. An empty array leaves zeros. */
static bool read_array(const struct kernels_site *site, uint32_t attribute, const char *name, uint32_t *dimensions,
	size_t *out, struct kernels_device_error *error)
{
	struct kernels_array array;
	if (!kernels_site_array(site, attribute, KERNELS_I64, &array))
		return kernels_device_fail(
			error, ASYNC_CODE_INVALID_ARGUMENT, 0, "attribute '%s' is not an array of i64", name);
	if (attribute == 0)
		*dimensions = (uint32_t)(array.count < 4 ? array.count : 4);
	if (*dimensions < 1 || *dimensions > 3 || (array.count != *dimensions && array.count != 0))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"attribute '%s' has %zu elements; 'global' has 1 to 3, the others as many or none", name, array.count);
	for (size_t i = 0; i < array.count; i++) {
		const int64_t size = kernels_load_i64(array.elements + 8 * i);
		if (size < 0 || (uint64_t)size > PTRDIFF_MAX)
			return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
				"attribute '%s': %" PRId64 " in dimension %zu", name, size, i);
		out[i] = (size_t)size;
	}
	return true;
}

/* Reads the sizes of a launch out of the attributes of its op. */
static bool read_sizes(const struct kernels_site *site, struct kernels_device_launch *out, struct kernels_device_error *error)
{
	*out = (struct kernels_device_launch){ .size = sizeof *out };
	if (!read_array(site, 0, "global", &out->dimensions, out->global, error) ||
		!read_array(site, 1, "group", &out->dimensions, out->group, error) ||
		!read_array(site, 2, "offset", &out->dimensions, out->offset, error))
		return false;
	const bool any = out->group[0] > 0;
	for (uint32_t i = 0; i < out->dimensions; i++) {
		if ((out->group[i] > 0) != any || (any && out->global[i] % out->group[i] != 0))
			return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
				"dimension %u: groups of %zu items do not divide %zu items", (unsigned)i, out->group[i],
				out->global[i]);
	}
	return true;
}

/* Reads the sizes once. Wrong ones stay an error of the launch: a program may contain one that never runs. */
enum kernels_status kernels_device__prepare_launch(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag)
{
	struct kernels_device_error error;
	struct kernels_device_launch launch;
	if (!read_sizes(site, &launch, &error))
		return KERNELS_OK;
	struct sizes *state = async_alloc(allocator, sizeof *state, _Alignof(struct sizes));
	if (!state)
		return kernels_prepare_fail(diag, KERNELS_E_NOMEM, "out of memory");
	*state = (struct sizes){ launch, NULL };
	*out_state = state;
	return KERNELS_OK;
}

void kernels_device__unprepare_launch(void *state, const struct async_allocator *allocator)
{
	async_free(allocator, state, sizeof(struct sizes), _Alignof(struct sizes));
}

/* The most frequent launch: of a function whose code exists, without completion; each operand is a buffer or a number, and the
 * argument of one parameter. @return false, with no effect, when the launch is another one or not correct. */
static inline bool read_quick(struct kernels_frame *frame, const struct sizes *sizes, const struct kernels_device_stream *stream,
	const struct kernels_device_function *function, struct kernels_device_argument *out)
{
	const uint32_t count = frame->site->argument_count - FIRST_OPERAND;
	if (!sizes || __atomic_load_n(&sizes->compiled, __ATOMIC_RELAXED) != function || /* relaxed: only compared */
		stream->context != function->context || !function->parameters || function->parameter_count != count ||
		(function->sources && function->source_count == count) || function->group[0] != 0 || count > QUICK_ARGUMENTS)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if (!kernels_device__argument_is_plain(frame->arguments[FIRST_OPERAND + i], &out[i]) ||
			!fits(&function->parameters[i], &out[i]) ||
			(out[i].buffer && out[i].buffer->context != function->context))
			return false;
	}
	return true;
}

static bool launch_quick(struct kernels_frame *frame)
{
	const struct sizes *sizes = frame->site->state;
	struct kernels_device_stream *stream = VALUE(struct kernels_device_stream *, 0);
	struct kernels_device_function *function = VALUE(struct kernels_device_function *, 1);
	struct kernels_device_argument arguments[QUICK_ARGUMENTS];
	struct kernels_device_error error;
	if (kernels_device_is_watched() || !read_quick(frame, sizes, stream, function, arguments))
		return false;
	struct kernels_device_launch launch = sizes->launch;
	launch.function = function;
	launch.arguments = arguments;
	launch.argument_count = frame->site->argument_count - FIRST_OPERAND;
	launch.compiled = true;
	if (stream->base.driver->launch(stream, &launch, &error))
		frame->results[0] = async_chain();
	else
		kernels_device__fail_frame(frame, &error);
	return true;
}

static void launch_sizes(struct kernels_frame *frame, bool waits, kernels_frame_fn later)
{
	struct sizes *sizes = frame->site->state;
	struct kernels_device_error error;
	struct kernels_device_launch launch;
	if (sizes) {
		launch = sizes->launch;
	} else if (!read_sizes(frame->site, &launch, &error)) {
		kernels_device__fail_frame(frame, &error);
		return;
	}
	launch.function = VALUE(struct kernels_device_function *, 1);
	put_launch(frame, &launch, FIRST_OPERAND, waits, sizes, later);
}

static void launch_later(struct kernels_frame *frame) { launch_sizes(frame, false, NULL); }
static void run_later(struct kernels_frame *frame) { launch_sizes(frame, true, NULL); }
void kernels_device__launch(struct kernels_frame *frame)
{
	if (!launch_quick(frame))
		launch_sizes(frame, false, launch_later);
}

void kernels_device__run(struct kernels_frame *frame) { launch_sizes(frame, true, run_later); }
