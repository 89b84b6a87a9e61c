/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin diff: compares two files. The order of sets and properties, the encoding and offsets are ignored. */
#include "app.h"

#include <string.h>

struct side {
	struct source source;
	struct syclbin_reader reader;
};

struct diff {
	const struct side *a, *b;
	unsigned long found;
	char where[64];
	bool quiet, json;
};

/* Begins a difference. False: only its number counts. */
static bool begin(struct diff *d)
{
	d->found++;
	if (d->quiet)
		return false;
	if (d->json) {
		cli_json_open(NULL, '{');
		cli_json_word("where", d->where);
	} else {
		printf("%s: ", d->where);
	}
	return true;
}

static void end(const struct diff *d)
{
	if (d->json)
		cli_json_close();
	else
		putchar('\n');
}

/* A number that differs, with a word for it. */
static void say_numbers(struct diff *d, const char *what, uint64_t a, uint64_t b)
{
	if (!begin(d))
		return;
	if (d->json) {
		cli_json_word("what", what);
		cli_json_number("a", a);
		cli_json_number("b", b);
	} else {
		printf("%llu %s, %llu", (unsigned long long)a, what, (unsigned long long)b);
	}
	end(d);
}

static void json_property(const char *sign, const struct syclbin_property *p)
{
	cli_json_word("what", "property");
	cli_json_word("side", *sign == '-' ? "a" : "b");
	cli_json_text("set", p->set.data, p->set.size);
	if (p->key.size)
		cli_json_text("key", p->key.data, p->key.size);
	if (p->type == SYCLBIN_PROPERTY_U32)
		cli_json_number("value", p->number);
	else if (p->type == SYCLBIN_PROPERTY_BYTES)
		cli_json_number("bits", p->value.bits);
}

static void say_property(struct diff *d, const char *sign, const struct syclbin_property *p)
{
	if (!begin(d))
		return;
	if (d->json) {
		json_property(sign, p);
		end(d);
		return;
	}
	cli_style(stdout, cli_diff_style(*sign));
	printf("%s[", sign);
	print_plain(p->set.data, p->set.size);
	putchar(']');
	print_plain(p->key.data, p->key.size);
	if (p->type == SYCLBIN_PROPERTY_U32)
		printf(" = %lu", (unsigned long)p->number);
	else if (p->type == SYCLBIN_PROPERTY_BYTES)
		printf(" = %llu bits", (unsigned long long)p->value.bits);
	cli_style(stdout, CLI_STYLE_NONE);
	end(d);
}

/* Compares payloads; bits beyond the count are ignored. */
static bool same_value(const struct syclbin_property *x, const struct syclbin_property *y)
{
	if (x->type != y->type || x->number != y->number || x->value.bits != y->value.bits)
		return false;
	for (uint64_t i = 0; i < x->value.size; i++) {
		uint8_t p, q;
		unsigned left = (unsigned)(x->value.bits - i * 8 < 8 ? x->value.bits - i * 8 : 8);
		if (!syclbin_value_byte(&x->value, i, &p) || !syclbin_value_byte(&y->value, i, &q) ||
			(uint8_t)((p ^ q) << (8 - left)))
			return false;
	}
	return true;
}

static void one_way(struct diff *d, const struct syclbin_table *from, const struct syclbin_table *to, const char *sign)
{
	for (uint32_t i = 0; i < from->set_count; i++) {
		struct syclbin_property set = { 0 };
		set.set = from->sets[i].name;
		if (from->sets[i].count == 0 && !syclbin_table_find_set(to, set.set))
			say_property(d, sign, &set);
	}
	for (uint32_t i = 0; i < from->property_count; i++) {
		const struct syclbin_property *p = &from->properties[i], *q = syclbin_table_find(to, p->set, p->key);
		if (!q || !same_value(p, q))
			say_property(d, sign, p);
	}
}

static int compare_texts(struct diff *d, const struct syclbin_span *x, const struct syclbin_span *y)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_table a, b;
	if (x->size == y->size && memcmp(x->data, y->data, x->size) == 0)
		return CLI_GOOD;
	if (syclbin_table_init(&a, x, NULL, &diag) != SYCLBIN_OK)
		return source_error(d->a->source.name, &diag);
	int code = CLI_GOOD;
	if (syclbin_table_init(&b, y, NULL, &diag) == SYCLBIN_OK) {
		one_way(d, &a, &b, "-");
		one_way(d, &b, &a, "+");
	} else {
		code = source_error(d->b->source.name, &diag);
	}
	syclbin_table_finish(&a, NULL);
	syclbin_table_finish(&b, NULL);
	return code;
}

