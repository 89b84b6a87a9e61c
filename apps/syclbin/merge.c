/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin merge: combines the modules of several files after checking their symbols. Nothing is linked; that
 * requires the compiler. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

enum symbol_kind { KERNEL, EXPORTED, IMPORTED };

struct symbol {
	struct syclbin_string name;
	const char *file;
	size_t input; /* number of the input: a file may be given twice */
	uint32_t module;
	enum symbol_kind kind;
};

struct merge {
	struct source *sources;
	size_t count;
	struct syclbin_writer *writer;
	uint32_t state;
	bool has_state;
	struct symbol *symbols;
	size_t symbol_count, symbol_capacity;
};

static bool add_symbol(struct merge *m, const struct symbol *symbol)
{
	if (!CLI_RESERVE(m->symbols, m->symbol_count + 1, m->symbol_capacity))
		return false;
	m->symbols[m->symbol_count++] = *symbol;
	return true;
}

static int collect_module(
	struct merge *m, const char *file, const struct syclbin_module *module, struct syclbin_diag *diag)
{
	static const char *const sets[] = { SYCLBIN_SET_KERNEL_NAMES, SYCLBIN_SET_EXPORTED, SYCLBIN_SET_IMPORTED };
	struct syclbin_properties walk = syclbin_properties(&module->metadata);
	struct syclbin_property p;
	enum syclbin_status status;
	while ((status = syclbin_properties_next(&walk, &p, diag)) == SYCLBIN_OK) {
		for (unsigned kind = 0; p.type != SYCLBIN_PROPERTY_SET && kind < 3; kind++) {
			struct symbol symbol = { p.key, file, m->count, module->index, (enum symbol_kind)kind };
			if (syclbin_string_is(p.set, sets[kind]) && !add_symbol(m, &symbol))
				return cli_out_of_memory();
		}
	}
	return status == SYCLBIN_E_NOT_FOUND ? CLI_GOOD : source_error(file, diag);
}

static int check_state(
	struct merge *m, const char *file, const struct syclbin_reader *reader, struct syclbin_diag *diag)
{
	uint32_t state;
	enum syclbin_status status = syclbin_reader_state(reader, &state, diag);
	if (status == SYCLBIN_E_NOT_FOUND) {
		cli_error("%s: the file has no state", file);
		return CLI_BAD;
	}
	if (status != SYCLBIN_OK)
		return source_error(file, diag);
	if (m->has_state && state != m->state) {
		cli_error("%s: state %lu (%s), expected %lu (%s) as in the files before", file, (unsigned long)state,
			syclbin_state_name(state), (unsigned long)m->state, syclbin_state_name(m->state));
		return CLI_BAD;
	}
	m->state = state;
	m->has_state = true;
	return CLI_GOOD;
}

static int merge_reader(struct merge *m, const struct source *source, const struct syclbin_reader *reader)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	int code = check_state(m, source->name, reader, &diag);
	for (uint32_t i = 0; code == CLI_GOOD && i < reader->module_count; i++) {
		struct syclbin_module module;
		if (syclbin_reader_module(reader, i, &module, &diag) != SYCLBIN_OK)
			return source_error(source->name, &diag);
		code = collect_module(m, source->name, &module, &diag);
	}
	if (code == CLI_GOOD && syclbin_writer_file(m->writer, reader, source_fd(source, reader), &diag) != SYCLBIN_OK)
		return source_error(source->name, &diag);
	return code;
}

/* All SYCLBINs of one input. */
static int merge_file(struct merge *m, const char *path, const char *limit)
{
	struct source *source = &m->sources[m->count];
	struct syclbin_reader reader;
	bool any = false;
	int code = source_open(path, limit, source);
	if (code != CLI_GOOD)
		return code;
	m->count++;
	for (uint32_t i = 0; code == CLI_GOOD && i < syclbin_input_count(source->input); i++) {
		const struct syclbin_item *item = syclbin_input_item(source->input, i);
		if (!item->is_syclbin)
			continue;
		any = true;
		code = open_bounded(source, &item->bytes, &reader);
		if (code == CLI_GOOD)
			code = merge_reader(m, source, &reader);
	}
	return code == CLI_GOOD && !any ? source_reader(source, "0", &reader) : code;
}

