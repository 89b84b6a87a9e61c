/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: walks bytecode. Properties: the fields tile the visited bytes and parts nest, for any input; a
 * failure has a status, a message and a byte of the file; a lenient walk fails only where a strict one does; if it
 * reaches the end and the strict one does not, it has reported the error as data. */
#include "walk_check.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct walk_check check;
	uint8_t *copy = malloc(size ? size : 1); /* of exactly its size, so that a byte too far is seen */
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	(void)walk_and_check(copy, size, true, &check, NULL);
	if (check.wrong)
		abort();
	enum mlirbc_status status = walk_and_check(copy, size, false, &check, &diag);
	if (check.wrong || diag.status != status)
		abort();
	if (status != MLIRBC_OK && (!diag.rule || !diag.message[0] || diag.offset > size))
		abort();
	if (walk_and_check_as(copy, size, false, true, &check, NULL) == MLIRBC_OK
			? (check.contradictions == 0) != (status == MLIRBC_OK)
			: status == MLIRBC_OK)
		abort();
	if (!check.wrong)
		(void)walk_and_check_as(copy, size, true, true, &check, NULL);
	if (check.wrong)
		abort();
	free(copy);
	return 0;
}
