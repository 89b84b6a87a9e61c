/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types and plans of ops, and the preparation of ops whose types are known. */
#include "core/op_call.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool kernels_hlo__refuse(struct hlo_op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	if (op->message)
		vsnprintf(op->message, op->message_size, format, arguments);
	va_end(arguments);
	return false;
}

/* ---- types */

_Static_assert((unsigned)HLO_MOST_RANK == KERNELS_MAX_RANK, "shapes have room for the dimensions of every type");

/* Where the next type is read, and the memory for its dimensions. */
struct type_reader {
	const struct kernels_array *words;
	size_t at;
	int64_t *dims, *dims_end;
};

static bool refuse_short(struct hlo_op *op)
{
	return kernels_hlo__refuse(
		op, "attribute types is too short for %u operands and %u results", op->operand_count, op->result_count);
}

static bool read_type(struct hlo_op *op, struct type_reader *reader, struct hlo_type *out)
{
	const struct kernels_array *words = reader->words;
	size_t *at = &reader->at;
	if (words->count - *at < 2)
		return refuse_short(op);
	int64_t dtype = kernels_load_i64(words->elements + 8 * *at);
	int64_t rank = kernels_load_i64(words->elements + 8 * (*at + 1));
	*at += 2;
	out->panels = dtype > HLO_PANELS && dtype < HLO_PANELS + KERNELS_DTYPE_LIMIT;
	dtype -= out->panels ? HLO_PANELS : 0;
	if (dtype < 0 || dtype >= KERNELS_DTYPE_LIMIT || (dtype > 0 && !hlo_kind((enum kernels_dtype)dtype)))
		return kernels_hlo__refuse(op, "attribute types has the element type %lld", (long long)dtype);
	if (rank < 0 || rank > (dtype == HLO_TOKEN ? 0 : HLO_MOST_RANK) || (uint64_t)rank > words->count - *at)
		return kernels_hlo__refuse(op, "attribute types has the rank %lld", (long long)rank);
	out->dtype = (enum kernels_dtype)dtype;
	if (rank > reader->dims_end - reader->dims)
		return refuse_short(op);
	out->shape = (struct hlo_shape){ (uint32_t)rank, reader->dims };
	bool known = true;
	for (int64_t i = 0; i < rank; i++) {
		int64_t dim = kernels_load_i64(words->elements + 8 * *at);
		if (dim < HLO_UNKNOWN_DIMENSION)
			return kernels_hlo__refuse(op, "attribute types has the dimension %lld", (long long)dim);
		known = known && dim >= 0;
		*reader->dims++ = dim;
		*at += 1;
	}
	out->elements = -1;
	if (known && !kernels_hlo__count(&out->shape, &out->elements))
		return kernels_hlo__refuse(op, "attribute types has a type with too many elements");
	return true;
}

/* The attribute `types`, wherever it is in the signature. */
static bool find_types(const struct kernels_site *site, struct kernels_array *out)
{
	const struct kernels_entry *entry = site->entry;
	uint32_t index = 0;
	while (index < entry->attribute_count && (entry->attributes[index].name_size != 5 ||
							 memcmp(entry->attributes[index].name, "types", 5) != 0))
		index++;
	return index < entry->attribute_count && kernels_site_array(site, index, KERNELS_I64, out);
}

/* Large groups repeat few types. One that is known is the one before if its words are; they then share dimensions. */
static bool is_repeated(const struct kernels_array *words, size_t at, const struct hlo_type *before)
{
	const size_t size = 2 + (size_t)before->shape.rank;
	const uint8_t *now = words->elements + 8 * at, *then = words->elements + 8 * (at - size);
	bool same = before->elements >= 0 && words->count - at >= size;
	for (size_t i = 0; same && i < 8 * size; i += 8) /* few: no call */
		same = memcmp(now + i, then + i, 8) == 0;
	return same;
}

static bool read_types(struct hlo_planned *planned, const struct kernels_array *words)
{
	struct hlo_op *op = &planned->op;
	struct hlo_type *types = hlo_planned_types(planned);
	struct type_reader reader = { words, 0, planned->dims, planned->dims + planned->dim_count };
	planned->known = true;
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
		if (i > 0 && is_repeated(words, reader.at, &types[i - 1])) {
			types[i] = types[i - 1];
			reader.at += 2 + types[i].shape.rank;
		} else if (!read_type(op, &reader, &types[i]))
			return false;
		if (types[i].panels && (i != 1 || op->operand_count < 2 || !(op->kernel->flags & HLO_READS_PANELS)))
			return kernels_hlo__refuse(op, "attribute types has panels for %s %u, expected them for operand 1 of a product only",
				i < op->operand_count ? "operand" : "result", i < op->operand_count ? i : i - op->operand_count);
		planned->known = planned->known && (types[i].elements >= 0 || i >= op->operand_count);
	}
	if (reader.at != words->count)
		return kernels_hlo__refuse(op, "attribute types has %zu words more than %u operands and %u results need",
			words->count - reader.at, op->operand_count, op->result_count);
	return true;
}