/* Compares by name, then kind, then file order. */
static int compare(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	size_t common = x->name.size < y->name.size ? x->name.size : y->name.size;
	int order = memcmp(x->name.data, y->name.data, common);
	if (order == 0)
		order = (x->name.size > y->name.size) - (x->name.size < y->name.size);
	if (order == 0)
		order = (x->kind > y->kind) - (x->kind < y->kind);
	return order ? order : (x > y) - (x < y);
}

static bool same_name(const struct symbol *x, const struct symbol *y)
{
	return x->name.size == y->name.size && memcmp(x->name.data, y->name.data, x->name.size) == 0;
}

static int length(const struct symbol *s) { return (int)(s->name.size < 200 ? s->name.size : 200); }

/* Modules of one input may define a symbol repeatedly, for different devices. */
static bool clash(const struct symbol *x, const struct symbol *y)
{
	return x->kind == y->kind && x->kind != IMPORTED && x->input != y->input;
}

static int check_symbols(struct merge *m, bool allow, bool resolve)
{
	int code = CLI_GOOD;
	if (m->symbol_count)
		qsort(m->symbols, m->symbol_count, sizeof *m->symbols, compare);
	for (size_t i = 0, end; i < m->symbol_count; i = end) {
		const struct symbol *first = &m->symbols[i], *imported = NULL;
		bool exported = false;
		for (end = i; end < m->symbol_count && same_name(first, &m->symbols[end]); end++) {
			const struct symbol *s = &m->symbols[end];
			exported = exported || s->kind == EXPORTED;
			imported = s->kind == IMPORTED && !imported ? s : imported;
			if (end == i || !clash(s - 1, s))
				continue;
			cli_error("%s %.*s: in %s and in %s", s->kind == KERNEL ? "kernel" : "exported symbol",
				length(s), s->name.data, (s - 1)->file, s->file);
			code = allow ? code : CLI_BAD;
		}
		if (imported && !exported) {
			cli_error("%s: module %lu imports %.*s, which no file exports", imported->file,
				(unsigned long)imported->module, length(imported), imported->name.data);
			code = resolve ? CLI_BAD : code;
		}
	}
	return code;
}

int app_merge_command(const struct cli_command *self, int argc, char **argv)
{
	const char *output = cli_stdout, *encoding_text = NULL, *limit = NULL;
	bool force = false, allow = false, resolve = false;
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", APP_OUTPUT, &output, NULL },
		{ "encoding", 'e', "ENCODING", APP_ENCODING, &encoding_text, NULL },
		{ "allow-duplicates", 0, NULL, "continue if two files have the same kernel or exported symbol", NULL,
			&allow },
		{ "resolve", 0, NULL, "fail if an imported symbol is not exported by any file", NULL, &resolve },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
		{ "force", 'f', NULL, APP_FORCE, NULL, &force },
	};
	enum syclbin_encoding encoding;
	struct merge m = { 0 };
	struct words words;
	int code = words_parse(self, options, sizeof options / sizeof *options, argc, argv, &words);
	if (code != CLI_GO_ON)
		return code;
	code = parse_encoding(self, encoding_text, &encoding);
	if (code == CLI_GO_ON)
		code = words.operands ? CLI_GOOD : cli_usage(self, "expected files");
	m.sources = calloc(words.operands + 1, sizeof *m.sources);
	m.writer = syclbin_writer_create(NULL);
	if (!m.sources || !m.writer)
		code = CLI_SYSTEM;
	for (size_t i = 0; code == CLI_GOOD && i < words.count; i++)
		code = words.items[i].option ? CLI_GOOD : merge_file(&m, words.items[i].value, limit);
	if (code == CLI_GOOD)
		code = check_symbols(&m, allow, resolve);
	if (code == CLI_GOOD)
		code = output_writer(output, m.writer, encoding, force);
	syclbin_writer_destroy(m.writer);
	for (size_t i = 0; m.sources && i < m.count; i++)
		source_close(&m.sources[i]);
	free(m.sources);
	free(m.symbols);
	words_finish(&words);
	return code;
}
