/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* New indices for referenced entries. Attributes and types are numbered as in MLIR's writer: the most used first,
 * entries with equal index lengths together, by dialect. Strings, op names, dialects and resources keep their order. */
#include "bytecode/compact/compact_state.h"

static uint32_t builtin_of(const struct mlirbc__load *load)
{
	uint32_t i = 0;
	while (i < load->dialect_count && !load->dialects[i].is_builtin)
		i++;
	return i;
}

static bool is_wanted(const struct mlirbc__edit *e, size_t index)
{
	const unsigned state = MLIRBC__EDIT_STATE(e, index);
	return (state & (MLIRBC__LIVE | MLIRBC__PINNED)) == MLIRBC__LIVE && !mlirbc__edit_is_gone(e, index);
}

/* A location that keeps its place is unknown there, and no other one is needed. */
static bool keeps_location(const struct mlirbc__edit *e)
{
	for (size_t i = 0; e->pins && i < e->load->attr_count; i++) {
		const unsigned both = MLIRBC__PINNED | MLIRBC__LOCATION;
		if ((MLIRBC__EDIT_STATE(e, i) & both) == both)
			return true;
	}
	return false;
}

static void rank_entries(struct mlirbc__edit *e, struct mlirbc__out *ranks, bool types, size_t begin, size_t end)
{
	if (!types && e->unknown_uses && !keeps_location(e)) {
		struct mlirbc__rank unknown = { (const void *)(uintptr_t)MLIRBC__EDIT_UNKNOWN,
			e->unknown_uses < UINT32_MAX ? (uint32_t)e->unknown_uses : UINT32_MAX, builtin_of(e->load) };
		mlirbc__out_put(&e->save.job, ranks, &unknown, sizeof unknown);
	}
	for (size_t i = begin; i < end && mlirbc__edit_ok(e); i++) {
		if (!is_wanted(e, i))
			continue;
		struct mlirbc__rank rank = { (const void *)(uintptr_t)i, MLIRBC__EDIT_USES(e, i),
			(uint32_t)MLIRBC__EDIT_ENTRY(e, i)->dialect };
		mlirbc__out_put(&e->save.job, ranks, &rank, sizeof rank);
	}
}

/* Those that keep their numbers, and the others in between. */
static void place(struct mlirbc__edit *e, struct mlirbc__out *order, const struct mlirbc__rank *ranks, size_t count,
	size_t begin, size_t end)
{
	size_t pinned = e->pins ? end : begin, next = 0;
	while (pinned > begin && !(MLIRBC__EDIT_STATE(e, pinned - 1) & MLIRBC__PINNED))
		pinned--;
	for (size_t slot = 0; (next < count || slot < pinned - begin) && mlirbc__edit_ok(e); slot++) {
		const bool held = slot < pinned - begin && (MLIRBC__EDIT_STATE(e, begin + slot) & MLIRBC__PINNED);
		uint32_t item = MLIRBC__EDIT_NOTHING;
		if (held)
			item = mlirbc__edit_is_gone(e, begin + slot) ? MLIRBC__EDIT_UNKNOWN : (uint32_t)(begin + slot);
		else if (next < count)
			item = (uint32_t)(uintptr_t)ranks[next++].item;
		if (item == MLIRBC__EDIT_UNKNOWN)
			e->unknown_number = (uint32_t)slot;
		else if (item != MLIRBC__EDIT_NOTHING)
			MLIRBC__EDIT_NUMBER(e, item) = (uint32_t)slot;
		mlirbc__out_put(&e->save.job, order, &item, sizeof item);
	}
}

