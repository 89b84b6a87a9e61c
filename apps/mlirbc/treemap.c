/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc size --html: rectangles with areas proportional to sizes, laid out in rows that keep them close to squares. */
#include "sizes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHILDREN = 400 };

struct node {
	size_t section; /* its line */
	uint64_t bytes;
	const struct size_list *children; /* NULL: none */
	uint64_t rest;                    /* bytes that belong to no child */
};

struct box {
	double x, y, width, height;
};

static void put_html(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		case '"': fputs("&quot;", out); break;
		case '\'': fputs("&#39;", out); break;
		default: putc(*text, out); break;
		}
	}
}

/* Prints percentages with a decimal point in any locale. */
static void put_percent(FILE *out, const char *property, double value)
{
	long thousandths = (long)(value * 1000 + 0.5);
	fprintf(out, "%s:%ld.%03ld%%;", property, thousandths / 1000, thousandths % 1000);
}

static void open_box(FILE *out, const struct box *box, const char *name, uint64_t bytes, uint64_t whole, unsigned color)
{
	fprintf(out, "<div class=\"c%u\" style=\"", color % 9);
	put_percent(out, "left", box->x);
	put_percent(out, "top", box->y);
	put_percent(out, "width", box->width);
	put_percent(out, "height", box->height);
	fputs("\" title=\"", out);
	put_html(out, name);
	fprintf(out, ": %" PRIu64 " bytes (%.1f%%)\"><span>", bytes, 100.0 * (double)bytes / (double)whole);
	put_html(out, name);
	fputs("</span>", out);
}

/* Returns the worst aspect ratio in a row that takes `row` of `side`. */
static double worst(double largest, double smallest, double row, double side)
{
	double a = side * side * largest / (row * row), b = row * row / (side * side * smallest);
	return a > b ? a : b;
}

/* Lays out boxes for `count` sizes, largest first, that fill `room`; `scale` is area per byte. */
static void lay_out(const uint64_t *bytes, size_t count, struct box room, double scale, struct box *out)
{
	for (size_t first = 0; first < count;) {
		double side = room.width < room.height ? room.width : room.height, row = 0;
		size_t end = first;
		double best = 0;
		while (end < count) {
			double area = (double)bytes[end] * scale, now = row + area;
			double aspect = worst((double)bytes[first] * scale, area, now, side);
			if (end > first && aspect > best)
				break;
			best = aspect;
			row = now;
			end++;
		}
		bool across = room.width < room.height; /* the row is parallel to the shorter side */
		double thickness = side > 0 ? row / side : 0, at = 0;
		for (size_t i = first; i < end; i++) {
			double length = row > 0 ? (double)bytes[i] * scale / row * side : 0;
			out[i] = across ? (struct box){ room.x + at, room.y, length, thickness }
					: (struct box){ room.x, room.y + at, thickness, length };
			at += length;
		}
		if (across) {
			room.y += thickness;
			room.height -= thickness;
		} else {
			room.x += thickness;
			room.width -= thickness;
		}
		first = end;
	}
}

/* Lays out the boxes inside another one, as percentages of it. */
static bool write_children(FILE *out, struct sizes *s, const struct node *node, uint64_t whole, unsigned color)
{
	const struct box all = { 0, 0, 100, 100 };
	size_t count = node->children->count < MOST_CHILDREN ? node->children->count : MOST_CHILDREN;
	uint64_t *bytes = calloc(count + 1, sizeof *bytes), rest = node->rest, sum = 0;
	struct box *boxes = calloc(count + 1, sizeof *boxes);
	if (bytes && boxes) {
		for (size_t i = 0; i < node->children->count; i++) {
			if (i < count)
				sum += bytes[i] = node->children->lines[i].bytes;
			else
				rest += node->children->lines[i].bytes;
		}
		size_t boxed = count;
		if (rest)
			sum += bytes[boxed++] = rest;
		lay_out(bytes, boxed, all, sum ? 10000.0 / (double)sum : 0, boxes);
		for (size_t i = 0; i < boxed; i++) {
			open_box(out, &boxes[i], i < count ? size_name(s, node->children, i) : "the rest", bytes[i],
				whole, color);
			fputs("</div>\n", out);
		}
	}
	bool ok = bytes && boxes;
	free(bytes);
	free(boxes);
	return ok;
}

