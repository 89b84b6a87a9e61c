/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc hexdump */
#include "commands/commands.h"
#include "tables/table.h"

#include <inttypes.h>
#include <string.h>

enum { BYTES_PER_LINE = 8, WIDE_LINE = 16, DEEPEST_INDENT = 40 };

struct dump {
	struct table table; /* of a damaged file: the readable entries */
	unsigned depth;     /* of parts */
	const struct cli_command *self;
	bool json;
};

/* ---- bytes */

static void put_ascii(const uint8_t *data, size_t size)
{
	printf("|");
	for (size_t i = 0; i < size; i++)
		putchar(data[i] >= 0x20 && data[i] < 0x7F ? data[i] : '.');
	printf("|");
}

static void put_bytes(const struct dump *d, size_t offset, size_t size, unsigned width)
{
	printf("%08zx ", offset);
	for (unsigned i = 0; i < width; i++) {
		if (i < size)
			printf(" %02x", d->table.input->data[offset + i]);
		else
			printf("   ");
	}
}

/* Prints the bytes that do not fit in the first line of a field. */
static void put_rest(const struct dump *d, size_t offset, size_t size)
{
	while (size) {
		size_t now = size < WIDE_LINE ? size : WIDE_LINE;
		put_bytes(d, offset, now, WIDE_LINE);
		printf("  ");
		put_ascii(d->table.input->data + offset, now);
		putchar('\n');
		offset += now;
		size -= now;
	}
}

static void indent(const struct dump *d)
{
	unsigned spaces = 2 * d->depth < DEEPEST_INDENT ? 2 * d->depth : DEEPEST_INDENT;
	printf("  %*s", (int)spaces, "");
}

/* ---- descriptions */

static void put_text(struct table_text text)
{
	if (!text.data)
		return;
	printf(" \"");
	put_escaped(stdout, text.data, text.size < 80 ? text.size : 80);
	printf(text.size < 80 ? "\"" : "\"...");
}

static void put_mask(uint64_t mask)
{
	static const char *const bits[] = { "attributes", "results", "operands", "successors", "regions",
		"use-list orders", "properties" };
	const char *separator = ": ";
	printf(" 0x%02x", (unsigned)mask);
	for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++) {
		if (mask >> i & 1) {
			printf("%s%s", separator, bits[i]);
			separator = ", ";
		}
	}
}

