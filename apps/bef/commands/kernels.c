/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef kernels: lists kernels, and describes the behaviour and errors of some of them. */
#include "commands/commands.h"
#include "commands/options.h"
#include "machine/packs.h"

#include <kernel_notes.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *name, const void *note)
{
	return strcmp(name, note_texts + ((const struct note *)note)->name);
}

/* The description of a kernel in the README of its pack. */
static void print_note(const char *name)
{
	const struct note *note = bsearch(name, notes, sizeof notes / sizeof *notes, sizeof *notes, by_name);
	if (!note)
		return;
	const char *letters = note_texts + note->letters, *meaning = note_texts + note->meaning,
		   *error = note_texts + note->errors;
	if (*letters != '\0')
		printf("  %s\n", letters);
	if (*meaning != '\0')
		printf("  %s\n", meaning);
	if (*error != '\0')
		printf("  errors:\n");
	for (; *error != '\0'; error += strlen(error) + 1)
		printf("    %s\n", error);
}

static void print_kernel(const struct kernels_entry *entry, bool more)
{
	printf("%s %s\n", entry->kernel->name, entry->kernel->signature);
	if (more) {
		printf("  pack %s\n", entry->pack->name);
		print_note(entry->kernel->name);
	}
}

/* The members that only some kernels have. */
static void json_note(const char *name)
{
	const struct note *note = bsearch(name, notes, sizeof notes / sizeof *notes, sizeof *notes, by_name);
	if (!note)
		return;
	if (note_texts[note->letters] != '\0')
		cli_json_word("letters", note_texts + note->letters);
	if (note_texts[note->meaning] != '\0')
		cli_json_word("meaning", note_texts + note->meaning);
	cli_json_open("errors", '[');
	for (const char *error = note_texts + note->errors; *error != '\0'; error += strlen(error) + 1)
		cli_json_word(NULL, error);
	cli_json_close();
}

static void json_kernel(const struct kernels_entry *entry, bool more)
{
	cli_json_open(NULL, '{');
	cli_json_word("name", entry->kernel->name);
	cli_json_word("signature", entry->kernel->signature);
	cli_json_word("pack", entry->pack->name);
	if (more)
		json_note(entry->kernel->name);
	cli_json_close();
}

/* Lists all kernels, or those whose names match a pattern. */
static int list(const struct kernels_registry *registry, const char *pattern, bool json)
{
	size_t found = 0;
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const struct kernels_entry *entry = kernels_registry_at(registry, i);
		if (pattern && fnmatch(pattern, entry->kernel->name, 0) != 0)
			continue;
		(json ? json_kernel : print_kernel)(entry, pattern != NULL);
		found++;
	}
	if (found > 0 || !pattern)
		return CLI_GOOD;
	cli_error("no kernel named '%s'", pattern);
	return CLI_BAD;
}

int bef_kernels_command(const struct cli_command *self, int argc, char **argv)
{
	const char *pattern, *packs = NULL;
	bool json = false;
	const struct cli_option options[] = { PACKS_OPTION(&packs), CLI_OPTION_JSON(&json) };
	struct kernels_registry *registry;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &pattern);
	if (code != CLI_GO_ON)
		return code;
	code = packs_registry(packs, "all", &registry);
	if (code != CLI_GOOD)
		return code;
	if (json) {
		cli_json_begin(self->name, NULL);
		cli_json_open("kernels", '[');
	}
	code = list(registry, strcmp(pattern, "-") == 0 ? NULL : pattern, json);
	if (json)
		(void)cli_json_end(CLI_GOOD);
	kernels_registry_destroy(registry);
	return code;
}
