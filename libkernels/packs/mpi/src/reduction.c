/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions by parts. Each member sends part m of its values to member m, and combines what it gets in a task; then it sends its part
 * of the result to all. A member sends 2 (n - 1) / n times its values, and stores as many bytes besides. The caller combines in
 * its own order, so the result has the same bits as if each member had combined all values.
 *
 * Values are cut in the order of elements, into parts of whole cache lines; the last ones may be shorter, or empty. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS_OF_CUT = 64 };

/* Elements of a part of one input. */
struct part {
	size_t first, count, most, size; /* size: bytes of an element */
};

static const struct kernels_tensor *own(const struct mpi_operation *op, uint32_t index)
{
	return async_value_payload(op->inputs[index]);
}

static struct part part_of(const struct mpi_operation *op, uint32_t index, uint32_t member)
{
	const size_t all = (size_t)kernels_tensor_elements(own(op, index));
	const size_t exact = (all + op->member_count - 1) / op->member_count;
	const size_t each = (exact + ELEMENTS_OF_CUT - 1) / ELEMENTS_OF_CUT * ELEMENTS_OF_CUT, most = each < all ? each : all;
	const size_t first = member * most < all ? member * most : all;
	return (struct part){ first, most < all - first ? most : all - first, most, kernels_dtype_size(own(op, index)->dtype) };
}

size_t kernels_mpi__part_most(const struct mpi_operation *op, uint32_t index)
{
	const struct part part = part_of(op, index, 0);
	return part.most * part.size;
}

bool kernels_mpi__reduce_begin(struct mpi_operation *op, const struct kernels_reduction *reduction)
{
	struct kernels_reduction *copy = malloc(sizeof *copy);
	op->wholes = calloc(op->count + 1u, sizeof *op->wholes);
	op->reduction = copy;
	op->queue = reduction->exchange.queue;
	if (copy)
		*copy = *reduction;
	return copy && op->wholes;
}

void kernels_mpi__reduce_finish(struct mpi_operation *op)
{
	for (uint32_t i = 0; op->wholes && i < op->count; i++)
		kernels_tensor_finish(&op->wholes[i]);
	free(op->wholes);
	free(op->second);
	free((void *)(uintptr_t)op->reduction);
}

/* A source has the results. */
bool kernels_mpi__wants_result(const struct mpi_operation *op, uint32_t member)
{
	const struct kernels_reduction *reduction = op->reduction;
	return (reduction->target < 0 || reduction->target == (int64_t)member) && reduction->source != (int64_t)member;
}

/* Where the own part of the result is. */
static char *own_part(const struct mpi_operation *op, uint32_t index)
{
	const struct kernels_tensor *part = &op->tensors[(size_t)op->self * op->count + index];
	const struct part at = part_of(op, index, op->self);
	const bool is_whole = kernels_mpi__wants_result(op, op->self) || op->reduction->source == (int64_t)op->self;
	return (char *)kernels_tensor_data(part) + (is_whole ? at.first * at.size : 0);
}

/* ---- parts that are to be combined */

void kernels_mpi__send_parts(struct mpi_operation *op, uint32_t member)
{
	const struct mpi_header *header = (const struct mpi_header *)(const void *)op->message;
	for (uint32_t i = 0; i < header->count && header->target == MPI_PACK_ALL; i++) {
		const struct part part = part_of(op, i, member);
		const char *bytes = kernels_tensor_bytes(own(op, i));
		if (part.most > 0)
			kernels_mpi__send_content(op->members[member], (uint16_t)(header->tag + i), bytes + part.first * part.size,
				part.count * part.size, part.most * part.size, op);
	}
}

const void *kernels_mpi__part_given(const struct mpi_operation *op, uint32_t member, uint32_t index, struct mpi_piece *out)
{
	const bool is_result = op->type == MPI_MESSAGE_RESULT;
	const struct part part = part_of(op, index, is_result ? op->self : member);
	*out = kernels_mpi__piece(own(op, index));
	out->bytes = part.count * part.size;
	return is_result ? own_part(op, index) : (const char *)kernels_tensor_bytes(own(op, index)) + part.first * part.size;
}

