/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sigmangle match: the arguments of a call. */
#include "sigmangle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The lists of numbers of an operand: shapes and strides of all arguments are stored contiguously. */
struct numbers {
	int64_t *all;
	size_t count, room;
};

static bool take_numbers(const char **at, char between, char end, struct numbers *numbers, size_t *out_count)
{
	*out_count = 0;
	for (const char *p = *at;;) {
		char *stop;
		if (!(*p == '-' || (*p >= '0' && *p <= '9')))
			return false;
		const long long number = strtoll(p, &stop, 10);
		if (stop == p || (number == INT64_MAX && strncmp(p, "9223372036854775807", 19) != 0))
			return false;
		if (numbers->count == numbers->room) {
			numbers->room = 2 * numbers->room + 64;
			numbers->all = memory(numbers->all, numbers->room, sizeof *numbers->all);
		}
		numbers->all[numbers->count++] = number;
		++*out_count;
		p = stop;
		if (*p == end) {
			*at = p + (end != 0);
			return true;
		}
		if (*p++ != between)
			return false;
	}
}

/* Parses float32[2x3], float32[2x3]:12,4, sint32, ref. Pointers into the list are set later; *out_strides: strides
 * are present. */
static const char *parse_argument(
	const char *word, struct sigmangle_argument *out, struct numbers *numbers, bool *out_strides)
{
	const size_t length = strcspn(word, "[");
	const char *at = word + length;
	size_t strides = 0;
	*out = (struct sigmangle_argument){ SIGMANGLE_REFERENCE, { 0, 0, NULL, NULL } };
	*out_strides = false;
	if (strcmp(word, "ref") == 0)
		return NULL;
	out->buffer.type = type_word(word, length);
	if (out->buffer.type < 0)
		return "expected a buffer (float32[2x3]), a scalar (float32) or ref";
	out->category = *at ? SIGMANGLE_BUFFER : SIGMANGLE_SCALAR;
	if (!*at)
		return NULL;
	if (at[1] == ']')
		at += 2;
	else if (at++, !take_numbers(&at, 'x', ']', numbers, &out->buffer.rank))
		return "expected a shape, for example [2x3]";
	if (*at == ':') {
		at++;
		*out_strides = true;
		if (!take_numbers(&at, ',', 0, numbers, &strides) || strides != out->buffer.rank)
			return "expected a stride in bytes for each axis, for example :12,4";
	}
	return *at ? "expected the end, or ':' and strides" : NULL;
}

static int parse_arguments(
	const char **words, size_t count, struct sigmangle_argument *arguments, struct numbers *numbers)
{
	bool *strides = memory(NULL, count, sizeof *strides);
	int code = CLI_GOOD;
	for (size_t i = 0; i < count && code == CLI_GOOD; i++) {
		const char *error = parse_argument(words[i], &arguments[i], numbers, &strides[i]);
		if (error) {
			cli_error("argument %zu, '%s': %s", i, words[i], error);
			code = CLI_USAGE;
		}
	}
	const int64_t *at = numbers->all;
	for (size_t i = 0; i < count && code == CLI_GOOD; i++) {
		arguments[i].buffer.shape = at;
		at += arguments[i].buffer.rank;
		arguments[i].buffer.strides = strides[i] ? at : NULL;
		at += strides[i] ? arguments[i].buffer.rank : 0;
	}
	free(strides);
	return code;
}

static const char *fit_name(enum sigmangle_fit fit)
{
	static const char *const names[] = { "usable", "convert", "incompatible" };
	return names[fit];
}

static void show_match(const struct sigmangle_match *match, bool json)
{
	char text[256];
	sigmangle_match_text(match, text, sizeof text);
	if (!json) {
		printf("argument %zu: %s%s%s\n", match->argument, fit_name(match->fit), match->why ? ": " : "",
			match->why ? text : "");
		return;
	}
	printf("{\"argument\":%zu,\"fit\":\"%s\"", match->argument, fit_name(match->fit));
	if (match->why)
		printf(",\"why\":\"%s\",\"axis\":%zu,\"wanted\":%" PRId64 ",\"got\":%" PRId64 ",\"message\":\"%s\"",
			sigmangle_mismatch_name(match->why), match->axis, match->wanted, match->got, text);
	printf("}");
}

