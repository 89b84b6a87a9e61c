/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The short form of messages with small values and without an error: a message of one float is 36 bytes long, so that it travels in one
 * cache line of shared memory. Only ranks that need a member of struct mpi_header that it lacks see it in the long form.
 *
 * Words of 64 bits: the head (bit 63, number for the tiny form, type, length of the name, number of values, session), the channel; of an
 * EXCHANGE the fingerprint and the name, padded; for each value its head (dtype, rank, bytes) and dimensions; then the contents, each but
 * the last padded.
 *
 * The tiny form is for a message that differs from an earlier one of its sender by the contents of one value only: these, and a byte with
 * the number of the earlier one. Ten bytes are the most that travel in half a cache line. Messages of one rank come in order, so both
 * ranks know the same earlier ones, and the receiver compares the whole message as if it had come in short form. */
#include "engine.h"
#include <string.h>

enum { HEAD_WORDS = 2, WORD = sizeof(uint64_t) };
#define IS_SHORT (UINT64_C(1) << 63)

bool kernels_mpi__is_short(const void *bytes, size_t size)
{
	uint64_t head = 0;
	memcpy(&head, bytes, size < WORD ? 0 : WORD);
	return (head & IS_SHORT) != 0;
}

size_t kernels_mpi__make_short(
	void *to, enum mpi_message type, const struct mpi_session *session, const struct mpi_offer *offer, uint32_t form)
{
	size_t bytes[MPI_PACK_FEW];
	uint64_t *word = to;
	const size_t name = type == MPI_MESSAGE_EXCHANGE ? strnlen(offer->name, MPI_PACK_NAME - 1) : 0;
	size_t size = HEAD_WORDS * WORD + (type == MPI_MESSAGE_EXCHANGE ? WORD + mpi_padded(name) : 0);
	for (uint32_t i = 0; i < offer->count; i++) {
		const struct kernels_tensor *tensor = offer->tensors[i];
		bytes[i] = mpi_bytes_of(tensor);
		if (bytes[i] > MPI_PACK_SHORT)
			return 0;
		size += WORD + tensor->shape.rank * WORD + mpi_padded(bytes[i]);
	}
	if (size > MPI_PACK_SHORT)
		return 0;
	*word++ = IS_SHORT | (uint64_t)form << 56 | (uint64_t)type << 48 | (uint64_t)name << 40 | (uint64_t)offer->count << 32 |
		  session->number;
	*word++ = (uint64_t)offer->channel;
	if (type == MPI_MESSAGE_EXCHANGE) {
		*word++ = offer->fingerprint;
		if (name > 0)
			word[mpi_padded(name) / WORD - 1] = 0;
		memcpy(word, offer->name, name);
		word += mpi_padded(name) / WORD;
	}
	for (uint32_t i = 0; i < offer->count; i++) {
		const struct kernels_tensor *tensor = offer->tensors[i];
		const struct kernels_shape *shape = &tensor->shape;
		*word++ = (uint64_t)tensor->dtype << 40 | (uint64_t)shape->rank << 32 | bytes[i];
		for (uint32_t d = 0; d < shape->rank; d++)
			*word++ = (uint64_t)shape->dims[d];
	}
	char *at = (char *)word, *end = at;
	for (uint32_t i = 0; i < offer->count; i++) {
		memset(end, 0, (size_t)(at - end));
		if (bytes[i] > 0)
			memcpy(at, kernels_tensor_bytes(offer->tensors[i]), bytes[i]);
		end = at + bytes[i];
		at += mpi_padded(bytes[i]);
	}
	return (size_t)(end - (char *)to);
}

bool kernels_mpi__read_short(const void *bytes, size_t size, struct mpi_short *out)
{
	const uint64_t *word = bytes;
	if (size < HEAD_WORDS * WORD || size > MPI_PACK_SHORT)
		return false;
	*out = (struct mpi_short){ .type = (enum mpi_message)(word[0] >> 48 & 0xff), .session = (uint32_t)word[0],
		.count = (uint32_t)(word[0] >> 32 & 0xff), .name_size = (uint32_t)(word[0] >> 40 & 0xff), .channel = (int64_t)word[1],
		.form = (uint32_t)(word[0] >> 56 & 0x7f) };
	const bool is_exchange = out->type == MPI_MESSAGE_EXCHANGE;
	size_t at = HEAD_WORDS;
	if ((!is_exchange && out->type != MPI_MESSAGE_TRANSFER) || out->count > MPI_PACK_FEW ||
		out->name_size >= (is_exchange ? MPI_PACK_NAME : 1))
		return false;
	const size_t words = size / WORD, fixed = HEAD_WORDS + (is_exchange ? 1 + mpi_padded(out->name_size) / WORD : 0);
	if (words < fixed)
		return false;
	if (is_exchange) {
		out->fingerprint = word[HEAD_WORDS];
		out->name = (const char *)&word[HEAD_WORDS + 1];
		at = fixed;
	}
	for (uint32_t i = 0; i < out->count; i++) {
		const uint32_t rank = at < words ? mpi_word_rank(&word[at]) : UINT32_MAX;
		if (rank > KERNELS_MAX_RANK || rank > words - at - 1)
			return false;
		out->piece[i] = &word[at];
		at += 1 + rank;
	}
	size_t from = at * WORD;
	for (uint32_t i = 0; i < out->count; i++) {
		const size_t piece = mpi_word_bytes(out->piece[i]);
		if (from > size || piece > size - from)
			return false;
		out->content[i] = (const char *)bytes + from;
		from += i + 1 < out->count ? mpi_padded(piece) : piece;
	}
	const bool is_kept = out->form <= MPI_PACK_FORMS && out->count == 1 && mpi_word_rank(out->piece[0]) <= MPI_PACK_TINY_RANK &&
			     mpi_word_bytes(out->piece[0]) <= MPI_PACK_TINY;
	return from == size && (out->form == 0 || is_kept);
}

