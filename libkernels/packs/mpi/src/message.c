/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages: small ones into buffers that wait for them, large contents directly into their tensors. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

enum { TAG_MESSAGE = 1, FIRST_TAG = 16, MOST_AT_ONCE = 64 };
#define LARGEST_MESSAGE ((size_t)64 << 20)

/* ---- requests */

static bool make_room(void)
{
	if (S.request_count < S.request_room)
		return true;
	const uint32_t room = S.request_room ? 2 * S.request_room : 64;
	MPI_Request *requests = realloc(S.requests, room * sizeof *requests);
	S.requests = requests ? requests : S.requests;
	struct mpi_tracked *tracked = realloc(S.tracked, room * sizeof *tracked);
	S.tracked = tracked ? tracked : S.tracked;
	int *indices = realloc(S.indices, room * sizeof *indices);
	S.indices = indices ? indices : S.indices;
	if (!requests || !tracked || !indices)
		return false;
	S.request_room = room;
	return true;
}

static void request_ended(const struct mpi_tracked *tracked)
{
	const bool is_bundle = tracked->operation && tracked->member != UINT32_MAX && (tracked->member & MPI_PACK_BUNDLE);
	if (tracked->stream)
		kernels_mpi__segment_ended(tracked->stream);
	else if (is_bundle)
		kernels_mpi__bundle_came(tracked->operation, tracked->member & ~MPI_PACK_BUNDLE, tracked->block);
	else
		free(tracked->block);
	if (!tracked->operation)
		return;
	if (tracked->member != UINT32_MAX && !is_bundle)
		kernels_mpi__content_done(tracked->operation, tracked->member);
	kernels_mpi__request_done(tracked->operation);
}

/* Tracks a request that has started; there is room. Segments do not end here, or the next ones would start in a recursion. */
static void track(MPI_Request request, const struct mpi_tracked *tracked)
{
	int done = 0;
	if (tracked->operation) {
		tracked->operation->refs++;
		tracked->operation->requests++;
	}
	if (!tracked->stream && MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done) {
		request_ended(tracked);
		return;
	}
	S.requests[S.request_count] = request;
	S.tracked[S.request_count++] = *tracked;
}

static bool give_up(uint32_t rank, const struct mpi_tracked *tracked, bool fails)
{
	free(tracked->block);
	if (fails)
		kernels_mpi__lost(rank); /* it would wait for this message */
	return false;
}

/* ---- sending */

bool kernels_mpi__start_send(uint32_t rank, int tag, MPI_Comm comm, const void *bytes, size_t size, const struct mpi_tracked *tracked)
{
	MPI_Request request;
	if (S.silent[rank])
		return give_up(rank, tracked, false);
	if (!make_room() || MPI_Isend(bytes, (int)size, MPI_BYTE, (int)rank, tag, comm, &request) != MPI_SUCCESS)
		return give_up(rank, tracked, true);
	track(request, tracked);
	return true;
}

static void send_message(uint32_t rank, const void *bytes, size_t size, struct mpi_operation *operation, void *block)
{
	(void)kernels_mpi__start_send(rank, TAG_MESSAGE, S.comm, bytes, size,
		&(struct mpi_tracked){ .operation = operation, .rank = rank, .member = UINT32_MAX, .block = block });
}

void kernels_mpi__send(uint32_t rank, const void *message, size_t size, struct mpi_operation *operation)
{
	kernels_mpi__meet(rank, ((const struct mpi_header *)message)->type);
	for (size_t at = 0; at < size; at += MPI_PACK_EAGER) {
		const size_t part = size - at < MPI_PACK_EAGER ? size - at : MPI_PACK_EAGER;
		const char *bytes = (const char *)message + at;
		char *copy = operation ? NULL : malloc(part);
		if (copy)
			bytes = memcpy(copy, bytes, part);
		else if (!operation)
			return; /* without memory the rank waits until this one ends */
		send_message(rank, bytes, part, operation, copy);
	}
}