/* ---- plans */

#define BLOCK_ALIGN 16u /* malloc is quicker with it than with more */

static size_t round_up(size_t size) { return (size + 15) & ~(size_t)15; }

/* The block without types and plan. `dims`: of all types. */
static struct hlo_planned *planned_new(const struct hlo_kernel *kernel, const struct kernels_site *site, size_t dims,
	const struct async_allocator *allocator)
{
	size_t types = (size_t)site->argument_count + site->result_count;
	size_t head = round_up(sizeof(struct hlo_planned)), lists = round_up(types * sizeof(struct hlo_type));
	size_t numbers = round_up(dims * sizeof(int64_t));
	size_t reuse = round_up(site->result_count * sizeof(int32_t));
	size_t spare = round_up(site->result_count * sizeof(uint64_t));
	size_t size = head + lists + numbers + reuse + spare + kernel->plan_size;
	char *block = async_alloc(allocator, size, BLOCK_ALIGN);
	if (!block)
		return NULL;
	memset(block, 0, head);
	memset(block + (size - kernel->plan_size), 0, kernel->plan_size);
	struct hlo_planned *planned = (struct hlo_planned *)(void *)block;
	struct hlo_type *all = (struct hlo_type *)(void *)(block + head);
	planned->block_size = size;
	planned->dims = (int64_t *)(void *)(block + head + lists);
	planned->dim_count = dims;
	planned->plan = block + head + lists + numbers + reuse + spare;
	planned->site = *site;
	planned->op = (struct hlo_op){ .kernel = kernel, .site = &planned->site, .allocator = allocator,
		.operand_count = site->argument_count, .result_count = site->result_count,
		.operands = all, .results = all + site->argument_count,
		.reuse = (int32_t *)(void *)(block + head + lists + numbers),
		.spare = (uint64_t *)(void *)(block + head + lists + numbers + reuse), .view = -1 };
	for (uint32_t i = 0; i < site->result_count; i++) {
		planned->op.reuse[i] = -1;
		planned->op.spare[i] = 0;
	}
	return planned;
}

/* Where kernels_hlo__refuse() writes. A shared plan has no place for messages. */
static void set_message(struct hlo_op *op, char *message)
{
	op->message = message;
	op->message_size = message ? HLO_MESSAGE_SIZE : 0;
}

struct hlo_planned *kernels_hlo__planned_create(const struct hlo_kernel *kernel, const struct kernels_site *site,
	const struct async_allocator *allocator, char *message, bool *out_no_memory)
{
	struct kernels_array words = { NULL, 0 };
	const size_t heads = 2 * ((size_t)site->argument_count + site->result_count);
	*out_no_memory = false;
	if (!find_types(site, &words)) {
		snprintf(message, HLO_MESSAGE_SIZE, "attribute types is not an array of i64");
		return NULL;
	}
	struct hlo_planned *planned = planned_new(kernel, site, words.count > heads ? words.count - heads : 0, allocator);
	*out_no_memory = !planned;
	if (!planned) {
		snprintf(message, HLO_MESSAGE_SIZE, "out of memory");
		return NULL;
	}
	set_message(&planned->op, message);
	bool good = read_types(planned, &words);
	set_message(&planned->op, NULL);
	if (good)
		return planned;
	kernels_hlo__planned_destroy(planned);
	return NULL;
}

struct hlo_planned *kernels_hlo__planned_copy(
	const struct hlo_planned *from, const struct kernels_site *site, const struct async_allocator *allocator)
{
	struct hlo_planned *planned = planned_new(from->op.kernel, site, from->dim_count, allocator);
	if (!planned)
		return NULL;
	struct hlo_type *types = hlo_planned_types(planned);
	const size_t count = (size_t)from->op.operand_count + from->op.result_count;
	planned->known = from->known;
	memcpy(types, from->op.operands, count * sizeof *types);
	memcpy(planned->dims, from->dims, from->dim_count * sizeof *from->dims);
	for (size_t i = 0; i < count; i++)
		types[i].shape.dims = planned->dims + (types[i].shape.dims - from->dims);
	return planned;
}

void kernels_hlo__planned_destroy(struct hlo_planned *planned)
{
	if (!planned)
		return;
	if (planned->has_plan && planned->op.kernel->finish)
		planned->op.kernel->finish(planned->op.allocator, planned->plan);
	async_free(planned->op.allocator, planned, planned->block_size, BLOCK_ALIGN);
}