static int by_bytes(const void *left, const void *right)
{
	const struct node *a = left, *b = right;
	return (a->bytes < b->bytes) - (a->bytes > b->bytes);
}

static uint64_t sum(const struct size_list *list)
{
	uint64_t bytes = 0;
	for (size_t i = 0; i < list->count; i++)
		bytes += list->lines[i].bytes;
	return bytes;
}

/* Adds the sections and the lists of their contents. Lists shared by several sections are left out. */
static size_t make_nodes(const struct table *t, const struct sizes *s, struct node *nodes)
{
	for (size_t i = 0; i < s->sections.count; i++) {
		uint32_t id = i ? t->sections[i - 1].id : MLIRBC_WALK_SECTION_COUNT;
		struct node node = { i, s->sections.lines[i].bytes, NULL, 0 };
		if (id == MLIRBC_WALK_SECTION_IR)
			node.children = &s->ops_alone;
		else if (id == MLIRBC_WALK_SECTION_ATTR_TYPE)
			node.children = &s->entries;
		else if (id == MLIRBC_WALK_SECTION_RESOURCE)
			node.children = &s->resources;
		if (node.children)
			node.rest = node.bytes - sum(node.children);
		nodes[i] = node;
	}
	qsort(nodes, s->sections.count, sizeof *nodes, by_bytes);
	return s->sections.count;
}

static const char style[] =
	"<style>\nbody{font:14px sans-serif;margin:1em}\n"
	"#map{position:relative;width:100%;height:85vh;border:1px solid #444}\n"
	"#map div{position:absolute;box-sizing:border-box;border:1px solid #fff;overflow:hidden;font-size:11px}\n"
	"#map>div>span{font-weight:bold;position:absolute;left:2px;top:0;z-index:1;pointer-events:none}\n"
	"#map>div>div>span{position:absolute;left:2px;top:13px}\n"
	".c0{background:#8dbbe3}.c1{background:#f3c58b}.c2{background:#a3d9a0}.c3{background:#eba6ad}\n"
	".c4{background:#c9b6e4}.c5{background:#d3bfae}.c6{background:#f0b3d9}.c7{background:#cfcfcf}.c8{background:#"
	"dede8b}\n"
	"</style>\n";

int treemap_write(FILE *out, const struct table *t, struct sizes *s)
{
	const struct box all = { 0, 0, 100, 100 };
	size_t count = s->sections.count;
	struct node *nodes = calloc(count, sizeof *nodes);
	uint64_t *bytes = calloc(count, sizeof *bytes);
	struct box *boxes = calloc(count, sizeof *boxes);
	bool ok = nodes && bytes && boxes;
	if (ok) {
		make_nodes(t, s, nodes);
		for (size_t i = 0; i < count; i++)
			bytes[i] = nodes[i].bytes;
		lay_out(bytes, count, all, 10000.0 / (double)t->input->size, boxes);
		fputs("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>", out);
		put_html(out, t->input->name);
		fprintf(out, "</title>\n%s</head><body>\n<p>", style);
		put_html(out, t->input->name);
		fprintf(out, ": %zu bytes, %" PRIu64 " of padding, %" PRIu64 " of duplicates</p>\n<div id=\"map\">\n",
			t->input->size, s->padding, s->duplicates);
		for (unsigned i = 0; i < count && ok; i++) {
			open_box(out, &boxes[i], size_name(s, &s->sections, nodes[i].section), bytes[i], t->input->size,
				i);
			ok = !nodes[i].children || write_children(out, s, &nodes[i], t->input->size, i);
			fputs("</div>\n", out);
		}
		fputs("</div>\n</body></html>\n", out);
	}
	free(nodes);
	free(bytes);
	free(boxes);
	return ok ? CLI_GOOD : memory_error();
}
