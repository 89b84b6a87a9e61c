/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contents move directly between the memory of tensors, in segments. MPI moves data only while it is asked, and does not say that it has
 * moved a part of a message; the end of a segment does, and lets the queue ask on without naps. Segments of one content come in
 * order, because they have one tag. */
#include "engine.h"
#include <stdlib.h>

/* Measured: from 256 KiB on, segments take no longer than a whole content. SEGMENTS: that are under way. */
enum { SEGMENT = 262144, SEGMENTS = 4 };

struct mpi_stream {
	struct mpi_operation *operation; /* NULL: nobody wants it */
	char *bytes;
	size_t size, most; /* cut by `most`, which both sides know; the last segments may be empty */
	size_t started;
	uint32_t rank, member; /* member: of a receive */
	uint32_t pending;      /* segments under way, and functions that use it */
	int tag;
	bool is_sent, is_broken;
	struct mpi_arrived *arrived; /* that is received early; NULL: none */
	void *block; /* freed at the end */
};

static void segment_start(struct mpi_stream *stream)
{
	const size_t at = stream->started, left = stream->size <= at ? 0 : stream->size - at, size = left < SEGMENT ? left : SEGMENT;
	const struct mpi_tracked tracked = { .operation = stream->operation, .rank = stream->rank, .member = UINT32_MAX, .stream = stream };
	char *bytes = stream->bytes + (at < stream->size ? at : 0);
	stream->pending++;
	stream->started = stream->most - at < SEGMENT ? stream->most : at + SEGMENT;
	const bool good = stream->is_sent ? kernels_mpi__start_send(stream->rank, stream->tag, S.data, bytes, size, &tracked)
					  : kernels_mpi__start_receive(stream->rank, stream->tag, bytes, size, &tracked);
	if (!good) {
		stream->pending--;
		stream->is_broken = true;
	}
}

/* A segment, or a function, uses it no more. */
static void release(struct mpi_stream *stream)
{
	if (--stream->pending > 0)
		return;
	if (stream->operation && !stream->is_broken && !stream->is_sent)
		kernels_mpi__content_done(stream->operation, stream->member);
	if (stream->arrived && !stream->is_broken)
		kernels_mpi__early_came(stream->arrived);
	if (!stream->is_broken)
		free(stream->block); /* else MPI may still use it */
	free(stream);
}

void kernels_mpi__segment_ended(struct mpi_stream *stream)
{
	if (stream->started < stream->most && !stream->is_broken)
		segment_start(stream);
	release(stream);
}

void kernels_mpi__segment_abandoned(struct mpi_stream *stream)
{
	stream->is_broken = true;
	release(stream);
}

/* Takes over the block. */
static void stream_start(const struct mpi_stream *described)
{
	struct mpi_stream *stream = malloc(sizeof *stream);
	if (!stream) {
		free(described->block);
		kernels_mpi__lost(described->rank); /* it would wait */
		return;
	}
	*stream = *described;
	stream->pending = 1;
	for (uint32_t i = 0; i < SEGMENTS && stream->started < stream->most && !stream->is_broken; i++)
		segment_start(stream);
	release(stream);
}

void kernels_mpi__send_content(
	uint32_t rank, uint16_t tag, const void *bytes, size_t size, size_t most, struct mpi_operation *operation)
{
	stream_start(&(struct mpi_stream){ .operation = operation, .bytes = (char *)(uintptr_t)bytes, .size = size, .most = most, .rank = rank,
		.tag = kernels_mpi__tag(tag), .is_sent = true });
}

void kernels_mpi__receive_content(
	uint32_t rank, uint16_t tag, void *bytes, size_t size, size_t most, struct mpi_operation *operation, uint32_t member)
{
	if (most == 0)
		return;
	operation->left[member]++;
	stream_start(&(struct mpi_stream){
		.operation = operation, .bytes = bytes, .size = size, .most = most, .rank = rank, .member = member, .tag = kernels_mpi__tag(tag) });
}

void kernels_mpi__receive_into(uint32_t rank, uint16_t tag, void *bytes, size_t size, struct mpi_arrived *arrived)
{
	stream_start(&(struct mpi_stream){
		.arrived = arrived, .bytes = bytes, .size = size, .most = size, .rank = rank, .tag = kernels_mpi__tag(tag) });
}

void kernels_mpi__drain(uint32_t rank, const struct mpi_header *header)
{
	const struct mpi_piece *pieces = mpi_pieces(header);
	const bool is_mine = header->target == MPI_PACK_ALL || header->target == (uint32_t)S.rank || header->type == MPI_MESSAGE_RELAY ||
			     header->type == MPI_MESSAGE_ROUND;
	for (uint32_t i = 0; is_mine && i < header->count && !header->is_inline; i++) {
		const size_t size = (size_t)pieces[i].bytes;
		void *block = size > 0 ? malloc(size) : NULL;
		if (block && header->type == MPI_MESSAGE_RELAY) /* it is not cut */
			(void)kernels_mpi__start_receive(rank, kernels_mpi__tag((uint16_t)(header->tag + i)), block, size,
				&(struct mpi_tracked){ .rank = rank, .member = UINT32_MAX, .block = block });
		else if (block)
			stream_start(&(struct mpi_stream){ .bytes = block, .size = size, .most = size, .rank = rank,
				.tag = kernels_mpi__tag((uint16_t)(header->tag + i)), .block = block });
	}
}
