/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The frame of a page and its blocks of data. */
#include "page.h"

#include <string.h>

/* No rule allows the network, so a browser refuses every request that a page could make. */
#define POLICY "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

void html_text(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size;) {
		const size_t length = cli_utf8_length(text + i, size - i);
		const unsigned char c = (unsigned char)text[i];
		const int code = length ? cli_control(text + i, length) : c;
		if (code >= 0)
			fprintf(out, "\\x%02x", (unsigned)code);
		else if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'')
			fprintf(out, "&#%u;", c);
		else
			fwrite(text + i, 1, length, out);
		i += length ? length : 1;
	}
}

void html_begin(FILE *out, const char *kind, const char *name)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>", out);
	html_text(out, name, strlen(name));
	fprintf(out, " - %s</title>\n<style>\n", kind);
	fwrite(html_style_css.text, 1, html_style_css.size, out);
	fprintf(out, "</style>\n</head>\n<body id=\"page-%s\">\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
		     "<header><h1>", kind);
	html_text(out, name, strlen(name));
	fputs("</h1><p id=\"summary\"></p></header>\n<main id=\"main\" tabindex=\"-1\"></main>\n"
	      "<noscript>This page draws its content with a script, which is part of the file.</noscript>\n", out);
}

void html_end(FILE *out, const struct html_file *const *scripts)
{
	fputs("<script>\n(() => {\n'use strict';\n", out);
	for (; *scripts; scripts++)
		fwrite((*scripts)->text, 1, (*scripts)->size, out);
	fputs("})();\n</script>\n</body>\n</html>\n", out);
}

/* ---- JSON */

void html_json_begin(FILE *out, const char *id) { fprintf(out, "<script type=\"application/json\" id=\"%s\">\n", id); }

void html_json_end(FILE *out) { fputs("\n</script>\n", out); }

void html_json_string(FILE *out, const char *data, size_t size)
{
	putc('"', out);
	for (size_t i = 0; i < size;) {
		const size_t length = cli_utf8_length(data + i, size - i);
		const unsigned char c = (unsigned char)data[i];
		const int code = length ? cli_control(data + i, length) : c;
		if (code >= 0 || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&')
			fprintf(out, "\\u%04x", code >= 0 ? (unsigned)code : c);
		else
			fwrite(data + i, 1, length, out);
		i += length ? length : 1;
	}
	putc('"', out);
}

void html_json_word(FILE *out, const char *text) { html_json_string(out, text, strlen(text)); }

/* ---- bytes */

static void put_group(struct html_bytes *bytes)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint8_t *b = bytes->rest;
	const char group[4] = { digits[b[0] >> 2], digits[(b[0] & 3) << 4 | b[1] >> 4],
		bytes->used > 1 ? digits[(b[1] & 15) << 2 | b[2] >> 6] : '=', bytes->used > 2 ? digits[b[2] & 63] : '=' };
	fwrite(group, 1, sizeof group, bytes->out);
	memset(bytes->rest, 0, sizeof bytes->rest);
	bytes->used = 0;
}

static void put_byte(struct html_bytes *bytes, uint8_t byte)
{
	bytes->rest[bytes->used++] = byte;
	if (bytes->used == 3)
		put_group(bytes);
}

void html_bytes_begin(struct html_bytes *bytes, FILE *out, const char *id)
{
	*bytes = (struct html_bytes){ out, { 0 }, 0 };
	fprintf(out, "<script type=\"application/octet-stream\" id=\"%s\">", id);
}

void html_bytes_put(struct html_bytes *bytes, const void *data, size_t size)
{
	const uint8_t *from = data;
	for (size_t i = 0; i < size; i++)
		put_byte(bytes, from[i]);
}

void html_bytes_number(struct html_bytes *bytes, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		put_byte(bytes, (uint8_t)(number | 0x80));
	put_byte(bytes, (uint8_t)number);
}

void html_bytes_signed(struct html_bytes *bytes, int64_t number)
{
	const uint64_t doubled = (uint64_t)number << 1;
	html_bytes_number(bytes, number < 0 ? ~doubled : doubled);
}

void html_bytes_end(struct html_bytes *bytes)
{
	if (bytes->used)
		put_group(bytes);
	fputs("</script>\n", bytes->out);
}
