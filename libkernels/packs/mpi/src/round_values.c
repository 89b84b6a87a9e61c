/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The values of one round: parts of the inputs as elements, messages with them, and their combination. */
#include "rounds.h"
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS_OF_CUT = 64 };

/* Elements of an input. */
struct run {
	size_t first, count;
};

/* Pieces of a message for each input: parts are in circles, so places in succession are one run of elements or two. */
static uint32_t pieces_of(const struct mpi_rounds *rounds) { return rounds->parts > 1 ? 2 : 1; }

/* The elements of parts; members with equal parts have equal runs. */
static void runs_of(const struct mpi_operation *op, uint32_t index, uint32_t place, uint32_t count, struct run out[2])
{
	const struct mpi_rounds *rounds = op->rounds;
	const size_t all = (size_t)kernels_tensor_elements(mpi_input(op, index)), exact = (all + rounds->parts - 1) / rounds->parts;
	const size_t each = rounds->parts == 1 ? all : (exact + ELEMENTS_OF_CUT - 1) / ELEMENTS_OF_CUT * ELEMENTS_OF_CUT;
	struct mpi_span spans[2];
	kernels_mpi__schedule_spans(rounds->schedule, rounds->layout, op->self, place, count, spans);
	for (int i = 0; i < 2; i++) {
		const size_t from = spans[i].first * each, to = from + spans[i].count * each;
		out[i].first = from < all ? from : all;
		out[i].count = (to < all ? to : all) - out[i].first;
	}
}

static size_t element_size(const struct mpi_operation *op, uint32_t index) { return kernels_dtype_size(mpi_input(op, index)->dtype); }

/* Where the values of this member are. */
static const char *values(const struct mpi_operation *op, uint32_t index)
{
	return op->rounds->has_sums ? kernels_tensor_bytes(&op->wholes[index]) : kernels_tensor_bytes(mpi_input(op, index));
}

bool kernels_mpi__round_memory(struct mpi_operation *op)
{
	struct mpi_rounds *rounds = op->rounds;
	const uint32_t most = rounds->schedule == MPI_SCHEDULE_HALVING ? op->member_count / 2 : 1;
	rounds->came = calloc(rounds->count + 1u, sizeof *rounds->came);
	rounds->received = calloc(op->count + 1u, sizeof *rounds->received);
	rounds->room = calloc(op->count + 1u, sizeof *rounds->room);
	if (!rounds->came || !rounds->received || !rounds->room)
		return false;
	for (uint32_t i = 0; i < op->count; i++) {
		const size_t all = (size_t)kernels_tensor_elements(mpi_input(op, i)), exact = (all + rounds->parts - 1) / rounds->parts;
		const size_t elements = exact > SIZE_MAX / 2 / most ? all : most * (exact + ELEMENTS_OF_CUT);
		const size_t least = elements < all ? elements : all;
		rounds->room[i] = least * element_size(op, i) + 1;
		rounds->received[i] = async_alloc(async_allocator_pooled(), rounds->room[i], 64);
		if (!rounds->received[i] ||
			!kernels_tensor_init(&op->wholes[i], async_allocator_pooled(), mpi_input(op, i)->dtype, &mpi_input(op, i)->shape))
			return false;
	}
	return true;
}

/* ---- messages */

bool kernels_mpi__send_round(struct mpi_operation *op, const struct mpi_step *step)
{
	const uint32_t each = pieces_of(op->rounds), count = each * op->count, rank = op->members[step->to];
	struct mpi_header header = kernels_mpi__header(op, NULL, count);
	const size_t fixed = sizeof header + count * sizeof(struct mpi_piece);
	struct run runs[2];
	size_t contents = 0;
	for (uint32_t i = 0; i < count; i++) {
		runs_of(op, i / each, step->send_first, step->send_count, runs);
		contents += mpi_padded(runs[i % each].count * element_size(op, i / each));
	}
	header.id = op->group;
	header.ordinal = op->ordinal;
	header.target = op->rounds->at;
	header.is_inline = fixed + contents <= MPI_PACK_EAGER;
	header.size = fixed + (header.is_inline ? contents : 0);
	char *message = calloc(1, (size_t)header.size), *to = message + fixed;
	if (!message)
		return false;
	memcpy(message, &header, sizeof header);
	struct mpi_piece *pieces = (struct mpi_piece *)(void *)(message + sizeof header);
	for (uint32_t i = 0; i < count; i++) {
		runs_of(op, i / each, step->send_first, step->send_count, runs);
		const struct run run = runs[i % each];
		const size_t size = element_size(op, i / each);
		pieces[i] = (struct mpi_piece){ .dtype = (uint32_t)mpi_input(op, i / each)->dtype, .rank = 1, .bytes = run.count * size };
		if (header.is_inline && run.count > 0)
			memcpy(to, values(op, i / each) + run.first * size, run.count * size);
		to += header.is_inline ? mpi_padded(run.count * size) : 0;
	}
	kernels_mpi__send_owned(rank, message, (size_t)header.size);
	for (uint32_t i = 0; i < count && !header.is_inline; i++) {
		runs_of(op, i / each, step->send_first, step->send_count, runs);
		const struct run run = runs[i % each];
		const size_t size = element_size(op, i / each);
		if (run.count > 0)
			kernels_mpi__send_content(rank, (uint16_t)(header.tag + i), values(op, i / each) + run.first * size,
				run.count * size, run.count * size, op);
	}
	S.next_tag = (uint16_t)(S.next_tag + (header.is_inline ? 0 : count));
	return true;
}