bool kernels_hlo__planned_plan(struct hlo_planned *planned, const void *const *values, char *message)
{
	struct hlo_op *op = &planned->op;
	snprintf(message, HLO_MESSAGE_SIZE, "out of memory"); /* if plan() gives no reason */
	set_message(op, message);
	op->values = values;
	bool good = planned->has_plan = op->kernel->plan(op, planned->plan);
	if (!good && op->kernel->finish)
		op->kernel->finish(op->allocator, planned->plan);
	for (uint32_t i = 0; i < op->result_count && good; i++)
		good = op->results[i].elements >= 0 || (op->kernel->flags & HLO_OWN_RESULTS) ||
		       kernels_hlo__refuse(op, "result %u has an unknown dimension", i);
	op->values = NULL;
	set_message(op, NULL);
	return good;
}

/* ---- preparation */

enum kernels_status kernels_hlo__prepare(const struct hlo_kernel *kernel, const struct kernels_site *site,
	const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag)
{
	char message[HLO_MESSAGE_SIZE] = "";
	bool no_memory;
	struct hlo_planned *planned = kernels_hlo__planned_create(kernel, site, allocator, message, &no_memory);
	if (!planned)
		return kernels_prepare_fail(diag, no_memory ? KERNELS_E_NOMEM : KERNELS_E_CORRUPT, "%s", message);
	planned->site.state = NULL;
	if (planned->known && !(kernel->flags & HLO_NEEDS_VALUES) &&
		!kernels_hlo__planned_plan(planned, NULL, message)) {
		kernels_hlo__planned_destroy(planned);
		no_memory = strstr(message, "out of memory") != NULL; /* also in an expression */
		return kernels_prepare_fail(diag, no_memory ? KERNELS_E_NOMEM : KERNELS_E_CORRUPT, "%s", message);
	}
	planned->quick = kernels_hlo__is_quick(planned);
	planned->tensor = kernels_tensor_types()->tensor;
	*out_state = planned;
	return KERNELS_OK;
}

void kernels_hlo__unprepare(void *state, const struct async_allocator *allocator)
{
	(void)allocator; /* that of the plan */
	kernels_hlo__planned_destroy(state);
}

const void *kernels_hlo__plan_of(const struct kernels_site *site, const struct hlo_op **out_op)
{
	const struct hlo_planned *planned = site->state;
	if (!planned || !planned->has_plan)
		return NULL;
	*out_op = &planned->op;
	return planned->plan;
}

void kernels_hlo__describe(const struct kernels_site *site, struct kernels_memory_use *results)
{
	const struct hlo_op *op;
	if (!kernels_hlo__plan_of(site, &op) || (!op->kernel->run && op->view < 0 && !op->makes_result))
		return;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (hlo_is_token(&op->results[i]) || op->results[i].elements < 0)
			continue;
		results[i].size = hlo_bytes(&op->results[i]);
		results[i].argument = op->view >= 0 ? (uint32_t)op->view : 0;
		results[i].kind = op->view >= 0        ? KERNELS_MEMORY_ARGUMENT
				  : op->reuse[i] >= 0 ? KERNELS_MEMORY_MAY_REUSE
						      : KERNELS_MEMORY_NEW;
	}
}

static uint64_t bytes_of(const struct hlo_type *types, uint32_t begin, uint32_t end)
{
	uint64_t bytes = 0;
	for (uint32_t i = begin; i < end; i++)
		bytes += hlo_is_token(&types[i]) || types[i].elements < 0 ? 0 : hlo_bytes(&types[i]);
	return bytes;
}

bool kernels_hlo__cost(const struct kernels_site *site, struct kernels_cost *out_cost)
{
	const struct hlo_op *op;
	if (!kernels_hlo__plan_of(site, &op) || (!op->kernel->run && op->view < 0))
		return false;
	if (op->view >= 0)
		return true;
	const uint32_t flags = op->kernel->flags;
	out_cost->operations = op->operations;
	out_cost->bytes_read = bytes_of(op->operands, 0, op->operand_count);
	out_cost->bytes_written = bytes_of(op->results, 0, op->result_count);
	if (flags & HLO_READS_PART)
		out_cost->bytes_read = bytes_of(op->operands, 1, op->operand_count) + out_cost->bytes_written;
	if (flags & HLO_WRITES_PART) {
		out_cost->bytes_read = bytes_of(op->operands, 1, op->operand_count);
		out_cost->bytes_written = bytes_of(op->operands, 1, 2);
	}
	return true;
}
