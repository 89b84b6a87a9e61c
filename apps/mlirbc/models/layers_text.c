/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layers of two models that differ, as text and JSON. */
#include "models/layers.h"
#include "models/model.h"

#include <inttypes.h>
#include <string.h>

/* What happened to a layer. */
struct change {
	size_t pairs, added, removed;   /* of its weights that differ */
	size_t equal;                   /* pairs that do not */
	bool one_size;                  /* all weights with other shapes have `from` in place of `to` */
	int64_t from, to;
};

/* ---- shapes */

/* "64x128"; with the element type if `element`. */
static void put_shape(char *out, size_t room, const struct mlirbc_type *type, bool element)
{
	char text[200];
	if (type->kind != MLIRBC_TYPE_TENSOR) {
		(void)model_type_text(type, out, room);
		return;
	}
	size_t used = 0;
	*out = '\0';
	for (size_t i = 0; i < type->u.shaped.rank && used < room; i++) {
		const int64_t dim = type->u.shaped.dims[i];
		const int size = dim == MLIRBC_DYNAMIC ? snprintf(out + used, room - used, i ? "x?" : "?")
						       : snprintf(out + used, room - used, i ? "x%" PRId64 : "%" PRId64, dim);
		used += size > 0 ? (size_t)size : 0;
	}
	(void)model_type_text(type->u.shaped.element, text, sizeof text);
	if (used < room && (element || type->u.shaped.rank == 0))
		snprintf(out + used, room - used, "%s%s", used ? "x" : "", text);
}

static bool same_element(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return a->kind == MLIRBC_TYPE_TENSOR && b->kind == MLIRBC_TYPE_TENSOR && a->u.shaped.element == b->u.shaped.element;
}

/* Notes the dimensions that differ. */
static void compare_sizes(const struct weight *a, const struct weight *b, struct change *change)
{
	if (!same_element(a->type, b->type) || a->type->u.shaped.rank != b->type->u.shaped.rank) {
		change->one_size = false;
		return;
	}
	for (size_t i = 0; i < a->type->u.shaped.rank; i++) {
		const int64_t from = a->type->u.shaped.dims[i], to = b->type->u.shaped.dims[i];
		if (from == to)
			continue;
		if (change->from == 0 && change->to == 0) {
			change->from = from;
			change->to = to;
		}
		change->one_size = change->one_size && change->from == from && change->to == to && from >= 0 && to >= 0;
	}
}

static struct change change_of(const struct weight *list, size_t count)
{
	struct change change = { .one_size = true };
	for (size_t i = 0; i < count; i++) {
		const struct weight *weight = &list[i];
		if (!weight->other) {
			if (weight->minor)
				continue;
			change.added += weight->side;
			change.removed += !weight->side;
		} else if (!weight->side) {
			change.pairs += !weight->same;
			change.equal += weight->same;
			if (!weight->same && weight->type != weight->other->type)
				compare_sizes(weight, weight->other, &change);
		}
	}
	change.one_size = change.one_size && change.from != change.to;
	return change;
}

static bool is_added(const struct change *change) { return change->added && !change->pairs && !change->removed && !change->equal; }
static bool is_removed(const struct change *change) { return change->removed && !change->pairs && !change->added && !change->equal; }
static bool is_changed(const struct change *change) { return change->pairs || change->added || change->removed; }

static size_t layer_size(const struct layers *layers, size_t first)
{
	size_t count = 1;
	while (first + count < layers->count && layers->weights[first + count].layer == layers->weights[first].layer)
		count++;
	return count;
}

/* ---- text */

static void put_string(const struct mlirbc_string *text, const char *otherwise)
{
	if (text->size)
		put_name(stdout, text->data, text->size);
	else
		fputs(otherwise, stdout);
}

static void put_weight(const struct weight *weight, bool alone)
{
	char a[400], b[400] = "";
	const bool types = weight->other && weight->type != weight->other->type;
	const bool elements = types && !same_element(weight->type, weight->other->type);
	put_shape(a, sizeof a, weight->type, elements);
	if (types)
		put_shape(b, sizeof b, weight->other->type, elements);
	if (!alone && !weight->other)
		printf("%c", weight->side ? '+' : '-');
	if (weight->other && !types)
		printf("values of ");
	put_string(weight->name, "constant");
	if (types)
		printf(" %s -> %s", a, b);
	else if (!weight->other)
		printf(" %s", a);
}

