/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc info */
#include "table.h"

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

static void put_json(const char *key, struct table_text text)
{
	printf("\"%s\":", key);
	cli_json_string(stdout, text.data, text.size);
}

static void print_json(const struct table *t, const struct dialect_counts *counts)
{
	printf("{\"version\":%" PRIu32 ",", t->version);
	put_json("producer", t->producer);
	printf(",\"size\":%zu,\"sections\":[", t->input->size);
	for (size_t i = 0; i < t->section_count; i++) {
		const struct table_section *s = &t->sections[i];
		printf("%s\n{\"id\":%" PRIu32 ",\"name\":\"%s\",\"offset\":%zu,\"bytes\":%zu,\"data_bytes\":%zu,"
		       "\"aligned\":%s}",
			i ? "," : "", s->id, mlirbc_walk_section_name(s->id), s->whole.offset, s->whole.size,
			s->data_size, s->aligned ? "true" : "false");
	}
	printf("],\"dialects\":[");
	for (size_t i = 0; i < t->dialect_count; i++) {
		printf("%s\n{", i ? "," : "");
		struct table_text name = table_dialect_name(t, i);
		if (name.size > NAME_MOST)
			name.size = NAME_MOST;
		put_json("name", name);
		printf(",\"version\":");
		if (t->dialects[i].version.size) {
			printf("\"");
			for (size_t k = 0; k < t->dialects[i].version.size; k++)
				printf("%02x", t->input->data[t->dialects[i].version.offset + k]);
			printf("\"");
		} else {
			printf("null");
		}
		printf(",\"ops\":%" PRIu64 ",\"op_names\":%" PRIu64 ",\"attributes\":%" PRIu64 ",\"types\":%" PRIu64
		       ",\"resources\":%" PRIu64 "}",
			counts[i].ops, counts[i].op_names, counts[i].attrs, counts[i].types, counts[i].resources);
	}
	printf("],\n\"ops\":%" PRIu64 ",\"regions\":%" PRIu64 ",\"blocks\":%" PRIu64 ",\"results\":%" PRIu64
	       ",\"block_arguments\":%" PRIu64 ",\"op_names\":%zu,\"attributes\":%zu,\"types\":%zu,\"strings\":%zu,"
	       "\"property_blobs\":%zu,\"dialect_resources\":%zu,\"external_resources\":%zu}\n",
		t->op_count, t->region_count, t->block_count, t->result_count, t->argument_count, t->op_name_count,
		t->attr_count, t->type_count, t->string_count, t->blob_count, t->resource_count - t->external_count,
		t->external_count);
}

int mlirbc_info_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path;
	bool json = false;
	const struct cli_option options[] = {
		{ "json", 0, NULL, "print one JSON object", NULL, &json },
	};
	struct input input;
	struct table table;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON || (code = input_open_bytecode(path, &input)) != CLI_GOOD)
		return code;
	code = table_open(&input, &table);
	if (code == CLI_GOOD) {
		struct dialect_counts *counts = count_dialects(&table);
		if (!counts)
			code = memory_error();
		else if (json)
			print_json(&table, counts);
		else
			print_text(&table, counts);
		free(counts);
		code = table_close(&table, code);
	}
	input_finish(&input);
	return code;
}
