/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc resources */
#include "commands/commands.h"
#include "tables/array.h"
#include "commands/resource_edit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct request {
	const char *key, *group, *folder, *output;
	bool list, raw, npy, json;
	const struct cli_command *self;
	uint64_t most; /* total size limit of all files; 0: the default */
};

static struct table_text group_name(const struct table *t, const struct table_resource *resource)
{
	return resource->external ? table_string(t, resource->group) : table_dialect_name(t, resource->group);
}

/* Returns the bytes of a resource of any kind. */
static struct table_text content(const struct table *t, const struct table_resource *resource)
{
	if (resource->kind == 1)
		return (struct table_text){ (const char *)t->input->data + resource->range.offset,
			resource->range.size };
	if (resource->kind == 2)
		return table_string(t, resource->string);
	return (struct table_text){ (const char *)t->input->data + resource->data.offset, resource->data.size };
}

static bool same(struct table_text a, const char *b) { return a.size == strlen(b) && memcmp(a.data, b, a.size) == 0; }

static bool is_declared_only(const struct table_resource *resource) { return resource->range.size == 0; }

/* ---- listing */

static void print_resource(const struct table *t, const struct table_resource *resource)
{
	static const char *const kinds[] = { "blob", "bool", "string" };
	struct table_text group = group_name(t, resource), key = table_string(t, resource->key);
	const char *reason;
	const char *dtype = npy_dtype(t, resource, &reason);
	printf("%-8s %-8s ", resource->external ? "external" : "dialect",
		is_declared_only(resource) ? "none" : resource->broken ? "broken" : kinds[resource->kind]);
	put_name(stdout, group.data, group.size);
	putchar(' ');
	put_name(stdout, key.data, key.size);
	if (resource->broken) {
		/* table_close() reports the reason */
	} else if (resource->kind == 0 && !is_declared_only(resource)) {
		printf(" %zu bytes at %#zx, aligned to %" PRIu64, resource->data.size, resource->data.offset,
			resource->alignment);
		if (dtype) {
			const struct table_entry *type = &t->types[resource->type];
			printf(", %s (", dtype);
			for (size_t i = 0; i < type->rank; i++)
				printf("%s%" PRId64, i ? ", " : "", t->dims[type->first_dim + i]);
			printf(")");
		}
	} else if (resource->kind == 1) {
		printf(" %s", resource->value ? "true" : "false");
	} else if (resource->kind == 2) {
		struct table_text text = content(t, resource);
		printf(" \"");
		put_name(stdout, text.data, text.size);
		printf("\"");
	}
	putchar('\n');
}

static void json_shape(const struct table *t, const struct table_entry *type)
{
	cli_json_open("shape", '[');
	for (size_t i = 0; i < type->rank; i++)
		cli_json_number(NULL, (uint64_t)t->dims[type->first_dim + i]);
	cli_json_close();
}

/* The members that depend on the kind. */
static void json_content(const struct table *t, const struct table_resource *resource)
{
	const char *reason, *dtype = npy_dtype(t, resource, &reason);
	if (resource->kind == 1) {
		cli_json_bool("value", resource->value);
	} else if (resource->kind == 2) {
		struct table_text text = content(t, resource);
		cli_json_text("value", text.data, text.size < NAME_MOST ? text.size : NAME_MOST);
	} else {
		cli_json_number("offset", resource->data.offset);
		cli_json_number("size", resource->data.size);
		cli_json_number("alignment", resource->alignment);
		if (dtype) {
			cli_json_word("dtype", dtype);
			json_shape(t, &t->types[resource->type]);
		}
	}
}

static void json_resource(const struct table *t, const struct table_resource *resource)
{
	static const char *const kinds[] = { "blob", "bool", "string" };
	struct table_text group = group_name(t, resource), key = table_string(t, resource->key);
	const bool here = !is_declared_only(resource) && !resource->broken;
	cli_json_open(NULL, '{');
	cli_json_text("group", group.data, group.size < NAME_MOST ? group.size : NAME_MOST);
	cli_json_text("key", key.data, key.size < NAME_MOST ? key.size : NAME_MOST);
	cli_json_bool("external", resource->external);
	cli_json_word("kind", here ? kinds[resource->kind] : resource->broken ? "broken" : "none");
	if (here)
		json_content(t, resource);
	cli_json_close();
}

