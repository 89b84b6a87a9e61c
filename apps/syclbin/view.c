/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin view: writes a SYCLBIN as a page. apps/html/syclbin.js reads the block of data. */
#include "app.h"
#include "../html/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MOST = 4096, HEX_MOST = 64, CANDIDATES_MOST = 100000 };

struct viewing {
	FILE *out;
	const struct syclbin_reader *reader;
	uint32_t state;
	uint64_t candidates; /* written so far */
	bool any;            /* a comma must precede the next candidate */
};

static void put_key(const struct viewing *v, const char *key, bool comma) { fprintf(v->out, "%s\"%s\":", comma ? "," : "", key); }

static void put_string(const struct viewing *v, const char *key, struct syclbin_string text)
{
	put_key(v, key, true);
	html_json_string(v->out, text.data, text.size);
}

/* Writes the text of a value; null if `status` is not SYCLBIN_OK. */
static void put_value(const struct viewing *v, const char *key, enum syclbin_status status, const struct syclbin_value *value)
{
	char text[VALUE_MOST];
	put_key(v, key, true);
	if (status != SYCLBIN_OK) {
		fputs("null", v->out);
		return;
	}
	const size_t length = syclbin_value_text(value, text, sizeof text);
	html_json_string(v->out, text, length < sizeof text ? length : sizeof text - 1);
}

/* ---- properties */

static void put_items(FILE *text, const struct syclbin_property *p)
{
	char item[512];
	size_t length;
	for (uint64_t i = 0; ftell(text) < VALUE_MOST && syclbin_property_item(p, i, item, sizeof item, &length); i++) {
		fputs(i ? ", " : "", text);
		fwrite(item, 1, length < sizeof item ? length : sizeof item - 1, text);
	}
}

static void put_numbers(FILE *text, const struct syclbin_property *p)
{
	const bool aspects = syclbin_string_is(p->key, "aspects");
	uint64_t number;
	for (uint64_t i = 0; ftell(text) < VALUE_MOST && i < syclbin_property_count(p) && syclbin_property_number(p, i, &number); i++) {
		const char *name = aspects ? syclbin_aspect_name((uint32_t)number) : NULL;
		fprintf(text, "%s%" PRIu64, i ? ", " : "", number);
		if (name)
			fprintf(text, " (%s)", name);
	}
}

static void put_hex(FILE *text, const struct syclbin_property *p)
{
	uint8_t byte;
	for (uint64_t i = 0; i < HEX_MOST && syclbin_value_byte(&p->value, i, &byte); i++)
		fprintf(text, "%s%02x", i ? " " : "", byte);
	fprintf(text, "%s (%" PRIu64 " bits)", p->value.size > HEX_MOST ? " ..." : "", p->value.bits);
}

/* Writes a value by its meaning; values of unknown properties as bytes. */
static void put_meaning(FILE *text, const struct syclbin_property *p, const struct syclbin_known_property *known)
{
	const unsigned meaning = known ? known->meaning : SYCLBIN_MEANING_UNKNOWN;
	if (p->type == SYCLBIN_PROPERTY_U32)
		fprintf(text, "%" PRIu32, p->number);
	else if (meaning == SYCLBIN_MEANING_STRING || meaning == SYCLBIN_MEANING_LIST || meaning == SYCLBIN_MEANING_MATRIX)
		put_items(text, p);
	else if (meaning == SYCLBIN_MEANING_U32_ARRAY || meaning == SYCLBIN_MEANING_U64_ARRAY || meaning == SYCLBIN_MEANING_BITS)
		put_numbers(text, p);
	else
		put_hex(text, p);
}

