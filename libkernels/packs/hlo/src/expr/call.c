/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions as bodies. A kernel must not wait for the queue that runs it, so a function runs with a request and a single-threaded
 * queue of its own; this thread runs their tasks until the results are available. */
#include "expr/call.h"
#include "core/calls.h"
#include "expr/dtypes.h"
#include <kernels/process.h>
#include <kernels/tensor.h>
#include <string.h>

#define MOST_NESTED 32u /* bodies that call kernels with bodies */

/* ---- parsing */

struct words {
	const char *at, *end;
};

/* The next word; size 0: the end of the statement or of the text. */
static struct kernels_string next(struct words *words)
{
	while (words->at < words->end && *words->at == ' ')
		words->at++;
	struct kernels_string word = { words->at, 0 };
	while (words->at < words->end && *words->at != ' ' && *words->at != ';') {
		words->at++;
		word.size++;
	}
	return word;
}

static bool is_word(struct kernels_string word, const char *text)
{
	return word.size == strlen(text) && memcmp(word.data, text, word.size) == 0;
}

/* The number of words of the statement, which is not changed. */
static uint32_t count_words(struct words words)
{
	uint32_t count = 0;
	while (next(&words).size > 0 && count <= HLO_EXPR_ARGUMENTS)
		count++;
	return count;
}

static bool read_dtypes(struct words *words, enum kernels_dtype *out, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct kernels_string word = next(words);
		if (!hlo_find_element_type(word.data, word.size, &out[i]))
			return false;
	}
	return true;
}

/* A number below 1000. */
static bool read_number(struct words *words, uint32_t *out)
{
	struct kernels_string word = next(words);
	bool good = word.size > 0 && word.size <= 3;
	*out = 0;
	for (size_t i = 0; good && i < word.size; i++) {
		good = word.data[i] >= '0' && word.data[i] <= '9';
		*out = 10 * *out + (uint32_t)(word.data[i] - '0');
	}
	return good;
}

/* An expression without steps whose results are the values behind the arguments. */
static struct hlo_expr *create(uint32_t arguments, uint32_t results, const struct async_allocator *allocator)
{
	size_t call_at = (sizeof(struct hlo_expr) + 15) & ~(size_t)15, results_at = call_at + sizeof(struct hlo_expr_call);
	size_t dtypes_at = results_at + results * sizeof(uint32_t);
	size_t size = dtypes_at + ((size_t)arguments + results) * sizeof(enum kernels_dtype);
	char *block = async_alloc(allocator, size, 16);
	if (!block)
		return NULL;
	memset(block, 0, size);
	struct hlo_expr *expr = (struct hlo_expr *)(void *)block;
	uint32_t *values = (uint32_t *)(void *)(block + results_at);
	*expr = (struct hlo_expr){ .argument_count = arguments, .result_count = results,
		.dtypes = (enum kernels_dtype *)(void *)(block + dtypes_at), .results = values,
		.call = (struct hlo_expr_call *)(void *)(block + call_at), .element_size = 16, .block_size = size, .allocator = allocator };
	for (uint32_t i = 0; i < results; i++)
		values[i] = arguments + i;
	return expr;
}

/* The function takes and returns these values, and perhaps a chain. */
static bool find_function(struct hlo_op *op, const char *name, uint32_t index, const struct hlo_expr *expr, struct hlo_expr_call *out)
{
	if (index >= op->site->function_count)
		return kernels_hlo__refuse(op, "attribute %s: the op has %u functions, no number %u", name, op->site->function_count, index);
	const struct kernels_function *function = op->site->functions[index];
	uint32_t arguments = expr->argument_count + out->captures, results = expr->result_count;
	out->function = function;
	out->ordered = function->argument_count == arguments + 1 && function->result_count == results + 1;
	return out->ordered || (function->argument_count == arguments && function->result_count == results) ||
	       kernels_hlo__refuse(op, "attribute %s: function %u has %u arguments and %u results, expected %u and %u", name, index,
		       function->argument_count, function->result_count, arguments, results);
}

