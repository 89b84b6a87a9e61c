/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin edit: sets or removes properties, changes the state, removes images. An unchanged text is copied byte for
 * byte. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

struct edit {
	const struct cli_command *command;
	const struct source *source;
	const struct syclbin_reader *reader;
	struct syclbin_writer *writer;
	struct syclbin_text *text;
	struct assignment *sets, *removals;
	size_t set_count, removal_count;
	uint64_t module;  /* UINT64_MAX: all */
	bool global;      /* edit the global metadata instead */
	int drop;         /* enum syclbin_part_kind of the images to remove; -1: none */
	const char *state;
	unsigned long changes;
};

static bool equal(struct syclbin_string a, struct syclbin_string b)
{
	return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

static bool removed(struct edit *e, struct syclbin_string set, const struct syclbin_string *key)
{
	for (size_t i = 0; i < e->removal_count; i++) {
		const struct assignment *a = &e->removals[i];
		if (equal(a->set, set) && (a->key.size == 0 || (key && equal(a->key, *key)))) {
			e->changes++;
			return true;
		}
	}
	return false;
}

/* Finds the last --set for a property. */
static const struct assignment *assigned(const struct edit *e, struct syclbin_string set, struct syclbin_string key)
{
	for (size_t i = e->set_count; i > 0; i--) {
		if (equal(e->sets[i - 1].set, set) && equal(e->sets[i - 1].key, key))
			return &e->sets[i - 1];
	}
	return NULL;
}

/* Adds the properties of --set whose set is not in the table. */
static enum syclbin_status put_new(struct edit *e, const struct syclbin_table *table, struct syclbin_string set,
	struct syclbin_diag *diag)
{
	for (size_t i = 0; i < e->set_count; i++) {
		const struct assignment *a = &e->sets[i];
		if (!equal(a->set, set) || syclbin_table_find(table, set, a->key) || assigned(e, set, a->key) != a)
			continue;
		enum syclbin_status status = put_assignment(e->text, a, diag);
		if (status != SYCLBIN_OK)
			return status;
		e->changes++;
	}
	return SYCLBIN_OK;
}

static enum syclbin_status put_set(struct edit *e, const struct syclbin_table *table,
	const struct syclbin_table_set *set, struct syclbin_diag *diag)
{
	if (removed(e, set->name, NULL))
		return SYCLBIN_OK;
	enum syclbin_status status = syclbin_text_set(e->text, set->name, diag);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < set->count; i++) {
		const struct syclbin_property *p = &table->properties[set->first + i];
		const struct assignment *a = assigned(e, set->name, p->key);
		e->changes += a != NULL;
		if (a)
			status = put_assignment(e->text, a, diag);
		else if (!removed(e, set->name, &p->key))
			status = syclbin_text_copy(e->text, p->key, p, diag);
	}
	return status == SYCLBIN_OK ? put_new(e, table, set->name, diag) : status;
}

static enum syclbin_status put_new_sets(struct edit *e, const struct syclbin_table *table, struct syclbin_diag *diag)
{
	enum syclbin_status status = SYCLBIN_OK;
	for (size_t i = 0; status == SYCLBIN_OK && i < e->set_count; i++) {
		bool again = syclbin_table_find_set(table, e->sets[i].set) != NULL;
		for (size_t j = 0; j < i; j++)
			again = again || equal(e->sets[j].set, e->sets[i].set);
		if (again)
			continue;
		status = syclbin_text_set(e->text, e->sets[i].set, diag);
		if (status == SYCLBIN_OK)
			status = put_new(e, table, e->sets[i].set, diag);
	}
	return status;
}

/* Returns the edited text, in e->text, or the original text if nothing changes. */
static enum syclbin_status edit_text(struct edit *e, const struct syclbin_span *text, struct syclbin_string *out,
	struct syclbin_diag *diag)
{
	struct syclbin_table table;
	unsigned long before = e->changes;
	enum syclbin_status status = syclbin_table_init(&table, text, NULL, diag);
	if (status != SYCLBIN_OK)
		return status;
	syclbin_text_clear(e->text);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < table.set_count; i++)
		status = put_set(e, &table, &table.sets[i], diag);
	if (status == SYCLBIN_OK)
		status = put_new_sets(e, &table, diag);
	syclbin_table_finish(&table, NULL);
	*out = e->changes != before ? syclbin_text_string(e->text)
				    : (struct syclbin_string){ (const char *)text->data, text->size };
	return status;
}

