/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc diff: the weights of two models by layers. Weights are constants, and arguments with names; the name of a layer is what comes before
 * that of the weight: Dense_0 of p['Dense_0']['kernel'], Net/Dense_0 of Net/Dense_0/dot_general. */
#include "models/layers.h"
#include "models/model.h"
#include "../weights/weights.h"
#include <mlirbc/stablehlo_ops.h>

#include <bytecursor/digest.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- weights */

static void add(struct layers *layers, struct weight weight)
{
	weight.order = layers->count;
	if (CLI_RESERVE(layers->weights, layers->count + 1, layers->room))
		layers->weights[layers->count++] = weight;
	else
		layers->failed = true;
}

/* Appends a part of a layer's name. */
static void put_part(char *out, size_t room, const char *text, size_t size)
{
	const size_t used = strlen(out);
	if (size)
		snprintf(out + used, room - used, "%s%.*s", used ? "/" : "", (int)(size < room ? size : room), text);
}

/* The end of the part of a name that begins at `at`: p['a'][0].b/c has the parts p, a, 0, b, c. */
static const char *part(const char *at, const char *end, const char **out_text, size_t *out_size)
{
	const bool bracket = *at == '[';
	at += at < end && (bracket || *at == '.' || *at == '/');
	if (bracket && at < end && (*at == '\'' || *at == '"')) {
		const char *quote = memchr(at + 1, *at, (size_t)(end - at) - 1);
		*out_text = at + 1;
		*out_size = (size_t)((quote ? quote : end) - at) - 1;
		at = quote ? quote + 1 : end;
		return at < end && *at == ']' ? at + 1 : at;
	}
	*out_text = at;
	for (unsigned depth = 0; at < end && (depth || !strchr("[./", *at)); at++) {
		if (bracket && *at == ']')
			break;
		depth = *at == '(' ? depth + 1 : *at == ')' && depth ? depth - 1 : depth;
	}
	*out_size = (size_t)(at - *out_text);
	return bracket && at < end ? at + 1 : at;
}

/* The names of the layer and of the weight in it. The first part of a name with brackets is the variable that holds all weights. */
static bool split_name(struct mlirbc_context *context, const struct mlirbc_string *name, struct weight *out)
{
	enum { MOST_PARTS = 32 };
	const char *at = name->data, *end = at + name->size, *texts[MOST_PARTS];
	size_t sizes[MOST_PARTS], count = 0, first = 0;
	char layer[256] = "";
	while (at < end && count < MOST_PARTS) {
		at = part(at, end, &texts[count], &sizes[count]);
		count++;
	}
	if (count > 2 && memchr(name->data, '[', name->size) && !(texts[1][0] >= '0' && texts[1][0] <= '9'))
		first = count > 3 && sizes[1] == 6 && memcmp(texts[1], "params", 6) == 0 ? 2 : 1;
	for (size_t i = first; i + 1 < count; i++)
		put_part(layer, sizeof layer, texts[i], sizes[i]);
	if (!*layer)
		put_part(layer, sizeof layer, name->data, name->size);
	out->layer = mlirbc_string_get(context, layer, strlen(layer));
	out->name = count ? mlirbc_string_get(context, texts[count - 1], sizes[count - 1]) : out->layer;
	return out->layer && out->name;
}

static bool add_arguments(struct layers *layers, struct mlirbc_context *context, const struct model_function *function, unsigned side)
{
	const struct mlirbc_type *type = model_function_type(function);
	bool good = true;
	for (size_t i = 0; type && good && i < type->u.function.inputs.count; i++) {
		struct weight weight = { .type = type->u.function.inputs.data[i], .side = side };
		struct model_name name;
		model_argument_name(function, i, &name);
		if (name.text.data == name.few)
			continue; /* a number, not a name */
		good = split_name(context, &name.text, &weight);
		layers->named_arguments[side]++;
		add(layers, weight);
	}
	return good;
}