bool kernels_hlo__body_attribute(
	struct hlo_op *op, const char *name, uint32_t captures, uint32_t first_capture, struct hlo_expr **out)
{
	struct kernels_string text;
	uint32_t index, arguments, results;
	if (!kernels_hlo__text(op, name, &text))
		return false;
	struct words words = { text.data, text.data + text.size }, rest;
	if (!is_word(next(&words), "call"))
		return kernels_hlo__expr_attribute(op, name, out);
	if (!read_number(&words, &index))
		return kernels_hlo__refuse(op, "attribute %s: \"call\" where the number of a function must follow", name);
	arguments = count_words(words);
	rest = words;
	while (next(&rest).size > 0)
		;
	rest.at += rest.at < rest.end; /* ';' */
	if (!is_word(next(&rest), "return"))
		return kernels_hlo__refuse(op, "attribute %s: \"return\" must follow the element types of the arguments", name);
	results = count_words(rest);
	if (arguments > HLO_EXPR_ARGUMENTS || results > HLO_EXPR_ARGUMENTS)
		return kernels_hlo__refuse(op, "attribute %s: more than %u arguments or results", name, HLO_EXPR_ARGUMENTS);
	struct hlo_expr *expr = create(arguments, results, op->allocator);
	if (!expr)
		return kernels_hlo__refuse(op, "out of memory");
	enum kernels_dtype *dtypes = (enum kernels_dtype *)(uintptr_t)expr->dtypes;
	struct hlo_expr_call *call = (struct hlo_expr_call *)(uintptr_t)expr->call;
	call->captures = captures;
	call->first_capture = first_capture;
	bool good = (read_dtypes(&words, dtypes, arguments) && read_dtypes(&rest, dtypes + arguments, results) &&
			    rest.at == rest.end) ||
		    kernels_hlo__refuse(op, "attribute %s: element types must follow the function and \"return\"", name);
	if (!good || !find_function(op, name, index, expr, call)) {
		kernels_hlo__expr_destroy(expr);
		return false;
	}
	*out = expr;
	return true;
}

/* ---- calls */

/* The surroundings of the calls for one run of the expression. */
struct caller {
	struct async_cancel_hook hook; /* first; of the kernel's request */
	struct hlo_calls *calls;
	struct async_host host;
	struct async_request *request;
	struct kernels_caller thread;
	struct async_value **arguments, **results;
	size_t places; /* of both */
};

static bool fail(struct hlo_calls *calls, enum async_code code, const char *message)
{
	calls->error = kernels_site_error(calls->site, calls->request, code, "%s", message);
	return false;
}

static void cancel(struct async_cancel_hook *hook, struct async_error *error)
{
	struct caller *c = (struct caller *)(void *)hook;
	async_request_cancel_with(c->request, async_error_retain(error));
}

/* Cancelled with the kernel's request, also at its deadline, which a request without timers learns when it is checked. */
static bool follow(struct caller *c)
{
	const uint64_t deadline = async_request_deadline(c->calls->request);
	if (deadline != ASYNC_NEVER && async_request_set_deadline(c->request, NULL, deadline) != ASYNC_OK)
		return false;
	c->hook.run = cancel;
	async_request_on_cancel(c->calls->request, &c->hook);
	return true;
}

