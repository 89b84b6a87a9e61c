/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks a property text: the bytes and syntax of each line, each value, and the requirements of the text's role. */
#include "verify.h"

#include <string.h>

struct text_check {
	struct syclbin__verifier *v;
	const struct syclbin_span *text;
	struct syclbin_table table; /* to find duplicates; empty if the text is invalid */
	unsigned role;
	bool state, type, target, arch; /* properties of SYCLBIN itself that are present */
};

/* Checks the bytes between two positions of the walk: blank lines, then the line. */
static void check_raw(struct text_check *c, size_t from, size_t to)
{
	const uint8_t *p = c->text->data;
	uint64_t base = c->text->offset;
	for (; from < to && (p[from] == '\n' || (p[from] == '\r' && from + 1 < to && p[from + 1] == '\n')); from++) {
		if (p[from] == '\n')
			syclbin__find(c->v, syclbin__strict(c->v), SYCLBIN_C_BLANK_LINE, base + from,
				"a blank line: undefined behaviour in the run time");
	}
	const uint8_t *nul = from < to ? memchr(p + from, 0, to - from) : NULL;
	if (nul)
		syclbin__find(c->v, SYCLBIN_ERROR, SYCLBIN_C_NUL, base + (uint64_t)(nul - p),
			"a NUL byte: some readers drop what follows");
	if (to - from >= 2 && p[to - 1] == '\n' && p[to - 2] == '\r')
		syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_CARRIAGE_RETURN, base + to - 2,
			"the line ends with CR LF, expected LF");
	if (to > from && to == c->text->size && p[to - 1] != '\n')
		syclbin__find(
			c->v, SYCLBIN_WARNING, SYCLBIN_C_NO_NEWLINE, base + to, "the last line does not end with LF");
}

static void check_name(struct text_check *c, const struct syclbin_property *line, struct syclbin_string name,
	const char *what, enum syclbin_severity severity)
{
	if (syclbin_string_is(name, "_") || name.size == 0)
		syclbin__find(c->v, severity, SYCLBIN_C_NAME_RESERVED, line->offset,
			"the %s '%.*s': LLVM reserves this name", what, (int)name.size, name.data);
}

static void check_set(struct text_check *c, const struct syclbin_property *line, size_t end)
{
	unsigned roles = syclbin_set_roles(line->set);
	const char *behind = line->set.data + line->set.size + 1, *stop = (const char *)c->text->data + end;
	check_name(c, line, line->set, "set", SYCLBIN_ERROR);
	if (roles && !(roles & c->role))
		syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_SET_ROLE, line->offset,
			"the set '%.*s' is not allowed here", (int)line->set.size, line->set.data);
	if (!roles)
		syclbin__find(c->v, SYCLBIN_NOTE, SYCLBIN_C_UNKNOWN_SET, line->offset, "the set '%.*s' is not known",
			(int)(line->set.size < 64 ? line->set.size : 64), line->set.data);
	if (behind < stop && *behind != '\n' && *behind != '\r')
		syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_BEHIND_BRACKET, line->offset + line->set.size + 2,
			"text after ] is ignored");
	const struct syclbin_table_set *first = syclbin_table_find_set(&c->table, line->set);
	if (first && first->offset != line->offset)
		syclbin__find(c->v, SYCLBIN_NOTE, SYCLBIN_C_DUPLICATE_SET, line->offset, "the set continues here");
}

static void check_bytes(struct text_check *c, const struct syclbin_property *line)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	enum syclbin_status status = syclbin_value_check(&line->value, &diag);
	if (status != SYCLBIN_OK)
		syclbin__find_error(c->v, status, &diag);
	else if (!syclbin_value_canonical(&line->value))
		syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_BASE64_EXCESS, line->value.offset,
			"the value has more than its %llu bits", (unsigned long long)line->value.bits);
	if (line->value.bits > UINT32_MAX - 7)
		syclbin__find(c->v, SYCLBIN_ERROR, SYCLBIN_C_BASE64_SIZE, line->value.offset,
			"512 MiB or more: readers count bits with 32 bits");
}