static bool take_operands(struct mpi_operation *op, uint32_t member, const struct mpi_header *header)
{
	const struct mpi_piece *pieces = mpi_pieces(header);
	struct kernels_tensor *tensors = op->tensors + (size_t)member * op->count;
	if (header->target != MPI_PACK_ALL)
		return true;
	for (uint32_t i = 0; i < op->count; i++) {
		const struct kernels_shape *shape = &own(op, i)->shape;
		const struct kernels_shape part = { 1, { (int64_t)part_of(op, i, op->self).count } };
		if (pieces[i].dtype != (uint32_t)own(op, i)->dtype || pieces[i].rank != shape->rank ||
			memcmp(pieces[i].dims, shape->dims, shape->rank * sizeof *shape->dims) != 0 ||
			!kernels_tensor_init(&tensors[i], async_allocator_pooled(), own(op, i)->dtype, &part))
			return false;
	}
	bool good = true;
	for (uint32_t i = 0; i < op->count; i++) {
		const struct part part = part_of(op, i, op->self);
		/* in a large group each member is sent its own part only */
		good = kernels_mpi__take_content(op, member, header, i, kernels_tensor_data(&tensors[i]), part.count * part.size,
			       (op->relay ? part.count : part.most) * part.size) && good;
	}
	return good;
}

static bool take_results(struct mpi_operation *op, uint32_t member, const struct mpi_header *header)
{
	const struct mpi_piece *pieces = mpi_pieces(header);
	for (uint32_t i = 0; i < op->count; i++) {
		const struct part part = part_of(op, i, member);
		if (pieces[i].bytes != part.count * part.size)
			return false;
	}
	for (uint32_t i = 0; i < op->count; i++) {
		const struct part part = part_of(op, i, member);
		if (part.count > 0)
			(void)kernels_mpi__take_content(op, member, header, i,
				(char *)kernels_tensor_data(&op->wholes[i]) + part.first * part.size, part.count * part.size,
				part.count * part.size);
	}
	return true;
}

bool kernels_mpi__take_parts(struct mpi_operation *op, uint32_t member, const struct mpi_header *header)
{
	return op->type == MPI_MESSAGE_RESULT ? take_results(op, member, header) : take_operands(op, member, header);
}

/* ---- the combination, in a task without the lock */

static bool init_like(struct kernels_tensor *out, const struct kernels_tensor *tensor, int64_t elements)
{
	const struct kernels_shape part = { 1, { elements } };
	return kernels_tensor_init(out, async_allocator_pooled(), tensor->dtype, elements < 0 ? &tensor->shape : &part);
}

/* The tensors of the result: own part in op->tensors[self], and what is returned in `wholes`. */
static bool make_result(struct mpi_operation *op, uint32_t index)
{
	struct kernels_tensor *whole = &op->wholes[index], *part = &op->tensors[(size_t)op->self * op->count + index];
	const struct kernels_tensor *input = own(op, index);
	const bool is_source = op->reduction->source == (int64_t)op->self;
	if (!is_source && !kernels_mpi__wants_result(op, op->self)) /* another one is the target */
		return init_like(whole, input, 0) && init_like(part, input, (int64_t)part_of(op, index, op->self).count);
	if (is_source)
		*whole = *input;
	else if (!init_like(whole, input, -1))
		return false;
	if (is_source)
		kernels_buffer_retain(whole->buffer);
	*part = *whole; /* a second reference, while the part is sent */
	kernels_buffer_retain(part->buffer);
	return true;
}

static struct async_error *combine_input(struct mpi_operation *op, uint32_t index, const void **parts)
{
	const struct kernels_reduction *reduction = op->reduction;
	const struct part part = part_of(op, index, op->self);
	if (!make_result(op, index))
		return async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "no memory for the result");
	if (part.count == 0 || reduction->source == (int64_t)op->self)
		return NULL;
	for (uint32_t m = 0; m < op->member_count; m++)
		parts[m] = m == op->self ? (const char *)kernels_tensor_bytes(own(op, index)) + part.first * part.size
		           : op->tensors[(size_t)m * op->count + index].buffer
				   ? kernels_tensor_bytes(&op->tensors[(size_t)m * op->count + index])
				   : NULL;
	if (reduction->source < 0)
		return reduction->combine(reduction->ctx, index, parts, own_part(op, index), part.count);
	memcpy(own_part(op, index), parts[reduction->source], part.count * part.size);
	return NULL;
}

/* ---- the result; the lock is held */