static void list(const struct table *t, const struct request *request)
{
	if (request->json) {
		cli_json_begin(request->self->name, t->input->name);
		cli_json_open("resources", '[');
	}
	for (size_t i = 0; i < t->resource_count; i++) {
		if (!request->group || same(group_name(t, &t->resources[i]), request->group))
			(request->json ? json_resource : print_resource)(t, &t->resources[i]);
	}
}

/* ---- extracting one resource */

static int write_resource(
	const struct table *t, const struct table_resource *resource, const char *path, const char *dtype)
{
	struct cli_output output;
	int code = cli_refuse_terminal(path, false);
	if (code == CLI_GOOD)
		code = cli_output_open(path, NULL, &output);
	if (code != CLI_GOOD)
		return code;
	if (dtype) {
		npy_write(output.stream, t, resource, dtype);
	} else {
		struct table_text text = content(t, resource);
		fwrite(text.data, 1, text.size, output.stream);
	}
	return cli_output_finish(&output, true);
}

static bool ends_with(const char *text, const char *end)
{
	size_t size = strlen(text), tail = strlen(end);
	return size >= tail && strcmp(text + size - tail, end) == 0;
}

static int extract_found(const struct table *t, const struct table_resource *resource, const struct request *request)
{
	const char *dtype = NULL, *reason;
	if (is_declared_only(resource)) {
		cli_error("%s: resource '%s' is declared without data", t->input->name, request->key);
		return CLI_BAD;
	}
	if (resource->broken) {
		cli_error("%s: resource '%s' is invalid; 'mlirbc verify' reports the error", t->input->name,
			request->key);
		return CLI_BAD;
	}
	if (request->npy || (!request->raw && ends_with(request->output, ".npy"))) {
		dtype = npy_dtype(t, resource, &reason);
		if (!dtype) {
			cli_error("%s: resource '%s' cannot be written as .npy: %s", t->input->name, request->key,
				reason);
			return CLI_BAD;
		}
	}
	return write_resource(t, resource, request->output, dtype);
}

static int extract(const struct table *t, const struct request *request)
{
	const struct table_resource *found = NULL;
	for (size_t i = 0; i < t->resource_count; i++) {
		const struct table_resource *resource = &t->resources[i];
		if (!same(table_string(t, resource->key), request->key) ||
			(request->group && !same(group_name(t, resource), request->group)))
			continue;
		if (found) {
			cli_error("%s: there are several resources '%s'; choose one with --group", t->input->name,
				request->key);
			return CLI_BAD;
		}
		found = resource;
	}
	if (found)
		return extract_found(t, found, request);
	cli_error("%s: no resource '%s'", t->input->name, request->key);
	return CLI_BAD;
}

/* ---- extracting all resources */

enum { LONGEST_NAME = 100 };

/* A key can be any text, so characters that are unsafe in file names become %XX. So does a dot in a group, because
 * the first dot ends the group. */
static size_t encode_name(char *out, struct table_text text, bool group)
{
	size_t at = 0;
	for (size_t i = 0; i < text.size && at < LONGEST_NAME; i++) {
		unsigned char c = (unsigned char)text.data[i];
		bool harmless = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
				c == '_' || c == '-' || (c == '.' && i > 0 && !group);
		at += (size_t)snprintf(out + at, 4, harmless ? "%c" : "%%%02X", c);
	}
	return at;
}

/* FOLDER/GROUP.KEY without an extension. Long names are truncated and get the resource's number, as do those of
 * external groups. */