static bool order_entries(struct mlirbc__edit *e, bool types)
{
	struct mlirbc__out out = { NULL, 0, 0 };
	size_t begin = types ? e->load->attr_count : 0;
	size_t end = e->load->attr_count + (types ? e->load->type_count : 0);
	/* All in use were pending once, and there are the unknown location and, in rare cases, fillers. */
	const size_t most = MLIRBC__ITEMS(&e->pending, uint32_t) < end - begin ? MLIRBC__ITEMS(&e->pending, uint32_t)
									       : end - begin;
	if (mlirbc__edit_reserve(e, &out, most + 1, sizeof(struct mlirbc__rank)) &&
		mlirbc__edit_reserve(e, &e->orders[types], most + 1, sizeof(uint32_t)))
		rank_entries(e, &out, types, begin, end);
	size_t count = MLIRBC__ITEMS(&out, struct mlirbc__rank);
	if (mlirbc__edit_ok(e) && mlirbc__save_rank(&e->save, out.data, count, e->load->dialect_count + 1))
		place(e, &e->orders[types], out.data, count, begin, end);
	mlirbc__out_finish(&e->save.job, &out);
	return mlirbc__edit_ok(e);
}

/* ---- strings */

/* The writer looks up only names of dialects and strings of resources by text. A bit for the size and two bytes of
 * each text excludes most other strings. */
static unsigned text_bit(struct mlirbc_string text)
{
	unsigned ends = text.size ? 5U * (uint8_t)text.data[0] + (uint8_t)text.data[text.size - 1] : 0;
	return (ends + 37U * (unsigned)text.size) & (MLIRBC__TEXT_BITS - 1);
}

