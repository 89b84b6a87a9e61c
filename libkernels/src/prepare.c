/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of prepare(), unprepare(), describe() and cost(). */
#include "fail.h"
#include <bytecursor/diag.h>
#include <kernels/check.h>

#define PREPARED_SIZE_1 (offsetof(struct kernels_prepared_kernel, unprepare) + sizeof(kernels_unprepare_fn))
#define PREPARED_SIZE_2 (offsetof(struct kernels_prepared_kernel, describe) + sizeof(kernels_describe_fn))

#define PREPARED_SIZE_3 (offsetof(struct kernels_prepared_kernel, cost) + sizeof(kernels_cost_fn))

/* The size of the pack's rows tells whether they have the functions. */
static const struct kernels_prepared_kernel *prepared_of(const struct kernels_entry *entry)
{
	return (const void *)entry->kernel;
}

bool kernels_entry_prepares(const struct kernels_entry *entry)
{
	return entry->pack->kernel_size >= PREPARED_SIZE_1 && prepared_of(entry)->prepare;
}

enum kernels_status kernels_prepare_fail(
	struct kernels_diag *diag, enum kernels_status status, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, kernels_status_name(status), KERNELS_NO_OFFSET, format);
}

enum kernels_status kernels_prepare_op(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag)
{
	const struct kernels_entry *entry = site->entry;
	struct kernels_diag reason = KERNELS_DIAG_INIT;
	*out_state = NULL;
	if (!kernels_entry_prepares(entry))
		return KERNELS_OK;
	enum kernels_status status = prepared_of(entry)->prepare(site, allocator, out_state, &reason);
	if (status == KERNELS_OK)
		return status;
	*out_state = NULL;
	kernels__fail_named(diag, status, "", entry->kernel->name, "%s",
		reason.message[0]           ? reason.message
		: status == KERNELS_E_NOMEM ? "out of memory"
					    : "cannot be prepared");
	return status;
}

void kernels_unprepare_op(const struct kernels_entry *entry, void *state, const struct async_allocator *allocator)
{
	if (state && kernels_entry_prepares(entry) && prepared_of(entry)->unprepare)
		prepared_of(entry)->unprepare(state, allocator);
}

bool kernels_describe_op(const struct kernels_site *site, struct kernels_memory_use *results)
{
	const struct kernels_entry *entry = site->entry;
	for (uint32_t i = 0; i < site->result_count; i++)
		results[i] = (struct kernels_memory_use){ KERNELS_MEMORY_UNKNOWN, 0, 0 };
	if (!site->state || entry->pack->kernel_size < PREPARED_SIZE_2 || !prepared_of(entry)->describe)
		return false;
	prepared_of(entry)->describe(site, results);
	return true;
}

bool kernels_cost_of_op(const struct kernels_site *site, struct kernels_cost *out_cost)
{
	const struct kernels_entry *entry = site->entry;
	*out_cost = (struct kernels_cost){ 0, 0, 0 };
	return site->state && entry->pack->kernel_size >= PREPARED_SIZE_3 && prepared_of(entry)->cost &&
	       prepared_of(entry)->cost(site, out_cost);
}
