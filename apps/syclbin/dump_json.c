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

static void json_property(const struct syclbin_property *p, bool typed)
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

/* In the order of the text; a set that is repeated is not merged. A value that claims more bits than it has is part of
 * the array, and *out_damaged is set. */
static int json_properties(const char *name, const struct syclbin_span *text, bool typed, bool *out_damaged)
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
			return source_error(name, &diag);
		json_property(&p, typed);
		if (status != SYCLBIN_OK) {
			(void)source_error(name, &diag);
			*out_damaged = true;
		}
	}
	cli_json_close();
	return CLI_GOOD;
}

static int json_image(const char *name, const struct syclbin_image *image, bool typed, bool *out_damaged)
{
	cli_json_open(NULL, '{');
	cli_json_word("kind", image->kind == SYCLBIN_PART_IR ? "ir" : "native");
	cli_json_number("index", image->index);
	cli_json_number("size", image->bytes.size);
	printf(",\"fnv1a64\":\"%016llx\"", (unsigned long long)fnv1a64(image->bytes.data, image->bytes.size));
	const int code = json_properties(name, &image->metadata, typed, out_damaged);
	if (code == CLI_GOOD)
		cli_json_close();
	return code;
}

static int json_module(
	const char *name, const struct syclbin_reader *reader, uint32_t index, bool typed, bool *out_damaged)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_module module;
	struct syclbin_image image;
	if (syclbin_reader_module(reader, index, &module, &diag) != SYCLBIN_OK)
		return source_error(name, &diag);
	cli_json_open(NULL, '{');
	cli_json_number("index", index);
	int code = json_properties(name, &module.metadata, typed, out_damaged);
	if (code == CLI_GOOD)
		cli_json_open("images", '[');
	for (unsigned kind = 0; kind < 2; kind++) {
		for (uint32_t i = 0; code == CLI_GOOD && i < module.count[kind]; i++) {
			if (syclbin_module_image(reader, &module, (enum syclbin_part_kind)kind, i, &image, &diag) !=
				SYCLBIN_OK)
				return source_error(name, &diag);
			code = json_image(name, &image, typed, out_damaged);
		}
	}
	if (code == CLI_GOOD) {
		cli_json_close();
		cli_json_close();
	}
	return code;
}

int dump_json(const char *command, const char *name, const struct syclbin_reader *reader, bool typed)
{
	bool damaged = false;
	cli_json_begin(command, name);
	cli_json_number("syclbin_version", reader->version);
	int code = json_properties(name, &reader->global, typed, &damaged);
	if (code == CLI_GOOD)
		cli_json_open("modules", '[');
	for (uint32_t i = 0; code == CLI_GOOD && i < reader->module_count; i++)
		code = json_module(name, reader, i, typed, &damaged);
	return cli_json_end(code == CLI_GOOD && damaged ? CLI_BAD : code);
}
