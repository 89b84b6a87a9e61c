/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads, prints and writes three signatures:
 * 	a  raw, 41 bytes: two buffers in, one out
 * 	b  raw, 827 bytes: 64 buffers in, one out
 * 	c  SIP, 833 bytes: three levels, 100 leaves
 * parse opens a reader and visits inputs and results with a callback that sums up the items; text prints the signature;
 * mangle writes it from prepared items or paths. Every loop checks its sum. */
#include "bench.h"

#include <sigmangle/sigmangle.h>
#include <stdbool.h>

struct raw_case {
	struct sigmangle_item inputs[64], result;
	int32_t dims[64][3], result_dims[2];
	size_t input_count, length;
	int64_t sum;
	char signature[1024];
};
static struct raw_case a, b;

struct sip_case {
	struct sigmangle_key paths[100][3];
	size_t length;
	char signature[1024];
};
static struct sip_case c;

static void check(const char *what, bool good)
{
	if (good)
		return;
	fprintf(stderr, "%s: the sum is wrong\n", what);
	exit(1);
}

/* ---- the work */

static enum sigmangle_status add_item(void *ctx, const struct sigmangle_item *item)
{
	int64_t *sum = ctx, more = item->type;
	const size_t rank = item->rank;
	for (size_t i = 0; i < rank; i++)
		more += item->dims[i];
	*sum += more;
	return SIGMANGLE_OK;
}

static void parse_raw(void *ctx, uint64_t n)
{
	const struct raw_case *work = ctx;
	int64_t sum = 0;
	for (uint64_t i = 0; i < n; i++) {
		(void)!sigmangle_raw_visit(
			work->signature, work->length, SIGMANGLE_INPUTS, SIGMANGLE_STRICT, add_item, &sum, NULL);
		(void)!sigmangle_raw_visit(
			work->signature, work->length, SIGMANGLE_RESULTS, SIGMANGLE_STRICT, add_item, &sum, NULL);
	}
	check("parse", sum == work->sum * (int64_t)n);
}

static enum sigmangle_status add_number(void *ctx, int32_t number, size_t offset)
{
	int64_t *sum = ctx;
	(void)offset;
	*sum += number;
	return SIGMANGLE_OK;
}

static enum sigmangle_status add_text(void *ctx, struct sigmangle_string key, size_t offset)
{
	int64_t *sum = ctx;
	(void)offset;
	*sum += (int64_t)key.size;
	return SIGMANGLE_OK;
}

static enum sigmangle_status add_open(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	int64_t *sum = ctx;
	(void)offset;
	*sum += structure == SIGMANGLE_DICT;
	return SIGMANGLE_OK;
}

static enum sigmangle_status add_close(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	int64_t *sum = ctx;
	(void)structure;
	(void)offset;
	*sum += 1;
	return SIGMANGLE_OK;
}

static void parse_sip(void *ctx, uint64_t n)
{
	static const struct sigmangle_visitor add = { add_number, add_text, add_open, add_close, add_number };
	const struct sip_case *work = ctx;
	int64_t sum = 0;
	for (uint64_t i = 0; i < n; i++) {
		(void)!sigmangle_sip_visit(
			work->signature, work->length, SIGMANGLE_INPUTS, SIGMANGLE_STRICT, &add, &sum, NULL);
		(void)!sigmangle_sip_visit(
			work->signature, work->length, SIGMANGLE_RESULTS, SIGMANGLE_STRICT, &add, &sum, NULL);
	}
	check("parse", sum == 5345 * (int64_t)n);
}

static void text_raw(void *ctx, uint64_t n)
{
	const struct raw_case *work = ctx;
	char out[4096];
	size_t sum = 0, length;
	for (uint64_t i = 0; i < n; i++) {
		(void)!sigmangle_raw_text(work->signature, work->length, SIGMANGLE_STRICT, out, sizeof out, &length, NULL);
		sum += length;
	}
	check("text", sum == (work->input_count == 64 ? 1560 : 76) * n);
}

static void text_sip(void *ctx, uint64_t n)
{
	const struct sip_case *work = ctx;
	char out[4096];
	size_t sum = 0, length;
	for (uint64_t i = 0; i < n; i++) {
		for (int side = SIGMANGLE_INPUTS; side <= SIGMANGLE_RESULTS; side++) {
			(void)!sigmangle_sip_text(work->signature, work->length, (enum sigmangle_side)side, SIGMANGLE_STRICT,
				out, sizeof out, &length, NULL);
			sum += length;
		}
	}
	check("text", sum == 2189 * n);
}

