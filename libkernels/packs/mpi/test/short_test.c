/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages in short form: reading gives the values that were written; damaged messages are refused, or are read within their bytes. */
#include "../src/engine.h"
#include "check.h"
#include <stdlib.h>

enum { DAMAGES = 200000 };

static uint64_t seed = 1;

static uint32_t random_below(uint32_t limit)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % limit;
}

static const struct mpi_session session = { .number = 77 };

/* A message of up to MPI_PACK_FEW values; the caller releases their buffers. */
static size_t make(void *to, enum mpi_message type, struct kernels_tensor *tensors, struct mpi_offer *offer)
{
	*offer = (struct mpi_offer){ .channel = -5, .fingerprint = 99, .name = "all_gather", .count = random_below(MPI_PACK_FEW + 1) };
	for (uint32_t i = 0; i < offer->count; i++) {
		struct kernels_shape shape = { .rank = random_below(4) };
		for (uint32_t d = 0; d < shape.rank; d++)
			shape.dims[d] = random_below(5);
		if (!kernels_tensor_init(&tensors[i], NULL, random_below(2) ? KERNELS_F32 : KERNELS_I8, &shape))
			abort();
		memset(kernels_tensor_data(&tensors[i]), (int)i + 1, mpi_bytes_of(&tensors[i]));
		offer->tensors[i] = &tensors[i];
	}
	struct mpi_form kept;
	const bool refers = offer->count > 0 && kernels_mpi__keep_form(&kept, type, &session, offer);
	return kernels_mpi__make_short(to, type, &session, offer, refers ? 1 + mpi_form_number(offer) : 0);
}

static void finish(struct kernels_tensor *tensors, const struct mpi_offer *offer)
{
	for (uint32_t i = 0; i < offer->count; i++)
		kernels_tensor_finish(&tensors[i]);
}

static void check_value(const struct mpi_short *message, uint32_t i, const struct kernels_tensor *tensor)
{
	const struct mpi_piece piece = kernels_mpi__short_piece(message, i);
	CHECK(piece.dtype == (uint32_t)tensor->dtype && piece.rank == tensor->shape.rank && piece.bytes == mpi_bytes_of(tensor));
	CHECK(memcmp(piece.dims, tensor->shape.dims, piece.rank * sizeof *piece.dims) == 0);
	CHECK(memcmp(message->content[i], kernels_tensor_bytes(tensor), (size_t)piece.bytes) == 0);
}

static void made_messages_are_read(void)
{
	_Alignas(8) static char bytes[MPI_PACK_SHORT], whole[MPI_PACK_LONG];
	for (int i = 0; i < 1000; i++) {
		struct kernels_tensor tensors[MPI_PACK_FEW];
		struct mpi_offer offer;
		struct mpi_short message;
		const enum mpi_message type = i % 2 ? MPI_MESSAGE_EXCHANGE : MPI_MESSAGE_TRANSFER;
		const size_t size = make(bytes, type, tensors, &offer);
		CHECK(kernels_mpi__is_short(bytes, size));
		CHECK_OR_RETURN(kernels_mpi__read_short(bytes, size, &message));
		CHECK(message.type == type && message.session == 77 && message.channel == -5 && message.count == offer.count);
		CHECK(type == MPI_MESSAGE_TRANSFER || (message.fingerprint == 99 && message.name_size == 10 &&
			memcmp(message.name, "all_gather", 10) == 0));
		for (uint32_t v = 0; v < offer.count; v++)
			check_value(&message, v, &tensors[v]);
		const struct mpi_header *header = kernels_mpi__make_long(&message, whole);
		CHECK(!kernels_mpi__is_short(header, (size_t)header->size) && header->count == offer.count && header->is_inline);
		CHECK(strcmp(header->name, type == MPI_MESSAGE_EXCHANGE ? "all_gather" : "send") == 0);
		finish(tensors, &offer);
	}
}

/* A value that does not fit is not written. */
static void large_values_do_not_fit(void)
{
	_Alignas(8) static char bytes[MPI_PACK_SHORT];
	struct kernels_tensor tensor;
	CHECK_OR_RETURN(kernels_tensor_init(&tensor, NULL, KERNELS_I8, &(struct kernels_shape){ 1, { MPI_PACK_SHORT - 32 } }));
	memset(kernels_tensor_data(&tensor), 0, MPI_PACK_SHORT - 32);
	const struct mpi_offer offer = { .count = 1, .tensors = { &tensor } };
	CHECK_INT((int)kernels_mpi__make_short(bytes, MPI_MESSAGE_TRANSFER, &session, &offer, 0), MPI_PACK_SHORT);
	tensor.shape.dims[0]++; /* one byte more */
	CHECK_INT((int)kernels_mpi__make_short(bytes, MPI_MESSAGE_TRANSFER, &session, &offer, 0), 0);
	kernels_tensor_finish(&tensor);
}

