/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "spec.h"
#include "files.h"

#include <stdarg.h>

/* WORD key=value key="text" ...; values are unescaped in place, because unescaping never makes them longer */
struct line {
	char *word;
	struct { char *key, *value; size_t size; } pairs[8];
	unsigned count;
};

static int hex_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* Unescapes "text" after the opening quote; returns the position after the closing one. */
static char *unquote(char *from, size_t *out_size)
{
	char *to = from, *start = from;
	while (*from && *from != '"') {
		if (*from == '\\' && from[1] == 'n') {
			*to++ = '\n';
			from += 2;
		} else if (*from == '\\' && from[1] == 'x') {
			*to++ = (char)(hex_digit(from[2]) << 4 | hex_digit(from[3]));
			from += 4;
		} else {
			from += *from == '\\';
			*to++ = *from++;
		}
	}
	*out_size = (size_t)(to - start);
	return from + (*from == '"');
}

static void parse_line(char *text, struct line *line)
{
	memset(line, 0, sizeof *line);
	line->word = text;
	text += strcspn(text, " ");
	while (*text && line->count < 8) {
		*text++ = '\0';
		text += strspn(text, " ");
		if (!*text)
			break;
		unsigned i = line->count++;
		line->pairs[i].key = text;
		text += strcspn(text, "=");
		*text++ = '\0';
		if (*text == '"') {
			line->pairs[i].value = text + 1;
			text = unquote(text + 1, &line->pairs[i].size);
		} else {
			line->pairs[i].value = text;
			line->pairs[i].size = strcspn(text, " ");
			text += line->pairs[i].size;
		}
	}
}

static const struct syclbin_string *get(const struct line *line, const char *key)
{
	static struct syclbin_string found[4];
	static unsigned next;
	for (unsigned i = 0; i < line->count; i++) {
		if (strcmp(line->pairs[i].key, key) == 0) {
			struct syclbin_string *s = &found[next++ % 4];
			*s = (struct syclbin_string){ line->pairs[i].value, line->pairs[i].size };
			return s;
		}
	}
	return NULL;
}

static uint32_t number(const struct line *line, const char *key)
{
	const struct syclbin_string *s = get(line, key);
	return s ? (uint32_t)strtoul(s->data, NULL, 10) : 0;
}

struct builder {
	struct spec *spec;
	const char *folder;
	struct syclbin_text *text; /* of the module being described */
	bool in_module, added;
	uint32_t module;
	char set[256];
};

__attribute__((format(printf, 2, 3))) static bool fail(struct builder *b, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(b->spec->why, sizeof b->spec->why, format, arguments);
	va_end(arguments);
	return false;
}

static void *keep(struct builder *b, void *block)
{
	b->spec->blocks[b->spec->block_count++] = block;
	return block;
}

/* A module is added when its properties are complete: with its first image, or at its end. */
static bool add_module(struct builder *b)
{
	if (!b->in_module || b->added)
		return true;
	b->added = true;
	return syclbin_writer_module(b->spec->writer, syclbin_text_string(b->text), &b->module, NULL) == SYCLBIN_OK;
}

static bool property(struct builder *b, const struct line *line)
{
	const struct syclbin_string *set = get(line, "set"), *name = get(line, "name"), *hex = get(line, "hex");
	const struct syclbin_string *str = get(line, "str");
	uint8_t bytes[4096];
	if (strlen(b->set) != set->size || memcmp(b->set, set->data, set->size) != 0) {
		snprintf(b->set, sizeof b->set, "%.*s", (int)set->size, set->data);
		if (syclbin_text_set(b->text, *set, NULL) != SYCLBIN_OK)
			return fail(b, "set refused");
	}
	if (strcmp(line->word, "u32") == 0)
		return syclbin_text_u32(b->text, *name, number(line, "value"), NULL) == SYCLBIN_OK;
	if (get(line, "fill")) {
		b->spec->unsupported = true;
		return fail(b, "fill");
	}
	for (size_t i = 0; hex && i < hex->size / 2; i++)
		bytes[i] = (uint8_t)(hex_digit(hex->data[2 * i]) << 4 | hex_digit(hex->data[2 * i + 1]));
	uint64_t bits = get(line, "bits") ? number(line, "bits") : (hex ? hex->size * 4 : str->size * 8);
	return syclbin_text_bytes(b->text, *name, hex ? (const void *)bytes : str->data, bits, NULL) == SYCLBIN_OK;
}

