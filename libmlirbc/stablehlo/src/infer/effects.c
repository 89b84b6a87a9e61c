/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Side effects, asynchronous operations, and calls of what is outside of StableHLO. */
#include "infer/rules.h"

#include <string.h>

static const char *article(bool last) { return last ? "token" : "tensor"; }

/* Results are tensors and, last, a token. */
static bool tensors_and_token(struct shlo__check *check)
{
	struct shlo__spelled text;
	if (!check->declared)
		return shlo__rule_declared(check);
	if (!check->result_count)
		return shlo__fail(check, "result is expected to be at least of size 1, but got 0");
	for (size_t i = 0; i < check->result_count; ++i) {
		const struct mlirbc_type *type = shlo__declared(check, i);
		bool last = i + 1 == check->result_count;
		if (last ? !shlo__is_token(type) : type->kind != MLIRBC_TYPE_TENSOR)
			return shlo__fail(check, "%s of result types %s expected to be of %s type, but got '%s'",
				last ? "last element" : "everything but the last element", "is", article(last),
				shlo__spell(type, &text));
	}
	return true;
}

bool shlo__rule_infeed(struct shlo__check *check)
{
	const struct mlirbc_attr *layout = shlo__attr(check, "layout");
	if (!tensors_and_token(check))
		return false;
	if (!layout)
		return true;
	if (layout->u.array.count != check->result_count - 1)
		return shlo__fail(check,
			"layout-attribute size must be %zu (which is the number of op-results - 1 (for token result)), "
			"but got %zu",
			check->result_count - 1, layout->u.array.count);
	for (size_t i = 0; i < layout->u.array.count; ++i) {
		const struct mlirbc_attr *entry = layout->u.array.data[i];
		if (entry->kind != MLIRBC_ATTR_ARRAY)
			return shlo__fail(check,
				"layout-attribute expected to have elements of type array, but element %zu is not one",
				i);
		for (size_t k = 0; k < entry->u.array.count; ++k) {
			if (entry->u.array.data[k]->kind != MLIRBC_ATTR_INTEGER)
				return shlo__fail(check,
					"layout-attribute's leaf elements are expected to be of type integer, but "
					"element %zu of array %zu is not",
					k, i);
		}
	}
	return true;
}

bool shlo__rule_outfeed(struct shlo__check *check) { return shlo__rule_token(check); }

/* The kind of channel: 1 between devices, 2 to the host, 3 from it. */
static bool check_channel(struct shlo__check *check, int64_t host)
{
	struct shlo__channel channel;
	bool transfer = shlo__flag(check, "is_host_transfer");
	int64_t expected = transfer ? host : 1;
	if (!shlo__channel_of(shlo__attr(check, "channel_handle"), &channel, NULL) || channel.type == expected)
		return true;
	return shlo__fail(check, "channel_type should be %s when is_host_transfer is %s, but is %lld",
		expected == 1   ? "DEVICE_TO_DEVICE (1)"
		: expected == 2 ? "DEVICE_TO_HOST (2)"
				: "HOST_TO_DEVICE (3)",
		transfer ? "true" : "false", (long long)channel.type);
}

bool shlo__rule_send(struct shlo__check *check)
{
	return check_channel(check, 2) && shlo__check_pairs(check) && shlo__rule_token(check);
}

bool shlo__rule_recv(struct shlo__check *check)
{
	return check_channel(check, 3) && shlo__check_pairs(check) && tensors_and_token(check);
}

/* NULL after a failure. */
static const struct mlirbc_types *future_types(struct shlo__check *check, const struct mlirbc_type *type)
{
	const struct mlirbc_type *tuple = NULL;
	struct shlo__spelled text;
	enum mlirbc_status status = shlo__future_types(check->context, type, &tuple);
	if (status == MLIRBC_E_NOMEM)
		shlo__no_memory(check);
	else if (status != MLIRBC_OK)
		shlo__fail(check, "the types in '%s' cannot be read", shlo__spell(type, &text));
	return status == MLIRBC_OK ? &tuple->u.tuple : NULL;
}

bool shlo__rule_async_start(struct shlo__check *check)
{
	struct shlo__body body;
	struct shlo__spelled a, b;
	if (!shlo__needed(check, 0) || !shlo__body(check, 0, &body))
		return false;
	if (body.arguments != check->operand_count)
		return shlo__fail(check, "the region takes %zu arguments, but the operation has %zu operands",
			body.arguments, check->operand_count);
	for (size_t i = 0; i < body.arguments; ++i) {
		if (!shlo__compatible(check, shlo__operand(check, i), shlo__body_argument(&body, i)))
			return shlo__fail(check, "operand #%zu is '%s', but the argument of the region is '%s'", i,
				shlo__spell(shlo__operand(check, i), &a),
				shlo__spell(shlo__body_argument(&body, i), &b));
	}
	const struct mlirbc_types *types = future_types(check, shlo__declared(check, 0));
	if (!types)
		return false;
	if (types->count != body.values)
		return shlo__fail(check, "the region returns %zu values, but the future has %zu", body.values, types->count);
	for (size_t i = 0; i < body.values; ++i) {
		const struct mlirbc_type *value = shlo__body_value(&body, i);
		if (value && !shlo__compatible(check, value, types->data[i]))
			return shlo__fail(check, "value #%zu of the region is '%s', but that of the future is '%s'", i,
				shlo__spell(value, &a), shlo__spell(types->data[i], &b));
	}
	return shlo__rule_declared(check);
}

bool shlo__rule_async_done(struct shlo__check *check)
{
	const struct mlirbc_types *types = future_types(check, shlo__operand(check, 0));
	for (size_t i = 0; types && i < types->count; ++i) {
		if (!shlo__emit_type(check, types->data[i]))
			return false;
	}
	if (types && check->declared && types->count != check->result_count)
		return shlo__fail(check, "the operation has %zu results, but the future has %zu", check->result_count, types->count);
	return types != NULL;
}

/* A name with a namespace: letters, digits and '_', then '.' and letters, digits, '_' and '$', once or more. */
static bool is_namespaced(const struct mlirbc_string *name)
{
	size_t dots = 0, part = 0;
	for (size_t i = 0; i < name->size; ++i) {
		char c = name->data[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'), digit = c >= '0' && c <= '9';
		if (c == '.') {
			if (!part)
				return false;
			dots++;
			part = 0;
			continue;
		}
		if (!(letter || (i > 0 && (digit || c == '_' || (dots && c == '$')))))
			return false;
		part++;
	}
	return dots && part;
}

bool shlo__rule_composite(struct shlo__check *check)
{
	const struct mlirbc_string *name = shlo__attr(check, "name")->u.string;
	if (!is_namespaced(name))
		return shlo__fail(check,
			"name must be a valid namespaced op name such as \"my_namespace.my_op\", but is \"%.*s\"",
			(int)(name->size < 60 ? name->size : 60), name->data);
	return shlo__rule_declared(check);
}
