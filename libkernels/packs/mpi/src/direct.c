/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Small values between two ranks, the common case of short latency: a message in short form needs no operation while it is sent, and one
 * that comes soon needs none to be received: its values are available when the engine returns. All else takes the long way, with
 * an operation that waits. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

/* ---- sending */

bool kernels_mpi__offer_values(struct mpi_offer *offer, struct async_value *const *values, uint32_t count)
{
	const async_type_id type = kernels_tensor_types()->tensor;
	if (count > MPI_PACK_FEW)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if (async_value_state(values[i]) != ASYNC_AVAILABLE || async_value_target(values[i])->type != type)
			return false;
		offer->tensors[i] = async_value_payload_small(values[i]);
		if (offer->tensors[i]->kind != KERNELS_TENSOR_DENSE)
			return false;
	}
	offer->count = count;
	return true;
}

/* Later messages in tiny form may refer to this one if it has been sent. */
static bool offer_short(struct mpi_session *session, enum mpi_message type, uint32_t rank, const struct mpi_offer *offer, uint32_t number,
	MPI_Request *out_request)
{
	struct mpi_form form;
	const bool is_kept = kernels_mpi__keep_form(&form, type, session, offer);
	kernels_mpi__meet(rank, type);
	if (is_kept && !S.forms[rank])
		S.forms[rank] = calloc(MPI_PACK_FORMS, sizeof form);
	const bool refers = is_kept && S.forms[rank];
	const size_t size = kernels_mpi__make_short(S.wire, type, session, offer, refers ? number + 1 : 0);
	if (size == 0 || !kernels_mpi__send_at_once(rank, S.wire, size, out_request))
		return false;
	if (refers)
		S.forms[rank][number] = form;
	return true;
}

bool kernels_mpi__offer(struct mpi_session *session, enum mpi_message type, uint32_t rank, const struct mpi_offer *offer,
	void **out_pending, MPI_Request *out_request)
{
	*out_pending = NULL;
	if (session->gone[rank])
		return true;
	if (!S.wire)
		S.wire = malloc(MPI_PACK_SHORT);
	if (!S.wire)
		return false;
	const uint32_t number = mpi_form_number(offer);
	struct mpi_form *form = S.forms[rank] ? &S.forms[rank][number] : NULL;
	const size_t tiny = form ? kernels_mpi__make_tiny(S.wire, form, type, session, offer) : 0;
	if (tiny > 0 ? !kernels_mpi__send_at_once(rank, S.wire, tiny, out_request)
		     : !offer_short(session, type, rank, offer, number, out_request))
		return false;
	if (*out_request != MPI_REQUEST_NULL) { /* it is being sent */
		*out_pending = S.wire;
		S.wire = NULL;
	}
	return true;
}

/* ---- receiving */

/* A tensor of the type that the head and the dimensions of a value say, without contents; NULL when out of memory, or if it is none. */
static struct async_value *make_value(const uint64_t *word, void **out_data)
{
	const uint64_t bytes = mpi_word_bytes(word);
	struct kernels_tensor tensor = { .kind = KERNELS_TENSOR_DENSE, .dtype = (enum kernels_dtype)mpi_word_dtype(word) };
	tensor.shape.rank = mpi_word_rank(word); /* read_short() has checked it */
	uint64_t size = kernels_dtype_size(tensor.dtype);
	bool good = size > 0;
	for (uint32_t i = 0; i < tensor.shape.rank; i++) {
		tensor.shape.dims[i] = (int64_t)word[1 + i];
		good = good && tensor.shape.dims[i] >= 0 && !__builtin_mul_overflow(size, word[1 + i], &size);
	}
	tensor.buffer = good && size == bytes ? kernels_buffer_create(async_allocator_pooled(), (size_t)bytes, 64) : NULL;
	if (!tensor.buffer)
		return NULL;
	*out_data = kernels_buffer_data(tensor.buffer);
	struct async_value *value = async_value_create_available(async_allocator_pooled(), kernels_tensor_types()->tensor, &tensor);
	if (!value)
		kernels_buffer_release(tensor.buffer);
	return value;
}

