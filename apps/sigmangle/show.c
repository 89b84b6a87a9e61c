/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints signatures as one line of text and as JSON. */
#include "sigmangle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- text */

static void put_quoted(FILE *out, const char *text, size_t size)
{
	fputc('"', out);
	for (size_t i = 0; i < size; i++) {
		const unsigned char c = (unsigned char)text[i];
		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20 || c > 0x7e)
			fprintf(out, "\\x%02x", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

void put_key(FILE *out, const struct sigmangle_key *key)
{
	if (key->text)
		put_quoted(out, key->text, key->size);
	else
		fprintf(out, "%" PRId32, key->index);
}

static void put_raw(FILE *out, const char *data, size_t size, enum sigmangle_mode mode)
{
	size_t length, again;
	if (sigmangle_raw_text(data, size, mode, NULL, 0, &length, NULL) != SIGMANGLE_OK)
		return;
	char *text = memory(NULL, length + 1, 1);
	(void)!sigmangle_raw_text(data, size, mode, text, length + 1, &again, NULL);
	fputs(text, out);
	free(text);
}

/* Keys of a sequence are printed if they are not the next number. */
struct line {
	FILE *out;
	const struct sigmangle_sip *sip;
	int64_t *next; /* by depth */
	size_t room;
	bool behind_value; /* a comma must precede the next value */
	bool any;
};

static void put_event(struct line *line, const struct sigmangle_event *event)
{
	const size_t depth = line->sip->depth;
	const bool closes = event->kind == SIGMANGLE_CLOSE_SEQUENCE || event->kind == SIGMANGLE_CLOSE_DICT;
	line->any = true;
	if (line->behind_value && !closes)
		fputs(", ", line->out);
	line->behind_value = event->kind == SIGMANGLE_LEAF || closes;
	switch (event->kind) {
	case SIGMANGLE_KEY_INDEX:
		if (line->next[depth] != event->number)
			fprintf(line->out, "%" PRId32 ": ", event->number);
		line->next[depth] = (int64_t)event->number + 1;
		break;
	case SIGMANGLE_KEY_TEXT:
		put_quoted(line->out, event->text.data, event->text.size);
		fputs(": ", line->out);
		break;
	case SIGMANGLE_OPEN_SEQUENCE:
	case SIGMANGLE_OPEN_DICT:
		fputc(event->kind == SIGMANGLE_OPEN_DICT ? '{' : '[', line->out);
		if (depth >= line->room) {
			line->room = 2 * depth + 16;
			line->next = memory(line->next, line->room, sizeof *line->next);
		}
		line->next[depth] = 0;
		break;
	case SIGMANGLE_CLOSE_SEQUENCE: fputc(']', line->out); break;
	case SIGMANGLE_CLOSE_DICT: fputc('}', line->out); break;
	case SIGMANGLE_LEAF: fprintf(line->out, "#%" PRId32, event->number); break;
	}
}

static void put_sip_side(FILE *out, const char *data, size_t size, enum sigmangle_side side, enum sigmangle_mode mode)
{
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	struct line line = { .out = out, .sip = &sip };
	if (sigmangle_sip_open(&sip, data, size, side, mode, NULL) != SIGMANGLE_OK)
		return;
	while (sigmangle_sip_next(&sip, &event, NULL) == SIGMANGLE_OK)
		put_event(&line, &event);
	if (!line.any)
		fputs("()", out);
	free(line.next);
}

void put_signature(FILE *out, const char *data, size_t size, unsigned kind, enum sigmangle_mode mode)
{
	if (kind & KIND_RAW) {
		put_raw(out, data, size, mode);
		return;
	}
	put_sip_side(out, data, size, SIGMANGLE_INPUTS, mode);
	fputs(" -> ", out);
	put_sip_side(out, data, size, SIGMANGLE_RESULTS, mode);
}

/* ---- JSON */

/* Prints an item of a raw signature as a JSON object. */
static void put_item_json(FILE *out, const struct sigmangle_item *item)
{
	static const char *const categories[] = { "buffer", "reference", "scalar", "unrecognized" };
	fprintf(out, "{\"category\":\"%s\"", categories[item->category]);
	if (item->category == SIGMANGLE_BUFFER || item->category == SIGMANGLE_SCALAR)
		fprintf(out, ",\"type\":\"%s\"", sigmangle_type_name(item->type));
	if (item->category == SIGMANGLE_BUFFER) {
		fputs(",\"dims\":[", out);
		for (size_t i = 0; i < item->rank; i++) {
			fputs(i ? "," : "", out);
			if (item->dims[i] < 0)
				fputs("null", out);
			else
				fprintf(out, "%" PRId32, item->dims[i]);
		}
		fputc(']', out);
	}
	fputc('}', out);
}

static void put_raw_side_json(
	FILE *out, const char *data, size_t size, enum sigmangle_side side, enum sigmangle_mode mode)
{
	struct sigmangle_raw raw;
	struct sigmangle_item item;
	int32_t *dims = memory(NULL, size / 2 + 1, sizeof *dims);
	if (sigmangle_raw_open(&raw, data, size, side, mode, NULL) == SIGMANGLE_OK) {
		sigmangle_raw_room(&raw, dims, size / 2 + 1);
		for (size_t i = 0; sigmangle_raw_next(&raw, &item, NULL) == SIGMANGLE_OK; i++) {
			fputs(i ? "," : "", out);
			put_item_json(out, &item);
		}
	}
	free(dims);
}

/* Text that is not UTF-8 is printed as {"hex":"00ff"}. */
static void put_key_json(FILE *out, const struct sigmangle_key *key)
{
	if (!key->text) {
		fprintf(out, "%" PRId32, key->index);
	} else if (cli_is_utf8(key->text, key->size)) {
		cli_json_string(out, key->text, key->size);
	} else {
		fputs("{\"hex\":\"", out);
		for (size_t i = 0; i < key->size; i++)
			fprintf(out, "%02x", (unsigned char)key->text[i]);
		fputs("\"}", out);
	}
}

/* Prints leaves with their paths. In lax mode a path may have keys that are invalid in strict mode, so events are
 * read here. */
static void put_sip_side_json(
	FILE *out, const char *data, size_t size, enum sigmangle_side side, enum sigmangle_mode mode)
{
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	struct sigmangle_key *path = NULL;
	size_t room = 0, leaves = 0;
	if (sigmangle_sip_open(&sip, data, size, side, mode, NULL) != SIGMANGLE_OK)
		return;
	while (sigmangle_sip_next(&sip, &event, NULL) == SIGMANGLE_OK) {
		if (event.kind == SIGMANGLE_KEY_INDEX || event.kind == SIGMANGLE_KEY_TEXT) {
			if (sip.depth > room) {
				room = 2 * sip.depth;
				path = memory(path, room, sizeof *path);
			}
			path[sip.depth - 1] = event.kind == SIGMANGLE_KEY_TEXT
						      ? (struct sigmangle_key){ event.text.data, event.text.size, 0 }
						      : (struct sigmangle_key){ NULL, 0, event.number };
		} else if (event.kind == SIGMANGLE_LEAF) {
			fprintf(out, "%s{\"path\":[", leaves++ ? "," : "");
			for (size_t i = 0; i < sip.depth; i++) {
				fputs(i ? "," : "", out);
				put_key_json(out, &path[i]);
			}
			fprintf(out, "],\"index\":%" PRId32 "}", event.number);
		}
	}
	free(path);
}

void put_json(FILE *out, const char *data, size_t size, unsigned kinds, enum sigmangle_mode mode)
{
	const bool raw = kinds & KIND_RAW;
	fprintf(out, "{\"version\":1,\"command\":\"demangle\",\"kind\":\"%s\"", raw ? "raw" : "sip");
	if (kinds == (KIND_RAW | KIND_SIP))
		fputs(",\"ambiguous\":true", out);
	for (int side = SIGMANGLE_INPUTS; side <= SIGMANGLE_RESULTS; side++) {
		fprintf(out, ",\"%s\":[", side == SIGMANGLE_INPUTS ? "inputs" : "results");
		(raw ? put_raw_side_json : put_sip_side_json)(out, data, size, (enum sigmangle_side)side, mode);
		fputc(']', out);
	}
	fputc('}', out);
}

void put_error_json(FILE *out, const struct sigmangle_diag *diag)
{
	fprintf(out, "{\"reason\":\"%s\"", sigmangle_reason_name(diag->reason));
	if (diag->offset != SIGMANGLE_NO_OFFSET)
		fprintf(out, ",\"offset\":%" PRIu64, diag->offset);
	fputs(",\"message\":", out);
	cli_json_string(out, diag->message, strlen(diag->message));
	fputc('}', out);
}