static void put_layer(const struct weight *list, size_t count, const struct change *change)
{
	enum { MOST_WEIGHTS = 16 };
	const bool alone = is_added(change) || is_removed(change);
	const char sign = is_added(change) ? '+' : is_removed(change) ? '-' : '!';
	size_t shown = 0, all = change->pairs + change->added + change->removed;
	cli_style(stdout, cli_diff_style(sign));
	printf("%c layer ", sign);
	put_string(list->layer, "(no function)");
	if (change->one_size)
		printf(" %" PRId64 " -> %" PRId64, change->from, change->to);
	fputs(": ", stdout);
	for (size_t i = 0; i < count && shown < MOST_WEIGHTS; i++) {
		if (list[i].other ? list[i].same || list[i].side : list[i].minor)
			continue;
		fputs(shown++ ? ", " : "", stdout);
		put_weight(&list[i], alone);
	}
	if (shown < all)
		printf(", and %zu more", all - shown);
	cli_style(stdout, CLI_STYLE_NONE);
	putchar('\n');
}

static void put_count(size_t *shown, size_t count, const char *what, const char *how)
{
	if (!count)
		return;
	printf("%s%zu %s%s %s", *shown ? ", " : "", count, what, count == 1 ? "" : "s", how);
	++*shown;
}

/* "4 weights changed, 1 layer added" */
static void put_totals(const struct layers *layers)
{
	size_t weights = 0, added = 0, removed = 0, more = 0, less = 0, shown = 0;
	for (size_t i = 0, count; i < layers->count; i += count) {
		count = layer_size(layers, i);
		const struct change change = change_of(&layers->weights[i], count);
		weights += change.pairs;
		added += is_added(&change);
		removed += is_removed(&change);
		more += is_added(&change) ? 0 : change.added;
		less += is_removed(&change) ? 0 : change.removed;
	}
	put_count(&shown, weights, "weight", "changed");
	put_count(&shown, more, "weight", "added");
	put_count(&shown, less, "weight", "removed");
	put_count(&shown, added, "layer", "added");
	put_count(&shown, removed, "layer", "removed");
	if (shown)
		putchar('\n');
}

/* ---- JSON */

static void json_shape(const char *key, const struct weight *weight)
{
	char text[400];
	if (!weight) {
		cli_json_null(key);
		return;
	}
	put_shape(text, sizeof text, weight->type, true);
	cli_json_word(key, text);
}

static void json_string(const char *key, const struct mlirbc_string *text)
{
	cli_json_text(key, text->data, text->size < NAME_MOST ? text->size : NAME_MOST);
}

static void json_layer(const struct weight *list, size_t count, const struct change *change)
{
	cli_json_open(NULL, '{');
	json_string("name", list->layer);
	cli_json_word("change", is_added(change) ? "added" : is_removed(change) ? "removed" : "changed");
	if (change->one_size) {
		cli_json_number("from", (uint64_t)change->from);
		cli_json_number("to", (uint64_t)change->to);
	}
	cli_json_open("weights", '[');
	for (size_t i = 0; i < count; i++) {
		const struct weight *weight = &list[i];
		if (weight->other ? weight->same || weight->side : weight->minor)
			continue;
		cli_json_open(NULL, '{');
		json_string("name", weight->name);
		json_shape("a", weight->side ? NULL : weight);
		json_shape("b", weight->side ? weight : weight->other);
		cli_json_close();
	}
	cli_json_close();
	cli_json_close();
}

/* ---- all */

void layers_print(const struct layers *layers, bool json)
{
	if (json)
		cli_json_open("layers", '[');
	else
		put_totals(layers);
	for (size_t i = 0, count; i < layers->count; i += count) {
		count = layer_size(layers, i);
		const struct change change = change_of(&layers->weights[i], count);
		if (is_changed(&change))
			(json ? json_layer : put_layer)(&layers->weights[i], count, &change);
	}
	if (json)
		cli_json_close();
}
