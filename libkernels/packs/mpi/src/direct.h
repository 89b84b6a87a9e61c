/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Small values between two ranks (direct.c), and the short form of their messages (short.c). Part of engine.h. */
#ifndef KERNELS_MPI_DIRECT_H
#define KERNELS_MPI_DIRECT_H

#include <string.h>

/* Values for another rank. */
struct mpi_offer {
	int64_t channel;
	uint64_t fingerprint;
	const char *name;
	uint32_t count;
	const struct kernels_tensor *tensors[MPI_PACK_FEW];
};

/* A message in short form. */
struct mpi_short {
	enum mpi_message type;
	uint32_t session, count, name_size;
	int64_t channel;
	uint64_t fingerprint;
	const char *name; /* NULL: "send" */
	uint32_t form; /* 1 + the number that later messages in tiny form have; 0: none refers to it */
	const uint64_t *piece[MPI_PACK_FEW];
	const char *content[MPI_PACK_FEW];
};

/* A message that was sent in short form, without its contents. */
struct mpi_form {
	enum mpi_message type; /* 0: there is none */
	uint32_t session;
	int64_t channel;
	uint64_t fingerprint;
	uint32_t dtype, rank, bytes;
	int64_t dims[MPI_PACK_TINY_RANK];
	char name[MPI_PACK_NAME];
};

/* A message that has come in short form, without its contents. */
#define MPI_PACK_KNOWN (4 + MPI_PACK_NAME / 8 + MPI_PACK_TINY_RANK)
struct mpi_known {
	struct mpi_short message; /* refers to `word`; form 0: there is none */
	uint64_t word[MPI_PACK_KNOWN];
};

enum mpi_outcome {
	MPI_WANTED,  /* it has not come */
	MPI_TAKEN,   /* it has come, and the results are set */
	MPI_REFUSED  /* it has come, and there is no memory for its values */
};

/* A message that is taken without an operation. */
struct mpi_wanted {
	struct mpi_session *session;
	enum mpi_message type;
	int64_t channel, peer; /* peer: -1: any */
	uint64_t fingerprint;
	uint32_t count;
	struct async_value **results;
	enum mpi_outcome state;
};

/* A value for the next message, made while a rank waits: most messages have the type of the one before. */
struct mpi_spare {
	struct async_value *value; /* NULL: not made */
	void *data;
	uint32_t words; /* 0: there was no message of one value yet */
	uint64_t piece[1 + KERNELS_MAX_RANK];
};

/* ---- short.c */
/* Contents and types of most small messages are shorter than a call takes. */
static inline void mpi_copy_few(void *to, const void *from, size_t bytes)
{
	if (bytes == 4)
		memcpy(to, from, 4);
	else if (bytes > 0)
		memcpy(to, from, bytes);
}
/* The first word of a value; its dimensions follow. */
static inline uint32_t mpi_word_bytes(const uint64_t *piece) { return (uint32_t)*piece; }
static inline uint32_t mpi_word_rank(const uint64_t *piece) { return (uint32_t)(*piece >> 32 & 0xff); }
static inline uint32_t mpi_word_dtype(const uint64_t *piece) { return (uint32_t)(*piece >> 40 & 0xff); }
bool kernels_mpi__is_short(const void *bytes, size_t size);
/* Writes at most MPI_PACK_SHORT bytes, and returns their number; 0: the values do not fit. `form`: see mpi_short. */
size_t kernels_mpi__make_short(
	void *to, enum mpi_message type, const struct mpi_session *session, const struct mpi_offer *offer, uint32_t form);
/* Returns false if it is not as make_short() makes it. The message refers to `bytes`. */
bool kernels_mpi__read_short(const void *bytes, size_t size, struct mpi_short *out);
/* The number of the form of a message, below MPI_PACK_FORMS. */
static inline uint32_t mpi_form_number(const struct mpi_offer *offer)
{
	return (uint32_t)((uint64_t)offer->channel + offer->fingerprint) % MPI_PACK_FORMS;
}
/* Remembers a message that is sent. Returns false if none in tiny form may refer to it. */
bool kernels_mpi__keep_form(
	struct mpi_form *form, enum mpi_message type, const struct mpi_session *session, const struct mpi_offer *offer);
/* Remembers a message that has come, whose `form` is not 0. */
void kernels_mpi__keep_known(struct mpi_known *known, const void *bytes, const struct mpi_short *message);
/* Writes at most 1 + MPI_PACK_TINY bytes, and returns their number; 0: the message differs from that of the form by more than its
 * contents. */
size_t kernels_mpi__make_tiny(void *to, const struct mpi_form *form, enum mpi_message type, const struct mpi_session *session,
	const struct mpi_offer *offer);
/* Messages in other forms have more bytes. */
static inline bool mpi_is_tiny(size_t size) { return size > 0 && size <= 1 + MPI_PACK_TINY; }
/* `size`: that of a tiny message. `known`: what came from its sender, MPI_PACK_FORMS, or NULL. NULL: it is not as make_tiny() makes it. */
const struct mpi_short *kernels_mpi__read_tiny(const void *bytes, size_t size, struct mpi_known *known);
struct mpi_piece kernels_mpi__short_piece(const struct mpi_short *message, uint32_t index);
/* The long form, of at most MPI_PACK_LONG bytes. */
#define MPI_PACK_LONG (sizeof(struct mpi_header) + MPI_PACK_FEW * sizeof(struct mpi_piece) + MPI_PACK_SHORT)
const struct mpi_header *kernels_mpi__make_long(const struct mpi_short *message, void *to);

/* ---- direct.c; the lock is held */
/* Sets tensors of an offer; false if the values are others, or too many. */
bool kernels_mpi__offer_values(struct mpi_offer *offer, struct async_value *const *values, uint32_t count);
/* Sends a message in short form. Returns false if the values do not fit it; then nothing was sent. *out_pending: NULL, or the message while
 * it is being sent; then the caller tracks the request. */
bool kernels_mpi__offer(struct mpi_session *session, enum mpi_message type, uint32_t rank, const struct mpi_offer *offer,
	void **out_pending, MPI_Request *out_request);
/* A message has come; returns true if it was wanted. */
bool kernels_mpi__take_wanted(uint32_t source, const struct mpi_short *message);
/* Asks a while for a message. MPI_WANTED: it has not come, or needs an operation. */
enum mpi_outcome kernels_mpi__want(struct mpi_wanted *wanted);

/* Releases what is kept for the next message. */
void kernels_mpi__drop_spare(void);

#endif
