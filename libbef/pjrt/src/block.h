/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The memory of arrays. Buffers, calls and views outside share a block; the data are freed when nothing uses them, the
 * block when no buffer has it. So a buffer whose data are gone may still be asked. Thread class: safe. */
#ifndef PJRT_BEFKIT_BLOCK_H
#define PJRT_BEFKIT_BLOCK_H

#include "client.h"
#include "event.h"

#include <bef/model.h>

#define PJRT__USE ((uint64_t)1 << 32)

struct pjrt__block {
	PJRT_Client *client;       /* retained */
	uint64_t counts;           /* atomic: owners, and uses times PJRT__USE */
	void *data;
	size_t size;
	void *owner;               /* of a bef_model_tensor whose data these are; NULL: none */
	bool own;                  /* from malloc: freed, or given to libbef-model with the first shape */
	bool lent;                 /* atomic: a call had it, so results may share it */
	/* Memory of others: `done` is set, and `deleted` called, when the last use ends. */
	PJRT_Event *done;
	void (*deleted)(void *data, void *arg);
	void *deleted_arg;
};

/* One owner, one use. NULL: out of memory. */
struct pjrt__block *pjrt__block_create(PJRT_Client *client, size_t size);
/* Takes over the owner of the tensor, unless this fails. */
struct pjrt__block *pjrt__block_of_tensor(PJRT_Client *client, const struct bef_model_tensor *tensor);
/* Data that come later: the maker sets `data` and `owner` before an event says that they are there. */
struct pjrt__block *pjrt__block_pending(PJRT_Client *client, size_t size);
struct pjrt__block *pjrt__block_of_memory(PJRT_Client *client, void *data, size_t size);
/* Gives the data to libbef-model, so that calls may write or return them. `release` is called when the last of their users has
 * ended; the block keeps neither `done` nor memory then. False: out of memory, nothing changed. */
bool pjrt__block_adopt(struct pjrt__block *block, const struct bef_model_tensor *shape, void (*release)(void *ctx), void *ctx);
struct pjrt__block *pjrt__block_retain(struct pjrt__block *block);
void pjrt__block_release(struct pjrt__block *block);
/* One more use; false: the data are gone. */
bool pjrt__block_use(struct pjrt__block *block);
void pjrt__block_unuse(struct pjrt__block *block);
/* Ends an owner and, if `in_use`, its use, which has an owner too. */
void pjrt__block_end(struct pjrt__block *block, bool in_use);
/* Whether the caller has the only use. */
bool pjrt__block_is_unique(const struct pjrt__block *block);

#endif