static struct async_value *value_of(const struct mpi_short *message, uint32_t index)
{
	void *data = NULL;
	struct async_value *value = make_value(message->piece[index], &data);
	if (value)
		memcpy(data, message->content[index], mpi_word_bytes(message->piece[index]));
	return value;
}

/* ---- the spare value */

void kernels_mpi__drop_spare(void)
{
	if (S.spare.value)
		async_value_release(S.spare.value);
	S.spare.value = NULL;
}

static void make_spare(void)
{
	if (!S.spare.value && S.spare.words > 0)
		S.spare.value = make_value(S.spare.piece, &S.spare.data);
}

static bool has_spare_type(const uint64_t *piece, uint32_t words)
{
	uint32_t same = 0;
	while (same < words && words == S.spare.words && piece[same] == S.spare.piece[same])
		same++;
	return same == words;
}

static struct async_value *take_spare(const struct mpi_short *message)
{
	const uint64_t *piece = message->piece[0];
	const uint32_t words = 1 + mpi_word_rank(piece);
	struct async_value *value = S.spare.value;
	if (has_spare_type(piece, words)) {
		S.spare.value = NULL;
		if (value)
			mpi_copy_few(S.spare.data, message->content[0], mpi_word_bytes(piece));
		return value;
	}
	kernels_mpi__drop_spare();
	S.spare.words = words;
	memcpy(S.spare.piece, piece, words * sizeof *piece);
	return NULL;
}

/* The values of the message; false if there is one less. */
static bool take(const struct mpi_short *message, struct async_value **results)
{
	uint32_t done = 0;
	if (message->count == 1 && (results[0] = take_spare(message)))
		return true;
	while (done < message->count && (results[done] = value_of(message, done)))
		done++;
	if (done == message->count)
		return true;
	while (done > 0)
		async_value_release(results[--done]);
	return false;
}

bool kernels_mpi__take_wanted(uint32_t source, const struct mpi_short *message)
{
	struct mpi_wanted *wanted = S.wanted;
	if (!wanted || wanted->state != MPI_WANTED || message->type != wanted->type || message->session != wanted->session->number ||
		message->channel != wanted->channel || message->fingerprint != wanted->fingerprint || message->count != wanted->count ||
		(wanted->peer >= 0 && wanted->peer != (int64_t)source))
		return false;
	kernels_mpi__meet(source, message->type);
	wanted->state = take(message, wanted->results) ? MPI_TAKEN : MPI_REFUSED;
	return true;
}

/* Whether the next message of the channel must not be taken here: an operation waits for it, or it has come. */
static bool is_awaited(const struct mpi_wanted *wanted)
{
	for (const struct mpi_operation *op = wanted->session->first; op; op = op->next)
		if (op->type == wanted->type && op->channel == wanted->channel)
			return true;
	for (const struct mpi_arrived *at = S.arrived; at; at = at->next) {
		const struct mpi_header *header = mpi_header_of(at);
		if (header->session == wanted->session->number && header->channel == wanted->channel)
			return true;
	}
	return false;
}

enum mpi_outcome kernels_mpi__want(struct mpi_wanted *wanted)
{
	struct mpi_asking asking = { 0 };
	wanted->state = MPI_WANTED;
	if (wanted->session->cancelled || (wanted->peer >= 0 && wanted->session->gone[wanted->peer]) || is_awaited(wanted))
		return MPI_WANTED;
	S.wanted = wanted;
	while (S.wanted && wanted->state == MPI_WANTED && !kernels_mpi__receive_first() && kernels_mpi__ask_on(&asking)) {
		make_spare();
		if (S.request_count > 0)
			(void)kernels_mpi__progress();
	}
	S.wanted = NULL;
	return wanted->state;
}
