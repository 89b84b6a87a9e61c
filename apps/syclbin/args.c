/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Repeated options, operands, and the syntax of their values. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

/* Returns the option that a word of the command line names; *out_value: the value in the same word, or NULL. */
static const struct cli_option *find_option(const struct cli_option *options, size_t count, const char *word,
	const char **out_value)
{
	*out_value = NULL;
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(options[i].name);
		if (word[1] == '-' && strncmp(word + 2, options[i].name, length) == 0 &&
			(!word[2 + length] || word[2 + length] == '=')) {
			*out_value = word[2 + length] ? word + 3 + length : NULL;
			return &options[i];
		}
		if (word[1] != '-' && word[1] == options[i].letter) {
			*out_value = word[2] ? word + 2 : NULL;
			return &options[i];
		}
	}
	return NULL;
}

/* Removes the operands from argv and records them and the options; cli_parse() then checks the rest. */
static int collect(const struct cli_option *options, size_t count, int argc, char **argv, struct words *out)
{
	int kept = 0;
	bool only_operands = false;
	for (int i = 0; i < argc; i++) {
		const char *value, *word = argv[i];
		if (only_operands || word[0] != '-' || !word[1]) {
			out->items[out->count++] = (struct word){ NULL, word };
			out->operands++;
			continue;
		}
		only_operands = strcmp(word, "--") == 0;
		argv[kept++] = argv[i];
		const struct cli_option *option = only_operands ? NULL : find_option(options, count, word, &value);
		size_t common_count;
		const struct cli_option *common = cli_common_options(&common_count);
		bool own = option != NULL;
		if (!own && !only_operands)
			option = find_option(common, common_count, word, &value);
		if (option && option->text && !value && i + 1 < argc)
			value = argv[kept++] = argv[++i];
		if (!own)
			continue;
		out->items[out->count++] = (struct word){ option, value };
	}
	argv[kept] = NULL;
	return kept;
}

int words_parse(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, struct words *out)
{
	const char *operand;
	out->items = calloc((size_t)argc + 1, sizeof *out->items);
	out->count = 0;
	out->operands = 0;
	if (!out->items)
		return cli_out_of_memory();
	int code = cli_parse(command, options, count, collect(options, count, argc, argv, out), argv, &operand);
	if (code != CLI_GO_ON)
		words_finish(out);
	return code;
}

void words_finish(struct words *words)
{
	free(words->items);
	words->items = NULL;
}

int parse_number(const struct cli_command *command, const char *name, const char *text, uint64_t most, uint64_t *out)
{
	if (!cli_number(&text, '\0', 0, most, out))
		return cli_usage(command, "--%s: expected a number up to %llu", name, (unsigned long long)most);
	return CLI_GO_ON;
}

bool find_encoding(const char *text, enum syclbin_encoding *out)
{
	for (unsigned i = 0; i < SYCLBIN_ENCODING_COUNT; i++) {
		if (strcmp(text, syclbin_encoding_name((enum syclbin_encoding)i)) == 0) {
			*out = (enum syclbin_encoding)i;
			return true;
		}
	}
	return false;
}

int parse_encoding(const struct cli_command *command, const char *text, enum syclbin_encoding *out)
{
	*out = SYCLBIN_ENCODING_V1;
	return !text || find_encoding(text, out) ? CLI_GO_ON : cli_usage(command, "--encoding: expected %s", APP_ENCODING);
}

static bool parse_name(const char *text, const char *(*name)(unsigned), unsigned count, uint32_t *out)
{
	uint64_t number;
	for (unsigned i = 0; i < count; i++) {
		if (strcmp(text, name(i)) == 0) {
			*out = i;
			return true;
		}
	}
	if (!cli_number(&text, '\0', 0, UINT32_MAX, &number))
		return false;
	*out = (uint32_t)number;
	return true;
}

bool parse_state(const char *text, uint32_t *out) { return parse_name(text, syclbin_state_name, 3, out); }

bool parse_ir_type(const char *text, uint32_t *out) { return parse_name(text, syclbin_ir_type_name, 3, out); }

/* ---- [SET]KEY=TYPE:VALUE */

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

/* Parses two digits per byte, optionally followed by /BITS. */
static bool parse_hex(const char *text, struct assignment *out)
{
	size_t digits = strcspn(text, "/"), size = digits / 2;
	uint64_t bits = (uint64_t)size * 8;
	out->bytes = malloc(size + 1);
	if (digits % 2 || !out->bytes)
		return false;
	for (size_t i = 0; i < size; i++) {
		int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		out->bytes[i] = (uint8_t)(high << 4 | low);
	}
	text += digits;
	if (*text == '/') {
		text++;
		if (!cli_number(&text, '\0', size ? bits - 7 : 0, bits, &bits))
			return false;
	}
	out->bits = bits;
	return true;
}

static bool parse_assigned(const char *text, struct assignment *out)
{
	uint64_t number;
	if (strncmp(text, "u32:", 4) == 0) {
		text += 4;
		out->type = SYCLBIN_PROPERTY_U32;
		bool good = cli_number(&text, '\0', 0, UINT32_MAX, &number);
		out->number = good ? (uint32_t)number : 0;
		return good;
	}
	out->type = SYCLBIN_PROPERTY_BYTES;
	if (strncmp(text, "hex:", 4) == 0)
		return parse_hex(text + 4, out);
	if (strncmp(text, "str:", 4) != 0)
		return false;
	size_t size = strlen(text + 4);
	out->bytes = malloc(size + 1);
	if (out->bytes)
		memcpy(out->bytes, text + 4, size);
	out->bits = (uint64_t)size * 8;
	return out->bytes;
}

const char *parse_assignment(const char *text, bool value, struct assignment *out)
{
	const char *bracket = text[0] == '[' ? strchr(text, ']') : NULL, *equals = value ? strchr(text, '=') : NULL;
	memset(out, 0, sizeof *out);
	if (!bracket || (value && (!equals || equals < bracket)))
		return value ? "[SET]KEY=u32:N, [SET]KEY=str:TEXT or [SET]KEY=hex:BYTES" : "[SET]KEY or [SET]";
	if (value) /* a set may contain ']', but a key cannot contain '=' */
		while (memchr(bracket + 1, ']', (size_t)(equals - bracket - 1)) && strchr(bracket + 1, ']') < equals)
			bracket = strchr(bracket + 1, ']');
	out->set = (struct syclbin_string){ text + 1, (size_t)(bracket - text - 1) };
	out->key = (struct syclbin_string){ bracket + 1, value ? (size_t)(equals - bracket - 1) : strlen(bracket + 1) };
	if (!value || (out->key.size && parse_assigned(equals + 1, out)))
		return NULL;
	free(out->bytes);
	out->bytes = NULL;
	return "KEY=u32:N, KEY=str:TEXT or KEY=hex:BYTES[/BITS]";
}

enum syclbin_status put_assignment(struct syclbin_text *text, const struct assignment *a, struct syclbin_diag *diag)
{
	return a->type == SYCLBIN_PROPERTY_U32 ? syclbin_text_u32(text, a->key, a->number, diag)
					       : syclbin_text_bytes(text, a->key, a->bytes, a->bits, diag);
}
