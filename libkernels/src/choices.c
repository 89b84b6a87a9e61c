/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The handler that chooses among kernels and functions by name and types. One block: the table, its rows sorted by name,
 * their operands, and the strings. */
#include "attributes.h"
#include "fail.h"
#include <bytecursor/options.h>
#include <kernels/handler.h>
#include <kernels/kernel.h>
#include <kernels/tensor.h>
#include <stdlib.h>
#include <string.h>

enum operand_kind { ANY, TENSOR, TENSOR_OF, PAYLOAD };

struct operand {
	enum operand_kind kind;
	enum kernels_dtype dtype; /* TENSOR_OF */
	async_type_id type;       /* PAYLOAD */
};

struct row {
	const char *name;
	size_t number; /* in the array of the caller: the order of rows with one name */
	const struct kernels_entry *entry; /* NULL: the function */
	const struct kernels_function *function;
	const struct operand *operands;
	uint32_t operand_count;
	bool more;    /* the last operand stands for any number of them */
	bool listed; /* false: the types of the entry or of the function */
};

struct kernels_choices {
	struct kernels_handler handler; /* first */
	const struct async_allocator *allocator;
	size_t size, count;
	struct row rows[];
};

/* ---- parsing operands */

static bool is_space(char c) { return c == ' ' || c == '\t'; }

/* Takes the next word, up to a comma outside of <>; false at the end. */
static bool take_word(const char **at, const char **out, size_t *out_size)
{
	const char *begin = *at;
	size_t size = 0, depth = 0;
	if (!begin)
		return false;
	for (; begin[size] && (begin[size] != ',' || depth); size++) {
		if (begin[size] == '<')
			depth++;
		else if (begin[size] == '>' && depth)
			depth--;
	}
	*at = begin[size] ? begin + size + 1 : NULL;
	while (size && is_space(*begin)) {
		begin++;
		size--;
	}
	while (size && is_space(begin[size - 1]))
		size--;
	*out = begin;
	*out_size = size;
	return true;
}

static bool word_is(const char *word, size_t size, const char *text)
{
	return strlen(text) == size && memcmp(word, text, size) == 0;
}

static bool find_dtype(const char *word, size_t size, enum kernels_dtype *out)
{
	for (int dtype = KERNELS_UI8; dtype < KERNELS_DTYPE_COUNT; dtype++) {
		if (word_is(word, size, kernels_dtype_name((enum kernels_dtype)dtype))) {
			*out = (enum kernels_dtype)dtype;
			return true;
		}
	}
	return false;
}

static bool parse_operand(const char *word, size_t size, struct operand *out)
{
	static const char open[] = "tensor<";
	*out = (struct operand){ .kind = ANY };
	if (word_is(word, size, "any"))
		return true;
	out->kind = TENSOR;
	if (word_is(word, size, "tensor"))
		return true;
	out->kind = TENSOR_OF;
	if (size > sizeof open && memcmp(word, open, sizeof open - 1) == 0 && word[size - 1] == '>')
		return find_dtype(word + sizeof open - 1, size - sizeof open, &out->dtype);
	out->kind = PAYLOAD;
	out->type = async_type_find(word, size);
	return out->type != ASYNC_TYPE_NONE;
}

static size_t count_operands(const char *text)
{
	const char *word;
	size_t count = 0, size;
	while (text && *text && take_word(&text, &word, &size))
		count++;
	return count;
}

static enum kernels_status parse_row(struct row *row, const char *text, struct operand *operands, struct kernels_diag *diag)
{
	const char *word, *at = text;
	size_t size;
	row->operands = operands;
	row->listed = text != NULL;
	while (at && *text && take_word(&at, &word, &size)) {
		bool last = at == NULL;
		if (last && row->operand_count && word_is(word, size, "...")) {
			row->more = true;
			break;
		}
		if (size == 0 || !parse_operand(word, size, &operands[row->operand_count])) {
			bool is_type = size && word[size - 1] != '>';
			return kernels__fail_named(diag, is_type ? KERNELS_E_NOT_FOUND : KERNELS_E_ARG, "", row->name,
				"choice %zu: operand %u: '%.*s' is not any, tensor, tensor<ELEMENT> or a payload type",
				row->number, (unsigned)row->operand_count, size > 60 ? 60 : (int)size, word);
		}
		row->operand_count++;
	}
	return KERNELS_OK;
}

/* ---- choosing */