static char *file_name(const struct table *t, const struct table_resource *resource, const char *folder)
{
	size_t size = strlen(folder) + 2 * LONGEST_NAME + 64;
	char *path = malloc(size), name[LONGEST_NAME + 4];
	if (!path)
		return NULL;
	size_t at = (size_t)snprintf(path, size, "%s/", folder);
	size_t group = encode_name(name, group_name(t, resource), true);
	/* a dialect with this name must not use the files of the external groups */
	const char *before = resource->external ? "external." : same(group_name(t, resource), "external") ? "%" : "";
	at += (size_t)snprintf(path + at, size - at, "%s%.*s.", before, (int)group, name);
	size_t key = encode_name(name, table_string(t, resource->key), false);
	at += (size_t)snprintf(path + at, size - at, "%.*s", (int)key, name);
	if (group >= LONGEST_NAME || key >= LONGEST_NAME)
		snprintf(path + at, size - at, ".%zu", (size_t)(resource - t->resources));
	return path;
}

static int write_with_ending(const struct table *t, const struct table_resource *resource, const char *path,
	const char *ending, const char *dtype)
{
	size_t length = strlen(path);
	char *whole = malloc(length + strlen(ending) + 1);
	if (!whole)
		return cli_out_of_memory();
	memcpy(whole, path, length);
	memcpy(whole + length, ending, strlen(ending) + 1);
	int code = write_resource(t, resource, whole, dtype);
	free(whole);
	return code;
}

/* Determines what extract_all() writes of a resource: its bytes, an array of this type, or both. False: nothing. */
struct wanted {
	bool bytes;
	const char *dtype;
};

static bool is_wanted(const struct table *t, const struct table_resource *resource, const struct request *request,
	struct wanted *out_wanted)
{
	const char *reason;
	if (is_declared_only(resource) || resource->broken ||
		(request->group && !same(group_name(t, resource), request->group)))
		return false;
	out_wanted->dtype = request->raw ? NULL : npy_dtype(t, resource, &reason);
	out_wanted->bytes = !request->npy || !out_wanted->dtype;
	return true;
}

/* Checks the total size: many resources may share one long string, so a small file could fill the disk. False after
 * a message. */
static bool output_fits(const struct table *t, const struct request *request)
{
	const uint64_t most = request->most ? request->most : ((uint64_t)64 << 20) + 16 * (uint64_t)t->input->size;
	struct wanted wanted;
	uint64_t bytes = 0; /* cannot overflow: that many resources do not fit in memory */
	for (size_t i = 0; i < t->resource_count; i++) {
		if (is_wanted(t, &t->resources[i], request, &wanted))
			bytes += (wanted.bytes + (uint64_t)(wanted.dtype != NULL)) * content(t, &t->resources[i]).size;
	}
	if (bytes <= most)
		return true;
	cli_error("%s: the resources have %" PRIu64 " bytes, and --max-output allows %" PRIu64, t->input->name, bytes,
		most);
	return false;
}

static int extract_all(const struct table *t, const struct request *request)
{
	int code = CLI_GOOD;
	if (!output_fits(t, request))
		return CLI_BAD;
	code = cli_folder(request->folder, true);
	for (size_t i = 0; i < t->resource_count && code == CLI_GOOD; i++) {
		const struct table_resource *resource = &t->resources[i];
		struct wanted wanted;
		if (!is_wanted(t, resource, request, &wanted))
			continue;
		char *path = file_name(t, resource, request->folder);
		if (!path)
			return cli_out_of_memory();
		if (wanted.bytes)
			code = write_with_ending(t, resource, path, resource->kind == 2 ? ".txt" : ".bin", NULL);
		if (wanted.dtype && code == CLI_GOOD)
			code = write_with_ending(t, resource, path, ".npy", wanted.dtype);
		free(path);
	}
	return code;
}

/* ---- */

static int run(void *ctx, const char *path)
{
	const struct request *request = ctx;
	struct cli_input input;
	struct table table;
	int code = input_open(path, &input);
	if (code != CLI_GOOD)
		return code;
	code = table_open(&input, &table);
	if (code == CLI_GOOD) {
		if (request->key)
			code = extract(&table, request);
		else if (request->folder)
			code = extract_all(&table, request);
		else
			list(&table, request);
		code = table_close(&table, code);
		if (request->json)
			(void)cli_json_end(code);
	}
	cli_input_finish(&input);
	return code;
}

