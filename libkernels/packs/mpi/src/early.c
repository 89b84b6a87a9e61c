/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Large contents that no operation receives yet. Their sender's queue is held until they have left it. If this rank has sent such contents
 * too, and receives only when its queue has come to rest, or never, both would wait for ever. So contents that have waited for a
 * tenth of a second are received into memory, up to a limit. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

enum { CHECKS = 10 };
#define MOST_BYTES ((size_t)256 << 20)

static size_t bytes_of(const struct mpi_header *header)
{
	size_t bytes = 0;
	for (uint32_t i = 0; i < header->count; i++) {
		const size_t piece = (size_t)mpi_pieces(header)[i].bytes;
		if (piece > MOST_BYTES || bytes > MOST_BYTES)
			return SIZE_MAX;
		bytes += mpi_padded(piece);
	}
	return bytes;
}

static bool waits(struct mpi_arrived *arrived)
{
	const struct mpi_header *header = mpi_header_of(arrived);
	return header->type == MPI_MESSAGE_TRANSFER && !header->is_inline && header->count > 0 && arrived->coming == 0 &&
	       (header->target == MPI_PACK_ALL || header->target == (uint32_t)S.rank);
}

void kernels_mpi__early_free(struct mpi_arrived *arrived)
{
	S.early -= arrived->early;
	free(arrived);
}

/* The message with room for its contents behind it. NULL: too large. */
static struct mpi_arrived *enlarge(struct mpi_arrived **at)
{
	struct mpi_arrived *old = *at;
	const size_t bytes = bytes_of(mpi_header_of(old));
	if (bytes > MOST_BYTES || S.early > MOST_BYTES - bytes)
		return NULL;
	struct mpi_arrived *made = malloc(sizeof *made + old->size + bytes);
	if (!made)
		return NULL;
	memcpy(made, old, sizeof *old + old->size);
	made->size += bytes;
	made->early = bytes;
	mpi_header_of(made)->size = made->size;
	S.early += bytes;
	*at = made;
	if (S.last_arrived == &old->next)
		S.last_arrived = &made->next;
	free(old);
	return made;
}

static void receive(struct mpi_arrived *arrived)
{
	const struct mpi_header *header = mpi_header_of(arrived);
	char *to = arrived->bytes + arrived->size - arrived->early;
	arrived->coming = 1; /* until all are asked for */
	for (uint32_t i = 0; i < header->count; i++) {
		const size_t size = (size_t)mpi_pieces(header)[i].bytes;
		if (size > 0) {
			arrived->coming++;
			kernels_mpi__receive_into(arrived->source, (uint16_t)(header->tag + i), to, size, arrived);
		}
		to += mpi_padded(size);
	}
	kernels_mpi__early_came(arrived);
}

void kernels_mpi__receive_early(void)
{
	for (struct mpi_arrived **at = &S.arrived; *at; at = &(*at)->next) {
		if (!waits(*at) || S.silent[(*at)->source] || ++(*at)->age < CHECKS)
			continue;
		struct mpi_arrived *made = enlarge(at);
		if (made) {
			receive(made);
			return; /* the list may have changed; the next check goes on */
		}
	}
}

void kernels_mpi__early_came(struct mpi_arrived *arrived)
{
	if (--arrived->coming > 0)
		return;
	if (arrived->dropped) {
		kernels_mpi__early_free(arrived);
		return;
	}
	const struct mpi_header header = *mpi_header_of(arrived);
	struct mpi_session *session = kernels_mpi__session_find(header.session);
	mpi_header_of(arrived)->is_inline = true;
	/* that message, and later ones, which had to wait for it; it may be freed */
	for (struct mpi_operation *op = session ? session->first : NULL, *next; op; op = next) {
		next = op->next; /* only `op` leaves the list */
		op->refs++;
		if (op->type == MPI_MESSAGE_TRANSFER && op->channel == header.channel) {
			kernels_mpi__take_arrived(op);
			kernels_mpi__fail_gone(op); /* it was put off */
		}
		kernels_mpi__operation_release(op);
	}
}

bool kernels_mpi__is_behind_early(uint32_t source, const struct mpi_header *header)
{
	for (struct mpi_arrived *at = S.early > 0 ? S.arrived : NULL; at; at = at->next)
		if (at->coming > 0 && at->source == source && mpi_header_of(at)->session == header->session &&
			mpi_header_of(at)->channel == header->channel && mpi_header_of(at)->type == header->type)
			return true;
	return false;
}
