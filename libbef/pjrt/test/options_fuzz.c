/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: bytes as compile options. Properties: a failure has a text; what was read names existing devices, and its
 * device assignment is read again as the same. */
#include "../src/options.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
	if (!condition)
		abort();
}

static char *put(char *at, size_t value)
{
	for (; value >= 128; value >>= 7)
		*at++ = (char)(value | 128);
	*at++ = (char)value;
	return at;
}

/* executable_build_options with the numbers of replicas and partitions, and the assignment. */
static size_t wrap(const struct pjrt__options *options, const char *assignment, size_t size, char *out)
{
	char inner[2048], *at = inner;
	*at++ = 4 << 3;
	at = put(at, options->replicas);
	*at++ = 5 << 3;
	at = put(at, options->partitions);
	*at++ = 9 << 3 | 2;
	at = put(at, size);
	memcpy(at, assignment, size);
	const size_t length = (size_t)(at - inner) + size;
	char *to = out;
	*to++ = 3 << 3 | 2;
	to = put(to, length);
	memcpy(to, inner, length);
	return (size_t)(to - out) + length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { DEVICES = 7 };
	static struct pjrt__options options, again; /* large */
	PJRT_Error *error = pjrt__options_read(data, size, DEVICES, &options);
	if (error) {
		size_t text;
		pjrt__error_text(error, &text);
		require(text > 0 && pjrt__error_code(error) == PJRT_Error_Code_INVALID_ARGUMENT);
		pjrt__error_free(error);
		return 0;
	}
	require(options.device_count == options.replicas * options.partitions && options.device_count > 0);
	for (uint32_t i = 0; i < options.device_count; i++)
		require(options.devices[i] < DEVICES);
	char bytes[4096];
	size_t assignment_size;
	char *assignment = pjrt__options_assignment(&options, &assignment_size);
	require(assignment != NULL && assignment_size < 1900);
	error = pjrt__options_read(bytes, wrap(&options, assignment, assignment_size, bytes), DEVICES, &again);
	require(error == NULL && again.device_count == options.device_count &&
		memcmp(again.devices, options.devices, options.device_count * sizeof *options.devices) == 0);
	free(assignment);
	return 0;
}
