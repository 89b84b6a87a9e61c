/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds arguments by names as users and files of arrays write them: p['Conv_0']['bias'] is also Conv_0.bias and Conv_0/bias. */
#include <bef/lowering.h>
#include <bytecursor/diag.h>
#include <stdio.h>
#include <string.h>

static bool separates(char c) { return strchr("./[]'\"", c) != NULL && c != '\0'; }

/* Cuts the last word of a text, without separators. False: there is none. */
static bool last_word(struct bef_string *text, struct bef_string *out)
{
	while (text->size && separates(text->data[text->size - 1]))
		text->size--;
	const size_t end = text->size;
	while (text->size && !separates(text->data[text->size - 1]))
		text->size--;
	*out = (struct bef_string){ text->data + text->size, end - text->size };
	return out->size != 0;
}

static bool same(struct bef_string a, struct bef_string b) { return a.size == b.size && memcmp(a.data, b.data, a.size) == 0; }

/* Whether the words of `part` are the last ones of `name`. *out_all: they are all. */
static bool ends_with(struct bef_string name, struct bef_string part, bool *out_all)
{
	struct bef_string word, own;
	bool any = false;
	while (last_word(&part, &word)) {
		any = true;
		if (!last_word(&name, &own) || !same(word, own))
			return false;
	}
	*out_all = !last_word(&name, &own);
	return any;
}

/* "arg3" */
static bool is_number(struct bef_string name, uint32_t index)
{
	char number[16];
	const int size = snprintf(number, sizeof number, "arg%u", index);
	return same(name, (struct bef_string){ number, (size_t)size });
}

/* How well the name fits; 0: not. */
static unsigned fit(const struct bef_stablehlo_function *function, uint32_t index, struct bef_string name)
{
	const struct bef_string own = function->arguments[index].name;
	bool all;
	if (same(own, name))
		return 4;
	if (is_number(name, index))
		return 3;
	return !ends_with(own, name, &all) ? 0 : all ? 2 : 1;
}

static const char *shown(struct bef_string name, char out[48])
{
	snprintf(out, 48, "%.*s", name.size < 44 ? (int)name.size : 44, name.data);
	return out;
}

enum bef_status bef_stablehlo_find_argument(const struct bef_stablehlo_function *function, const char *name, size_t size,
	uint32_t *out_index, struct bef_diag *diag)
{
	const struct bef_string wanted = { name, size };
	unsigned best = 0;
	uint32_t second = UINT32_MAX;
	char text[4][48];
	*out_index = UINT32_MAX;
	for (uint32_t i = 0; i < function->argument_count; i++) {
		const unsigned found = fit(function, i, wanted);
		if (found && found == best && second == UINT32_MAX)
			second = i;
		if (found <= best)
			continue;
		best = found;
		*out_index = i;
		second = UINT32_MAX;
	}
	if (!best)
		return BYTECURSOR_DIAG_FAIL(diag, BEF_E_NOT_FOUND, bef_status_name(BEF_E_NOT_FOUND), BEF_NO_OFFSET,
			"'%s' is not an argument of '%s'", shown(wanted, text[0]), shown(function->name, text[1]));
	if (second == UINT32_MAX)
		return BEF_OK;
	const uint32_t first = *out_index;
	*out_index = UINT32_MAX;
	return BYTECURSOR_DIAG_FAIL(diag, BEF_E_ARG, bef_status_name(BEF_E_ARG), BEF_NO_OFFSET,
		"'%s' may be argument %u (%s) or %u (%s) of '%s'", shown(wanted, text[0]), first,
		shown(function->arguments[first].name, text[1]), second, shown(function->arguments[second].name, text[2]), shown(function->name, text[3]));
}