static size_t mangle_raw_once(const struct raw_case *work, char *out, size_t room)
{
	size_t length;
	(void)!sigmangle_raw_mangle(
		work->inputs, work->input_count, &work->result, 1, SIGMANGLE_STRICT, out, room, &length, NULL);
	return length;
}

static void mangle_raw(void *ctx, uint64_t n)
{
	const struct raw_case *work = ctx;
	char out[1024];
	size_t sum = 0;
	for (uint64_t i = 0; i < n; i++)
		sum += mangle_raw_once(work, out, sizeof out);
	check("mangle", sum == work->length * n);
}

static size_t mangle_sip_once(const struct sip_case *work, char *out, size_t room)
{
	struct sigmangle_sip_node nodes[256], result_node;
	struct sigmangle_sip_tree inputs, results;
	size_t length;
	(void)!sigmangle_sip_tree_init(&inputs, nodes, sizeof nodes / sizeof *nodes, SIGMANGLE_STRICT);
	(void)!sigmangle_sip_tree_init(&results, &result_node, 1, SIGMANGLE_STRICT);
	for (int32_t i = 0; i < 100; i++)
		(void)!sigmangle_sip_set(&inputs, i, work->paths[i], 3, NULL);
	(void)!sigmangle_sip_set(&results, 0, NULL, 0, NULL);
	(void)!sigmangle_sip_mangle(&inputs, &results, out, room, &length, NULL);
	return length;
}

static void mangle_sip(void *ctx, uint64_t n)
{
	const struct sip_case *work = ctx;
	char out[1024];
	size_t sum = 0;
	for (uint64_t i = 0; i < n; i++)
		sum += mangle_sip_once(work, out, sizeof out);
	check("mangle", sum == work->length * n);
}

/* ---- the signatures */

static void finish_raw(struct raw_case *work, size_t expected)
{
	work->sum = 0;
	work->result = (struct sigmangle_item){ SIGMANGLE_BUFFER, SIGMANGLE_FLOAT32, 2, work->result_dims };
	work->length = mangle_raw_once(work, work->signature, sizeof work->signature);
	for (size_t i = 0; i < work->input_count; i++)
		add_item(&work->sum, &work->inputs[i]);
	add_item(&work->sum, &work->result);
	check("signature", work->length == expected);
}

static void prepare(void)
{
	static const char *const layers[] = { "layer_00", "layer_01", "layer_02", "layer_03", "layer_04" };
	static const int32_t first[] = { -1, 128, 64 };
	memcpy(a.dims[0], first, sizeof first);
	a.dims[1][0] = 10;
	a.inputs[0] = (struct sigmangle_item){ SIGMANGLE_BUFFER, SIGMANGLE_FLOAT32, 3, a.dims[0] };
	a.inputs[1] = (struct sigmangle_item){ SIGMANGLE_BUFFER, SIGMANGLE_SINT32, 1, a.dims[1] };
	a.input_count = 2;
	a.result_dims[0] = -1;
	a.result_dims[1] = 1000;
	finish_raw(&a, 41);
	check("a", a.sum == 1206);
	for (int32_t i = 0; i < 64; i++) {
		b.dims[i][0] = i % 4 == 3 ? -1 : i + 1;
		b.dims[i][1] = 128;
		b.inputs[i] = (struct sigmangle_item){ SIGMANGLE_BUFFER, i % 12, 2, b.dims[i] };
	}
	b.input_count = 64;
	b.result_dims[0] = 1;
	b.result_dims[1] = 10;
	finish_raw(&b, 827);
	check("b", b.sum == 10059);
	for (int32_t i = 0; i < 100; i++) {
		c.paths[i][0].index = i / 25;
		c.paths[i][1].text = layers[i / 5 % 5];
		c.paths[i][1].size = 8;
		c.paths[i][2].index = i % 5;
	}
	c.length = mangle_sip_once(&c, c.signature, sizeof c.signature);
	check("c", c.length == 833);
}

int main(void)
{
	prepare();
	bench_run("sigmangle", "parse_a", 1, parse_raw, &a);
	bench_run("sigmangle", "parse_b", 1, parse_raw, &b);
	bench_run("sigmangle", "parse_c", 1, parse_sip, &c);
	bench_run("sigmangle", "text_a", 1, text_raw, &a);
	bench_run("sigmangle", "text_b", 1, text_raw, &b);
	bench_run("sigmangle", "text_c", 1, text_sip, &c);
	bench_run("sigmangle", "mangle_a", 1, mangle_raw, &a);
	bench_run("sigmangle", "mangle_b", 1, mangle_raw, &b);
	bench_run("sigmangle", "mangle_c", 1, mangle_sip, &c);
	return 0;
}