bool kernels_mpi__send_at_once(uint32_t rank, const void *message, size_t size, MPI_Request *out_request)
{
	int done = 0;
	*out_request = MPI_REQUEST_NULL;
	if (S.silent[rank])
		return true;
	if (!make_room())
		return false;
	if (MPI_Isend(message, (int)size, MPI_BYTE, (int)rank, TAG_MESSAGE, S.comm, out_request) != MPI_SUCCESS) {
		*out_request = MPI_REQUEST_NULL;
		kernels_mpi__lost(rank);
		return true;
	}
	if (MPI_Test(out_request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done)
		*out_request = MPI_REQUEST_NULL;
	return true;
}

void kernels_mpi__track_pending(uint32_t rank, MPI_Request request, void *block, struct mpi_operation *operation)
{
	track(request, &(struct mpi_tracked){ .operation = operation, .rank = rank, .member = UINT32_MAX, .block = block });
}

void kernels_mpi__send_owned(uint32_t rank, void *message, size_t size)
{
	if (size <= MPI_PACK_EAGER) {
		kernels_mpi__meet(rank, ((const struct mpi_header *)message)->type);
		send_message(rank, message, size, NULL, message);
		return;
	}
	kernels_mpi__send(rank, message, size, NULL);
	free(message);
}

int kernels_mpi__tag(uint16_t tag) { return FIRST_TAG + tag % (S.tags - FIRST_TAG); }

void kernels_mpi__send_owned_content(uint32_t rank, uint16_t tag, void *block, size_t size)
{
	(void)kernels_mpi__start_send(rank, kernels_mpi__tag(tag), S.data, block, size,
		&(struct mpi_tracked){ .rank = rank, .member = UINT32_MAX, .block = block });
}

/* ---- receiving */

bool kernels_mpi__start_receive(uint32_t rank, int tag, void *bytes, size_t size, const struct mpi_tracked *tracked)
{
	MPI_Request request;
	if (S.silent[rank])
		return give_up(rank, tracked, false); /* operations with it fail */
	if (!make_room() || MPI_Irecv(bytes, (int)size, MPI_BYTE, (int)rank, tag, S.data, &request) != MPI_SUCCESS)
		return give_up(rank, tracked, true);
	track(request, tracked);
	return true;
}

void kernels_mpi__receive_bundle(
	uint32_t rank, uint16_t tag, void *block, size_t size, struct mpi_operation *operation, uint32_t place)
{
	(void)kernels_mpi__start_receive(rank, kernels_mpi__tag(tag), block, size,
		&(struct mpi_tracked){ .operation = operation, .rank = rank, .member = MPI_PACK_BUNDLE | place, .block = block });
}

bool kernels_mpi__is_valid(const struct mpi_header *header, size_t size)
{
	if (size < sizeof *header || header->size != size || header->text > size - sizeof *header)
		return false;
	const bool has_pieces = header->type == MPI_MESSAGE_EXCHANGE || header->type == MPI_MESSAGE_TRANSFER ||
				header->type == MPI_MESSAGE_RESULT || header->type == MPI_MESSAGE_RELAY ||
				header->type == MPI_MESSAGE_CONTENT || header->type == MPI_MESSAGE_ROUND;
	size_t at = sizeof *header + mpi_padded(header->text), room = size < at ? 0 : size - at;
	if (size < at || !has_pieces)
		return size >= at;
	if (header->count > room / sizeof(struct mpi_piece))
		return false;
	room -= header->count * sizeof(struct mpi_piece);
	for (uint32_t i = 0; i < header->count && header->is_inline; i++) {
		const uint64_t bytes = mpi_pieces(header)[i].bytes;
		if (bytes > room || mpi_padded(bytes) > room)
			return false;
		room -= mpi_padded(bytes);
	}
	return true;
}

static void message_complete(uint32_t source, const void *bytes, size_t size)
{
	const struct mpi_header *header = bytes;
	if (kernels_mpi__is_valid(header, size))
		kernels_mpi__message(source, header);
	else
		kernels_mpi__lost(source); /* it runs something else */
}

/* A message in short or tiny form; NULL: it is none. */
static void short_complete(uint32_t source, const struct mpi_short *message)
{
	_Alignas(8) char whole[MPI_PACK_LONG];
	if (message && kernels_mpi__take_wanted(source, message))
		return;
	S.wanted = NULL;
	if (message)
		kernels_mpi__message(source, kernels_mpi__make_long(message, whole));
	else
		kernels_mpi__lost(source); /* it runs something else */
}

static void short_came(uint32_t source, const void *bytes, size_t size)
{
	struct mpi_short message;
	bool good = kernels_mpi__read_short(bytes, size, &message);
	if (good && message.form > 0) {
		if (!S.known[source])
			S.known[source] = calloc(MPI_PACK_FORMS, sizeof **S.known);
		good = S.known[source] != NULL; /* without memory, later messages of this rank could not be read */
		if (good)
			kernels_mpi__keep_known(&S.known[source][message.form - 1], bytes, &message);
	}
	short_complete(source, good ? &message : NULL);
}

/* Joins fragments: those of one rank come in order. */
static void take_fragment(uint32_t source, const void *bytes, size_t size)
{
	if (!S.partial[source] && mpi_is_tiny(size)) {
		short_complete(source, kernels_mpi__read_tiny(bytes, size, S.known[source]));
		return;
	}
	if (!S.partial[source] && kernels_mpi__is_short(bytes, size)) {
		short_came(source, bytes, size);
		return;
	}
	S.wanted = NULL; /* it must not be overtaken */
	if (!S.partial[source]) {
		const uint64_t whole = size >= sizeof(struct mpi_header) ? ((const struct mpi_header *)bytes)->size : 0;
		if (whole <= size || whole > LARGEST_MESSAGE) {
			message_complete(source, bytes, size);
			return;
		}
		S.partial[source] = malloc((size_t)whole);
		S.partial_size[source] = (size_t)whole;
		S.partial_have[source] = 0;
		if (!S.partial[source]) {
			kernels_mpi__lost(source);
			return;
		}
	}
	const size_t left = S.partial_size[source] - S.partial_have[source];
	memcpy(S.partial[source] + S.partial_have[source], bytes, size < left ? size : left);
	S.partial_have[source] += size < left ? size : left;
	if (S.partial_have[source] == S.partial_size[source]) {
		char *whole = S.partial[source];
		S.partial[source] = NULL;
		message_complete(source, whole, S.partial_size[source]);
		free(whole);
	}
}

static char *buffer_of(unsigned receive) { return S.buffers + (size_t)receive * MPI_PACK_EAGER; }

static void post_receives(void)
{
	for (; S.unposted > 0; S.unposted--) {
		const unsigned at = (S.oldest + MPI_PACK_RECEIVES - S.unposted) % MPI_PACK_RECEIVES;
		MPI_Irecv(buffer_of(at), MPI_PACK_EAGER, MPI_BYTE, MPI_ANY_SOURCE, TAG_MESSAGE, S.comm, &S.receives[at]);
	}
}

/* Receives match messages in the order in which they were posted, so only the oldest one is asked. They are posted again when there
 * is time, that is, when nothing has come. */
bool kernels_mpi__receive_first(void)
{
	MPI_Status status;
	int done = 0, size = 0;
	if (S.unposted >= MPI_PACK_RECEIVES / 2)
		post_receives();
	if (MPI_Test(&S.receives[S.oldest], &done, &status) != MPI_SUCCESS || !done) {
		post_receives();
		return false;
	}
	const char *buffer = buffer_of(S.oldest);
	MPI_Get_count(&status, MPI_BYTE, &size);
	S.oldest = (S.oldest + 1) % MPI_PACK_RECEIVES;
	S.unposted++; /* the buffer stays as it is until then */
	take_fragment((uint32_t)status.MPI_SOURCE, buffer, (size_t)size);
	return true;
}

static void compact(void)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < S.request_count; i++)
		if (S.requests[i] != MPI_REQUEST_NULL) {
			S.requests[kept] = S.requests[i];
			S.tracked[kept++] = S.tracked[i];
		}
	S.request_count = kept;
}