static enum syclbin_status edit_images(struct edit *e, const struct syclbin_module *module, uint32_t to,
	struct syclbin_diag *diag)
{
	int fd = source_fd(e->source, e->reader);
	for (unsigned kind = 0; kind < 2; kind++) {
		if (e->drop == (int)kind && (e->module == UINT64_MAX || e->module == module->index)) {
			e->changes += module->count[kind];
			continue;
		}
		for (uint32_t i = 0; i < module->count[kind]; i++) {
			struct syclbin_image from;
			enum syclbin_status status = syclbin_module_image(
				e->reader, module, (enum syclbin_part_kind)kind, i, &from, diag);
			if (status != SYCLBIN_OK)
				return status;
			struct syclbin_writer_image image = { sizeof image, (enum syclbin_part_kind)kind,
				{ (const char *)from.metadata.data, from.metadata.size }, 0, { "", 0 }, { "", 0 },
				{ fd < 0 ? from.bytes.data : NULL, fd, from.bytes.offset, from.bytes.size } };
			status = syclbin_writer_image(e->writer, to, &image, diag);
			if (status != SYCLBIN_OK)
				return status;
		}
	}
	return SYCLBIN_OK;
}

static enum syclbin_status edit_module(struct edit *e, uint32_t index, struct syclbin_diag *diag)
{
	struct syclbin_module module;
	struct syclbin_string text;
	uint32_t to;
	enum syclbin_status status = syclbin_reader_module(e->reader, index, &module, diag);
	if (status != SYCLBIN_OK)
		return status;
	text = (struct syclbin_string){ (const char *)module.metadata.data, module.metadata.size };
	if (!e->global && (e->module == UINT64_MAX || e->module == index))
		status = edit_text(e, &module.metadata, &text, diag);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_module(e->writer, text, &to, diag);
	return status == SYCLBIN_OK ? edit_images(e, &module, to, diag) : status;
}

/* --state is equivalent to a --set of the global metadata. */
static enum syclbin_status edit_global(struct edit *e, struct syclbin_diag *diag)
{
	struct syclbin_string text = { (const char *)e->reader->global.data, e->reader->global.size };
	enum syclbin_status status = e->global ? edit_text(e, &e->reader->global, &text, diag) : SYCLBIN_OK;
	if (status == SYCLBIN_OK && syclbin_writer_global(e->writer, text) != SYCLBIN_OK)
		status = SYCLBIN_E_NOMEM;
	if (status != SYCLBIN_OK || !e->state)
		return status;
	struct assignment state = { { SYCLBIN_SET_GLOBAL, strlen(SYCLBIN_SET_GLOBAL) }, { "state", 5 },
		SYCLBIN_PROPERTY_U32, 0, NULL, 0 };
	struct edit only_state = *e;
	parse_state(e->state, &state.number);
	only_state.sets = &state;
	only_state.set_count = 1;
	only_state.removal_count = 0;
	char *copy = malloc(text.size + 1);
	if (!copy)
		return SYCLBIN_E_NOMEM;
	memcpy(copy, text.data, text.size); /* it may point into e->text, which is about to change */
	struct syclbin_span span = syclbin_span(copy, text.size);
	status = edit_text(&only_state, &span, &text, diag);
	if (status == SYCLBIN_OK && syclbin_writer_global(e->writer, text) != SYCLBIN_OK)
		status = SYCLBIN_E_NOMEM;
	e->changes = only_state.changes;
	free(copy);
	return status;
}

static int run(struct edit *e)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	enum syclbin_status status = e->writer && e->text ? edit_global(e, &diag) : SYCLBIN_E_NOMEM;
	for (uint32_t i = 0; status == SYCLBIN_OK && i < e->reader->module_count; i++)
		status = edit_module(e, i, &diag);
	if (status == SYCLBIN_OK && e->changes == 0) {
		cli_error("%s: nothing to change", e->source->name);
		return CLI_BAD;
	}
	if (status == SYCLBIN_OK)
		return CLI_GOOD;
	if (diag.status == SYCLBIN_OK)
		diag.status = status;
	return source_error(e->source->name, &diag);
}

/* Sets of SYCLBIN itself are in the metadata of the file or of images, all others in that of modules. */
static int check_sets(const struct edit *e)
{
	for (size_t i = 0; i < e->set_count; i++) {
		const struct syclbin_string set = e->sets[i].set;
		const unsigned roles = syclbin_set_roles(set);
		if (roles && !(roles & (e->global ? SYCLBIN_ROLE_GLOBAL : SYCLBIN_ROLE_MODULE)))
			return cli_usage(e->command, "the set '%.*s' cannot be in the metadata of %s", (int)set.size, set.data,
				e->global ? "the file" : "a module");
	}
	return CLI_GO_ON;
}

