/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of operations between processes, called once in each process of a grid, for tests.
 *
 *	processes_open(2, 3, 2);               // replicas, partitions, threads (0: the single-threaded queue)
 *	processes_begin("hlo.all_reduce");
 *	attributes: processes_int(), processes_ints(), processes_text(), processes_bool()
 *	processes_run(operands, 1, &result_type, 1); // operands[process]
 *	processes_result(process, 0)           // NULL: an error, processes_message()
 *	processes_end(); ... processes_close(); */
#ifndef HLO_TEST_PROCESSES_H
#define HLO_TEST_PROCESSES_H

#include "calls.h"

enum { MOST_PROCESSES = 8, MOST_OPERANDS = 3 };

void processes_open(uint32_t replicas, uint32_t partitions, unsigned threads);
uint64_t processes_close(void); /* the number of blocks that were not freed */

void processes_begin(const char *name);
void processes_int(const char *name, int64_t value);
void processes_bool(const char *name, bool value);
void processes_ints(const char *name, size_t count, const int64_t *values);
void processes_text(const char *name, const char *value);

/* Calls the kernel in each process with `operand_count` tensors of operands[process * operand_count ...] and a token; the
 * results are tensors of these types and a token. Awaits them. */
void processes_run(const struct array *operands, uint32_t operand_count, const struct array *results, uint32_t result_count);
/* The same with one tensor, in one process, without awaiting it. `message`: that of an error instead of the operand. */
void processes_start(uint32_t process, const struct array *operand, const struct array *result, const char *message);
/* Awaits the results of one process. */
void processes_await(uint32_t process);
/* Calls a kernel without operands and token. */
void processes_ids(const struct array *result);
const void *processes_result(uint32_t process, uint32_t index);
const char *processes_message(uint32_t process);
void processes_end(void); /* of the operation */

#endif
