/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin dump: prints everything as comparable text: sets are merged, images are printed as size and hash. */
#include "app.h"

#include <stdlib.h>

struct dump {
	const char *name;
	bool typed, damaged; /* damaged: a value was incomplete */
};

static void indent(unsigned depth)
{
	while (depth--)
		fputs("  ", stdout);
}

static void put_hex(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		printf("%02x", bytes[i]);
}

static int dump_bytes(const struct dump *dump, const struct syclbin_property *p)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	uint8_t *bytes = value_bytes(&p->value);
	size_t size = (size_t)p->value.size;
	if (!bytes) {
		enum syclbin_status status = syclbin_value_check(&p->value, &diag);
		if (status != SYCLBIN_OK)
			return source_error(dump->name, &diag);
		return cli_out_of_memory();
	}
	printf(" bytes bits=%llu payload=%zu", (unsigned long long)p->value.bits, size);
	if (size > 64)
		printf(" fnv1a64=%016llx", (unsigned long long)fnv1a64(bytes, size));
	else
		fputs(" hex=", stdout);
	put_hex(bytes, size <= 64 ? size : 0);
	free(bytes);
	return CLI_GOOD;
}

static void dump_words(const struct syclbin_property *p, bool bits)
{
	uint64_t number;
	for (uint64_t i = 0; i < syclbin_property_count(p) && syclbin_property_number(p, i, &number); i++)
		printf(bits ? "%s%llu" : "%s %llu", bits && i == 0 ? " " : "", (unsigned long long)number);
}

static void dump_items(const struct syclbin_property *p)
{
	char text[512];
	size_t length;
	for (uint64_t i = 0; i < syclbin_property_count(p) && syclbin_property_item(p, i, text, sizeof text, &length);
		i++) {
		putchar(' ');
		print_quoted(text, length < sizeof text ? length : sizeof text - 1);
	}
}

static void dump_aspects(const struct syclbin_property *p)
{
	uint64_t number;
	for (uint64_t i = 0; syclbin_property_number(p, i, &number); i++) {
		const char *name = syclbin_aspect_name((uint32_t)number);
		printf(" %s(%llu)", name ? name : "?", (unsigned long long)number);
	}
}

/* Prints the meaning of a known property, after an arrow. */
static void dump_meaning(const struct syclbin_property *p)
{
	const struct syclbin_known_property *known = syclbin_known_property(p->set, p->key);
	struct syclbin_spec_constant constant;
	struct syclbin_device_global global;
	if (!known)
		return;
	printf(" -- %s:", known->about);
	switch ((enum syclbin_meaning)known->meaning) {
	case SYCLBIN_MEANING_STRING:
	case SYCLBIN_MEANING_LIST:
	case SYCLBIN_MEANING_MATRIX: dump_items(p); break;
	case SYCLBIN_MEANING_SPEC_CONSTANTS:
		for (uint64_t i = 0; syclbin_property_spec_constant(p, i, &constant); i++)
			printf(" id %lu at %lu size %lu", (unsigned long)constant.id, (unsigned long)constant.offset,
				(unsigned long)constant.size);
		break;
	case SYCLBIN_MEANING_DEVICE_GLOBAL:
		if (syclbin_property_device_global(p, &global))
			printf(" %lu bytes%s", (unsigned long)global.size,
				global.image_scope ? ", device_image_scope" : "");
		break;
	case SYCLBIN_MEANING_BITS: dump_words(p, true); break;
	case SYCLBIN_MEANING_U32_ARRAY:
		if (syclbin_string_is(p->key, "aspects"))
			dump_aspects(p);
		else
			dump_words(p, false);
		break;
	case SYCLBIN_MEANING_BLOB:
	case SYCLBIN_MEANING_UNKNOWN: break;
	default: dump_words(p, false);
	}
}

static int dump_property(const struct dump *dump, const struct syclbin_property *p)
{
	int code = CLI_GOOD;
	fputs("prop ", stdout);
	print_quoted(p->key.data, p->key.size);
	if (p->type == SYCLBIN_PROPERTY_U32)
		printf(" u32 %lu", (unsigned long)p->number);
	else
		code = dump_bytes(dump, p);
	if (dump->typed)
		dump_meaning(p);
	putchar('\n');
	return code;
}

/* Prints the available part of a value that claims more bits than it has, and a warning. */
static int dump_incomplete(struct dump *dump, const struct syclbin_property *p, const struct syclbin_diag *diag)
{
	uint64_t declared = p->value.bits / 8 + (p->value.bits % 8 != 0);
	uint8_t *bytes = value_bytes(&p->value);
	fputs("prop ", stdout);
	print_quoted(p->key.data, p->key.size);
	printf(" bytes bits=%llu declared=%llu available=%llu", (unsigned long long)p->value.bits,
		(unsigned long long)declared, (unsigned long long)p->value.size);
	if (bytes) {
		fputs(" hex=", stdout);
		put_hex(bytes, (size_t)p->value.size);
	}
	putchar('\n');
	free(bytes);
	dump->damaged = true;
	char where[4096 + 32]; /* the longest path, and an offset */
	snprintf(where, sizeof where, "%s: 0x%llx", dump->name, (unsigned long long)diag->offset);
	cli_warning(where, "%s [S%04u]", diag->message, (unsigned)diag->code);
	return CLI_GOOD;
}

