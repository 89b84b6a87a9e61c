/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* {-# ... #-}: of the dialects' data what the text refers to, in the order of first mention; all of the others'. */
#include "text/print/printer.h"

#include <stdlib.h>

struct entry {
	const struct mlirbc_resource *resource;
	size_t order;
};

static int compare_entries(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	return (a->order > b->order) - (a->order < b->order);
}

/* Number of the key among those printed, or SIZE_MAX. */
static size_t mention(struct mlirbc_printer *printer, const struct mlirbc_resource *resource)
{
	size_t before = printer->resources.count;
	size_t number = mlirbc__seen(printer, &printer->resources, resource->key);
	return number < before ? number : SIZE_MAX;
}

/* The resources to be printed, in order; *out_count of them. */
static struct entry *collect(
	struct mlirbc_printer *printer, const struct mlirbc_module *module, bool external, size_t *out_count)
{
	size_t count = 0, limit = printer->resources.count;
	*out_count = 0;
	for (const struct mlirbc_resource *r = module->resources; r; r = r->next)
		count++;
	struct entry *entries = count ? mlirbc__arena_alloc(
						&printer->scratch, count * sizeof *entries, _Alignof(struct entry))
				      : NULL;
	printer->no_memory |= count && !entries;
	for (const struct mlirbc_resource *r = module->resources; r && entries; r = r->next) {
		if (r->external != external || r->kind == MLIRBC_RESOURCE_NONE)
			continue;
		size_t order = *out_count;
		if (!external && mlirbc__string_is(r->group, "builtin", 7)) {
			order = mention(printer, r);
			if (order >= limit)
				continue;
		} else if (!external) {
			order += limit;
		}
		if (r->kind == MLIRBC_RESOURCE_BLOB && r->size > printer->most_elements)
			continue;
		entries[(*out_count)++] = (struct entry){ r, order };
	}
	if (!external && *out_count)
		qsort(entries, *out_count, sizeof *entries, compare_entries);
	return entries;
}

static void print_value(struct mlirbc_printer *printer, const struct mlirbc_resource *resource)
{
	const struct mlirbc_string text = { (const char *)resource->data, resource->size };
	uint8_t alignment[4];
	switch (resource->kind) {
	case MLIRBC_RESOURCE_BOOL: mlirbc__put_text(&printer->out, resource->value ? "true" : "false"); break;
	case MLIRBC_RESOURCE_STRING: mlirbc__put_quoted(&printer->out, &text); break;
	default:
		for (int i = 0; i < 4; i++)
			alignment[i] = (uint8_t)(resource->alignment >> (8 * i));
		mlirbc__put_text(&printer->out, "\"0x");
		mlirbc__put_hex(&printer->out, alignment, sizeof alignment);
		mlirbc__put_hex(&printer->out, resource->data, resource->size);
		mlirbc__put_char(&printer->out, '"');
		break;
	}
}

static void print_group(struct mlirbc_printer *printer, const struct entry *entries, size_t count)
{
	mlirbc__put_text(&printer->out, "    ");
	mlirbc__put_name(&printer->out, entries->resource->group);
	mlirbc__put_text(&printer->out, ": {\n");
	for (size_t i = 0; i < count; i++) {
		mlirbc__put_text(&printer->out, "      ");
		mlirbc__put_name(&printer->out, entries[i].resource->key);
		mlirbc__put_text(&printer->out, ": ");
		print_value(printer, entries[i].resource);
		mlirbc__put_text(&printer->out, i + 1 < count ? ",\n" : "\n");
	}
	mlirbc__put_text(&printer->out, "    }");
}

static void print_section(struct mlirbc_printer *printer, const char *name, const struct entry *entries, size_t count)
{
	mlirbc__put_text(&printer->out, "  ");
	mlirbc__put_text(&printer->out, name);
	mlirbc__put_text(&printer->out, ": {\n");
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i + 1; next < count && entries[next].resource->group == entries[i].resource->group;)
			next++;
		print_group(printer, entries + i, next - i);
		mlirbc__put_text(&printer->out, next < count ? ",\n" : "\n");
	}
	mlirbc__put_text(&printer->out, "  }");
}

void mlirbc__print_resources(struct mlirbc_printer *printer, const struct mlirbc_module *module)
{
	size_t dialect_count, external_count;
	const struct entry *dialect = collect(printer, module, false, &dialect_count);
	const struct entry *external = collect(printer, module, true, &external_count);
	if (printer->no_memory || dialect_count + external_count == 0)
		return;
	mlirbc__put_text(&printer->out, "\n{-#\n");
	if (dialect_count)
		print_section(printer, "dialect_resources", dialect, dialect_count);
	if (dialect_count && external_count)
		mlirbc__put_text(&printer->out, ",\n");
	if (external_count)
		print_section(printer, "external_resources", external, external_count);
	mlirbc__put_text(&printer->out, "\n#-}\n");
}