static bool accepts_operand(const struct operand *operand, struct async_value *value)
{
	bool tensor = async_value_type(value) == kernels_tensor_types()->tensor;
	switch (operand->kind) {
	case ANY: return true;
	case TENSOR: return tensor;
	case TENSOR_OF: {
		const struct kernels_tensor *t = tensor ? async_value_payload(value) : NULL;
		return t && t->kind == KERNELS_TENSOR_DENSE && t->dtype == operand->dtype;
	}
	default: return async_value_type(value) == operand->type;
	}
}

/* Operand `index` of rows without a list of operands; false: there is none. */
static bool type_of(const struct row *row, uint32_t index, async_type_id *out)
{
	const struct kernels_entry *entry = row->entry;
	if (!entry) {
		*out = index < row->function->argument_count ? row->function->arguments[index].id : ASYNC_TYPE_NONE;
		return index < row->function->argument_count;
	}
	*out = index < entry->argument_count ? entry->arguments[index] : entry->rest_type;
	return index < entry->argument_count || entry->more_arguments;
}

static bool accepts(const struct row *row, const struct kernels_handler_call *call)
{
	uint32_t least = row->listed  ? row->operand_count
			 : row->entry ? row->entry->argument_count
				      : row->function->argument_count;
	if (call->argument_count < least)
		return false;
	for (uint32_t i = 0; i < call->argument_count; i++) {
		struct async_value *value = call->arguments[i];
		async_type_id type = async_value_type(value), want = ASYNC_TYPE_NONE;
		bool known = row->listed ? i < row->operand_count || row->more : type_of(row, i, &want);
		uint32_t listed = i < row->operand_count ? i : row->operand_count - 1;
		bool fits = !known         ? type == ASYNC_TYPE_CHAIN && row->entry
			    : !row->listed ? want == ASYNC_TYPE_NONE || want == type
					   : accepts_operand(&row->operands[listed], value);
		if (!fits)
			return false;
	}
	return row->entry || call->argument_count == row->function->argument_count;
}

/* Does the row give the chain of a call in order, as its first result? */
static bool gives_chain(const struct row *row, const struct kernels_handler_call *call)
{
	if (!call->chain)
		return false;
	if (row->entry)
		return row->entry->result_count == call->result_count + 1 && row->entry->results[0] == ASYNC_TYPE_CHAIN;
	return row->function->result_count == call->result_count + 1 && row->function->results[0].id == ASYNC_TYPE_CHAIN;
}

static void run_function(const struct row *row, const struct kernels_handler_call *call)
{
	const struct kernels_function *function = row->function;
	const bool chained = gives_chain(row, call);
	if (chained || function->result_count == call->result_count) {
		kernels_function_execute(function, call->request, call->arguments, chained ? call->chain : call->results);
		return;
	}
	struct async_value *value = kernels_error_value(call->request,
		async_host_error(kernels_host(call->request), ASYNC_CODE_INVALID_ARGUMENT, (struct async_location){ NULL, 0 },
			"operation '%.100s' has %u results, but is called for %u", call->name,
			(unsigned)function->result_count, (unsigned)call->result_count));
	for (uint32_t i = 0; i < call->result_count; i++)
		call->results[i] = async_value_retain(value);
	if (call->chain)
		*call->chain = async_value_retain(value);
	async_value_release(value);
}

static void run_kernel(const struct row *row, const struct kernels_handler_call *call)
{
	const struct kernels_entry *entry = row->entry;
	const uint32_t chained = gives_chain(row, call);
	if (call->chain && call->result_count == 0 && entry->result_count == 0 && !entry->more_results && !entry->results_are_arguments) {
		kernels__invoke_effect(entry, call->request, call->arguments, call->argument_count, call->attributes, call->chain);
		return;
	}
	kernels_invoke_entry(row->entry, call->request, call->arguments, call->argument_count, call->attributes,
		chained ? call->chain : call->results, call->result_count + chained);
}

