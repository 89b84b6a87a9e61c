/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernel of custom calls with handlers. */
#include "callbacks.h"
#include "elements.h"

#include <kernels/process.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of PJRT_Buffer_Type. */
static const uint8_t dtypes[] = {
	[0] = XLA_FFI_DataType_TOKEN,
	[PJRT_Buffer_Type_PRED] = XLA_FFI_DataType_PRED, [PJRT_Buffer_Type_S8] = XLA_FFI_DataType_S8,
	[PJRT_Buffer_Type_S16] = XLA_FFI_DataType_S16, [PJRT_Buffer_Type_S32] = XLA_FFI_DataType_S32,
	[PJRT_Buffer_Type_S64] = XLA_FFI_DataType_S64, [PJRT_Buffer_Type_U8] = XLA_FFI_DataType_U8,
	[PJRT_Buffer_Type_U16] = XLA_FFI_DataType_U16, [PJRT_Buffer_Type_U32] = XLA_FFI_DataType_U32,
	[PJRT_Buffer_Type_U64] = XLA_FFI_DataType_U64, [PJRT_Buffer_Type_F16] = XLA_FFI_DataType_F16,
	[PJRT_Buffer_Type_F32] = XLA_FFI_DataType_F32, [PJRT_Buffer_Type_F64] = XLA_FFI_DataType_F64,
	[PJRT_Buffer_Type_BF16] = XLA_FFI_DataType_BF16, [PJRT_Buffer_Type_C64] = XLA_FFI_DataType_C64,
	[PJRT_Buffer_Type_C128] = XLA_FFI_DataType_C128, [PJRT_Buffer_Type_F8E5M2] = XLA_FFI_DataType_F8E5M2,
	[PJRT_Buffer_Type_F8E4M3FN] = XLA_FFI_DataType_F8E4M3FN,
	[PJRT_Buffer_Type_F8E4M3B11FNUZ] = XLA_FFI_DataType_F8E4M3B11FNUZ,
	[PJRT_Buffer_Type_F8E5M2FNUZ] = XLA_FFI_DataType_F8E5M2FNUZ,
	[PJRT_Buffer_Type_F8E4M3FNUZ] = XLA_FFI_DataType_F8E4M3FNUZ, [PJRT_Buffer_Type_S4] = XLA_FFI_DataType_S4,
	[PJRT_Buffer_Type_U4] = XLA_FFI_DataType_U4, [PJRT_Buffer_Type_S2] = XLA_FFI_DataType_S2,
	[PJRT_Buffer_Type_U2] = XLA_FFI_DataType_U2, [PJRT_Buffer_Type_F8E4M3] = XLA_FFI_DataType_F8E4M3,
	[PJRT_Buffer_Type_F8E3M4] = XLA_FFI_DataType_F8E3M4, [PJRT_Buffer_Type_F8E8M0FNU] = XLA_FFI_DataType_F8E8M0FNU,
	[PJRT_Buffer_Type_F4E2M1FN] = XLA_FFI_DataType_F4E2M1FN,
};

/* ---- layouts: arrays are row-major here, and as the site says for the handler */

static PJRT_Error *describe(const struct pjrt__view *view, const int64_t *layout, struct pjrt__shape *shape, int64_t *row_major,
	int64_t *other)
{
	PJRT_Error *error = pjrt__shape_make((PJRT_Buffer_Type)view->type, view->dims, (size_t)view->rank, shape);
	if (!error) {
		pjrt__dense_strides(shape, NULL, row_major);
		pjrt__dense_strides(shape, layout, other);
	}
	return error;
}

/* Gives the view memory of its own, in the other layout; free() ends it. */
static PJRT_Error *lay_out(struct pjrt__view *view, const int64_t *layout, bool copy)
{
	int64_t row_major[KERNELS_MAX_RANK], other[KERNELS_MAX_RANK];
	struct pjrt__shape shape;
	void *data;
	PJRT_Error *error = describe(view, layout, &shape, row_major, other);
	if (error)
		return error;
	if (posix_memalign(&data, 64, shape.size ? shape.size : 1) != 0)
		return pjrt__no_memory();
	if (copy)
		pjrt__copy(&shape, data, other, view->data, row_major);
	view->data = data;
	return NULL;
}

static PJRT_Error *take_back(const struct pjrt__view *view, const int64_t *layout, void *to)
{
	int64_t row_major[KERNELS_MAX_RANK], other[KERNELS_MAX_RANK];
	struct pjrt__shape shape;
	PJRT_Error *error = describe(view, layout, &shape, row_major, other);
	if (!error)
		pjrt__copy(&shape, to, row_major, view->data, other);
	return error;
}

/* ---- one call */

struct ffi {
	struct pjrt__ffi_site *site;
	struct pjrt__call call;
	void **results; /* memory of the results, row-major */
	bool *own;      /* of each argument, then each result: has memory of its own */
};

static const int64_t *layout_of(int64_t **layouts, uint32_t i) { return layouts ? layouts[i] : NULL; }