/* ---- the tiny form */

bool kernels_mpi__keep_form(
	struct mpi_form *form, enum mpi_message type, const struct mpi_session *session, const struct mpi_offer *offer)
{
	const struct kernels_tensor *tensor = offer->tensors[0];
	if (offer->count != 1 || tensor->shape.rank > MPI_PACK_TINY_RANK || mpi_bytes_of(tensor) > MPI_PACK_TINY)
		return false;
	*form = (struct mpi_form){ .type = type, .session = session->number, .channel = offer->channel, .fingerprint = offer->fingerprint,
		.dtype = tensor->dtype, .rank = tensor->shape.rank, .bytes = (uint32_t)mpi_bytes_of(tensor) };
	memcpy(form->dims, tensor->shape.dims, tensor->shape.rank * sizeof *form->dims);
	if (type == MPI_MESSAGE_EXCHANGE)
		memcpy(form->name, offer->name, strnlen(offer->name, MPI_PACK_NAME - 1));
	return true;
}

void kernels_mpi__keep_known(struct mpi_known *known, const void *bytes, const struct mpi_short *message)
{
	known->message = *message;
	memcpy(known->word, bytes, (size_t)(message->content[0] - (const char *)bytes));
	known->message.piece[0] = known->word + (message->piece[0] - (const uint64_t *)bytes);
	if (message->name)
		known->message.name = (const char *)known->word + (message->name - (const char *)bytes);
}

size_t kernels_mpi__make_tiny(void *to, const struct mpi_form *form, enum mpi_message type, const struct mpi_session *session,
	const struct mpi_offer *offer)
{
	const struct kernels_tensor *tensor = offer->tensors[0];
	if (form->type != type || form->session != session->number || form->channel != offer->channel ||
		form->fingerprint != offer->fingerprint || offer->count != 1 || form->dtype != (uint32_t)tensor->dtype ||
		form->rank != tensor->shape.rank)
		return 0;
	for (uint32_t d = 0; d < form->rank; d++)
		if (form->dims[d] != tensor->shape.dims[d])
			return 0;
	if (type == MPI_MESSAGE_EXCHANGE && strncmp(form->name, offer->name, MPI_PACK_NAME - 1) != 0)
		return 0;
	mpi_copy_few(to, kernels_tensor_bytes(tensor), form->bytes);
	((unsigned char *)to)[form->bytes] = (unsigned char)mpi_form_number(offer);
	return form->bytes + 1;
}

const struct mpi_short *kernels_mpi__read_tiny(const void *bytes, size_t size, struct mpi_known *known)
{
	const uint32_t number = ((const unsigned char *)bytes)[size - 1];
	if (!known || number >= MPI_PACK_FORMS)
		return NULL;
	known += number;
	if (known->message.form != number + 1 || mpi_word_bytes(known->message.piece[0]) != size - 1)
		return NULL;
	known->message.content[0] = bytes;
	return &known->message;
}

struct mpi_piece kernels_mpi__short_piece(const struct mpi_short *message, uint32_t index)
{
	const uint64_t *word = message->piece[index];
	struct mpi_piece piece = { .dtype = mpi_word_dtype(word), .rank = mpi_word_rank(word), .bytes = mpi_word_bytes(word) };
	memcpy(piece.dims, word + 1, piece.rank * sizeof *piece.dims);
	return piece;
}

const struct mpi_header *kernels_mpi__make_long(const struct mpi_short *message, void *to)
{
	struct mpi_header *header = to;
	const char *name = message->name ? message->name : "send";
	*header = (struct mpi_header){ .type = message->type, .session = message->session, .channel = message->channel,
		.fingerprint = message->fingerprint, .count = message->count, .target = MPI_PACK_ALL, .is_inline = 1 };
	memcpy(header->name, name, message->name ? message->name_size : strlen(name));
	struct mpi_piece *pieces = (struct mpi_piece *)(header + 1);
	char *at = (char *)(pieces + message->count);
	for (uint32_t i = 0; i < message->count; i++) {
		pieces[i] = kernels_mpi__short_piece(message, i);
		const size_t bytes = (size_t)pieces[i].bytes, padded = mpi_padded(bytes);
		memset(at, 0, padded);
		memcpy(at, message->content[i], bytes);
		at += padded;
	}
	header->size = (size_t)(at - (char *)to);
	return header;
}
