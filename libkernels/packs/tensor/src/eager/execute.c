/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* corert.executeop, and composite operations: functions from handles to handles. */
#include "eager/eager.h"
#include <inttypes.h>
#include <string.h>

/* The state of an op. */
struct prepared {
	struct kernels_attributes *attributes;
	char name[]; /* of the operation */
};

enum { OP_ATTRS = 0, OP_FUNC_ATTRS = 1, OP_NAME = 2 };

/* ---- preparing */

static bool pair(const struct kernels_aggregate *pairs, uint32_t index, struct kernels_string *out_key, struct kernels_attr *out_value,
	uint8_t *out_kind)
{
	struct kernels_attr entry, key;
	struct kernels_aggregate two;
	uint8_t kind, key_kind;
	return kernels_aggregate_element(pairs, index, &entry, &kind) && kind == KERNELS_KIND_AGGREGATE &&
	       kernels_attr_aggregate(entry, &two) && two.count == 2 && kernels_aggregate_element(&two, 0, &key, &key_kind) &&
	       key_kind == KERNELS_STRING && kernels_attr_string(key, out_key) &&
	       kernels_aggregate_element(&two, 1, out_value, out_kind);
}

/* [[key, value], ...]; a pair of strings is encoded as an aggregate like all others. */
static enum kernels_status add_pairs(const struct kernels_site *site, const struct async_allocator *allocator, uint32_t index,
	struct kernels_attributes *to, struct kernels_diag *diag)
{
	struct kernels_aggregate pairs;
	enum kernels_status status = KERNELS_OK;
	if (!kernels_attr_aggregate(site->attributes[index], &pairs))
		return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "attribute %" PRIu32 " is not an array of pairs", index);
	for (uint32_t i = 0; status == KERNELS_OK && i < pairs.count; i++) {
		struct kernels_string key, function_name;
		struct kernels_attr value;
		uint8_t kind;
		if (!pair(&pairs, i, &key, &value, &kind))
			return kernels_prepare_fail(diag, KERNELS_E_CORRUPT,
				"attribute %" PRIu32 ": element %" PRIu32 " is not a pair of a name and a value", index, i);
		if (index == OP_FUNC_ATTRS) {
			const struct kernels_function *function =
				kind == KERNELS_STRING && kernels_attr_string(value, &function_name) && site->program
					? site->program->find(site->program, function_name.data, function_name.size)
					: NULL;
			if (!function)
				return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "'%.*s' of op_func_attrs names no function",
					(int)(key.size < 100 ? key.size : 100), key.data);
			status = kernels_attributes_function(to, function);
			continue;
		}
		char *name = async_alloc(allocator, key.size + 1, 1);
		if (!name)
			return KERNELS_E_NOMEM;
		memcpy(name, key.data, key.size);
		name[key.size] = '\0';
		status = kernels_tensor__add_attribute(to, allocator, name, value, kind);
		async_free(allocator, name, key.size + 1, 1);
		if (status != KERNELS_OK && status != KERNELS_E_NOMEM)
			return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "the operation's attribute '%.*s': %s",
				(int)(key.size < 100 ? key.size : 100), key.data,
				status == KERNELS_E_EXISTS ? "given twice" : "of an unknown type");
	}
	return status;
}

static size_t state_size(const struct prepared *prepared) { return sizeof *prepared + strlen(prepared->name) + 1; }

enum kernels_status kernels_tensor__prepare_execute(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag)
{
	struct kernels_string name = { "", 0 }; /* of a composite operation: none */
	if (site->attribute_count > OP_NAME && (!kernels_attr_string(site->attributes[OP_NAME], &name) || memchr(name.data, 0, name.size)))
		return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "attribute 2 is not the name of an operation");
	struct prepared *prepared = async_alloc(allocator, sizeof *prepared + name.size + 1, _Alignof(struct prepared));
	if (!prepared)
		return kernels_prepare_fail(diag, KERNELS_E_NOMEM, "out of memory");
	memcpy(prepared->name, name.data, name.size);
	prepared->name[name.size] = '\0';
	prepared->attributes = kernels_attributes_create(allocator);
	enum kernels_status status = prepared->attributes ? KERNELS_OK : KERNELS_E_NOMEM;
	for (uint32_t i = OP_ATTRS; status == KERNELS_OK && i <= OP_FUNC_ATTRS; i++)
		status = add_pairs(site, allocator, i, prepared->attributes, diag);
	if (status == KERNELS_OK) {
		*out_state = prepared;
		return status;
	}
	kernels_tensor__unprepare_execute(prepared, allocator);
	return status == KERNELS_E_NOMEM ? kernels_prepare_fail(diag, status, "out of memory") : status;
}

void kernels_tensor__unprepare_execute(void *state, const struct async_allocator *allocator)
{
	struct prepared *prepared = state;
	kernels_attributes_release(prepared->attributes);
	async_free(allocator, prepared, state_size(prepared), _Alignof(struct prepared));
}