/* Parses the sizes for fbr. */
static void show_dynamic(struct sigmangle_string f, const struct sigmangle_argument *arguments, size_t count, bool json)
{
	size_t needed, again;
	if (sigmangle_dynamic_dims(f, arguments, count, NULL, 0, &needed, NULL) != SIGMANGLE_OK || (!needed && !json))
		return;
	int64_t *dims = memory(NULL, needed, sizeof *dims);
	(void)!sigmangle_dynamic_dims(f, arguments, count, dims, needed, &again, NULL);
	printf("%s", json ? ",\n\"dynamic_dims\":[" : "dynamic dimensions:");
	for (size_t i = 0; i < needed; i++)
		printf("%s%" PRId64, !json ? " " : i ? "," : "", dims[i]);
	printf("%s", json ? "]" : "\n");
	free(dims);
}

/* Prints the allocation for a result: its size, if known. */
static void show_results(struct sigmangle_string f, bool json)
{
	struct sigmangle_raw raw;
	struct sigmangle_item item;
	int32_t *dims = memory(NULL, f.size, sizeof *dims);
	int64_t *shape = memory(NULL, f.size, sizeof *shape);
	if (sigmangle_raw_open(&raw, f.data, f.size, SIGMANGLE_RESULTS, SIGMANGLE_STRICT, NULL) != SIGMANGLE_OK)
		exit(CLI_SYSTEM); /* it was valid before */
	sigmangle_raw_room(&raw, dims, f.size);
	printf("%s", json ? ",\n\"results\":[" : "");
	for (size_t i = 0, size; sigmangle_raw_next(&raw, &item, NULL) == SIGMANGLE_OK; i++) {
		const size_t length = sigmangle_item_text(&item, NULL, 0), dynamic = sigmangle_item_dynamic(&item);
		char *text = memory(NULL, length + 1, 1);
		sigmangle_item_text(&item, text, length + 1);
		const bool known = !dynamic && sigmangle_describe(&item, NULL, 0, shape, NULL, &size) == SIGMANGLE_OK;
		if (json)
			printf("%s{\"text\":\"%s\",\"bytes\":", i ? "," : "", text);
		else
			printf("result %zu: %s", i, text);
		if (known)
			printf("%s%zu%s", json ? "" : ", ", size, json ? "" : " bytes");
		else if (json)
			printf("null");
		else if (dynamic)
			printf(", allocated by fbr or by the call");
		printf("%s", json ? "}" : "\n");
		free(text);
	}
	printf("%s", json ? "]" : "");
	free(dims);
	free(shape);
}

static int match(struct sigmangle_string f, const struct sigmangle_argument *arguments, size_t count, bool json)
{
	struct sigmangle_match *matches = memory(NULL, count, sizeof *matches), call;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	if (sigmangle_match_call(f, arguments, count, matches, &call, &diag) != SIGMANGLE_OK) {
		free(matches);
		return show_error("", f.data, f.size, diag.offset, diag.message);
	}
	if (json)
		printf("{\"version\":1,\"command\":\"match\",\"fit\":\"%s\",\"arguments\":[", fit_name(call.fit));
	for (size_t i = 0; i < count; i++) {
		printf("%s", json && i ? ",\n" : "");
		show_match(&matches[i], json);
	}
	printf("%s", json ? "]" : "");
	if (call.why == SIGMANGLE_OTHER_COUNT && json)
		printf(",\n\"wanted_count\":%" PRId64, call.wanted);
	else if (call.why == SIGMANGLE_OTHER_COUNT)
		printf("arguments: %" PRId64 ", the signature has %" PRId64 "\n", call.got, call.wanted);
	if (call.fit != SIGMANGLE_INCOMPATIBLE) {
		show_dynamic(f, arguments, count, json);
		show_results(f, json);
	}
	printf("%s", json ? "}\n" : "");
	free(matches);
	return call.fit == SIGMANGLE_INCOMPATIBLE ? CLI_BAD : CLI_GOOD;
}

int match_command(const struct cli_command *self, int argc, char **argv)
{
	bool json = false;
	const struct cli_option options[] = {
		{ "json", 0, NULL, "print JSON", NULL, &json },
	};
	const char **words = memory(NULL, (size_t)argc + 1, sizeof *words);
	struct numbers numbers = { NULL, 0, 0 };
	size_t count;
	int code = cli_parse_many(self, options, sizeof options / sizeof *options, argc, argv, words, &count);
	if (code == CLI_GO_ON && !count)
		code = cli_usage(self, "no signature given");
	if (code == CLI_GO_ON) {
		struct sigmangle_argument *arguments = memory(NULL, count, sizeof *arguments);
		code = parse_arguments(words + 1, count - 1, arguments, &numbers);
		if (code == CLI_GOOD)
			code = match(
				(struct sigmangle_string){ words[0], strlen(words[0]) }, arguments, count - 1, json);
		free(arguments);
	}
	free(numbers.all);
	free(words);
	return code;
}