/* Checks the keys of the sets of SYCLBIN itself: which ones are present, and invalid numbers. */
static void check_own(struct text_check *c, const struct syclbin_property *line)
{
	bool ir = syclbin_string_is(line->set, SYCLBIN_SET_IR),
	     native = syclbin_string_is(line->set, SYCLBIN_SET_NATIVE);
	bool bytes = line->type == SYCLBIN_PROPERTY_BYTES;
	if (syclbin_string_is(line->set, SYCLBIN_SET_GLOBAL) && syclbin_string_is(line->key, "state") && !bytes) {
		c->state = true;
		if (line->number > SYCLBIN_STATE_EXECUTABLE)
			syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_STATE_UNKNOWN, line->offset,
				"state %lu, expected 0, 1 or 2", (unsigned long)line->number);
	}
	if (ir && syclbin_string_is(line->key, "type") && !bytes) {
		c->type = true;
		if (line->number > SYCLBIN_IR_AMDGCN)
			syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_TYPE_UNKNOWN, line->offset,
				"IR type %lu, expected 0, 1 or 2", (unsigned long)line->number);
	}
	c->target = c->target || ((ir || native) && bytes && syclbin_string_is(line->key, "target"));
	c->arch = c->arch || (native && bytes && syclbin_string_is(line->key, "arch"));
}

static void check_property(struct text_check *c, const struct syclbin_property *line)
{
	const struct syclbin_known_property *known = syclbin_known_property(line->set, line->key);
	const struct syclbin_property *last = syclbin_table_find(&c->table, line->set, line->key);
	check_name(c, line, line->key, "key", SYCLBIN_WARNING);
	if (line->type == SYCLBIN_PROPERTY_BYTES)
		check_bytes(c, line);
	if (known && !syclbin_meaning_fits((enum syclbin_meaning)known->meaning, line))
		syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_VALUE_TYPE, line->offset,
			"'%.*s' has a value of an unexpected kind: %s",
			(int)(line->key.size < 64 ? line->key.size : 64), line->key.data, known->about);
	if (last && last->offset != line->offset)
		syclbin__find(c->v, SYCLBIN_WARNING, SYCLBIN_C_DUPLICATE_KEY, line->offset,
			"'%.*s' is repeated at 0x%llx, which takes effect",
			(int)(line->key.size < 64 ? line->key.size : 64), line->key.data,
			(unsigned long long)last->offset);
	check_own(c, line);
}

static void check_missing(struct text_check *c, bool there, enum syclbin_code code, const char *what)
{
	if (!there)
		syclbin__find(c->v, syclbin__strict(c->v), code, c->text->offset, "%s is missing", what);
}

static void check_role(struct text_check *c)
{
	if (c->role == SYCLBIN_ROLE_GLOBAL)
		check_missing(c, c->state, SYCLBIN_C_STATE_MISSING, "the state of the file");
	if (c->role == SYCLBIN_ROLE_IR)
		check_missing(c, c->type, SYCLBIN_C_TYPE_MISSING, "the type of an IR module");
	if (c->role == SYCLBIN_ROLE_NATIVE)
		check_missing(c, c->arch, SYCLBIN_C_ARCH_MISSING, "the arch of a native image");
	if (c->role == SYCLBIN_ROLE_NATIVE || c->role == SYCLBIN_ROLE_IR)
		check_missing(c, c->target, SYCLBIN_C_TARGET_MISSING, "the target of an image");
}

void syclbin__verify_text(struct syclbin__verifier *v, const struct syclbin_span *text, unsigned role)
{
	struct text_check c = { v, text, { 0 }, role, false, false, false, false };
	struct syclbin_properties walk = syclbin_properties(text);
	if (syclbin_table_init(&c.table, text, v->allocator, NULL) == SYCLBIN_E_NOMEM) {
		syclbin__find_error(v, SYCLBIN_E_NOMEM, NULL);
		return;
	}
	while (!v->stopped) {
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		struct syclbin_property line;
		size_t from = walk.position;
		enum syclbin_status status = syclbin_properties_next(&walk, &line, &diag);
		check_raw(&c, from, walk.position);
		if (status == SYCLBIN_E_NOT_FOUND)
			break;
		if (status != SYCLBIN_OK)
			syclbin__find_error(v, status, &diag);
		else if (line.type == SYCLBIN_PROPERTY_SET)
			check_set(&c, &line, walk.position);
		else
			check_property(&c, &line);
	}
	if (!v->stopped)
		check_role(&c);
	syclbin_table_finish(&c.table, v->allocator);
}