/* ---- running */

static struct async_error *make_handle(void *ctx, struct async_value *value, void *out)
{
	struct async_request *request = ctx;
	if (async_value_type(value) != kernels_tensor_types()->tensor)
		return async_host_error(kernels_host(request), ASYNC_CODE_INTERNAL, (struct async_location){ NULL, 0 },
			"the result of an operation is not a tensor");
	*(struct kernels_tensor_handle *)out = (struct kernels_tensor_handle){ .tensor = async_value_retain(value) };
	return NULL;
}

/* The results from `first` on, which are taken over, become handles; the chain in front of them, if any, stays as it is. */
static void return_handles(struct kernels_frame *frame, struct async_value **tensors, uint32_t first)
{
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	options.request = frame->request;
	for (uint32_t i = 0; i < first; i++)
		frame->results[i] = tensors[i];
	for (uint32_t i = first; i < frame->site->result_count; i++) {
		frame->results[i] =
			async_future_map(tensors[i], kernels_tensor_types()->handle, make_handle, frame->request, &options);
		async_value_release(tensors[i]);
	}
}

/* Executes an operation whose handles are the arguments from `first` on, 2 in order. */
static void execute(struct kernels_frame *frame, uint32_t first)
{
	enum { FEW = 8 };
	const struct kernels_site *site = frame->site;
	const struct prepared *prepared = site->state;
	const struct kernels_handler *handler = *(const struct kernels_handler *const *)async_value_payload(frame->arguments[0]);
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	const uint32_t arguments = site->argument_count - first, results = site->result_count;
	struct async_value *few[FEW], **values = few;
	if (!prepared) {
		kernels_frame_fail(frame, "the executor does not prepare operations");
		return;
	}
	if ((uint64_t)arguments + results > FEW) {
		values = async_alloc(allocator, ((size_t)arguments + results) * sizeof *values, _Alignof(struct async_value *));
		if (!values) {
			kernels_frame_fail(frame, "out of memory");
			return;
		}
	}
	bool all_here = true;
	for (uint32_t i = 0; i < arguments && all_here; i++) {
		const struct kernels_tensor_handle *handle = async_value_payload(frame->arguments[first + i]);
		values[i] = handle->tensor;
		all_here = values[i] != NULL;
		if (!all_here)
			kernels_frame_fail(frame, "argument %" PRIu32 ": the tensor is on another task", first + i);
	}
	if (all_here) {
		(first == 2 ? kernels_handler_execute_in_order : kernels_handler_execute_at)(handler, prepared->name,
			frame->request, site->location, values, arguments, prepared->attributes, values + arguments, results);
		return_handles(frame, values + arguments, first - 1);
	}
	if (values != few)
		async_free(allocator, values, ((size_t)arguments + results) * sizeof *values, _Alignof(struct async_value *));
}

void kernels_tensor__execute(struct kernels_frame *frame) { execute(frame, 1); }
void kernels_tensor__execute_in_order(struct kernels_frame *frame) { execute(frame, 2); }

/* ---- composite operations */

/* A chain, then handles. */
static bool is_composite(const struct kernels_type *types, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (types[i].id != (i == 0 ? ASYNC_TYPE_CHAIN : kernels_tensor_types()->handle))
			return false;
	}
	return count > 0;
}

void kernels_tensor__make_composite(struct kernels_frame *frame)
{
	const struct kernels_function *function = frame->site->functions[0];
	if (is_composite(function->arguments, function->argument_count) && is_composite(function->results, function->result_count))
		kernels_frame_return(frame, 0, async_type_find(KERNELS_TENSOR__OP, sizeof KERNELS_TENSOR__OP - 1), &function);
	else
		kernels_frame_fail(frame, "function '%.*s': expected one from a chain and tensor handles to a chain and tensor handles",
			(int)(function->name_size < 100 ? function->name_size : 100), function->name);
}

void kernels_tensor__execute_composite(struct kernels_frame *frame)
{
	enum { MOST = 64 };
	const struct kernels_site *site = frame->site;
	const struct kernels_function *function = *(const struct kernels_function *const *)async_value_payload(frame->arguments[0]);
	struct async_value *arguments[MOST], *results[MOST] = { NULL };
	if (function->argument_count != site->argument_count || function->result_count != site->result_count + 1 ||
		site->argument_count > MOST || site->result_count >= MOST) {
		kernels_frame_fail(frame,
			"the operation has %" PRIu32 " arguments and %" PRIu32 " results, expected %" PRIu32 " and %" PRIu32
			", and fewer than %d", site->argument_count - 1, site->result_count, function->argument_count - 1,
			function->result_count - 1, MOST);
		return;
	}
	arguments[0] = async_chain();
	memcpy(arguments + 1, frame->arguments + 1, (site->argument_count - 1) * sizeof *arguments);
	kernels_function_execute(function, frame->request, arguments, results);
	async_value_release(results[0]);
	memcpy(frame->results, results + 1, site->result_count * sizeof *results);
}