static bool put_property(const struct viewing *v, const struct syclbin_property *p, bool first)
{
	const struct syclbin_known_property *known = syclbin_known_property(p->set, p->key);
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	if (!stream)
		return false;
	put_meaning(stream, p, known);
	const bool good = fclose(stream) == 0;
	fputs(first ? "{\"set\":" : ",\n{\"set\":", v->out);
	html_json_string(v->out, p->set.data, p->set.size);
	put_string(v, "key", p->key);
	put_string(v, "value", (struct syclbin_string){ good ? text : "", good ? size : 0 });
	put_string(v, "about", (struct syclbin_string){ known ? known->about : "", known ? strlen(known->about) : 0 });
	fputs("}", v->out);
	free(text);
	return good;
}

/* Lines that are invalid are counted. */
static bool put_properties(const struct viewing *v, const struct syclbin_span *span)
{
	struct syclbin_properties walk = syclbin_properties(span);
	struct syclbin_property p;
	enum syclbin_status status;
	unsigned long invalid = 0;
	bool first = true, good = true;
	put_key(v, "properties", true);
	fputs("[", v->out);
	while (good && (status = syclbin_properties_next(&walk, &p, NULL)) != SYCLBIN_E_NOT_FOUND) {
		invalid += status != SYCLBIN_OK;
		if (status != SYCLBIN_OK || p.type == SYCLBIN_PROPERTY_SET)
			continue;
		good = put_property(v, &p, first);
		first = false;
	}
	fprintf(v->out, "],\"invalid\":%lu", invalid);
	return good;
}

/* ---- modules and images */

static int put_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	const struct viewing *v = ctx;
	const bool ir = image->kind == SYCLBIN_PART_IR, first = image->index == 0 && (ir || module->count[0] == 0);
	struct syclbin_value value;
	uint32_t type;
	fprintf(v->out, "%s{\"kind\":\"%s\",\"index\":%" PRIu32 ",\"offset\":%" PRIu64 ",\"size\":%zu", first ? "" : ",\n", ir ? "ir" : "native",
		image->index, image->bytes.offset, image->bytes.size);
	enum syclbin_status status = syclbin_image_target(image, &value, NULL);
	put_value(v, "target", status, &value);
	status = syclbin_image_arch(image, &value, NULL);
	put_value(v, "arch", status, &value);
	if (ir && syclbin_image_ir_type(image, &type, NULL) == SYCLBIN_OK)
		fprintf(v->out, ",\"type\":\"%s\"", syclbin_ir_type_name(type));
	fprintf(v->out, ",\"content\":\"%s\"", syclbin_image_kind_name(syclbin_sniff(image->bytes.data, image->bytes.size)));
	const bool good = put_properties(v, &image->metadata);
	fputs("}", v->out);
	return good ? CLI_GOOD : cli_out_of_memory();
}

static int begin_module(void *ctx, const struct syclbin_module *module)
{
	const struct viewing *v = ctx;
	fprintf(v->out, "%s{\"index\":%" PRIu32, module->index ? ",\n" : "\n", module->index);
	const bool good = put_properties(v, &module->metadata);
	fputs(",\"images\":[", v->out);
	return good ? CLI_GOOD : cli_out_of_memory();
}

static int end_module(void *ctx, const struct syclbin_module *module)
{
	const struct viewing *v = ctx;
	(void)module;
	fputs("]}", v->out);
	return CLI_GOOD;
}

/* ---- which image a device gets */

static void put_candidate(void *ctx, const struct syclbin_candidate *c)
{
	struct viewing *v = ctx;
	fprintf(v->out, "%s[%d,%" PRIu32 ",%d,%" PRIu64 "]", v->any ? "," : "", c->image ? c->image->kind : -1, c->image ? c->image->index : 0,
		(int)c->reason, c->detail);
	v->any = true;
	v->candidates++;
}