/* Prints a text with an incomplete value line by line; sets are not merged. */
static int dump_lines(struct dump *dump, const struct syclbin_span *text, unsigned depth)
{
	struct syclbin_properties walk = syclbin_properties(text);
	enum syclbin_status status = SYCLBIN_OK;
	int code = CLI_GOOD;
	while (code == CLI_GOOD && status != SYCLBIN_E_NOT_FOUND) {
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		struct syclbin_property p;
		status = syclbin_properties_next(&walk, &p, &diag);
		if (status == SYCLBIN_OK && p.type == SYCLBIN_PROPERTY_SET) {
			indent(depth);
			fputs("set ", stdout);
			print_quoted(p.set.data, p.set.size);
			putchar('\n');
		} else if (status == SYCLBIN_OK) {
			indent(depth + 1);
			code = dump_property(dump, &p);
		} else if (status != SYCLBIN_E_NOT_FOUND && p.value.bits) {
			indent(depth + 1);
			code = dump_incomplete(dump, &p, &diag);
		} else if (status != SYCLBIN_E_NOT_FOUND) {
			code = source_error(dump->name, &diag);
		}
	}
	return code;
}

static int dump_text(struct dump *dump, const struct syclbin_span *text, unsigned depth)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_table table;
	int code = CLI_GOOD;
	if (syclbin_table_init(&table, text, NULL, &diag) != SYCLBIN_OK)
		return diag.code == SYCLBIN_C_BASE64_SIZE ? dump_lines(dump, text, depth)
							  : source_error(dump->name, &diag);
	for (uint32_t i = 0; i < table.set_count && code == CLI_GOOD; i++) {
		const struct syclbin_table_set *set = &table.sets[i];
		indent(depth);
		fputs("set ", stdout);
		print_quoted(set->name.data, set->name.size);
		putchar('\n');
		for (uint32_t j = 0; j < set->count && code == CLI_GOOD; j++) {
			indent(depth + 1);
			code = dump_property(dump, &table.properties[set->first + j]);
		}
	}
	syclbin_table_finish(&table, NULL);
	return code;
}

static int dump_module(void *ctx, const struct syclbin_module *module)
{
	printf("am %lu ir=%lu native=%lu\n", (unsigned long)module->index, (unsigned long)module->count[0],
		(unsigned long)module->count[1]);
	return dump_text(ctx, &module->metadata, 1);
}

static int dump_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	(void)module;
	printf("  %s %lu bytes=%zu fnv1a64=%016llx\n", image->kind ? "native" : "ir", (unsigned long)image->index, image->bytes.size,
		(unsigned long long)fnv1a64(image->bytes.data, image->bytes.size));
	return dump_text(ctx, &image->metadata, 2);
}

struct dump_options {
	const struct cli_command *self;
	const char *item, *limit;
	bool typed, json;
};

static int dump_reader(struct dump *dump, const struct syclbin_reader *reader)
{
	printf("version %lu\nglobal\n", (unsigned long)reader->version);
	int code = dump_text(dump, &reader->global, 1);
	printf("abstract_modules %lu\n", (unsigned long)reader->module_count);
	if (code == CLI_GOOD)
		code = for_each_part(dump->name, reader, &(struct part_steps){ dump_module, dump_image, NULL }, dump);
	return code == CLI_GOOD && dump->damaged ? CLI_BAD : code;
}

static int dump_file(void *ctx, const char *path)
{
	const struct dump_options *o = ctx;
	struct syclbin_reader reader;
	struct source source;
	int code = source_open_reader(path, o->item, o->limit, &source, &reader);
	if (code != CLI_GOOD)
		return code;
	struct dump dump = { source.name, o->typed, false };
	code = o->json ? dump_json(o->self->name, source.name, &reader, o->typed) : dump_reader(&dump, &reader);
	source_close(&source);
	return code;
}

int app_dump_command(const struct cli_command *self, int argc, char **argv)
{
	struct dump_options o = { .self = self };
	const struct cli_option options[] = {
		{ "typed", 0, NULL, "decode the values of known properties", NULL, &o.typed },
		{ "item", 0, "N", APP_ITEM, &o.item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &o.limit, NULL },
		CLI_OPTION_JSON(&o.json),
	};
	return cli_command_each(self, options, sizeof options / sizeof *options, argc, argv, &o.json, dump_file, &o);
}
