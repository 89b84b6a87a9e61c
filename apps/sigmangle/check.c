/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sigmangle check: signatures, or the attributes of a function. */
#include "sigmangle.h"

#include <stdlib.h>
#include <string.h>

#define JSON_BEGIN "{\"version\":1,\"command\":\"check\","

struct check {
	unsigned ask;
	enum sigmangle_mode mode;
	bool json;
};

/* "raw", "raw, sip (not canonical)". */
static int check_one(const struct check *how, const char *data, size_t size, const char *name)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT, other = SIGMANGLE_DIAG_INIT;
	const unsigned kinds = signature_kinds(data, size, how->ask, how->mode, &diag);
	const unsigned canonical = kinds ? signature_kinds(data, size, kinds, SIGMANGLE_CANONICAL, &other) : 0;
	if (!kinds) {
		if (how->json) {
			printf(JSON_BEGIN "\"good\":false,\"error\":");
			put_error_json(stdout, &diag);
			printf("}\n");
			return CLI_BAD;
		}
		return show_error(name, data, size, diag.offset, diag.message);
	}
	const char *const both[] = { "", "raw", "sip", how->json ? "raw\",\"sip" : "raw, sip" };
	if (how->json)
		printf(JSON_BEGIN "\"good\":true,\"kinds\":[\"%s\"],\"canonical\":%s}\n", both[kinds],
			canonical ? "true" : "false");
	else
		printf("%s%s\n", both[kinds], canonical ? "" : " (not canonical)");
	return CLI_GOOD;
}

/* ---- attributes */

static void show_function(const struct sigmangle_function *function, bool json)
{
	const size_t numbers[] = { function->input_count, function->result_count, function->dynamic_inputs,
		function->dynamic_results, function->unused_inputs, function->unused_results };
	static const char *const names[] = { "inputs", "results", "dynamic_input_dims", "dynamic_results",
		"unused_inputs", "unused_results" };
	printf("%s%s%s", json ? JSON_BEGIN "\"good\":true,\"abi\":\"" : "abi: ", function->sip.data ? "sip" : "raw",
		json ? "\"" : "\n");
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		printf("%s%s%s%zu%s", json ? ",\"" : "", names[i], json ? "\":" : ": ", numbers[i], json ? "" : "\n");
	if (function->fbr.data) {
		printf("%s", json ? ",\"fbr\":" : "fbr: ");
		if (json)
			cli_json_string(stdout, function->fbr.data, function->fbr.size);
		else
			printf("%.*s\n", (int)function->fbr.size, function->fbr.data);
	}
	printf("%s", json ? "}\n" : "");
}

static int check_attributes(const struct check *how, const char **words, size_t count)
{
	struct sigmangle_attribute *attributes = memory(NULL, count + 1, sizeof *attributes);
	struct sigmangle_function function;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	const char *of = NULL;
	for (size_t i = 0; i < count; i++) {
		const size_t key = strcspn(words[i], "="), value = words[i][key] ? key + 1 : key;
		attributes[i] = (struct sigmangle_attribute){ { words[i], key },
			{ words[i] + value, strlen(words[i] + value) } };
	}
	int code = CLI_GOOD;
	if (sigmangle_function_parse(attributes, count, how->mode, &function, &of, &diag) == SIGMANGLE_OK) {
		show_function(&function, how->json);
	} else if (how->json) {
		printf(JSON_BEGIN "\"good\":false,\"attribute\":\"%s\",\"error\":", of);
		put_error_json(stdout, &diag);
		printf("}\n");
		code = CLI_BAD;
	} else {
		struct sigmangle_string value = { "", 0 };
		for (size_t i = 0; i < count; i++) {
			if (attributes[i].key.size == strlen(of) &&
				memcmp(attributes[i].key.data, of, attributes[i].key.size) == 0)
				value = attributes[i].value;
		}
		code = show_error(of, value.data, value.size, diag.offset, diag.message);
	}
	free(attributes);
	return code;
}

int check_command(const struct cli_command *self, int argc, char **argv)
{
	bool raw = false, sip = false, lax = false, canonical = false, attributes = false;
	struct check how = { .mode = SIGMANGLE_STRICT };
	const struct cli_option options[] = {
		{ "raw", 0, NULL, "accept raw signatures only", NULL, &raw },
		{ "sip", 0, NULL, "accept SIP signatures only", NULL, &sip },
		{ "lax", 0, NULL, "accept all signatures that IREE accepts", NULL, &lax },
		{ "canonical", 0, NULL, "accept only the form that mangle writes", NULL, &canonical },
		{ "attributes", 'a', NULL, "the operands are the attributes KEY=VALUE of one function", NULL,
			&attributes },
		{ "json", 0, NULL, "print JSON", NULL, &how.json },
	};
	struct operands operands = { .words = memory(NULL, (size_t)argc + 1, sizeof *operands.words) };
	int code = cli_parse_many(
		self, options, sizeof options / sizeof *options, argc, argv, operands.words, &operands.count);
	how.ask = asked_kinds(raw, sip);
	how.mode = lax ? SIGMANGLE_LAX : canonical ? SIGMANGLE_CANONICAL : SIGMANGLE_STRICT;
	if (code == CLI_GO_ON && lax && canonical)
		code = cli_usage(self, "--lax and --canonical exclude each other");
	if (code == CLI_GO_ON && attributes) {
		code = check_attributes(&how, operands.words, operands.count);
	} else if (code == CLI_GO_ON) {
		const char *text;
		char name[64];
		size_t size;
		for (code = CLI_GOOD; operands_next(&operands, &text, &size, name, sizeof name);) {
			if (check_one(&how, text, size, name) != CLI_GOOD)
				code = CLI_BAD;
		}
	}
	return operands_finish(&operands, code);
}