/* Layouts, then operands that share the memory of a result: its handler finds their elements there. */
static PJRT_Error *arrange(struct ffi *ffi)
{
	struct pjrt__call *call = &ffi->call;
	const struct pjrt__ffi_site *site = ffi->site;
	PJRT_Error *error = NULL;
	for (uint32_t i = 0; !error && i < call->argument_count; i++) {
		if (layout_of(site->operand_layouts, i) && !(error = lay_out(&call->arguments[i], site->operand_layouts[i], true)))
			ffi->own[i] = true;
	}
	for (uint32_t i = 0; !error && i < call->result_count; i++) {
		ffi->results[i] = call->results[i].data;
		if (layout_of(site->result_layouts, i) && !(error = lay_out(&call->results[i], site->result_layouts[i], false)))
			ffi->own[call->argument_count + i] = true;
		const uint32_t alias = site->aliases ? site->aliases[i] : 0;
		if (error || !alias)
			continue;
		struct pjrt__view *operand = &call->arguments[alias - 1], *result = &call->results[i];
		if (operand->size != result->size)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "operand %u and result %u of @%s share memory, but have %lld and %lld bytes",
				alias - 1, i, site->name, (long long)operand->size, (long long)result->size);
		if (operand->size)
			memcpy(result->data, operand->data, (size_t)operand->size);
		if (ffi->own[alias - 1])
			free(operand->data);
		ffi->own[alias - 1] = false;
		operand->data = result->data;
	}
	return error;
}

static PJRT_Error *take_results(struct ffi *ffi)
{
	PJRT_Error *error = NULL;
	for (uint32_t i = 0; !error && i < ffi->call.result_count; i++) {
		if (ffi->own[ffi->call.argument_count + i])
			error = take_back(&ffi->call.results[i], ffi->site->result_layouts[i], ffi->results[i]);
	}
	return error;
}

/* ---- handlers */

static void fill(XLA_FFI_Values *values, XLA_FFI_Buffer *buffers, void **pointers, int *types, const struct pjrt__view *views,
	uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		buffers[i] = (XLA_FFI_Buffer){ .struct_size = sizeof *buffers, .dtype = (XLA_FFI_DataType)dtypes[views[i].type],
			.data = views[i].data, .rank = views[i].rank, .dims = views[i].dims };
		pointers[i] = &buffers[i];
		types[i] = XLA_FFI_ArgType_BUFFER;
	}
	*values = (XLA_FFI_Values){ .struct_size = sizeof *values, .size = count, .types = types, .values = pointers };
}

static PJRT_Error *run_stages(struct ffi *ffi, struct kernels_frame *frame, XLA_FFI_Values *arguments, XLA_FFI_Values *results)
{
	const struct kernels_process *process = kernels_process_of(frame->request);
	const struct pjrt__ffi_sites *sites = pjrt__sites_of(frame->request);
	const uint32_t number = process->replica * process->partitions + process->partition;
	struct XLA_FFI_InvokeContext context = { .site = ffi->site, .request = frame->request, .host = kernels_host(frame->request),
		.device = number < sites->device_count ? sites->devices[number] : -1 };
	PJRT_Error *error = NULL;
	for (int stage = XLA_FFI_ExecutionStage_PREPARE; !error && stage < XLA_FFI_STAGES; stage++)
		error = pjrt__ffi_run(&context, (XLA_FFI_ExecutionStage)stage, arguments, results);
	for (int stage = 0; stage < XLA_FFI_STAGES; stage++)
		pjrt__ffi_state_end(&context.states[stage]);
	return error;
}

static PJRT_Error *run_handler(struct ffi *ffi, struct kernels_frame *frame)
{
	const uint32_t arguments = ffi->call.argument_count, results = ffi->call.result_count, count = arguments + results;
	XLA_FFI_Buffer *buffers = malloc((count + 1) * (sizeof *buffers + sizeof(void *) + sizeof(int)));
	XLA_FFI_Values in, out;
	if (!buffers)
		return pjrt__no_memory();
	void **pointers = (void **)(buffers + count + 1);
	int *types = (int *)(pointers + count + 1);
	fill(&in, buffers, pointers, types, ffi->call.arguments, arguments);
	fill(&out, buffers + arguments, pointers + arguments, types + arguments, ffi->call.results, results);
	PJRT_Error *error = run_stages(ffi, frame, &in, &out);
	free(buffers);
	return error;
}

/* XLA's interface before its FFI: the result, or a list of the results; api_version 1 has no status, and 3 gets
 * backend_config. The status is a structure of C++ whose bytes are 0 until the function fails. */
