/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a model: text or bytecode is lowered, assembled, and its signatures are read. A model that was lowered must assemble. */
#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_stablehlo_signatures *signatures;
	uint8_t *bef;
	size_t bef_size;
	if (bef_stablehlo_assemble(data, size, "fuzz", NULL, NULL, &bef, &bef_size, &diag) != BEF_OK)
		return 0;
	if (bef_stablehlo_signatures_read(bef, bef_size, NULL, &signatures, &diag) != BEF_OK)
		abort();
	bef_stablehlo_signatures_free(signatures);
	for (size_t i = 0; i < bef_size; i += 1 + bef_size / 64) { /* damaged signatures are refused */
		bef[i] ^= 0x55;
		if (bef_stablehlo_signatures_read(bef, bef_size, NULL, &signatures, &diag) == BEF_OK)
			bef_stablehlo_signatures_free(signatures);
		bef[i] ^= 0x55;
	}
	bef_assemble_free(NULL, bef, bef_size);
	return 0;
}
