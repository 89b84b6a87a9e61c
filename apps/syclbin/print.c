/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints bytes of unknown content; iteration shared by the commands. */
#include "app.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Not a plain character of a dump, whatever the output is. */
static bool is_special(unsigned char c) { return c < 0x20 || c == 0x7F || c == '"' || c == '\\'; }

/* In a file or pipe, bytes that are not UTF-8 stay as they are, so that other programs can compare names. */
void print_quoted(const char *data, size_t size)
{
	bool is_terminal = isatty(STDOUT_FILENO);
	putchar('"');
	for (size_t i = 0; i < size;) {
		size_t length = cli_utf8_length(data + i, size - i), step = length ? length : 1;
		if (is_special((unsigned char)data[i]))
			printf("\\x%02x", (unsigned char)data[i]);
		else if (length || is_terminal)
			cli_put_escaped(stdout, data + i, step);
		else
			putchar(data[i]);
		i += step;
	}
	putchar('"');
}

void print_plain(const char *data, size_t size)
{
	cli_put_escaped(stdout, data, size);
}

uint8_t *value_bytes(const struct syclbin_value *value)
{
	uint8_t *bytes = malloc((size_t)value->size + 1);
	if (bytes && syclbin_value_copy(value, bytes, (size_t)value->size, NULL) == SYCLBIN_OK)
		return bytes;
	free(bytes);
	return NULL;
}

void print_value(const struct syclbin_value *value)
{
	uint8_t *bytes = value_bytes(value);
	if (bytes)
		print_plain((const char *)bytes, (size_t)value->size);
	else
		putchar('?');
	free(bytes);
}

uint64_t fnv1a64(const uint8_t *data, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325u;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * 0x100000001b3u;
	return hash;
}

void print_item_name(const struct source *source, const struct syclbin_item *item)
{
	print_plain(source->name, strlen(source->name));
	if (*item->path) {
		fputs(", ", stdout);
		print_plain(item->path, strlen(item->path));
	}
}

static int each_image(const char *name, const struct syclbin_reader *reader, const struct syclbin_module *module,
	const struct part_steps *steps, void *ctx)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_image image;
	int code = CLI_GOOD;
	for (unsigned kind = 0; kind < 2; kind++) {
		for (uint32_t i = 0; code == CLI_GOOD && i < module->count[kind]; i++) {
			if (syclbin_module_image(reader, module, (enum syclbin_part_kind)kind, i, &image, &diag) != SYCLBIN_OK)
				return source_error(name, &diag);
			code = steps->image(ctx, module, &image);
		}
	}
	return code;
}

int for_each_part(const char *name, const struct syclbin_reader *reader, const struct part_steps *steps, void *ctx)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_module module;
	int code = CLI_GOOD;
	for (uint32_t i = 0; code == CLI_GOOD && i < reader->module_count; i++) {
		if (syclbin_reader_module(reader, i, &module, &diag) != SYCLBIN_OK)
			return source_error(name, &diag);
		code = steps->begin ? steps->begin(ctx, &module) : CLI_GOOD;
		if (code == CLI_GOOD && steps->image)
			code = each_image(name, reader, &module, steps, ctx);
		if (code == CLI_GOOD && steps->end)
			code = steps->end(ctx, &module);
	}
	return code;
}

void json_value(const char *key, enum syclbin_status status, const struct syclbin_value *value)
{
	char text[1024];
	if (status != SYCLBIN_OK) {
		cli_json_null(key);
		return;
	}
	size_t size = syclbin_value_text(value, text, sizeof text);
	cli_json_text(key, text, size < sizeof text ? size : sizeof text - 1);
}
