/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks the set of attributes that belong to a function's signatures. */
#include <sigmangle/attributes.h>

#include "raw.h"
#include "sip.h"

#include <string.h>

enum { F, FV, FBR, ABI, ABIV, SIP, SIPV, KEYS };

static const char *const keys[KEYS] = { "f", "fv", "fbr", "abi", "abiv", "sip", "sipv" };

static bool is(struct sigmangle_string string, const char *word)
{
	return string.size == strlen(word) && memcmp(string.data, word, string.size) == 0;
}

SMALL static enum sigmangle_status collect(const struct sigmangle_attribute *attributes, size_t count,
	struct sigmangle_string *out_values, const char **of, struct sigmangle_diag *diag)
{
	for (size_t i = 0; i < count; i++) {
		for (int key = 0; key < KEYS; key++) {
			if (!is(attributes[i].key, keys[key]))
				continue;
			*of = keys[key];
			if (out_values[key].data)
				return sigmangle__fail(diag, SIGMANGLE_ATTRIBUTE_TWICE, SIGMANGLE_NO_OFFSET);
			out_values[key].size = attributes[i].value.size;
			out_values[key].data = attributes[i].value.size ? attributes[i].value.data : ""; /* not NULL */
		}
	}
	return SIGMANGLE_OK;
}

/* Checks the attributes other than the signatures. */
SMALL static enum sigmangle_reason check_words(const struct sigmangle_string *values, bool lax, const char **of)
{
	const bool sip = values[ABI].data && is(values[ABI], "sip");
	*of = keys[F];
	if (!values[F].data)
		return SIGMANGLE_F_MISSING;
	*of = keys[FV];
	if (values[FV].data ? !is(values[FV], "1") : !lax)
		return SIGMANGLE_FV_UNKNOWN;
	*of = keys[FBR];
	if (values[FBR].data && !values[FBR].size)
		return SIGMANGLE_FBR_EMPTY;
	*of = keys[ABI];
	if (values[ABI].data && !sip && !lax)
		return SIGMANGLE_ABI_UNKNOWN;
	*of = keys[ABIV];
	if (values[ABIV].data && !is(values[ABIV], "1") && (sip || !lax))
		return SIGMANGLE_ABIV_UNKNOWN;
	*of = keys[SIP];
	if (sip && !values[SIP].data && !lax)
		return SIGMANGLE_SIP_MISSING;
	*of = keys[SIPV];
	if (values[SIPV].data && !is(values[SIPV], "1") && (sip || !lax))
		return SIGMANGLE_SIPV_UNKNOWN;
	return SIGMANGLE_GOOD;
}

/* ---- counts of the raw signature */

struct counts {
	size_t items, dynamic_dims, dynamic_items;
};

SMALL static enum sigmangle_status count_side(struct sigmangle_string f, enum sigmangle_side side,
	enum sigmangle_mode mode, struct counts *out, struct sigmangle_diag *diag)
{
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle__side(f.data, f.size, side, mode, &payload, diag);
	if (status != SIGMANGLE_OK)
		return status;
	struct sigmangle_item item;
	struct sigmangle__item read = { .item = &item };
	const char *at = payload.data, *end = payload.data + payload.size;
	*out = (struct counts){ 0 };
	for (; at != end; at = read.token.next) {
		enum sigmangle_reason reason = sigmangle__read_item(&read, at, end, mode, NULL, 0);
		if (mode == SIGMANGLE_LAX && sigmangle__status(reason) == SIGMANGLE_E_SYNTAX)
			break;
		if (reason != SIGMANGLE_GOOD)
			return sigmangle__fail(diag, reason, (uint64_t)(read.blame - f.data));
		out->items++;
		out->dynamic_items += read.dynamic != out->dynamic_dims;
		out->dynamic_dims = read.dynamic;
	}
	return SIGMANGLE_OK;
}

/* ---- comparison of leaves with items */

#define WINDOW 32768

/* Visits the leaves with positions from..from + WINDOW, of `count` in total. */
SMALL static enum sigmangle_status check_window(struct sigmangle_string signature, enum sigmangle_side side,
	enum sigmangle_mode mode, size_t count, size_t from, size_t *out_used, struct sigmangle_diag *diag)
{
	uint32_t seen[WINDOW / 32] = { 0 };
	struct sigmangle_sip sip;
	struct sigmangle_event event = { 0 };
	enum sigmangle_status status = sigmangle_sip_open(&sip, signature.data, signature.size, side, mode, diag);
	while (status == SIGMANGLE_OK && (status = sigmangle_sip_next(&sip, &event, diag)) == SIGMANGLE_OK) {
		if (event.kind != SIGMANGLE_LEAF)
			continue;
		if (event.number < 0 || (size_t)event.number >= count)
			return sigmangle__fail(diag, SIGMANGLE_INDEX_RANGE, event.offset);
		size_t at = (size_t)event.number - from;
		if ((size_t)event.number < from || at >= WINDOW)
			continue;
		const uint32_t bit = (uint32_t)1 << at % 32;
		if (!(seen[at / 32] & bit))
			++*out_used;
		else if (mode != SIGMANGLE_LAX)
			return sigmangle__fail(diag, SIGMANGLE_INDEX_TWICE, event.offset);
		seen[at / 32] |= bit;
	}
	return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
}