static const struct mlirbc_string *function_around(const struct mlirbc_op *op)
{
	while (op && !mlirbc_op_is(op, "func.func"))
		op = mlirbc_op_parent(op);
	const struct mlirbc_attr *name = op ? mlirbc_op_attr(op, "sym_name") : NULL;
	return name && name->kind == MLIRBC_ATTR_STRING ? name->u.string : NULL;
}

static bool add_constant(struct layers *layers, struct mlirbc_context *context, const struct mlirbc_op *op, unsigned side)
{
	enum { LEAST = 16 };
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	struct weight weight = { .value = value, .side = side };
	struct mlirbc_string name;
	uint64_t elements;
	if (!op->result_count || !value || (value->kind == MLIRBC_ATTR_DENSE && value->u.dense.splat) ||
		(value->kind != MLIRBC_ATTR_DENSE && value->kind != MLIRBC_ATTR_DENSE_RESOURCE))
		return true;
	weight.type = mlirbc_op_results(op)->type;
	if (!model_elements(weight.type, &elements) || elements < 2)
		return true;
	weight.minor = elements < LEAST;
	weight.function = function_around(op);
	weight.function = weight.function ? weight.function : mlirbc_string_get(context, "", 0);
	bool good = weight.function != NULL;
	if (good && weights_name(op, &name)) {
		good = split_name(context, &name, &weight);
		layers->named_constants[side]++;
	}
	add(layers, weight);
	return good;
}

static bool add_model(struct layers *layers, struct mlirbc_module *module, unsigned side)
{
	struct model model;
	bool good = model_from(module, &model) == MLIRBC_OK;
	for (size_t i = 0; good && i < model.function_count; i++) {
		if (model.functions[i].is_public)
			good = add_arguments(layers, module->context, &model.functions[i], side);
	}
	model_finish(&model);
	for (struct mlirbc_op *op = model_next_op(module, NULL); good && op; op = model_next_op(module, op)) {
		if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_constant)
			good = add_constant(layers, module->context, op, side);
	}
	return good;
}

/* Locations do not count in a comparison: if one of the models has no names, those of the other one do not either. Then constants belong to
 * their functions, and arguments have only numbers. */
static bool settle_names(struct layers *layers, struct mlirbc_context *context)
{
	const bool arguments = layers->named_arguments[0] && layers->named_arguments[1];
	const bool constants = layers->named_constants[0] && layers->named_constants[1];
	const struct mlirbc_string *name = mlirbc_string_get(context, "constant", 8);
	size_t kept = 0;
	for (size_t i = 0; name && i < layers->count; i++) {
		struct weight weight = layers->weights[i];
		if (!weight.value && !arguments)
			continue;
		if (weight.value && (!constants || !weight.layer)) {
			weight.layer = weight.function;
			weight.name = name;
		} else {
			weight.minor = false;
		}
		layers->weights[kept++] = weight;
	}
	layers->count = kept;
	return name != NULL;
}

/* ---- pairs */

static int by_text(const struct mlirbc_string *a, const struct mlirbc_string *b)
{
	const int order = a == b ? 0 : memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);
	return order ? order : (a->size > b->size) - (a->size < b->size);
}

static int by_place(const void *left, const void *right)
{
	const struct weight *a = left, *b = right;
	int order = by_text(a->layer, b->layer);
	if (order == 0)
		order = by_text(a->name, b->name);
	if (order == 0)
		order = (a->side > b->side) - (a->side < b->side);
	return order ? order : (a->order > b->order) - (a->order < b->order);
}

static const struct mlirbc_resource *resource_of(const struct mlirbc_module *module, const struct mlirbc_attr *value)
{
	const struct mlirbc_resource *r = module->resources;
	while (r && (r->external || r->key != value->u.resource))
		r = r->next;
	return r && r->kind == MLIRBC_RESOURCE_BLOB ? r : NULL;
}

/* Bytes of a constant: those of its elements in both forms. */
static const uint8_t *bytes_of(const struct mlirbc_module *module, const struct mlirbc_attr *value, size_t *out_size)
{
	if (value->kind == MLIRBC_ATTR_DENSE) {
		*out_size = value->u.dense.size;
		return value->u.dense.data;
	}
	const struct mlirbc_resource *r = resource_of(module, value);
	*out_size = r ? r->size : 0;
	return r ? r->data : NULL;
}

