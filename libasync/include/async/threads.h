/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads of a queue of async_queue_create_threads(): their number, and the CPUs of a NUMA node. The other properties
 * (stack size, CPUs, names, hooks) are in struct async_threads_options (<async/queue.h>). */
#ifndef ASYNC_THREADS_H
#define ASYNC_THREADS_H

#include <async/export.h>
#include <async/queue.h>
#include <async/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the number of non-blocking workers while the queue works. New workers start at once. A worker that is not
 * wanted any more ends after its current task, which may be after this call; the others run its tasks. Thread class:
 * safe; also in a task of the queue, but not while it is destroyed.
 * @return ASYNC_OK · ASYNC_E_ARG: 0 workers · ASYNC_E_LIMIT: more than async_queue_threads_limit() · ASYNC_E_NOMEM:
 *         not all threads could be started; async_queue_parallelism() says how many there are · ASYNC_E_UNSUPPORTED:
 *         not a queue of async_queue_create_threads() */
ASYNC_API ASYNC_NODISCARD enum async_status async_queue_threads_resize(struct async_queue *threads, unsigned count);
/* The largest number of workers, see async_threads_options.threads_limit; 0 for another queue. Thread class: safe. */
ASYNC_API unsigned async_queue_threads_limit(struct async_queue *threads);

/* Lists the CPUs of a NUMA node in ascending order, as the system describes them in /sys/devices/system/node: a queue
 * for each node sets async_threads_options.cpus to them. Thread class: safe.
 * @param out_cpus   receives the first `room` of them
 * @param out_count  their number, possibly more than `room`; 0 for a node with memory only
 * @return ASYNC_OK · ASYNC_E_NOT_FOUND: no such node, or the system does not describe nodes · ASYNC_E_IO: the
 *         description cannot be read or is not a list of numbers below 65536 */
ASYNC_API ASYNC_NODISCARD enum async_status async_node_cpus(
	unsigned node, unsigned *out_cpus, size_t room, size_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
