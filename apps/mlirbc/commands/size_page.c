/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc size --html: writes the sizes as a page. apps/html/size.js reads the block of data. */
#include "tables/sizes.h"
#include "../html/page.h"

#include <inttypes.h>
#include <string.h>

static void put_line(FILE *out, struct sizes *s, const struct size_list *list, size_t line)
{
	const char *name = size_name(s, list, line);
	fprintf(out, "%s\n{\"count\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"name\":", line ? "," : "", list->lines[line].count, list->lines[line].bytes);
	html_json_string(out, name, strlen(name));
}

static void put_list(FILE *out, struct sizes *s, const char *key, const struct size_list *list)
{
	fprintf(out, ",\n\"%s\":[", key);
	for (size_t i = 0; i < list->count; i++) {
		put_line(out, s, list, i);
		putc('}', out);
	}
	putc(']', out);
}

/* The list that has all contents of a section; NULL: none. */
static const char *contents(uint32_t section)
{
	switch (section) {
	case MLIRBC_WALK_SECTION_IR: return "ops_alone";
	case MLIRBC_WALK_SECTION_ATTR_TYPE: return "entries";
	case MLIRBC_WALK_SECTION_RESOURCE: return "resources";
	default: return NULL;
	}
}

static void put_sections(FILE *out, const struct table *t, struct sizes *s)
{
	fputs(",\n\"sections\":[", out);
	for (size_t i = 0; i < s->sections.count; i++) {
		const char *key = i ? contents(t->sections[i - 1].id) : NULL;
		put_line(out, s, &s->sections, i);
		if (key)
			fprintf(out, ",\"contents\":\"%s\"", key);
		putc('}', out);
	}
	putc(']', out);
}

void size_page_write(FILE *out, const struct table *t, struct sizes *s)
{
	static const struct html_file *const scripts[] = { &html_core_js, &html_table_js, &html_size_js, NULL };
	html_begin(out, "size", t->input->name);
	html_json_begin(out, "data");
	fprintf(out, "{\"version\":1,\"size\":%zu,\"padding\":%" PRIu64 ",\"duplicates\":%" PRIu64, t->input->size, s->padding, s->duplicates);
	put_sections(out, t, s);
	put_list(out, s, "dialects", &s->dialects);
	put_list(out, s, "ops", &s->ops);
	put_list(out, s, "attributes", &s->attributes);
	put_list(out, s, "types", &s->types);
	put_list(out, s, "resources", &s->resources);
	put_list(out, s, "duplicate_kinds", &s->duplicate_kinds);
	put_list(out, s, "ops_alone", &s->ops_alone);
	put_list(out, s, "entries", &s->entries);
	fputs("}", out);
	html_json_end(out);
	html_end(out, scripts);
}