static const char *code_name(const struct dump *d, const struct mlirbc_walk_item *item)
{
	const struct table *t = &d->table;
	bool attr = item->part == MLIRBC_WALK_ATTR;
	size_t count = attr ? t->attr_count : t->type_count;
	const struct table_entry *entries = attr ? t->attrs : t->types;
	uint64_t dialect = MLIRBC_WALK_NONE;
	for (size_t low = 0, high = count; low < high;) { /* entries are stored in the order of their numbers */
		size_t middle = low + (high - low) / 2;
		if (entries[middle].range.offset <= item->offset) {
			dialect = entries[middle].dialect;
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	struct table_text name = table_dialect_name(t, dialect);
	if (name.size != 7 || memcmp(name.data, "builtin", 7) != 0)
		return NULL;
	return attr ? attr_code_name(item->number) : type_code_name(item->number);
}

static void put_double(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	printf(" %.17g", value);
}

static void put_number(const struct mlirbc_walk_item *item) { printf(" %" PRIu64, item->number); }

/* Describes a field. */
static void put_value(const struct dump *d, const struct mlirbc_walk_item *item)
{
	const struct table *t = &d->table;
	const char *name;
	switch (item->field) {
	case MLIRBC_WALK_MAGIC:
	case MLIRBC_WALK_PADDING: break;
	case MLIRBC_WALK_PRODUCER:
	case MLIRBC_WALK_STRING:
	case MLIRBC_WALK_TEXT:
		put_text((struct table_text){ (const char *)t->input->data + item->offset, item->size - 1 });
		break;
	case MLIRBC_WALK_SECTION_ID:
		printf(" %" PRIu64 " (%s)%s", item->number, mlirbc_walk_section_name((uint32_t)item->number),
			item->flag ? ", aligned" : "");
		break;
	case MLIRBC_WALK_MASK: put_mask(item->number); break;
	case MLIRBC_WALK_SIGNED: printf(" %" PRId64, (int64_t)item->number); break;
	case MLIRBC_WALK_DOUBLE: put_double(item->number); break;
	case MLIRBC_WALK_STRING_REF:
		put_number(item);
		put_text(table_string(t, item->number));
		break;
	case MLIRBC_WALK_DIALECT_REF:
		put_number(item);
		put_text(table_dialect_name(t, item->number));
		break;
	case MLIRBC_WALK_OP_NAME_REF:
		put_number(item);
		putchar(' ');
		table_put_op_name(stdout, t, item->number);
		break;
	case MLIRBC_WALK_CODE:
		put_number(item);
		name = code_name(d, item);
		if (name)
			printf(" (%s)", name);
		break;
	case MLIRBC_WALK_KIND:
		put_number(item);
		printf(item->number == 0 ? " (blob)" : item->number == 1 ? " (bool)" : " (string)");
		break;
	case MLIRBC_WALK_DATA: printf(" (%zu bytes)", item->size); break;
	default: put_number(item); break;
	}
}

/* Describes a flag that is set. */
static void put_flag(const struct mlirbc_walk_item *item)
{
	if (item->role == MLIRBC_WALK_ROLE_REGION)
		printf(item->flag ? ", isolated from above" : "");
	else if (item->role == MLIRBC_WALK_ROLE_OP)
		printf(item->flag ? ", the block has arguments" : "");
	else if (item->role == MLIRBC_WALK_ROLE_ARGUMENT && item->field == MLIRBC_WALK_TYPE_REF)
		printf(item->flag ? ", with a location" : "");
	else if (item->field == MLIRBC_WALK_USE_COUNT)
		printf(item->flag ? ", as pairs" : "");
	else if (item->part == MLIRBC_WALK_ENTRIES && item->field == MLIRBC_WALK_SIZE)
		printf(item->flag ? ", encoded by its dialect" : ", as text");
	else if (item->part == MLIRBC_WALK_OP_NAMES && item->field == MLIRBC_WALK_STRING_REF)
		printf(item->flag ? ", registered" : "");
	else if (item->part == MLIRBC_WALK_DIALECT && item->field == MLIRBC_WALK_STRING_REF)
		printf(item->flag ? ", with a version" : "");
	else if (item->flag && item->field == MLIRBC_WALK_COUNT)
		printf(", sparse");
}

/* Tests for a field that may be repeated: these are numbered, including the first. */
static bool is_numbered(const struct mlirbc_walk_item *item)
{
	if (item->index || item->field == MLIRBC_WALK_STRING || item->role == MLIRBC_WALK_ROLE_RESULT ||
		item->role == MLIRBC_WALK_ROLE_OPERAND || item->role == MLIRBC_WALK_ROLE_SUCCESSOR ||
		item->role == MLIRBC_WALK_ROLE_ARGUMENT)
		return item->field != MLIRBC_WALK_COUNT;
	return (item->field == MLIRBC_WALK_SIZE && item->section != MLIRBC_WALK_SECTION_RESOURCE &&
		       item->section != MLIRBC_WALK_SECTION_RESOURCE_OFFSET && item->part != MLIRBC_WALK_ATTR &&
		       item->part != MLIRBC_WALK_TYPE) ||
	       (item->part == MLIRBC_WALK_OP_NAMES && item->field == MLIRBC_WALK_STRING_REF);
}

static void put_field(struct dump *d, const struct mlirbc_walk_item *item)
{
	bool wide = item->field == MLIRBC_WALK_DATA || item->field == MLIRBC_WALK_PADDING;
	size_t first = item->size < BYTES_PER_LINE ? item->size : wide ? 0 : BYTES_PER_LINE;
	put_bytes(d, item->offset, first, BYTES_PER_LINE);
	indent(d);
	if (table_contradiction(&d->table, item))
		printf("invalid: 0x%" PRIx64 ": ", item->number);
	printf("%s", item->name);
	if (is_numbered(item))
		printf(" %" PRIu64, item->index);
	if (item->field != MLIRBC_WALK_DATA && item->field != MLIRBC_WALK_PADDING)
		putchar(':');
	put_value(d, item);
	put_flag(item);
	if (item->value != MLIRBC_WALK_NONE)
		printf(", defines value %" PRIu64, item->value);
	putchar('\n');
	put_rest(d, item->offset + first, item->size - first);
}

static const char *part_name(const struct mlirbc_walk_item *item)
{
	static const char *const names[] = { "header", "section", "dialect", "group of op names", "group of entries",
		"attribute", "type", "group of resources", "resource", "data of resource", "properties", "op", "region",
		"block" };
	return names[item->part];
}

static void put_part(const struct dump *d, const struct mlirbc_walk_item *item)
{
	printf("%08zx %*s", item->offset, 3 * BYTES_PER_LINE, "");
	indent(d);
	if (item->part == MLIRBC_WALK_SECTION)
		printf("== section %s, %" PRIu64 " bytes\n", mlirbc_walk_section_name((uint32_t)item->index),
			item->number);
	else if (item->part == MLIRBC_WALK_HEADER)
		printf("== header\n");
	else
		printf("-- %s %" PRIu64 "\n", part_name(item), item->index);
}

/* ---- JSON */

static void json_item(const struct dump *d, const struct mlirbc_walk_item *item, const char *kind, const char *name)
{
	cli_json_open(NULL, '{');
	cli_json_word(kind, name);
	cli_json_number("offset", item->offset);
	cli_json_number("depth", d->depth);
	cli_json_number("index", item->index);
}

static void json_field(const struct dump *d, const struct mlirbc_walk_item *item)
{
	json_item(d, item, "field", item->name);
	cli_json_number("size", item->size);
	cli_json_number("number", item->number);
	cli_json_bool("flag", item->flag);
	cli_json_close();
}

static void json_part(const struct dump *d, const struct mlirbc_walk_item *item)
{
	json_item(d, item, "part", part_name(item));
	if (item->part == MLIRBC_WALK_SECTION)
		cli_json_word("section", mlirbc_walk_section_name((uint32_t)item->index));
	cli_json_close();
}

/* ---- */

static enum mlirbc_walk_answer visit(void *ctx, const struct mlirbc_walk_item *item)
{
	struct dump *d = ctx;
	if (item->event == MLIRBC_WALK_ENTER) {
		(d->json ? json_part : put_part)(d, item);
		d->depth++;
	} else if (item->event == MLIRBC_WALK_LEAVE) {
		d->depth--;
	} else if (d->json) {
		json_field(d, item);
	} else {
		put_field(d, item);
	}
	return ferror(stdout) ? MLIRBC_WALK_STOP : MLIRBC_WALK_GO_ON;
}

static bool blob_op(void *ctx, uint64_t index, struct mlirbc_walk_op_name *out_name)
{
	const struct dump *d = ctx;
	return table_blob_op(&d->table, index, out_name);
}

static int dump_file(void *ctx, const char *path)
{
	struct dump *dump = ctx;
	struct cli_input input;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT, ignored = MLIRBC_DIAG_INIT;
	int code = input_open(path, &input);
	if (code != CLI_GOOD)
		return code;
	dump->depth = 0;
	if (dump->json) {
		cli_json_begin(dump->self->name, input.name);
		cli_json_open("items", '[');
	}
	if (table_read(&input, &dump->table, &ignored) == MLIRBC_E_NOMEM)
		code = input_error(&input, &ignored);
	else if (table_walk(&input, visit, blob_op, dump, &diag) != MLIRBC_OK)
		code = input_error(&input, &diag);
	code = table_close(&dump->table, code);
	if (dump->json)
		(void)cli_json_end(code);
	cli_input_finish(&input);
	return code;
}

int mlirbc_hexdump_command(const struct cli_command *self, int argc, char **argv)
{
	struct dump dump = { .self = self };
	const struct cli_option options[] = { CLI_OPTION_JSON(&dump.json) };
	return cli_command_each(self, options, sizeof options / sizeof *options, argc, argv, &dump.json, dump_file, &dump);
}