bool kernels_mpi__progress(void)
{
	unsigned received = 0;
	int ended = 0;
	while (received < MOST_AT_ONCE && kernels_mpi__receive_first())
		received++;
	if (S.request_count > 0 &&
		MPI_Testsome((int)S.request_count, S.requests, &ended, S.indices, MPI_STATUSES_IGNORE) == MPI_SUCCESS &&
		ended > 0) {
		for (int i = 0; i < ended; i++) { /* appends at most */
			const struct mpi_tracked tracked = S.tracked[S.indices[i]];
			request_ended(&tracked);
		}
		compact();
	}
	return received > 0 || ended > 0;
}

bool kernels_mpi__is_idle(void)
{
	for (uint32_t i = 0; i < S.request_count; i++)
		if (S.requests[i] != MPI_REQUEST_NULL)
			return false;
	return true;
}

void kernels_mpi__abandon(uint32_t rank)
{
	for (uint32_t i = 0; i < S.request_count; i++) {
		if (S.tracked[i].rank != rank || S.requests[i] == MPI_REQUEST_NULL)
			continue;
		/* The memory stays: MPI may still use it. So does the operation, whose reference is not released. */
		struct mpi_operation *operation = S.tracked[i].operation;
		S.requests[i] = MPI_REQUEST_NULL;
		S.tracked[i].operation = NULL;
		S.abandoned++;
		if (S.tracked[i].stream)
			kernels_mpi__segment_abandoned(S.tracked[i].stream);
		S.tracked[i].stream = NULL;
		if (operation) {
			operation->refs++;
			kernels_mpi__request_done(operation);
		}
	}
}