/* A device: for each module the candidates as [0 ir, 1 native, -1 the module; index; reason; detail]. */
static void put_device(struct viewing *v, const char *backend, const char *kind, const struct syclbin_device *device)
{
	fprintf(v->out, "{\"backend\":\"%s\",\"kind\":\"%s\",\"modules\":[", backend, kind);
	for (uint32_t i = 0; i < v->reader->module_count; i++) {
		struct syclbin_module module;
		struct syclbin_image image;
		fputs(i ? ",[" : "[", v->out);
		v->any = false;
		if (v->candidates < CANDIDATES_MOST && syclbin_reader_module(v->reader, i, &module, NULL) == SYCLBIN_OK &&
			syclbin_select(v->reader, &module, device, (enum syclbin_state)v->state, &image, NULL, put_candidate, v, NULL) == SYCLBIN_E_NOMEM)
			v->candidates = CANDIDATES_MOST;
		fputs("]", v->out);
	}
	fputs("]}", v->out);
}

static void put_devices(struct viewing *v)
{
	put_key(v, "devices", true);
	for (unsigned i = 0; i < APP_BACKENDS; i++) {
		for (unsigned j = 0; j < APP_DEVICE_KINDS; j++) {
			struct syclbin_device device = SYCLBIN_DEVICE_INIT;
			device.backend = (enum syclbin_backend)i;
			device.kind = (enum syclbin_device_kind)j;
			fputs(i || j ? ",\n" : "[\n", v->out);
			put_device(v, syclbin_backend_name(i), syclbin_device_kind_name(j), &device);
		}
	}
	fprintf(v->out, "],\"all_candidates\":%s,\"reasons\":[", v->candidates < CANDIDATES_MOST ? "true" : "false");
	for (int i = SYCLBIN_CHOSEN; i <= SYCLBIN_NOT_READABLE; i++) {
		fputs(i ? "," : "", v->out);
		html_json_word(v->out, syclbin_reason_text((enum syclbin_reason)i));
	}
	fputs("]", v->out);
}

/* ---- the page */

static int write_page(FILE *out, const struct source *source, const struct syclbin_reader *reader)
{
	static const struct html_file *const scripts[] = { &html_core_js, &html_table_js, &html_syclbin_js, NULL };
	struct viewing v = { .out = out, .reader = reader, .state = SYCLBIN_STATE_EXECUTABLE };
	const bool has_state = syclbin_reader_state(reader, &v.state, NULL) == SYCLBIN_OK && v.state <= SYCLBIN_STATE_EXECUTABLE;
	v.state = has_state ? v.state : SYCLBIN_STATE_EXECUTABLE;
	html_begin(out, "syclbin", source->name);
	html_json_begin(out, "data");
	fprintf(out, "{\"version\":1,\"syclbin_version\":%" PRIu32 ",\"envelope\":%" PRIu32 ",\"size\":%zu,\"has_state\":%s,\"state\":\"%s\"",
		reader->version, reader->envelope, source->file.size, has_state ? "true" : "false", syclbin_state_name(v.state));
	int code = put_properties(&v, &reader->global) ? CLI_GOOD : cli_out_of_memory();
	fputs(",\"modules\":[", out);
	if (code == CLI_GOOD)
		code = for_each_part(source->name, reader, &(struct part_steps){ begin_module, put_image, end_module }, &v);
	fputs("]", out);
	put_devices(&v);
	fputs("}", out);
	html_json_end(out);
	html_end(out, scripts);
	return code;
}

int app_view_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *item = NULL, *limit = NULL, *output_path = "-";
	bool html = false;
	const struct cli_option options[] = {
		{ "html", 0, NULL, "write an HTML page; this is the default, and the only form", NULL, &html },
		{ "output", 'o', "FILE", APP_OUTPUT, &output_path, NULL },
		{ "item", 0, "N", APP_ITEM, &item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
	};
	struct source source;
	struct syclbin_reader reader;
	struct cli_output output;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = source_open_reader(path, item, limit, &source, &reader);
	if (code != CLI_GOOD)
		return code;
	code = cli_output_open(output_path, NULL, &output);
	if (code == CLI_GOOD) {
		code = write_page(output.stream, &source, &reader);
		const int finished = cli_output_finish(&output, code == CLI_GOOD);
		code = code == CLI_GOOD ? finished : code;
	}
	source_close(&source);
	return code;
}
