/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin dump --json: every property and image as members of one object. */
#include "app.h"

#include <stdlib.h>

static void json_bytes(const struct syclbin_property *p)
{
	uint8_t *bytes = value_bytes(&p->value);
	cli_json_number("bits", p->value.bits);
	cli_json_number("size", p->value.size);
	if (!bytes) { /* wrong characters */
		cli_json_null("hex");
		return;
	}
	printf(",\"hex\":\"");
	for (uint64_t i = 0; i < p->value.size; i++)
		printf("%02x", bytes[i]);
	putchar('"');
	free(bytes);
}

void json_dump_property(const struct syclbin_property *p, bool typed)
{
	const struct syclbin_known_property *known = typed ? syclbin_known_property(p->set, p->key) : NULL;
	cli_json_open(NULL, '{');
	cli_json_text("set", p->set.data, p->set.size);
	if (p->type != SYCLBIN_PROPERTY_SET)
		cli_json_text("key", p->key.data, p->key.size);
	if (p->type == SYCLBIN_PROPERTY_U32)
		cli_json_number("value", p->number);
	else if (p->type == SYCLBIN_PROPERTY_BYTES)
		json_bytes(p);
	if (known)
		cli_json_word("about", known->about);
	cli_json_close();
}

struct dump {
	const char *name; /* of the file */
	bool typed;
	bool damaged; /* a value claims more bits than it has */
};

/* In the order of the text; a set that is repeated is not merged. A damaged value is part of the array. */
static int json_properties(struct dump *dump, const struct syclbin_span *text)
{
	struct syclbin_properties walk = syclbin_properties(text);
	cli_json_open("properties", '[');
	for (;;) {
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		struct syclbin_property p;
		const enum syclbin_status status = syclbin_properties_next(&walk, &p, &diag);
		if (status == SYCLBIN_E_NOT_FOUND)
			break;
		if (status != SYCLBIN_OK && !p.value.bits)
			return source_error(dump->name, &diag);
		json_dump_property(&p, dump->typed);
		if (status != SYCLBIN_OK) {
			(void)source_error(dump->name, &diag);
			dump->damaged = true;
		}
	}
	cli_json_close();
	return CLI_GOOD;
}

static int json_image(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image)
{
	(void)module;
	cli_json_open(NULL, '{');
	cli_json_word("kind", image->kind == SYCLBIN_PART_IR ? "ir" : "native");
	cli_json_number("index", image->index);
	cli_json_number("size", image->bytes.size);
	printf(",\"fnv1a64\":\"%016llx\"", (unsigned long long)fnv1a64(image->bytes.data, image->bytes.size));
	const int code = json_properties(ctx, &image->metadata);
	if (code == CLI_GOOD)
		cli_json_close();
	return code;
}

static int begin_module(void *ctx, const struct syclbin_module *module)
{
	cli_json_open(NULL, '{');
	cli_json_number("index", module->index);
	const int code = json_properties(ctx, &module->metadata);
	if (code == CLI_GOOD)
		cli_json_open("images", '[');
	return code;
}

static int end_module(void *ctx, const struct syclbin_module *module)
{
	(void)ctx, (void)module;
	cli_json_close();
	cli_json_close();
	return CLI_GOOD;
}

int dump_json(const char *command, const char *name, const struct syclbin_reader *reader, bool typed)
{
	struct dump dump = { name, typed, false };
	cli_json_begin(command, name);
	cli_json_number("syclbin_version", reader->version);
	int code = json_properties(&dump, &reader->global);
	if (code == CLI_GOOD) {
		cli_json_open("modules", '[');
		code = for_each_part(name, reader, &(struct part_steps){ begin_module, json_image, end_module }, &dump);
	}
	return cli_json_end(code == CLI_GOOD && dump.damaged ? CLI_BAD : code);
}
