/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes a signature, reads it back, and checks whether a buffer can be passed to the function. */
#include <sigmangle/sigmangle.h>
#include <stdio.h>

int main(void)
{
	const int32_t dims[] = { SIGMANGLE_DYNAMIC, 128 };
	const struct sigmangle_item input = { SIGMANGLE_BUFFER, SIGMANGLE_FLOAT32, 2, dims };
	const struct sigmangle_item result = { SIGMANGLE_SCALAR, SIGMANGLE_SINT32, 0, NULL };
	const int64_t shape[] = { 4, 128 }, columns_first[] = { 4, 16 };
	const struct sigmangle_argument call = { SIGMANGLE_BUFFER, { SIGMANGLE_FLOAT32, 2, shape, columns_first } };
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	struct sigmangle_match match;
	char signature[64], text[128];
	size_t size, length;

	if (sigmangle_raw_mangle(&input, 1, &result, 1, SIGMANGLE_STRICT, signature, sizeof signature, &size, &diag) ||
		sigmangle_raw_text(signature, size, SIGMANGLE_STRICT, text, sizeof text, &length, &diag)) {
		fprintf(stderr, "byte %llu: %s\n", (unsigned long long)diag.offset, diag.message);
		return 1;
	}
	printf("%s is %s\n", signature, text); /* I11!B8!d-1d128R6!S3!t6 is (Buffer<float32[?x128]>) -> (sint32) */

	if (sigmangle_match_call((struct sigmangle_string){ signature, size }, &call, 1, NULL, &match, NULL))
		return 1;
	sigmangle_match_text(&match, text, sizeof text);
	printf("has to be copied: %s\n", text); /* has to be copied: axis 0 has stride 4, contiguous is 512 */
	return match.fit != SIGMANGLE_CONVERT;
}