bool kernels_mpi__round_fits(const struct mpi_operation *op, const struct mpi_step *step, const struct mpi_header *header)
{
	const uint32_t each = pieces_of(op->rounds);
	const struct mpi_piece *pieces = mpi_pieces(header);
	struct run runs[2];
	if (header->count != each * op->count)
		return false;
	for (uint32_t i = 0; i < header->count; i++) {
		runs_of(op, i / each, step->receive_first, step->receive_count, runs);
		if (pieces[i].dtype != (uint32_t)mpi_input(op, i / each)->dtype || pieces[i].bytes != runs[i % each].count * element_size(op, i / each))
			return false;
	}
	return true;
}

void kernels_mpi__take_round(struct mpi_operation *op, const struct mpi_step *step, const struct mpi_header *header)
{
	struct mpi_rounds *rounds = op->rounds;
	const uint32_t each = pieces_of(rounds), member = (uint32_t)step->from;
	const bool adds = kernels_mpi__schedule_adds(rounds->schedule, rounds->layout, rounds->at);
	const char *from = mpi_contents(header);
	struct run runs[2];
	rounds->receiving = true;
	op->left[member] = 1;
	for (uint32_t i = 0; i < header->count; i++) {
		const uint32_t index = i / each;
		const size_t size = element_size(op, index);
		runs_of(op, index, step->receive_first, step->receive_count, runs);
		const struct run run = runs[i % each];
		char *to = adds ? (char *)rounds->received[index] + (i % each ? runs[0].count * size : 0)
		                : (char *)kernels_tensor_data(&op->wholes[index]) + run.first * size;
		if (run.count > 0 && header->is_inline)
			memcpy(to, from, run.count * size);
		else if (run.count > 0)
			kernels_mpi__receive_content(op->members[member], (uint16_t)(header->tag + i), to, run.count * size, run.count * size,
				op, member);
		from += header->is_inline ? mpi_padded(run.count * size) : 0;
	}
	kernels_mpi__content_done(op, member);
}

/* ---- combination */

static struct async_error *combine_input(struct mpi_operation *op, uint32_t index, const struct mpi_step *step)
{
	const struct mpi_rounds *rounds = op->rounds;
	const size_t size = element_size(op, index);
	const char *given = rounds->received[index];
	char *sums = kernels_tensor_data(&op->wholes[index]);
	struct async_error *error = NULL;
	struct run runs[2];
	runs_of(op, index, step->receive_first, step->receive_count, runs);
	for (uint32_t i = 0; i < pieces_of(rounds) && !error; i++) {
		const char *mine = values(op, index) + runs[i].first * size;
		const bool is_first = (uint32_t)step->from > op->self;
		if (runs[i].count > 0)
			error = op->reduction->combine_two(op->reduction->ctx, index, is_first ? mine : given, is_first ? given : mine,
				sums + runs[i].first * size, runs[i].count);
		given += runs[i].count * size;
	}
	if (rounds->has_sums || rounds->parts == 1)
		return error;
	/* with an odd number of parts one is neither combined in the first round nor sent */
	runs_of(op, index, step->receive_count, step->send_first - step->receive_count, runs);
	for (uint32_t i = 0; i < 2; i++)
		if (runs[i].count > 0)
			memcpy(sums + runs[i].first * size, values(op, index) + runs[i].first * size, runs[i].count * size);
	return error;
}

struct async_error *kernels_mpi__combine_round(struct mpi_operation *op)
{
	const struct mpi_step step = mpi_step_of(op, op->rounds->at);
	struct async_error *error = NULL;
	for (uint32_t i = 0; i < op->count && !error; i++)
		error = combine_input(op, i, &step);
	return error;
}