static bool begin(struct caller *c, struct hlo_calls *calls, const struct hlo_expr_call *call)
{
	const struct async_allocator *allocator = kernels_host(calls->request)->allocator;
	const struct kernels_function *f = call->function;
	struct kernels_process process = *kernels_process_of(calls->request);
	*c = (struct caller){ .calls = calls, .host = *kernels_host(calls->request), .places = (size_t)f->argument_count + f->result_count + 1 };
	process.engine = NULL; /* nothing waits for other processes */
	process.size = sizeof process;
	c->host.queue = async_queue_create_single(allocator);
	c->request = c->host.queue ? async_request_create(&c->host, async_request_resources(calls->request)) : NULL;
	c->arguments = async_alloc(allocator, c->places * sizeof(void *), _Alignof(void *));
	if (!c->request || !c->arguments || !follow(c) ||
		(kernels_process_is_set(calls->request) && !kernels_process_set(c->request, &process)))
		return fail(calls, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	c->results = c->arguments + f->argument_count;
	c->thread = (struct kernels_caller){ calls->site, NULL };
	kernels_caller_swap(&c->thread);
	return true;
}

static void end(struct caller *c, bool begun)
{
	const struct async_allocator *allocator = kernels_host(c->calls->request)->allocator;
	if (begun) {
		kernels_caller_swap(&c->thread);
		(void)async_request_off_cancel(c->calls->request, &c->hook);
	}
	if (c->request) {
		struct async_value *idle = async_request_idle(c->request);
		async_queue_await(c->host.queue, &idle, 1);
		async_value_release(idle);
		async_request_release(c->request);
	}
	if (c->host.queue) {
		async_queue_quiesce(c->host.queue);
		async_queue_destroy(c->host.queue);
	}
	if (c->arguments)
		async_free(allocator, c->arguments, c->places * sizeof(void *), _Alignof(void *));
}

/* A scalar; NULL when out of memory. */
static struct async_value *make_scalar(const struct async_allocator *allocator, enum kernels_dtype dtype, const void *data)
{
	const struct kernels_shape shape = { .rank = 0 };
	struct kernels_tensor tensor;
	struct async_value *value = async_value_create(allocator, kernels_tensor_types()->tensor);
	if (!value)
		return NULL;
	if (!kernels_tensor_init(&tensor, allocator, dtype, &shape)) {
		async_value_release(value);
		return NULL;
	}
	memcpy(kernels_tensor_data(&tensor), data, kernels_dtype_size(dtype));
	async_value_emplace(value, &tensor);
	return value;
}

/* One reference to each argument of element i; those that were made before a failure are released. */
static bool make_arguments(struct caller *c, const struct hlo_expr *expr, const void *const *in, const bool *scalar, size_t i)
{
	uint32_t made = 0;
	for (; made < expr->argument_count; made++) {
		size_t size = kernels_dtype_size(expr->dtypes[made]);
		const char *data = (const char *)in[made] + (scalar && scalar[made] ? 0 : i * size);
		c->arguments[made] = make_scalar(c->host.allocator, expr->dtypes[made], data);
		if (!c->arguments[made]) {
			kernels_values_release(c->arguments, made);
			return fail(c->calls, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
		}
	}
	if (expr->call->ordered)
		c->arguments[made++] = async_value_retain(async_chain());
	for (uint32_t k = 0; k < expr->call->captures; k++)
		c->arguments[made++] = async_value_retain(c->calls->arguments[expr->call->first_capture + k]);
	return true;
}

/* Copies the results, which are available, to element i. */
static bool take_results(struct caller *c, const struct hlo_expr *expr, void *const *out, size_t i)
{
	for (uint32_t k = 0; k < expr->call->function->result_count; k++) {
		if (async_value_is_error(c->results[k])) {
			c->calls->error = async_error_retain(async_value_error(c->results[k]));
			return false;
		}
	}
	for (uint32_t k = 0; k < expr->result_count; k++) {
		const struct hlo_type type = { .dtype = hlo_expr_result(expr, k), .elements = 1 };
		const size_t size = kernels_dtype_size(type.dtype);
		char message[2 * HLO_TYPE_TEXT + 60];
		if (!kernels_hlo__check_argument(c->results[k], k, &type, message, sizeof message))
			return fail(c->calls, ASYNC_CODE_INTERNAL, "a result of the body is no scalar of its type");
		memcpy((char *)out[k] + i * size, kernels_tensor_bytes(async_value_payload(c->results[k])), size);
	}
	return true;
}

static bool call_one(
	struct caller *c, const struct hlo_expr *expr, const void *const *in, const bool *scalar, void *const *out, size_t i)
{
	const struct kernels_function *function = expr->call->function;
	struct async_error *cancelled = async_request_check(c->calls->request);
	if (cancelled) {
		c->calls->error = async_error_retain(cancelled);
		return false;
	}
	if (!make_arguments(c, expr, in, scalar, i))
		return false;
	memset(c->results, 0, function->result_count * sizeof *c->results);
	kernels_function_execute_taking(function, c->request, c->arguments, c->results);
	async_queue_await(c->host.queue, c->results, function->result_count);
	bool good = take_results(c, expr, out, i);
	kernels_values_release(c->results, function->result_count);
	return good;
}

void kernels_hlo__expr_call(
	const struct hlo_expr *expr, const void *const *in, const bool *scalar, void *const *out, size_t n)
{
	struct hlo_calls *calls = kernels_hlo__calls();
	struct caller caller;
	size_t done = 0;
	if (calls && !calls->error && calls->depth > MOST_NESTED)
		(void)fail(calls, ASYNC_CODE_INTERNAL, "bodies are nested too deep");
	if (calls && !calls->error) {
		bool begun = begin(&caller, calls, expr->call);
		while (begun && done < n && call_one(&caller, expr, in, scalar, out, done))
			done++;
		end(&caller, begun);
	}
	for (uint32_t k = 0; done < n && k < expr->result_count; k++) {
		size_t size = kernels_dtype_size(hlo_expr_result(expr, k));
		memset((char *)out[k] + done * size, 0, (n - done) * size);
	}
}