static bool make_second(struct mpi_operation *op, const struct async_error *error)
{
	const char *text = error ? async_error_message(error) : "";
	const uint32_t count = error ? 0 : op->count;
	struct mpi_header header = kernels_mpi__header(op, error, count);
	header.type = MPI_MESSAGE_RESULT;
	header.id = op->id;
	header.size = sizeof header + mpi_padded(header.text) + count * sizeof(struct mpi_piece);
	op->second = calloc(1, (size_t)header.size);
	if (!op->second)
		return false;
	memcpy(op->second, &header, sizeof header);
	memcpy(op->second + sizeof header, text, header.text);
	struct mpi_piece *pieces = (struct mpi_piece *)(uintptr_t)mpi_pieces((const struct mpi_header *)(const void *)op->second);
	for (uint32_t i = 0; i < count; i++) {
		const struct part part = part_of(op, i, op->self);
		pieces[i] = kernels_mpi__piece(own(op, i));
		pieces[i].bytes = part.count * part.size;
	}
	S.next_tag = (uint16_t)(S.next_tag + count);
	return true;
}

static void send_second(struct mpi_operation *op, uint32_t member)
{
	const struct mpi_header *header = (const struct mpi_header *)(const void *)op->second;
	if (op->session->gone[op->members[member]])
		return;
	kernels_mpi__send(op->members[member], op->second, (size_t)header->size, op);
	for (uint32_t i = 0; i < header->count; i++) {
		const struct part part = part_of(op, i, op->self);
		if (part.count > 0)
			kernels_mpi__send_content(op->members[member], (uint16_t)(header->tag + i), own_part(op, i),
				part.count * part.size, part.count * part.size, op);
	}
}

/* From now on messages with results are for this operation: a failed one receives them, since their senders wait for that. */
static void expect_results(struct mpi_operation *op)
{
	op->combined = true;
	if (kernels_mpi__is_stopped(op))
		return;
	op->type = MPI_MESSAGE_RESULT;
	const bool awaits = kernels_mpi__wants_result(op, op->self) || kernels_mpi__is_relaying(op);
	for (uint32_t m = 0; m < op->member_count && awaits; m++)
		op->heard[m] = m == op->self;
	op->missing = op->awaited = awaits ? op->member_count - 1 : 0;
	if (kernels_mpi__is_relaying(op))
		kernels_mpi__relay_results(op);
	else
		kernels_mpi__take_arrived(op);
	kernels_mpi__fail_gone(op);
}

/* Tells the others the result, or that there is none, and waits for theirs. Takes over `error`; NULL: there is a result. */
static void start_second(struct mpi_operation *op, struct async_error *error)
{
	if (!make_second(op, error)) { /* members of a small group wait until the request ends */
		error = error ? error : async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
		kernels_mpi__operation_stop(op, error,
			async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "rank %d: %s", S.rank, async_error_message(error)));
		expect_results(op);
		return;
	}
	if (op->relay && op->reduction->target >= 0)
		kernels_mpi__relay_over(op); /* its target gets messages of all */
	for (uint32_t m = 0; m < op->member_count && !kernels_mpi__is_relaying(op); m++)
		if (m != op->self && kernels_mpi__wants_result(op, m))
			send_second(op, m);
	if (error)
		kernels_mpi__operation_failed(op, error);
	expect_results(op);
}

static void combine(void *ctx)
{
	struct mpi_operation *op = ctx;
	struct async_error *error = NULL;
	const void **parts = calloc(op->member_count, sizeof *parts);
	if (!parts)
		error = async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	for (uint32_t i = 0; !error && i < op->count; i++)
		error = combine_input(op, i, parts);
	free(parts);
	pthread_mutex_lock(&S.lock);
	if (op->failure) { /* the others are told why */
		async_error_release(error);
		expect_results(op);
	} else {
		start_second(op, error);
	}
	op->combining = false; /* until here nothing settles the operation */
	kernels_mpi__update(op);
	kernels_mpi__operation_release(op);
	kernels_mpi__unlock();
}

bool kernels_mpi__reduce_next(struct mpi_operation *op)
{
	bool failed = op->combined;
	for (uint32_t m = 0; m < op->member_count; m++)
		failed = failed || op->errors[m];
	if (failed && op->is_short && !op->combined) { /* others do not know it */
		op->combining = true;
		start_second(op, async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "no memory for the values"));
		op->combining = false;
	}
	if (failed)
		return false;
	op->combining = true;
	op->refs++;
	async_external_begin(&op->work, op->queue, "mpi", combine, op);
	op->next_ready = S.ready;
	S.ready = op;
	return true;
}
