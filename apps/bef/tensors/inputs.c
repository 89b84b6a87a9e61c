/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files are read when the options are, because a pipe can be read only once. */
#include "tensors/inputs.h"
#include "../cli/compressed.h"
#include "../cli/door.h"
#include <tensorfile/zip.h>
#include "tensors/values.h"

#include <stdlib.h>
#include <string.h>

void inputs_finish(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		struct input *input = &inputs->list[i];
		if (input->file.data)
			cli_input_finish(&input->file);
		free(input->name);
		free(input->text);
		free(input->path);
	}
	free(inputs->list);
	*inputs = (struct inputs){ NULL, 0 };
}

bool inputs_is_name(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char c = text[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
		if (!letter && !(i && ((c >= '0' && c <= '9') || strchr("[]'\".", c ? c : ' '))))
			return false;
	}
	return size != 0;
}

/* Returns an empty element at the end of the list, with copies of the texts. */
static struct input *add(struct inputs *inputs, const char *name, size_t name_size, const char *path)
{
	struct input *list = realloc(inputs->list, (inputs->count + 1) * sizeof *list);
	if (!list)
		return NULL;
	inputs->list = list;
	struct input *input = &list[inputs->count++];
	*input = (struct input){ .name = name_size ? strndup(name, name_size) : NULL, .path = strdup(path) };
	return input->path && (input->name || !name_size) ? input : NULL;
}

/* ---- archives */

/* Writes the name of an array: "x.npy" is x; the arr_0 of numpy.savez() without names is the first argument. */
static size_t entry_name(const struct tensorfile_zip_entry *entry, char *out, size_t room)
{
	static const char ending[] = ".npy", positional[] = "arr_";
	const size_t last = sizeof ending - 1;
	size_t size = entry->name_size;
	if (size > last && memcmp(entry->name + size - last, ending, last) == 0)
		size -= last;
	if (size >= room)
		return 0;
	memcpy(out, entry->name, size);
	out[size] = '\0';
	if (strncmp(out, positional, sizeof positional - 1) == 0) {
		memmove(out + 3, out + 4, size - 3);
		memcpy(out, "arg", 3);
		size--;
	}
	return size;
}

static int add_entry(struct inputs *inputs, const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry, const char *name,
	size_t name_size, const char *path)
{
	char own[256], *full = NULL;
	uint8_t *data;
	if (!name_size)
		name_size = entry_name(entry, own, sizeof own);
	if (!name_size) {
		cli_error("%s: the name '%.*s' is empty or too long", path, (int)entry->name_size, entry->name);
		return CLI_BAD;
	}
	if (asprintf(&full, "%s(%.*s)", path, (int)entry->name_size, entry->name) < 0)
		return cli_out_of_memory();
	struct input *input = add(inputs, name ? name : own, name_size, full);
	free(full);
	if (!input)
		return cli_out_of_memory();
	const char *wrong = tensorfile_zip_read(zip, entry, &data);
	if (wrong) {
		cli_error("%s: %s", input->path, wrong);
		return CLI_BAD;
	}
	input->file = (struct cli_input){ .data = data, .size = (size_t)entry->size, .name = input->path };
	return CLI_GOOD;
}

static int add_archive(
	struct inputs *inputs, const struct cli_input *file, const char *name, size_t name_size, const char *path)
{
	struct tensorfile_zip zip;
	uint64_t bytes = 0;
	int code = CLI_GOOD;
	const char *wrong = tensorfile_zip_open(file->data, file->size, &zip);
	if (wrong) {
		cli_error("%s: %s", path, wrong);
		return CLI_BAD;
	}
	for (size_t i = 0; i < zip.count; i++)
		bytes = zip.entries[i].size > UINT64_MAX - bytes ? UINT64_MAX : bytes + zip.entries[i].size;
	if (name_size && zip.count != 1) {
		cli_error("%s: contains %zu arrays; expected one for the input %.*s", path, zip.count, (int)name_size, name);
		code = CLI_BAD;
	} else if (bytes > cli_most_decompressed(file->size)) {
		cli_error("%s: the arrays have more bytes than --max-decompressed allows", path);
		code = CLI_BAD;
	}
	for (size_t i = 0; i < zip.count && code == CLI_GOOD; i++)
		code = add_entry(inputs, &zip, &zip.entries[i], name_size ? name : NULL, name_size, path);
	tensorfile_zip_close(&zip);
	return code;
}

/* ---- options */

static int add_file(struct inputs *inputs, const char *name, size_t name_size, const char *path)
{
	/* the reader of .npy files reports errors in files of other kinds */
	static const struct cli_door door = { .wanted = CLI_KINDS_OF_ARRAYS, .passed = UINT32_MAX };
	struct cli_input file;
	int code = cli_enter(path, &door, &file);
	if (code != CLI_GOOD)
		return code;
	if (file.kind == BYTECURSOR_KIND_ZIP) {
		code = add_archive(inputs, &file, name, name_size, path);
		cli_input_finish(&file);
		return code;
	}
	struct input *input = add(inputs, name, name_size, path);
	if (!input) {
		cli_input_finish(&file);
		return cli_out_of_memory();
	}
	input->file = file;
	input->file.name = input->path;
	return CLI_GOOD;
}

static int read_line(const struct cli_command *self, const char *line, size_t size, struct inputs *inputs)
{
	const char *equals = memchr(line, '=', size);
	const size_t name_size = equals && inputs_is_name(line, (size_t)(equals - line)) ? (size_t)(equals - line) : 0;
	const size_t before = name_size ? name_size + 1 : 0;
	if (size == before)
		return cli_usage(self, "--input: expected NAME=FILE.npy, found '%.*s'", (int)size, line);
	char *text = strndup(line + before, size - before);
	int code = CLI_GOOD;
	if (!text)
		return cli_out_of_memory();
	if (value_is_one(text)) {
		struct input *input = add(inputs, line, name_size, text);
		if (input) {
			input->text = text;
			input->is_value = true;
			return CLI_GOOD;
		}
		code = cli_out_of_memory();
	} else {
		code = add_file(inputs, line, name_size, text);
	}
	free(text);
	return code;
}

int inputs_read(const struct cli_command *self, const char *lines, const char *marked, struct inputs *out_inputs)
{
	int code = CLI_GOOD;
	*out_inputs = (struct inputs){ NULL, 0 };
	for (const char *at = lines; at && *at && code == CLI_GOOD; at += *at == '\n') {
		const size_t size = strcspn(at, "\n"), marked_size = marked ? strcspn(marked, "\n") : size, before = out_inputs->count;
		code = read_line(self, at, size, out_inputs);
		/* a number in place of the mark makes another length, or other bytes */
		for (size_t i = before; marked && i < out_inputs->count; i++)
			out_inputs->list[i].of_rank = size != marked_size || memcmp(at, marked, size) != 0;
		at += size;
		marked = marked ? marked + marked_size + (marked[marked_size] == '\n') : NULL;
	}
	if (code != CLI_GOOD)
		inputs_finish(out_inputs);
	return code;
}

const struct input *inputs_unused(const struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		if (!inputs->list[i].used)
			return &inputs->list[i];
	}
	return NULL;
}
