/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options of every command. */
#include "inputs/limits.h"

#include <string.h>

struct limits limits;

static const char *depth, *work, *memory;

const struct cli_option limit_options[LIMIT_OPTIONS] = {
	{ "max-depth", 0, "N", "limit of nested regions, attributes and types; default: 512", &depth, NULL },
	{ "max-work", 0, "N", "limit of repeated decoding, N times the size of the file; default: 64", &work, NULL },
	{ "max-memory", 0, "BYTES", "limit of memory of the IR; default: none", &memory, NULL },
	{ "producer", 0, "NAME", "release of MLIR that the file or text is of: MLIR19.1.7; default: that of the file, for text MLIR22.1.8",
		&limits.producer, NULL },
};

int limits_take(const struct cli_command *command)
{
	const char *const names[] = { "depth", "work", "memory" };
	const char *const values[] = { depth, work, memory };
	uint64_t numbers[] = { 0, 0, 0 };
	for (unsigned i = 0; i < 3; i++) {
		const char *text = values[i];
		if (text && !cli_number(&text, '\0', 1, i < 2 ? UINT32_MAX : SIZE_MAX, &numbers[i]))
			return cli_usage(command, "--max-%s: expected a positive number, found '%s'", names[i], values[i]);
	}
	limits.depth = (uint32_t)numbers[0];
	limits.work = (uint32_t)numbers[1];
	limits.memory = (size_t)numbers[2];
	return CLI_GO_ON;
}

const char *limits_hint(const char *message)
{
	static const struct {
		const char *message, *hint;
	} hints[] = {
		{ "nested deeper than the limit of", "; --max-depth N allows more" },
		{ "repeated reading of the same bytes", "; --max-work N allows more" },
		{ "the limit of memory is reached", "; --max-memory BYTES allows more" },
		{ "whose numbers name other entries", "; merge --attribute-indices relies on attributes only" },
		{ "versions before 3 cannot represent use-list orders", "; --drop-use-lists omits them" },
	};
	for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
		if (strstr(message, hints[i].message))
			return hints[i].hint;
	}
	return "";
}