SMALL static enum sigmangle_status check_leaves(struct sigmangle_string sip, enum sigmangle_side side,
	enum sigmangle_mode mode, size_t count, size_t *out_unused, struct sigmangle_diag *diag)
{
	enum sigmangle_status status = SIGMANGLE_OK;
	size_t from = 0, used = 0;
	do {
		status = check_window(sip, side, mode, count, from, &used, diag);
		from += WINDOW;
	} while (status == SIGMANGLE_OK && from < count);
	*out_unused = status == SIGMANGLE_OK ? count - used : 0;
	return status;
}

SMALL enum sigmangle_status sigmangle_check_pair(
	struct sigmangle_string f, struct sigmangle_string sip, size_t out_unused[2], struct sigmangle_diag *diag)
{
	struct counts counts;
	size_t unused[2] = { 0, 0 };
	enum sigmangle_status status = SIGMANGLE_OK;
	for (int side = SIGMANGLE_INPUTS; side <= SIGMANGLE_RESULTS && status == SIGMANGLE_OK; side++) {
		status = count_side(f, (enum sigmangle_side)side, SIGMANGLE_STRICT, &counts, diag);
		if (status == SIGMANGLE_OK)
			status = check_leaves(
				sip, (enum sigmangle_side)side, SIGMANGLE_STRICT, counts.items, &unused[side], diag);
	}
	if (out_unused)
		memcpy(out_unused, unused, sizeof unused);
	return status;
}

/* ---- the whole check */

SMALL static enum sigmangle_status check_signatures(
	struct sigmangle_function *function, enum sigmangle_mode mode, const char **of, struct sigmangle_diag *diag)
{
	struct counts inputs, results;
	*of = keys[F];
	enum sigmangle_status status = sigmangle_raw_check(function->f.data, function->f.size, mode, diag);
	if (status == SIGMANGLE_OK)
		status = count_side(function->f, SIGMANGLE_INPUTS, mode, &inputs, diag);
	if (status == SIGMANGLE_OK)
		status = count_side(function->f, SIGMANGLE_RESULTS, mode, &results, diag);
	if (status != SIGMANGLE_OK)
		return status;
	function->input_count = inputs.items;
	function->result_count = results.items;
	function->dynamic_inputs = inputs.dynamic_dims;
	function->dynamic_results = results.dynamic_items;
	if (!function->sip.data)
		return SIGMANGLE_OK;
	*of = keys[SIP];
	status = sigmangle_sip_check(function->sip.data, function->sip.size, mode, diag);
	if (status == SIGMANGLE_OK)
		status = check_leaves(
			function->sip, SIGMANGLE_INPUTS, mode, inputs.items, &function->unused_inputs, diag);
	if (status == SIGMANGLE_OK)
		status = check_leaves(
			function->sip, SIGMANGLE_RESULTS, mode, results.items, &function->unused_results, diag);
	return status;
}

SMALL enum sigmangle_status sigmangle_function_parse(const struct sigmangle_attribute *attributes, size_t count,
	enum sigmangle_mode mode, struct sigmangle_function *out_function, const char **out_of,
	struct sigmangle_diag *diag)
{
	struct sigmangle_string values[KEYS] = { { NULL, 0 } };
	struct sigmangle_function function = { .input_count = 0 };
	const char *of = NULL;
	enum sigmangle_status status = collect(attributes, count, values, &of, diag);
	if (status == SIGMANGLE_OK) {
		enum sigmangle_reason reason = check_words(values, mode == SIGMANGLE_LAX, &of);
		if (reason != SIGMANGLE_GOOD)
			status = sigmangle__fail(diag, reason, SIGMANGLE_NO_OFFSET);
	}
	if (status == SIGMANGLE_OK) {
		function.f = values[F];
		function.fbr = values[FBR];
		if (values[ABI].data && is(values[ABI], "sip"))
			function.sip = values[SIP];
		status = check_signatures(&function, mode, &of, diag);
	}
	if (status != SIGMANGLE_OK)
		function = (struct sigmangle_function){ .input_count = 0 };
	*out_function = function;
	if (out_of)
		*out_of = status == SIGMANGLE_OK ? NULL : of;
	return status;
}