static bool same_value(struct mlirbc_module *const modules[2], const struct weight *a, const struct weight *b)
{
	size_t sizes[2];
	if (!a->value || !b->value)
		return !a->value && !b->value; /* arguments */
	const uint8_t *x = bytes_of(modules[0], a->value, &sizes[0]), *y = bytes_of(modules[1], b->value, &sizes[1]);
	return a->value == b->value || (sizes[0] == sizes[1] && x && y && memcmp(x, y, sizes[0]) == 0);
}

static void pair(struct weight *a, struct weight *b, bool same)
{
	a->other = b;
	b->other = a;
	a->same = b->same = same;
}

/* Weights of one name, which a model may have several times: first those that are equal and have about the same position, then in order. */
static void match(struct mlirbc_module *const modules[2], struct weight *list, size_t count)
{
	enum { FARTHEST = 64 };
	size_t split = 0;
	while (split < count && !list[split].side)
		split++;
	for (size_t i = 0; i < split; i++) {
		const size_t end = i + split + FARTHEST < count ? i + split + FARTHEST : count;
		for (size_t k = split + (i > FARTHEST ? i - FARTHEST : 0); !list[i].other && k < end; k++) {
			if (!list[k].other && list[k].type == list[i].type && same_value(modules, &list[i], &list[k]))
				pair(&list[i], &list[k], true);
		}
	}
	for (size_t i = 0, k = split; i < split; i++) {
		while (k < count && (list[k].other || list[k].minor))
			k++;
		if (!list[i].other && !list[i].minor && k < count)
			pair(&list[i], &list[k], false);
	}
}

/* A constant that only moved, or has another name, is the same. */
struct moved {
	struct weight *weight;
	uint64_t hash;
};

static int by_hash(const void *left, const void *right)
{
	const struct moved *a = left, *b = right;
	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return a->weight->order < b->weight->order ? -1 : 1;
}

static bool match_values(struct mlirbc_module *const modules[2], struct layers *layers)
{
	enum { MOST_TRIED = 64, HASHED = 65536 };
	size_t count = 0;
	struct moved *list = calloc(layers->count + 1, sizeof *list);
	for (size_t i = 0; list && i < layers->count; i++) {
		struct weight *weight = &layers->weights[i];
		size_t size;
		const uint8_t *bytes = weight->value && !weight->other ? bytes_of(modules[weight->side], weight->value, &size) : NULL;
		if (bytes)
			list[count++] = (struct moved){ weight, bytecursor_fnv(BYTECURSOR_FNV, bytes, size < HASHED ? size : HASHED) };
	}
	if (count)
		qsort(list, count, sizeof *list, by_hash);
	for (size_t i = 0; i < count; i++) {
		struct weight *a = list[i].weight;
		for (size_t k = i + 1; !a->side && !a->other && k < count && k < i + MOST_TRIED && list[k].hash == list[i].hash; k++) {
			struct weight *b = list[k].weight;
			if (b->side && !b->other && b->type == a->type && same_value(modules, a, b))
				pair(a, b, true);
		}
	}
	free(list);
	return list != NULL;
}

bool layers_compare(struct mlirbc_module *const modules[2], struct layers *out)
{
	*out = (struct layers){ .weights = NULL };
	if (!add_model(out, modules[0], 0) || !add_model(out, modules[1], 1) || out->failed || !settle_names(out, modules[0]->context))
		return false;
	if (out->count)
		qsort(out->weights, out->count, sizeof *out->weights, by_place);
	for (size_t i = 0, count; i < out->count; i += count) {
		for (count = 1; i + count < out->count && out->weights[i + count].layer == out->weights[i].layer &&
				out->weights[i + count].name == out->weights[i].name;)
			count++;
		match(modules, &out->weights[i], count);
	}
	return match_values(modules, out);
}

void layers_finish(struct layers *layers) { free(layers->weights); }
