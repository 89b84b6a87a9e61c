/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* extract --unpack: writes all parts, and a manifest from which pack builds an identical file. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_SET = 256 }; /* that pack reads in JSON */

struct unpacking {
	const struct source *source;
	const struct syclbin_reader *reader;
	const char *folder;
	int fd;
	FILE *manifest; /* NULL: JSON */
};

/* ---- the encoding */

struct comparison {
	const struct syclbin_span *file;
	size_t at;
};

static bool compare(void *ctx, const struct syclbin_source *piece)
{
	struct comparison *c = ctx;
	if (piece->size > c->file->size - c->at || memcmp(c->file->data + c->at, piece->data, (size_t)piece->size) != 0)
		return false;
	c->at += (size_t)piece->size;
	return true;
}

/* Finds the encoding in which a writer makes these bytes. NULL: there is none. */
static const char *encoding_of(const struct syclbin_reader *reader)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	const char *name = NULL;
	bool good = writer && syclbin_writer_file(writer, reader, -1, NULL) == SYCLBIN_OK;
	for (unsigned i = 0; good && !name && i < SYCLBIN_ENCODING_COUNT; i++) {
		struct comparison c = { &reader->input, 0 };
		if (syclbin_writer_emit(writer, (enum syclbin_encoding)i, compare, &c, NULL) == SYCLBIN_OK && c.at == reader->input.size)
			name = syclbin_encoding_name((enum syclbin_encoding)i);
	}
	syclbin_writer_destroy(writer);
	return name;
}

/* ---- texts in JSON */

/* Prints the properties, and builds the text that pack will make of them. */
static bool json_properties(const struct syclbin_span *text, struct syclbin_text *again, bool print)
{
	struct syclbin_properties walk = syclbin_properties(text);
	struct syclbin_property p;
	enum syclbin_status status;
	while ((status = syclbin_properties_next(&walk, &p, NULL)) == SYCLBIN_OK) {
		if (print)
			json_dump_property(&p, false);
		else if (p.type == SYCLBIN_PROPERTY_SET ? syclbin_text_set(again, p.set, NULL) != SYCLBIN_OK
							: syclbin_text_copy(again, p.key, &p, NULL) != SYCLBIN_OK)
			return false;
		if (!print && (p.set.size >= LONGEST_SET || !cli_is_utf8(p.set.data, p.set.size) || !cli_is_utf8(p.key.data, p.key.size)))
			return false;
		if (!print && p.type == SYCLBIN_PROPERTY_BYTES && !syclbin_value_canonical(&p.value))
			return false;
	}
	return status == SYCLBIN_E_NOT_FOUND;
}

static int json_hex(const struct syclbin_span *text)
{
	static const char digits[] = "0123456789abcdef";
	char *hex = malloc(2 * text->size + 1);
	if (!hex)
		return cli_out_of_memory();
	for (size_t i = 0; i < text->size; i++) {
		hex[2 * i] = digits[text->data[i] >> 4];
		hex[2 * i + 1] = digits[text->data[i] & 15];
	}
	cli_json_text("text_hex", hex, 2 * text->size);
	free(hex);
	return CLI_GOOD;
}

/* Members of an object: the properties if they give the same text, else the text. */
static int json_text(const struct syclbin_span *text)
{
	struct syclbin_text *again = syclbin_text_create(NULL);
	if (!again)
		return cli_out_of_memory();
	int code = CLI_GOOD;
	bool same = json_properties(text, again, false);
	const struct syclbin_string made = syclbin_text_string(again);
	same = same && made.size == text->size && memcmp(made.data, text->data, made.size) == 0;
	if (same) {
		cli_json_open("properties", '[');
		(void)json_properties(text, again, true);
		cli_json_close();
	} else if (cli_is_utf8((const char *)text->data, text->size)) {
		cli_json_text("text", (const char *)text->data, text->size);
	} else {
		code = json_hex(text);
	}
	syclbin_text_destroy(again);
	return code;
}