static int collect(struct edit *e, const struct words *words)
{
	e->sets = calloc(words->count + 1, sizeof *e->sets);
	e->removals = calloc(words->count + 1, sizeof *e->removals);
	int code = e->sets && e->removals ? CLI_GO_ON : CLI_SYSTEM;
	for (size_t i = 0; code == CLI_GO_ON && i < words->count; i++) {
		const struct word *word = &words->items[i];
		const char *expected = NULL;
		if (word->option && strcmp(word->option->name, "set") == 0)
			expected = parse_assignment(word->value, true, &e->sets[e->set_count++]);
		else if (word->option && strcmp(word->option->name, "remove") == 0)
			expected = parse_assignment(word->value, false, &e->removals[e->removal_count++]);
		if (expected)
			code = cli_usage(e->command, "'%s': expected %s", word->value, expected);
	}
	return code == CLI_GO_ON ? check_sets(e) : code;
}

static int parse_rest(struct edit *e, const char *module, const char *drop)
{
	uint32_t state;
	int code = module ? parse_number(e->command, "module", module, UINT32_MAX, &e->module) : CLI_GO_ON;
	if (code != CLI_GO_ON)
		return code;
	if (e->state && !parse_state(e->state, &state))
		return cli_usage(e->command, "--state: expected input, object, executable or a number");
	if (drop && strcmp(drop, "ir") != 0 && strcmp(drop, "native") != 0)
		return cli_usage(e->command, "--drop: expected ir or native");
	e->drop = !drop ? -1 : *drop == 'n' ? SYCLBIN_PART_NATIVE : SYCLBIN_PART_IR;
	return CLI_GO_ON;
}

int app_edit_command(const struct cli_command *self, int argc, char **argv)
{
	const char *output = cli_stdout, *encoding_text = NULL, *unused, *module = NULL, *drop = NULL, *item = NULL,
		   *limit = NULL;
	bool force = false;
	struct edit e = { .command = self, .module = UINT64_MAX, .drop = -1 };
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", APP_OUTPUT, &output, NULL },
		{ "encoding", 'e', "ENCODING", APP_ENCODING, &encoding_text, NULL },
		{ "set", 0, "[SET]KEY=TYPE:VALUE", "set a property; TYPE is u32, str or hex", &unused, NULL },
		{ "remove", 0, "[SET]KEY|[SET]", "remove a property, or a whole set", &unused, NULL },
		{ "module", 0, "N", "change this module only", &module, NULL },
		{ "global", 0, NULL, "change the metadata of the file, not of its modules", NULL, &e.global },
		{ "state", 0, "STATE", "set the state of the file", &e.state, NULL },
		{ "drop", 0, "ir|native", "remove images of this kind", &drop, NULL },
		{ "item", 0, "N", APP_ITEM, &item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &limit, NULL },
		{ "force", 'f', NULL, APP_FORCE, NULL, &force },
	};
	enum syclbin_encoding encoding;
	struct syclbin_reader reader;
	struct source source;
	struct words words;
	const char *path = "-";
	int code = words_parse(self, options, sizeof options / sizeof *options, argc, argv, &words);
	if (code != CLI_GO_ON)
		return code;
	for (size_t i = 0; i < words.count; i++)
		path = words.items[i].option ? path : words.items[i].value;
	code = words.operands > 1 ? cli_usage(self, "expected one file")
				  : parse_encoding(self, encoding_text, &encoding);
	if (code == CLI_GO_ON)
		code = parse_rest(&e, module, drop);
	if (code == CLI_GO_ON)
		code = collect(&e, &words);
	if (code == CLI_GO_ON)
		code = source_open_reader(path, item, limit, &source, &reader);
	if (code == CLI_GOOD) {
		e.source = &source;
		e.reader = &reader;
		e.writer = syclbin_writer_create(NULL);
		e.text = syclbin_text_create(NULL);
		code = run(&e);
		if (code == CLI_GOOD)
			code = output_writer(output, e.writer, encoding, force);
		syclbin_writer_destroy(e.writer);
		syclbin_text_destroy(e.text);
		source_close(&source);
	}
	for (size_t i = 0; i < e.set_count; i++)
		free(e.sets[i].bytes);
	free(e.sets);
	free(e.removals);
	words_finish(&words);
	return code;
}