static int compare_images(struct diff *d, const struct syclbin_module *m, const struct syclbin_module *n, unsigned kind)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_image x, y;
	int code = CLI_GOOD;
	for (uint32_t i = 0; code == CLI_GOOD && i < m->count[kind] && i < n->count[kind]; i++) {
		if (syclbin_module_image(&d->a->reader, m, (enum syclbin_part_kind)kind, i, &x, &diag) != SYCLBIN_OK)
			return source_error(d->a->source.name, &diag);
		if (syclbin_module_image(&d->b->reader, n, (enum syclbin_part_kind)kind, i, &y, &diag) != SYCLBIN_OK)
			return source_error(d->b->source.name, &diag);
		snprintf(d->where, sizeof d->where, "module %lu, %s %lu", (unsigned long)m->index,
			kind ? "native" : "ir", (unsigned long)i);
		code = compare_texts(d, &x.metadata, &y.metadata);
		if (x.bytes.size != y.bytes.size) {
			say_numbers(d, "bytes", x.bytes.size, y.bytes.size);
		} else if (memcmp(x.bytes.data, y.bytes.data, x.bytes.size) != 0 && begin(d)) {
			if (d->json)
				cli_json_word("what", "other bytes");
			else
				fputs("other bytes", stdout);
			end(d);
		}
	}
	if (m->count[kind] != n->count[kind]) {
		snprintf(d->where, sizeof d->where, "module %lu", (unsigned long)m->index);
		say_numbers(d, kind ? "native images" : "ir images", m->count[kind], n->count[kind]);
	}
	return code;
}

static int compare_modules(struct diff *d, uint32_t index)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_module m, n;
	if (syclbin_reader_module(&d->a->reader, index, &m, &diag) != SYCLBIN_OK)
		return source_error(d->a->source.name, &diag);
	if (syclbin_reader_module(&d->b->reader, index, &n, &diag) != SYCLBIN_OK)
		return source_error(d->b->source.name, &diag);
	snprintf(d->where, sizeof d->where, "module %lu", (unsigned long)index);
	int code = compare_texts(d, &m.metadata, &n.metadata);
	for (unsigned kind = 0; code == CLI_GOOD && kind < 2; kind++)
		code = compare_images(d, &m, &n, kind);
	return code;
}

static int compare(struct diff *d)
{
	const struct syclbin_reader *a = &d->a->reader, *b = &d->b->reader;
	snprintf(d->where, sizeof d->where, "global");
	int code = compare_texts(d, &a->global, &b->global);
	for (uint32_t i = 0; code == CLI_GOOD && i < a->module_count && i < b->module_count; i++)
		code = compare_modules(d, i);
	if (code == CLI_GOOD && a->module_count != b->module_count) {
		snprintf(d->where, sizeof d->where, "global");
		say_numbers(d, "modules", a->module_count, b->module_count);
	}
	return code;
}

static int print(const struct cli_command *self, struct diff *d)
{
	if (!d->json)
		return compare(d);
	cli_json_begin(self->name, d->a->source.name);
	cli_json_word("other", d->b->source.name);
	cli_json_open("differences", '[');
	int code = compare(d);
	if (code == CLI_GOOD) {
		cli_json_close();
		cli_json_bool("equal", d->found == 0);
	}
	return cli_json_end(code);
}

int app_diff_command(const struct cli_command *self, int argc, char **argv)
{
	const char *limit = NULL, *paths[2];
	struct side a, b;
	struct diff d = { .a = &a, .b = &b };
	const struct cli_option options[] = {
		{ "quiet", 'q', NULL, "print nothing; only set the exit status", NULL, &d.quiet },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
		CLI_OPTION_JSON(&d.json),
	};
	int code = cli_parse_exactly(self, options, sizeof options / sizeof *options, argc, argv, paths, 2);
	if (code != CLI_GO_ON)
		return code;
	if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0)
		return cli_usage(self, "stdin can be only one of the files");
	code = source_open_reader(paths[0], NULL, limit, &a.source, &a.reader);
	if (code != CLI_GOOD)
		return cli_diff_exit(code, false);
	code = source_open_reader(paths[1], NULL, limit, &b.source, &b.reader);
	if (code == CLI_GOOD) {
		code = print(self, &d);
		source_close(&b.source);
	}
	source_close(&a.source);
	return cli_diff_exit(code, d.found > 0);
}