static void want_text(struct mlirbc__edit *e, struct mlirbc_string text)
{
	unsigned bit = text_bit(text);
	e->wanted[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool may_be_wanted(const struct mlirbc__edit *e, struct mlirbc_string text)
{
	unsigned bit = text_bit(text);
	return e->wanted[bit / 64] >> bit % 64 & 1;
}

static void want_texts(struct mlirbc__edit *e)
{
	const struct mlirbc_resource *r = e->save.all_resources.data;
	want_text(e, (struct mlirbc_string){ "builtin", 7 });
	for (size_t i = 0; i < e->load->dialect_count; i++)
		want_text(e, *e->load->dialects[i].name);
	for (size_t i = 0; i < MLIRBC__ITEMS(&e->save.all_resources, struct mlirbc_resource); i++) {
		want_text(e, *r[i].key);
		want_text(e, *r[i].group);
		if (r[i].kind == MLIRBC_RESOURCE_STRING)
			want_text(e, (struct mlirbc_string){ (const char *)r[i].data, r[i].size });
	}
}

/* Registers a string's number by its text, unless the text is never looked up. */
static bool know_text(
	struct mlirbc__edit *e, struct mlirbc__numbers *numbers, struct mlirbc_string text, size_t number)
{
	if (MLIRBC__LIKELY(!may_be_wanted(e, text)))
		return true;
	const struct mlirbc_string *string = mlirbc__string_borrow(e->save.job.context, text.data, text.size);
	return string ? mlirbc__number_add(&e->save.job, numbers, string, number) : mlirbc__job_memory(&e->save.job);
}

/* There is room. */
static bool put_string(struct mlirbc__edit *e, struct mlirbc_string text)
{
	struct mlirbc__save *s = &e->save;
	struct mlirbc_string *string = (struct mlirbc_string *)(void *)((uint8_t *)e->texts.data + e->texts.size);
	size_t number = MLIRBC__ITEMS(&s->new_strings, const struct mlirbc_string *);
	*string = text;
	e->texts.size += sizeof *string;
	mlirbc__out_put(&s->job, &s->new_strings, &string, sizeof string);
	return know_text(e, &s->strings, text, number);
}

static bool order_strings(struct mlirbc__edit *e)
{
	const struct mlirbc__load *load = e->load;
	const uint8_t *states = e->strings.data;
	const struct mlirbc_string nothing = { "", 0 };
	size_t pinned = load->string_count, next = 0;
	if (!mlirbc__edit_zeros(e, &e->numbers[0], load->string_count, sizeof(uint32_t)) ||
		!mlirbc__edit_reserve(e, &e->save.new_strings, load->string_count, sizeof(void *)) ||
		!mlirbc__edit_reserve(e, &e->texts, load->string_count, sizeof(struct mlirbc_string)))
		return false;
	uint32_t *numbers = e->numbers[0].data;
	while (pinned && !(states[pinned - 1] & MLIRBC__PINNED))
		pinned--;
	for (size_t slot = 0;; slot++) {
		while (next < load->string_count && (!(states[next] & MLIRBC__LIVE) || (states[next] & MLIRBC__PINNED)))
			next++;
		bool held = slot < pinned && (states[slot] & MLIRBC__PINNED);
		if (!held && next == load->string_count && slot >= pinned)
			return mlirbc__edit_ok(e);
		size_t chosen = held ? slot : next < load->string_count ? next++ : MLIRBC_NO_INDEX;
		if (chosen != MLIRBC_NO_INDEX)
			numbers[chosen] = (uint32_t)slot;
		if (!put_string(e, chosen != MLIRBC_NO_INDEX ? mlirbc__raw_string(load, chosen) : nothing))
			return false;
	}
}

/* ---- dialects, op names, resources */

static void use_dialect(struct mlirbc__edit *e, size_t index) { ((uint32_t *)e->dialects.data)[index] = 1; }

/* Keeps the dialects that the groups of resources name. */
static void use_groups(struct mlirbc__edit *e)
{
	const struct mlirbc_resource *resources = e->save.all_resources.data;
	const size_t count = MLIRBC__ITEMS(&e->save.all_resources, struct mlirbc_resource);
	struct mlirbc__numbers groups = { NULL, 0, 0 };
	for (size_t i = 0; count && i < e->load->dialect_count && mlirbc__edit_ok(e); i++)
		(void)mlirbc__number_add(&e->save.job, &groups, e->load->dialects[i].name, i);
	for (size_t i = 0; i < count && mlirbc__edit_ok(e); i++) {
		const struct mlirbc__number *
			found = resources[i].external ? NULL : mlirbc__number_find(&groups, resources[i].group);
		if (found)
			use_dialect(e, found->number);
	}
	mlirbc__numbers_finish(&e->save.job, &groups);
}

static bool use_dialects(struct mlirbc__edit *e)
{
	const struct mlirbc__load *load = e->load;
	const uint32_t builtin = builtin_of(load);
	for (unsigned type = 0; type < 2; type++) {
		const uint32_t *order = e->orders[type].data;
		for (size_t i = 0; i < MLIRBC__ITEMS(&e->orders[type], uint32_t); i++) {
			if (order[i] < MLIRBC__EDIT_NOTHING)
				use_dialect(e, MLIRBC__EDIT_ENTRY(e, order[i])->dialect);
			else if (builtin < load->dialect_count)
				use_dialect(e, builtin);
		}
	}
	for (size_t i = 0; i < load->op_name_count; i++) {
		if (((const uint32_t *)e->names.data)[i])
			use_dialect(e, load->op_names[i].dialect);
	}
	for (size_t i = 0; i < load->dialect_count; i++) {
		if (load->dialects[i].has_version)
			use_dialect(e, i);
	}
	use_groups(e);
	return mlirbc__edit_ok(e);
}

static void use_known(struct mlirbc__edit *e, const struct mlirbc__numbers *known, const struct mlirbc_string *text)
{
	const struct mlirbc__number *found = text ? mlirbc__number_find(known, text) : NULL;
	if (found)
		((uint8_t *)e->strings.data)[found->number] |= MLIRBC__LIVE;
}

/* Names of dialects, and strings of resources, are looked up by text. If the first strings, or all strings if there
 * are resources, contain the text, it keeps its place; else a new string is added. */
static bool use_texts(struct mlirbc__edit *e)
{
	enum { FIRST_STRINGS = 1024 };
	const struct mlirbc__load *load = e->load;
	const struct mlirbc_resource *resources = e->save.all_resources.data;
	size_t resource_count = MLIRBC__ITEMS(&e->save.all_resources, struct mlirbc_resource);
	struct mlirbc__numbers known = { NULL, 0, 0 };
	size_t count = resource_count || load->string_count < FIRST_STRINGS ? load->string_count : FIRST_STRINGS;
	want_texts(e);
	for (size_t i = 0; i < count && mlirbc__edit_ok(e); i++)
		(void)know_text(e, &known, mlirbc__raw_string(load, i), i);
	for (size_t i = 0; i < load->dialect_count; i++) {
		if (((const uint32_t *)e->dialects.data)[i])
			use_known(e, &known, load->dialects[i].name);
	}
	for (size_t i = 0; i < resource_count && mlirbc__edit_ok(e); i++) {
		const struct mlirbc_resource *r = &resources[i];
		struct mlirbc_string text = { (const char *)r->data, r->size };
		use_known(e, &known, r->key);
		if (r->external)
			use_known(e, &known, r->group);
		if (r->kind == MLIRBC_RESOURCE_STRING)
			use_known(e, &known, mlirbc__string_borrow(e->save.job.context, text.data, text.size));
	}
	mlirbc__numbers_finish(&e->save.job, &known);
	return mlirbc__edit_ok(e);
}

static bool order_dialects(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	uint32_t *numbers = e->dialects.data;
	for (size_t i = 0; i < e->load->dialect_count && mlirbc__edit_ok(e); i++) {
		const struct mlirbc__dialect *dialect = &e->load->dialects[i];
		size_t number = MLIRBC__ITEMS(&s->new_dialects, const struct mlirbc_string *);
		if (!numbers[i])
			continue;
		numbers[i] = (uint32_t)number;
		mlirbc__out_put(&s->job, &s->new_dialects, &dialect->name, sizeof dialect->name);
		mlirbc__out_put(&s->job, &e->sources, &dialect, sizeof dialect);
		if (!mlirbc__number_add(&s->job, &s->dialects, dialect->name, number))
			return false;
	}
	return mlirbc__edit_ok(e);
}

static bool order_names(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	uint32_t *names = e->names.data;
	for (size_t i = 0; i < e->load->op_name_count; i++) {
		const struct mlirbc__op_name *name = &e->load->op_names[i];
		if (!names[i])
			continue;
		struct mlirbc__new_name item = { .dialect = ((const uint32_t *)e->dialects.data)[name->dialect],
			.string = ((const uint32_t *)e->numbers[0].data)[name->string],
			.registered = name->registered };
		names[i] = (uint32_t)MLIRBC__ITEMS(&s->new_names, struct mlirbc__new_name);
		mlirbc__out_put(&s->job, &s->new_names, &item, sizeof item);
	}
	return mlirbc__edit_ok(e);
}

/* External resources all stay, and come first. */
static bool order_resources(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	uint32_t next = 0;
	if (!mlirbc__edit_zeros(e, &e->numbers[1], e->load->resource_key_count, sizeof(uint32_t)))
		return false;
	for (int external = 1; external >= 0; external--) {
		size_t old = 0;
		for (const struct mlirbc_resource *r = s->job.module->resources; r; r = r->next) {
			if (r->external != external || (!external && !((const uint8_t *)e->resources.data)[old++]))
				continue;
			if (!external)
				((uint32_t *)e->numbers[1].data)[old - 1] = next++;
			mlirbc__out_put(&s->job, &s->all_resources, r, sizeof *r);
		}
	}
	return mlirbc__edit_ok(e);
}

bool mlirbc__edit_order(struct mlirbc__edit *e)
{
	if (!order_entries(e, false) || !order_entries(e, true) || !order_resources(e))
		return false;
	return use_dialects(e) && use_texts(e) && order_strings(e) && order_dialects(e) && order_names(e);
}