/* ---- parts */

/* The path relative to the current folder, as it is in JSON. */
static void json_file(const struct unpacking *u, const char *name)
{
	char path[4096];
	snprintf(path, sizeof path, "%s%s%s", u->folder ? u->folder : "", u->folder ? "/" : "", name);
	cli_json_word("file", path);
}

static int write_part(const struct unpacking *u, const char *name, const struct syclbin_span *bytes)
{
	const struct syclbin_source source = source_of(u->fd, bytes);
	return output_in(u->folder, name, &source, true);
}

static int unpack_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	struct unpacking *u = ctx;
	char name[64], text[64];
	const char *kind = image->kind ? "native" : "ir";
	image_name(module, image, NULL, name, sizeof name);
	image_name(module, image, "prop", text, sizeof text);
	int code = write_part(u, name, &image->bytes);
	if (u->manifest) {
		fprintf(u->manifest, "%s %s text=%s\n", kind, name, text);
		return code == CLI_GOOD ? write_part(u, text, &image->metadata) : code;
	}
	cli_json_open(NULL, '{');
	json_file(u, name);
	cli_json_word("kind", kind);
	code = code == CLI_GOOD ? json_text(&image->metadata) : code;
	cli_json_close();
	return code;
}

static int begin_module(void *ctx, const struct syclbin_module *module)
{
	struct unpacking *u = ctx;
	char text[64];
	if (!u->manifest) {
		cli_json_open(NULL, '{');
		const int code = json_text(&module->metadata);
		cli_json_open("images", '[');
		return code;
	}
	snprintf(text, sizeof text, "m%lu.prop", (unsigned long)module->index);
	fprintf(u->manifest, "module text=%s\n", text);
	return write_part(u, text, &module->metadata);
}

static int end_module(void *ctx, const struct syclbin_module *module)
{
	const struct unpacking *u = ctx;
	(void)module;
	if (!u->manifest) {
		cli_json_close();
		cli_json_close();
	}
	return CLI_GOOD;
}

static const struct part_steps steps = { begin_module, unpack_image, end_module };

static int unpack_manifest(struct unpacking *u, const char *encoding)
{
	struct cli_output output;
	char path[4096];
	const int length = snprintf(path, sizeof path, "%s/manifest", u->folder ? u->folder : ".");
	int code = length > 0 && (size_t)length < sizeof path ? cli_output_open(path, NULL, &output) : CLI_BAD;
	if (code != CLI_GOOD)
		return code;
	u->manifest = output.stream;
	if (encoding && strcmp(encoding, "v1") != 0)
		fprintf(u->manifest, "encoding %s\n", encoding);
	fputs("global text=global.prop\n", u->manifest);
	code = write_part(u, "global.prop", &u->reader->global);
	if (code == CLI_GOOD)
		code = for_each_part(u->source->name, u->reader, &steps, u);
	const int closed = cli_output_finish(&output, code == CLI_GOOD);
	return code == CLI_GOOD ? closed : code;
}

static int unpack_json(struct unpacking *u, const char *encoding)
{
	cli_json_begin("extract", u->source->name);
	if (encoding)
		cli_json_word("encoding", encoding);
	cli_json_open("global", '{');
	int code = json_text(&u->reader->global);
	cli_json_close();
	cli_json_open("modules", '[');
	if (code == CLI_GOOD)
		code = for_each_part(u->source->name, u->reader, &steps, u);
	return cli_json_end(code);
}

int unpack(const struct source *source, const struct syclbin_reader *reader, const char *folder, bool json)
{
	struct unpacking u = { source, reader, folder, source_fd(source, reader), NULL };
	const char *encoding = encoding_of(reader);
	if (!encoding)
		cli_note(source->name, "pack does not write this layout; it will write the same content as v1");
	return json ? unpack_json(&u, encoding) : unpack_manifest(&u, encoding);
}