/* Each message lies at the end of a block, so that AddressSanitizer sees what reads beyond it. */
static void damaged_messages_are_safe(void)
{
	_Alignas(8) static char bytes[MPI_PACK_SHORT], whole[MPI_PACK_LONG];
	int refused = 0;
	for (int i = 0; i < DAMAGES; i++) {
		struct kernels_tensor tensors[MPI_PACK_FEW];
		struct mpi_offer offer;
		struct mpi_short message;
		const size_t size = make(bytes, i % 2 ? MPI_MESSAGE_EXCHANGE : MPI_MESSAGE_TRANSFER, tensors, &offer);
		const size_t kept = random_below(3) ? size : random_below((uint32_t)size + 1);
		char *copy = malloc(kept + 1);
		memcpy(copy, bytes, kept);
		for (uint32_t k = random_below(4); k > 0 && kept > 0; k--)
			copy[random_below((uint32_t)kept)] ^= (char)(1 << random_below(8));
		char *exact = realloc(copy, kept ? kept : 1);
		if (kernels_mpi__is_short(exact, kept) && kernels_mpi__read_short(exact, kept, &message)) {
			struct mpi_known known;
			if (message.form > 0)
				kernels_mpi__keep_known(&known, exact, &message);
			const struct mpi_header *header = kernels_mpi__make_long(&message, whole);
			CHECK(header->size <= MPI_PACK_LONG && header->count <= MPI_PACK_FEW);
		} else {
			refused++;
		}
		free(exact);
		finish(tensors, &offer);
	}
	CHECK(refused > DAMAGES / 10 && refused < DAMAGES);
}

/* What differs from the message of the form by more than its contents has no tiny form. */
static void others_have_no_tiny_form(const struct mpi_form *form, enum mpi_message type, const struct mpi_offer *offer)
{
	const struct mpi_session later = { .number = 78 };
	char bytes[1 + MPI_PACK_TINY];
	CHECK_INT((int)kernels_mpi__make_tiny(bytes, form, type, &later, offer), 0);
	for (int k = 0; k < 5; k++) {
		struct kernels_tensor tensor = *offer->tensors[0];
		struct mpi_offer other = *offer;
		other.tensors[0] = &tensor;
		other.channel += k == 0;
		other.fingerprint += k == 1;
		tensor.dtype = k == 2 ? KERNELS_I32 : tensor.dtype;
		tensor.shape.rank += k == 3;
		tensor.shape.dims[0] += k == 4;
		if (k < 4 || tensor.shape.rank > 0)
			CHECK_INT((int)kernels_mpi__make_tiny(bytes, form, type, &session, &other), 0);
	}
	struct mpi_offer renamed = *offer;
	renamed.name = "all_reduce";
	CHECK((kernels_mpi__make_tiny(bytes, form, type, &session, &renamed) == 0) == (type == MPI_MESSAGE_EXCHANGE));
}

/* Only the number of an earlier message whose value has as many bytes is accepted. */
static void damaged_tiny_messages_are_refused(char *bytes, size_t size, struct mpi_known *known, uint32_t number)
{
	const uint32_t next = (number + 1) % MPI_PACK_FORMS;
	CHECK(!kernels_mpi__read_tiny(bytes, size, NULL));
	if (size > 1)
		CHECK(!kernels_mpi__read_tiny(bytes + 1, size - 1, known));
	memset(&known[next], 0, sizeof *known);
	bytes[size - 1] = (char)next;
	CHECK(!kernels_mpi__read_tiny(bytes, size, known));
	bytes[size - 1] = MPI_PACK_FORMS;
	CHECK(!kernels_mpi__read_tiny(bytes, size, known));
}

/* A message in tiny form says the same as one in short form. */
static void check_tiny(const struct mpi_short *whole, char *sent, enum mpi_message type, struct mpi_offer *offer,
	struct kernels_tensor *tensor)
{
	static struct mpi_known known[MPI_PACK_FORMS];
	char bytes[1 + MPI_PACK_TINY];
	struct mpi_form form;
	const uint32_t number = whole->form - 1;
	CHECK(kernels_mpi__keep_form(&form, type, &session, offer));
	kernels_mpi__keep_known(&known[number], sent, whole);
	memset(sent, 0, MPI_PACK_SHORT);
	memset(kernels_tensor_data(tensor), 50 + (int)number, mpi_bytes_of(tensor));
	const size_t size = kernels_mpi__make_tiny(bytes, &form, type, &session, offer);
	CHECK(size == mpi_bytes_of(tensor) + 1 && mpi_is_tiny(size));
	const struct mpi_short *message = kernels_mpi__read_tiny(bytes, size, known);
	CHECK_OR_RETURN(message && message->type == type && message->session == 77);
	CHECK(message->channel == -5 && message->count == 1);
	CHECK(message->fingerprint == whole->fingerprint && message->name_size == whole->name_size);
	check_value(message, 0, tensor);
	damaged_tiny_messages_are_refused(bytes, size, known, number);
	others_have_no_tiny_form(&form, type, offer);
}

static void tiny_messages_refer_to_others(void)
{
	_Alignas(8) static char bytes[MPI_PACK_SHORT];
	int tiny = 0;
	for (int i = 0; i < 2000; i++) {
		struct kernels_tensor tensors[MPI_PACK_FEW];
		struct mpi_offer offer;
		struct mpi_short whole;
		const enum mpi_message type = i % 2 ? MPI_MESSAGE_EXCHANGE : MPI_MESSAGE_TRANSFER;
		const size_t size = make(bytes, type, tensors, &offer);
		CHECK_OR_RETURN(kernels_mpi__read_short(bytes, size, &whole));
		if (whole.form > 0)
			check_tiny(&whole, bytes, type, &offer, &tensors[0]);
		tiny += whole.form > 0;
		finish(tensors, &offer);
	}
	CHECK(tiny > 20);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(made_messages_are_read),
		CHECK_CASE(large_values_do_not_fit),
		CHECK_CASE(tiny_messages_refer_to_others),
		CHECK_CASE(damaged_messages_are_safe),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