static bool execute(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	const struct kernels_choices *choices = (const struct kernels_choices *)(const void *)self;
	size_t low = 0, high = choices->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (strcmp(choices->rows[middle].name, call->name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < choices->count && strcmp(choices->rows[low].name, call->name) == 0; low++) {
		const struct row *row = &choices->rows[low];
		if (!accepts(row, call))
			continue;
		if (row->entry)
			run_kernel(row, call);
		else
			run_function(row, call);
		return true;
	}
	return false;
}

/* ---- creation */

static int by_name(const void *left, const void *right)
{
	const struct row *a = left, *b = right;
	int order = strcmp(a->name, b->name);
	return order ? order : (a->number > b->number) - (a->number < b->number);
}

static const struct kernels_choice *choice_at(const struct kernels_choice *choices, size_t i)
{
	return (const struct kernels_choice *)(const void *)((const char *)choices + i * choices->size);
}

static enum kernels_status check_choice(const struct kernels_choice *choices, size_t i, struct kernels_diag *diag)
{
	const struct kernels_choice *choice = choice_at(choices, i);
	const char *wrong = BYTECURSOR_SIZE_LACKS(choice, function) || choice->size != choices->size ? "size is not set"
			    : !choice->name                                                       ? "no name"
			    : !choice->kernel == !choice->function ? "expected either a kernel or a function"
								   : NULL;
	if (!wrong)
		return KERNELS_OK;
	return kernels__fail_named(diag, KERNELS_E_ARG, "", "choices", "choice %zu: %s", i, wrong);
}

static enum kernels_status find_entry(const struct kernels_registry *registry, const struct kernels_choice *choice,
	struct row *row, struct kernels_diag *diag)
{
	if (!choice->kernel)
		return KERNELS_OK;
	row->entry = kernels_registry_find(registry, choice->kernel, strlen(choice->kernel));
	if (row->entry)
		return KERNELS_OK;
	const struct kernels_entry *nearest = kernels_registry_nearest(registry, choice->kernel, strlen(choice->kernel));
	return kernels__fail_named(diag, KERNELS_E_NOT_FOUND, "", choice->name,
		"choice %zu: unknown kernel name '%.100s'%s%.100s%s", row->number, choice->kernel,
		nearest ? "; did you mean '" : "", nearest ? nearest->kernel->name : "", nearest ? "'?" : "");
}

/* Fills in the rows. The operands follow them, then the strings. */
static enum kernels_status fill(struct kernels_choices *self, const struct kernels_registry *registry,
	const struct kernels_choice *choices, struct operand *operands, char *text, struct kernels_diag *diag)
{
	enum kernels_status status = KERNELS_OK;
	for (size_t i = 0; status == KERNELS_OK && i < self->count; i++) {
		const struct kernels_choice *choice = choice_at(choices, i);
		size_t size = strlen(choice->name) + 1;
		self->rows[i] = (struct row){ .name = memcpy(text, choice->name, size), .number = i,
			.function = choice->function };
		text += size;
		status = find_entry(registry, choice, &self->rows[i], diag);
		if (status == KERNELS_OK)
			status = parse_row(&self->rows[i], choice->operands, operands, diag);
		operands += count_operands(choice->operands);
	}
	if (status == KERNELS_OK)
		qsort(self->rows, self->count, sizeof *self->rows, by_name);
	return status;
}

enum kernels_status kernels_choices_create(const struct kernels_registry *registry,
	const struct async_allocator *allocator, const char *device, const struct kernels_choice *choices, size_t count,
	const struct kernels_handler *fallback, struct kernels_choices **out, struct kernels_diag *diag)
{
	size_t operands = 0, device_size = strlen(device) + 1, text = device_size;
	*out = NULL;
	for (size_t i = 0; i < count; i++) {
		enum kernels_status status = check_choice(choices, i, diag);
		if (status != KERNELS_OK)
			return status;
		operands += count_operands(choice_at(choices, i)->operands);
		text += strlen(choice_at(choices, i)->name) + 1;
	}
	allocator = allocator ? allocator : async_allocator_system();
	size_t rows_end = sizeof(struct kernels_choices) + count * sizeof(struct row);
	size_t size = rows_end + operands * sizeof(struct operand) + text;
	struct kernels_choices *self = async_alloc(allocator, size, _Alignof(struct kernels_choices));
	if (!self)
		return kernels__fail_named(diag, KERNELS_E_NOMEM, "", "choices", "out of memory");
	struct operand *first = (struct operand *)(void *)((char *)self + rows_end);
	char *strings = (char *)(first + operands);
	*self = (struct kernels_choices){ .handler = { sizeof self->handler, strings, execute, fallback },
		.allocator = allocator, .size = size, .count = count };
	memcpy(strings, device, device_size);
	enum kernels_status status = fill(self, registry, choices, first, strings + device_size, diag);
	if (status != KERNELS_OK)
		kernels_choices_destroy(self);
	else
		*out = self;
	return status;
}

const struct kernels_handler *kernels_choices_handler(const struct kernels_choices *choices) { return &choices->handler; }

void kernels_choices_destroy(struct kernels_choices *choices)
{
	if (choices)
		async_free(choices->allocator, choices, choices->size, _Alignof(struct kernels_choices));
}