static bool image(struct builder *b, const struct line *line)
{
	const struct syclbin_string *path = get(line, "image"), *str = get(line, "str"), *raw = get(line, "rawmeta");
	const struct syclbin_string *target = get(line, "target"), *arch = get(line, "arch");
	struct syclbin_writer_image image = { sizeof image,
		line->word[0] == 'i' ? SYCLBIN_PART_IR : SYCLBIN_PART_NATIVE,
		raw ? *raw : (struct syclbin_string){ NULL, 0 }, number(line, "type"),
		target ? *target : (struct syclbin_string){ "", 0 }, arch ? *arch : (struct syclbin_string){ "", 0 },
		{ "", -1, 0, 0 } };
	if (get(line, "fill")) {
		b->spec->unsupported = true;
		return fail(b, "fill");
	}
	if (path) {
		char name[4096];
		snprintf(name, sizeof name, "%s/%.*s", b->folder, (int)path->size, path->data);
		struct file file = file_read(name);
		if (!file.data)
			return fail(b, "no %s", name);
		image.source.data = keep(b, file.data);
		image.source.size = file.size;
	} else if (!str) {
		return fail(b, "an image without bytes");
	} else {
		image.source.data = memcpy(keep(b, malloc(str->size + 1)), str->data, str->size);
		image.source.size = str->size;
	}
	return add_module(b) && syclbin_writer_image(b->spec->writer, b->module, &image, NULL) == SYCLBIN_OK;
}

static bool begin_module(struct builder *b, const struct line *line)
{
	const struct syclbin_string *raw = get(line, "raw");
	if (!add_module(b))
		return false;
	syclbin_text_clear(b->text);
	b->set[0] = '\0';
	b->in_module = true;
	b->added = raw != NULL;
	return !raw || syclbin_writer_module(b->spec->writer, *raw, &b->module, NULL) == SYCLBIN_OK;
}

static bool build_line(struct builder *b, char *text)
{
	struct line line;
	if (!*text || *text == '#')
		return true;
	parse_line(text, &line);
	if (strcmp(line.word, "state") == 0)
		return syclbin_writer_state(b->spec->writer, number(&line, "value")) == SYCLBIN_OK;
	if (strcmp(line.word, "global_raw") == 0)
		return syclbin_writer_global(b->spec->writer, *get(&line, "str")) == SYCLBIN_OK;
	if (strcmp(line.word, "am") == 0)
		return begin_module(b, &line);
	if (strcmp(line.word, "u32") == 0 || strcmp(line.word, "bytes") == 0)
		return property(b, &line);
	if (strcmp(line.word, "emptyset") == 0)
		return syclbin_text_set(b->text, *get(&line, "set"), NULL) == SYCLBIN_OK;
	if (strcmp(line.word, "ir") == 0 || strcmp(line.word, "native") == 0)
		return image(b, &line);
	b->spec->unsupported = true;
	return fail(b, "unknown word '%s'", line.word);
}

struct spec spec_read(const char *path, const char *folder)
{
	struct spec spec;
	memset(&spec, 0, sizeof spec);
	struct file file = file_read(path);
	char *text = calloc(file.size + 1, 1), *at = text;
	struct builder b = { &spec, folder, syclbin_text_create(NULL), false, false, 0, "" };
	bool good = file.data && text && b.text;
	if (good)
		memcpy(text, file.data, file.size);
	spec.writer = syclbin_writer_create(NULL);
	while (good && *at) {
		char *end = at + strcspn(at, "\n"), *next = *end ? end + 1 : end;
		*end = '\0';
		good = build_line(&b, at);
		at = next;
	}
	good = good && add_module(&b);
	if (!good) {
		syclbin_writer_destroy(spec.writer);
		spec.writer = NULL;
	}
	syclbin_text_destroy(b.text);
	free(text);
	free(file.data);
	return spec;
}

void spec_finish(struct spec *spec)
{
	syclbin_writer_destroy(spec->writer);
	for (unsigned i = 0; i < spec->block_count; i++)
		free(spec->blocks[i]);
}
