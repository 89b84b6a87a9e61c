/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes self-contained HTML pages: a style sheet, scripts, and the data that they show. Compiled into the programs. */
#ifndef HTML_PAGE_H
#define HTML_PAGE_H

#include "../cli/cli.h"

/* A script or style sheet of this folder, made by embed.py. */
struct html_file {
	const char *text;
	size_t size;
};
extern const struct html_file html_style_css, html_core_js, html_table_js, html_canvas_js, html_trace_data_js, html_trace_js,
	html_trace_draw_js, html_graph_data_js, html_graph_nodes_js, html_graph_layout_js, html_graph_draw_js, html_graph_js, html_size_js, html_view_js, html_view_text_js,
	html_syclbin_js;

/* Begins a page on `out`. `kind` ("trace") becomes the id of the body and part of the title; `name` is the file. The caller writes
 * blocks of data, then calls html_end(). */
void html_begin(FILE *out, const char *kind, const char *name);
/* Writes the scripts, in this order and in one scope, and ends the page. `scripts` ends with NULL. */
void html_end(FILE *out, const struct html_file *const *scripts);

/* Writes characters of an element. */
void html_text(FILE *out, const char *text, size_t size);

/* A block of JSON: text that the caller writes to `out` between the calls. Strings must be written by html_json_string(), which
 * escapes what could end the block. The script reads it by its id. */
void html_json_begin(FILE *out, const char *id);
void html_json_end(FILE *out);
void html_json_string(FILE *out, const char *data, size_t size);
void html_json_word(FILE *out, const char *text);

/* A block of bytes, as base64. One block is open at a time. */
struct html_bytes {
	FILE *out;
	uint8_t rest[3];
	unsigned used;
};
void html_bytes_begin(struct html_bytes *bytes, FILE *out, const char *id);
void html_bytes_put(struct html_bytes *bytes, const void *data, size_t size);
/* LEB128: seven bits in each byte, least significant first; the high bit marks that another byte follows. */
void html_bytes_number(struct html_bytes *bytes, uint64_t number);
/* A signed number as twice its value, or for a negative one twice the absolute value minus 1. */
void html_bytes_signed(struct html_bytes *bytes, int64_t number);
void html_bytes_end(struct html_bytes *bytes);

/* Texts that are written once each, however many records have them. Begins as zeros. */
struct html_text;
struct html_texts {
	void *tree;
	struct html_text **list; /* by number */
	size_t count, capacity;
	bool failed; /* memory was short */
};
/* The number of a text, from 1; 0: it is empty, or memory is short. */
size_t html_texts_number(struct html_texts *texts, const char *data, size_t size);
/* Writes the texts as a block of JSON, an array whose element 0 is text 1, and frees them. False: memory was short. */
bool html_texts_end(struct html_texts *texts, FILE *out, const char *id);

#endif
