/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Before version 5, when an op had one dictionary for everything: separates inherent attributes from discardable
   ones. */
#include "bytecode/read/load_state.h"

/* Inherent entries fill the buffer from one end, the others from the other end. */
struct parts {
	struct mlirbc_named_attr *entries;
	size_t others, own; /* entries [0, others) and [own, size) */
	size_t size;
};

/* The name of the field for an entry of the dictionary; NULL: none. LLVM 16 spelled segment sizes differently. */
static const struct mlirbc_string *own_name(
	const struct mlirbc__layout *layout, const struct mlirbc_string *name, const struct mlirbc_attr *all)
{
	static const char *const old[] = { "operand_segment_sizes", "result_segment_sizes" };
	static const char *const now[] = { "operandSegmentSizes", "resultSegmentSizes" };
	const char *renamed = NULL;
	for (unsigned i = 0; i < 2; i++) {
		if (mlirbc__string_is(name, old[i], strlen(old[i])) && !mlirbc_dictionary_find(all, now[i]))
			renamed = now[i];
	}
	for (size_t i = 0; i < layout->count; i++) {
		const struct mlirbc_string *field = layout->fields[i].name;
		if (field == name || (renamed && mlirbc__string_is(field, renamed, strlen(renamed))))
			return field;
	}
	return NULL;
}

static void part_entries(struct parts *parts, const struct mlirbc__layout *layout, const struct mlirbc_attr *all)
{
	for (size_t i = 0; all && i < all->u.dictionary.count; i++) {
		struct mlirbc_named_attr entry = all->u.dictionary.data[i];
		const struct mlirbc_string *name = own_name(layout, entry.name, all);
		if (name)
			parts->entries[--parts->own] = (struct mlirbc_named_attr){ name, entry.value };
		else
			parts->entries[parts->others++] = entry;
	}
}

static bool has_own(const struct parts *parts, const struct mlirbc_string *name)
{
	for (size_t i = parts->own; i < parts->size; i++) {
		if (parts->entries[i].name == name)
			return true;
	}
	return false;
}

static bool add_defaults(struct mlirbc__load *load, struct parts *parts, const struct mlirbc__layout *layout)
{
	for (size_t i = 0; i < layout->count; i++) {
		const struct mlirbc_attr *value;
		if (has_own(parts, layout->fields[i].name))
			continue;
		if (!mlirbc__default_property(load, layout, &layout->fields[i].field, &value))
			return false;
		if (value)
			parts->entries[--parts->own] = (struct mlirbc_named_attr){ layout->fields[i].name, value };
	}
	return true;
}

static bool split(struct mlirbc__load *load, const struct mlirbc__layout *layout, struct mlirbc__split *out)
{
	size_t count = out->all ? out->all->u.dictionary.count : 0, size = count + layout->count;
	struct mlirbc_named_attr *entries = mlirbc__reserve(load, &load->field_buffer, size, sizeof *entries);
	struct parts parts = { .entries = entries, .own = size, .size = size };
	if (!entries || !mlirbc__work(load, count))
		return false;
	part_entries(&parts, layout, out->all);
	out->others = out->all;
	if (parts.others < count) {
		out->others = mlirbc__made(load, mlirbc__dictionary_make(load->context, entries, parts.others));
		if (!out->others)
			return false;
	}
	/* The defaults are known only if the layouts of the release are known. */
	if (load->release != MLIRBC__RELEASE_COUNT && !add_defaults(load, &parts, layout))
		return false;
	if (parts.own == size)
		return true;
	out->own = mlirbc__made(load, mlirbc__dictionary_make(load->context, entries + parts.own, size - parts.own));
	return out->own != NULL;
}

static bool note_split(struct mlirbc__load *load, const struct mlirbc__split *split)
{
	if (!split->own)
		return true;
	load->split_from = mlirbc__reserve(
		load, &load->split_from_buffer, load->split_from_count + 1, sizeof *load->split_from);
	if (!load->split_from)
		return false;
	load->split_from[load->split_from_count++] = (struct mlirbc__split_from){ split->own, split->others,
		split->all };
	return true;
}

bool mlirbc__split_attributes(struct mlirbc__load *load, const struct mlirbc__op_name *name,
	const struct mlirbc_attr *all, const struct mlirbc_attr **out_own, const struct mlirbc_attr **out_others)
{
	const void *pair[] = { name, all };
	*out_own = NULL;
	*out_others = all;
	if (name->layout_count == 0 || name->layouts[0].count == 0)
		return true;
	if (!load->splits) {
		load->splits = mlirbc__reserve(load, &load->split_buffer, MLIRBC__SPLITS, sizeof *load->splits);
		if (!load->splits)
			return false;
		memset(load->splits, 0, MLIRBC__SPLITS * sizeof *load->splits);
	}
	uint64_t hash = mlirbc__hash(load->context->seed, pair, sizeof pair);
	struct mlirbc__split *found = &load->splits[hash % MLIRBC__SPLITS];
	if (found->op != name || found->all != all) {
		*found = (struct mlirbc__split){ .all = all };
		if (!split(load, &name->layouts[0], found) || !note_split(load, found))
			return false;
		found->op = name;
	}
	*out_own = found->own;
	*out_others = found->others;
	return true;
}
