/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc info */
#include "commands/commands.h"
#ifdef MLIRBC_APP_STABLEHLO
#include "models/model.h"
#else
#include "tables/table.h"
#endif

#include <inttypes.h>
#include <stdlib.h>

struct dialect_counts {
	uint64_t ops, op_names, attrs, types, resources;
};

static struct dialect_counts *count_dialects(const struct table *t)
{
	struct dialect_counts *counts = calloc(t->dialect_count + 1, sizeof *counts);
	for (size_t i = 0; counts && i < t->op_name_count; i++) {
		counts[t->op_names[i].dialect].op_names++;
		counts[t->op_names[i].dialect].ops += t->op_names[i].ops;
	}
	for (size_t i = 0; counts && i < t->attr_count; i++)
		counts[t->attrs[i].dialect].attrs++;
	for (size_t i = 0; counts && i < t->type_count; i++)
		counts[t->types[i].dialect].types++;
	for (size_t i = t->external_count; counts && i < t->resource_count; i++)
		counts[t->resources[i].group].resources++;
	return counts;
}

static void print_text(const struct table *t, const struct dialect_counts *counts)
{
	printf("version   %" PRIu32 "\nproducer  ", t->version);
	put_escaped(stdout, t->producer.data, t->producer.size);
	printf("\nsize      %zu\n\n%-20s %12s %12s %s\n", t->input->size, "section", "bytes", "offset", "aligned");
	for (size_t i = 0; i < t->section_count; i++) {
		const struct table_section *s = &t->sections[i];
		printf("%-20s %12zu %#12zx%s\n", mlirbc_walk_section_name(s->id), s->data_size, s->whole.offset,
			s->aligned ? " yes" : "");
	}
	printf("\n%-20s %10s %10s %10s %10s %10s %8s\n", "dialect", "ops", "op names", "attributes", "types",
		"resources", "version");
	for (size_t i = 0; i < t->dialect_count; i++) {
		struct table_text name = table_dialect_name(t, i);
		put_name(stdout, name.data, name.size);
		printf("%*s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64,
			name.size < 20 ? (int)(20 - name.size) : 0, "", counts[i].ops, counts[i].op_names,
			counts[i].attrs, counts[i].types, counts[i].resources);
		if (t->dialects[i].version.size)
			printf(" %zu bytes", t->dialects[i].version.size);
		printf("\n");
	}
	printf("\n%10" PRIu64 " ops\n%10" PRIu64 " regions\n%10" PRIu64 " blocks\n%10" PRIu64 " results\n%10" PRIu64
	       " block arguments\n%10zu op names\n%10zu attributes\n%10zu types\n"
	       "%10zu strings\n%10zu property blobs\n%10zu resources\n",
		t->op_count, t->region_count, t->block_count, t->result_count, t->argument_count, t->op_name_count,
		t->attr_count, t->type_count, t->string_count, t->blob_count, t->resource_count);
}

static void json_dialect(const struct table *t, size_t i, const struct dialect_counts *counts)
{
	struct table_text name = table_dialect_name(t, i);
	const struct range *version = &t->dialects[i].version;
	cli_json_open(NULL, '{');
	cli_json_text("name", name.data, name.size < NAME_MOST ? name.size : NAME_MOST);
	if (version->size) {
		printf(",\"version\":\"");
		for (size_t k = 0; k < version->size; k++)
			printf("%02x", t->input->data[version->offset + k]);
		printf("\"");
	} else {
		cli_json_null("version");
	}
	cli_json_number("ops", counts->ops);
	cli_json_number("op_names", counts->op_names);
	cli_json_number("attributes", counts->attrs);
	cli_json_number("types", counts->types);
	cli_json_number("resources", counts->resources);
	cli_json_close();
}

static void json_section(const struct table_section *s)
{
	cli_json_open(NULL, '{');
	cli_json_number("id", s->id);
	cli_json_word("name", mlirbc_walk_section_name(s->id));
	cli_json_number("offset", s->whole.offset);
	cli_json_number("bytes", s->whole.size);
	cli_json_number("data_bytes", s->data_size);
	cli_json_bool("aligned", s->aligned);
	cli_json_close();
}

static void print_json(const struct table *t, const struct dialect_counts *counts)
{
	const struct {
		const char *name;
		uint64_t number;
	} totals[] = { { "ops", t->op_count }, { "regions", t->region_count }, { "blocks", t->block_count },
		{ "results", t->result_count }, { "block_arguments", t->argument_count },
		{ "op_names", t->op_name_count }, { "attributes", t->attr_count }, { "types", t->type_count },
		{ "strings", t->string_count }, { "property_blobs", t->blob_count },
		{ "dialect_resources", t->resource_count - t->external_count },
		{ "external_resources", t->external_count } };
	cli_json_number("bytecode_version", t->version);
	cli_json_text("producer", t->producer.data, t->producer.size);
	cli_json_number("size", t->input->size);
	cli_json_open("sections", '[');
	for (size_t i = 0; i < t->section_count; i++)
		json_section(&t->sections[i]);
	cli_json_close();
	cli_json_open("dialects", '[');
	for (size_t i = 0; i < t->dialect_count; i++)
		json_dialect(t, i, &counts[i]);
	cli_json_close();
	for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
		cli_json_number(totals[i].name, totals[i].number);
}

static int print(const struct table *t, bool json)
{
	int code = CLI_GOOD;
#ifdef MLIRBC_APP_STABLEHLO
	if (model_is(t))
		code = model_info(t, json);
#endif
	struct dialect_counts *counts = code == CLI_GOOD ? count_dialects(t) : NULL;
	if (!counts)
		return code == CLI_GOOD ? cli_out_of_memory() : code;
	(json ? print_json : print_text)(t, counts);
	free(counts);
	return CLI_GOOD;
}

int mlirbc_info_command(const struct cli_command *self, int argc, char **argv)
{
	return tables_command(self, argc, argv, print);
}