static PJRT_Error *run_untyped(struct ffi *ffi)
{
	const struct pjrt__call *call = &ffi->call;
	const size_t count = (size_t)call->argument_count + call->result_count + 1;
	void **pointers = calloc(count, sizeof *pointers), *function = ffi->site->handler.untyped;
	uint64_t status[16] = { 0 }, failed = 0;
	if (!pointers)
		return pjrt__no_memory();
	for (uint32_t i = 0; i < call->argument_count; i++)
		pointers[i] = call->arguments[i].data;
	for (uint32_t i = 0; i < call->result_count; i++)
		pointers[call->argument_count + i] = call->results[i].data;
	void **results = pointers + call->argument_count, *out = call->result_count == 1 ? results[0] : (void *)results;
	const void **in = (const void **)(void *)pointers;
	void (*original)(void *out, const void **in);
	void (*returning)(void *out, const void **in, void *status);
	void (*unified)(void *out, const void **in, const char *text, size_t size, void *status);
	if (ffi->site->api_version == 1) {
		memcpy(&original, &function, sizeof original);
		original(out, in);
	} else if (ffi->site->api_version == 2) {
		memcpy(&returning, &function, sizeof returning);
		returning(out, in, status);
	} else {
		memcpy(&unified, &function, sizeof unified);
		unified(out, in, ffi->site->text ? ffi->site->text : "", ffi->site->text_size, status);
	}
	free(pointers);
	for (size_t i = 0; i < sizeof status / sizeof *status; i++)
		failed |= status[i];
	return failed ? pjrt__fail(PJRT_Error_Code_INTERNAL, "@%s failed", ffi->site->name) : NULL;
}

static PJRT_Error *run_python(struct ffi *ffi, struct kernels_frame *frame)
{
	const struct pjrt__python *python = pjrt__python();
	const XLA_FFI_Attrs *attrs = ffi->site->attrs;
	char message[PJRT__CALL_MESSAGE];
	void *callable = NULL;
	message[0] = '\0';
	for (int64_t i = 0; i < attrs->size; i++) {
		const XLA_FFI_Scalar *scalar = attrs->attrs[i];
		if (attrs->names[i]->len == 5 && memcmp(attrs->names[i]->ptr, "index", 5) == 0 &&
			attrs->types[i] == XLA_FFI_AttrType_SCALAR && scalar->dtype == XLA_FFI_DataType_U64)
			callable = pjrt__callable(frame->request, *(const uint64_t *)scalar->value);
	}
	if (!python || !callable)
		return pjrt__fail(PJRT_Error_Code_INTERNAL, "there is no Python to call back: the program runs outside JAX");
	if (python->call_views(callable, (int)ffi->call.argument_count, ffi->call.arguments, (int)ffi->call.result_count,
		    ffi->call.results, message, sizeof message) != 0)
		return pjrt__fail_text(PJRT_Error_Code_INTERNAL, message, strlen(message));
	return NULL;
}

/* ---- the kernel */

static struct pjrt__ffi_site *find_site(struct kernels_frame *frame)
{
	struct kernels_string config;
	const struct pjrt__ffi_sites *sites = pjrt__sites_of(frame->request);
	size_t number = 0;
	if (!sites || !kernels_attr_string(frame->site->attributes[0], &config))
		return NULL;
	for (size_t i = 0; i < config.size; i++)
		number = number * 10 + (size_t)(config.data[i] - '0');
	return number < sites->count ? sites->sites[number] : NULL;
}

static PJRT_Error *run(struct ffi *ffi, struct kernels_frame *frame)
{
	PJRT_Error *error = arrange(ffi);
	if (!error)
		error = ffi->site->is_python ? run_python(ffi, frame)
			: ffi->site->api_version == 4 ? run_handler(ffi, frame) : run_untyped(ffi);
	if (!error)
		error = take_results(ffi);
	for (uint32_t i = 0; i < ffi->call.argument_count + ffi->call.result_count; i++) {
		if (ffi->own[i])
			free(i < ffi->call.argument_count ? ffi->call.arguments[i].data
				: ffi->call.results[i - ffi->call.argument_count].data);
	}
	return error;
}

static void run_call(struct kernels_frame *frame)
{
	struct ffi ffi = { .site = find_site(frame) };
	PJRT_Error *error = NULL;
	if (!ffi.site) {
		kernels_frame_fail(frame, "the custom call has no handler");
		return;
	}
	if (pjrt__call_begin(frame, &ffi.call)) {
		const size_t count = (size_t)ffi.call.argument_count + ffi.call.result_count + 1;
		ffi.own = calloc(count, sizeof *ffi.own);
		ffi.results = calloc(count, sizeof *ffi.results);
		error = ffi.own && ffi.results ? run(&ffi, frame) : pjrt__no_memory();
		free(ffi.own);
		free(ffi.results);
		if (error)
			pjrt__call_fail(frame, error);
		else
			pjrt__call_return(frame, &ffi.call);
	}
	pjrt__call_finish(&ffi.call);
}

/* Python needs a thread that may block, see callbacks.c. */
void pjrt__ffi_call(struct kernels_frame *frame)
{
	const struct pjrt__ffi_site *site = find_site(frame);
	if (site && site->is_python)
		kernels_frame_later(frame, run_call, true);
	else
		run_call(frame);
}