/* Checks the options and does what they ask for. */
static int run_request(const struct cli_command *self, const struct cli_files *files, struct request *request,
	struct resource_edits *edits, const char *alignment, const char *most)
{
	if (request->list + (request->key != NULL) + (request->folder != NULL) > 1)
		return cli_usage(self, "--list, --extract and --extract-all exclude each other");
	bool edited = edits->replace || edits->add || edits->remove;
	if (edited && (request->list || request->key || request->folder))
		return cli_usage(self, "--replace, --add and --remove exclude --list, --extract and --extract-all");
	if (edits->external && (!edits->add || !request->group))
		return cli_usage(self, "--external requires --add and --group");
	if (alignment) {
		uint64_t number;
		if (!cli_number(&alignment, '\0', 1, UINT32_MAX, &number) || (number & (number - 1)))
			return cli_usage(self, "--align: expected a power of two");
		edits->alignment = (uint32_t)number;
	}
	if (most && !cli_number(&most, '\0', 1, UINT64_MAX, &request->most))
		return cli_usage(self, "--max-output: expected a positive number, found '%s'", most);
	if (most && !request->folder)
		return cli_usage(self, "--max-output requires --extract-all");
	if (files->count > 1 && (edited || request->key || request->folder))
		return cli_usage(self, "only --list accepts several files");
	if (request->json && (edited || request->key || request->folder))
		return cli_usage(self, "--json requires --list");
	edits->group = request->group;
	edits->raw = request->raw;
	if (edited)
		return resources_edit(self, files->paths[0], edits, request->output);
	if (request->raw && request->npy)
		return cli_usage(self, "--raw and --npy contradict each other");
	return cli_each_file(files, !request->json, run, request);
}

int mlirbc_resources_command(const struct cli_command *self, int argc, char **argv)
{
	struct cli_files files;
	struct request request = { .self = self, .output = cli_stdout };
	struct resource_edits edits = { .replace = NULL };
	const char *alignment = NULL, *most = NULL;
	const struct cli_option options[] = {
		{ "list", 0, NULL, "list the resources (the default)", NULL, &request.list },
		{ "extract", 0, "KEY", "write the data of a resource to stdout or to the file of -o", &request.key,
			NULL },
		{ "extract-all", 0, "DIR", "write all to files GROUP.KEY.bin, and .npy if NumPy has the type",
			&request.folder, NULL },
		{ "replace", 0, "KEY=FILE",
			"write the module with the bytes, or the array in FILE.npy, as the data of KEY", &edits.replace,
			NULL },
		{ "add", 0, "KEY=FILE", "write the module with a new blob", &edits.add, NULL },
		{ "remove", 0, "KEY", "write the module without the data of KEY", &edits.remove, NULL },
		{ "external", 0, NULL, "--add: to an external group, which --group names", NULL, &edits.external },
		{ "align", 0, "N", "--add, --replace: alignment of the blob, a power of two", &alignment, NULL },
		{ "force", 0, NULL, "--remove: even if an attribute refers to it", NULL, &edits.force },
		{ "group", 0, "NAME", "only resources of this dialect or external group", &request.group, NULL },
		{ "raw", 0, NULL, "read and write plain bytes, never .npy", NULL, &request.raw },
		{ "npy", 0, NULL, "write .npy instead of plain bytes", NULL, &request.npy },
		{ "max-output", 0, "N", "--extract-all: limit in bytes; default: 64 MiB plus 16 times the file", &most,
			NULL },
		{ "output", 'o', "FILE", "output file; with --extract, NAME.npy selects that format", &request.output,
			NULL },
		CLI_OPTION_JSON(&request.json),
	};
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	code = run_request(self, &files, &request, &edits, alignment, most);
	free(files.paths);
	return code;
}
