/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Growable buffers. */
#include "ir/buffer.h"

#include <bytecursor/ckd.h>
#include <stdalign.h>
#include <stddef.h>

void *mlirbc__out_more(struct mlirbc__job *job, struct mlirbc__out *out, size_t size)
{
	size_t need, room;
	if (job->status != MLIRBC_OK)
		return NULL;
	if (size > out->room - out->size) {
		if (ckd_add(&need, out->size, size) || ckd_add(&room, need, need / 2 + 64)) {
			mlirbc__job_memory(job);
			return NULL;
		}
		void *data = mlirbc__arena_regrow(
			&job->context->arena, out->data, out->size, out->room, room, alignof(max_align_t));
		if (!data) {
			mlirbc__job_memory(job);
			return NULL;
		}
		out->data = data;
		out->room = room;
	}
	void *more = (uint8_t *)out->data + out->size;
	out->size += size;
	return more;
}

void mlirbc__out_finish(struct mlirbc__job *job, struct mlirbc__out *out)
{
	mlirbc__arena_give(&job->context->arena, out->data, out->room, alignof(max_align_t));
	*out = (struct mlirbc__out){ NULL, 0, 0 };
}

void mlirbc__out_byte(struct mlirbc__job *job, struct mlirbc__out *out, uint8_t byte)
{
	mlirbc__out_put(job, out, &byte, 1);
}
