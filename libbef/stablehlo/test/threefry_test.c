/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which programs become hlo.cu_threefry2x32: those that compute the cipher, in the forms that JAX writes, and none that differ from it in one
 * number or one operand. Their results are those of data/run/threefry.mlir. */
#include "check.h"
#include "run_model.h"

#include <stdarg.h>
#include <string.h>

enum form { LOOP, LOOP_WITH_CALL, ROUNDS };

static const struct variant {
	const char *name;
	enum form form;
	const char *keys; /* shape of the keys, with its 'x' */
	unsigned rotation, parity, groups, last; /* the first rotation; the number of the last group */
	bool other_key; /* the second word gets the keys of the first */
	bool is_cipher;
} variants[] = {
	{ "loop", LOOP, "", 13, 0x1BD11BDA, 5, 5, false, true },
	{ "call", LOOP_WITH_CALL, "", 13, 0x1BD11BDA, 5, 5, false, true },
	{ "rounds", ROUNDS, "", 13, 0x1BD11BDA, 5, 5, false, true },
	{ "keys of their own, loop", LOOP, "2x1x", 13, 0x1BD11BDA, 5, 5, false, true },
	{ "keys of their own, rounds", ROUNDS, "2x1x", 13, 0x1BD11BDA, 5, 5, false, true },
	{ "rotation in a loop", LOOP, "", 14, 0x1BD11BDA, 5, 5, false, false },
	{ "rotation in a call", LOOP_WITH_CALL, "", 12, 0x1BD11BDA, 5, 5, false, false },
	{ "rotation in rounds", ROUNDS, "", 14, 0x1BD11BDA, 5, 5, false, false },
	{ "fewer groups in a loop", LOOP, "", 13, 0x1BD11BDA, 4, 5, false, false },
	{ "more groups in a loop", LOOP, "", 13, 0x1BD11BDA, 6, 5, false, false },
	{ "more groups than are executed", LOOP, "", 13, 0x1BD11BDA, 1000, 5, false, false },
	{ "fewer groups in rounds", ROUNDS, "", 13, 0x1BD11BDA, 4, 4, false, false },
	{ "number of a group", ROUNDS, "", 13, 0x1BD11BDA, 5, 6, false, false },
	{ "keys in a loop", LOOP, "", 13, 0x1BD11BDA, 5, 5, true, false },
	{ "keys in rounds", ROUNDS, "", 13, 0x1BD11BDA, 5, 5, true, false },
	{ "parity", LOOP, "", 13, 0x1BD11BDB, 5, 5, false, false },
};

/* ---- text */

static char text[1 << 16];
static size_t used;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	used += (size_t)vsnprintf(text + used, sizeof text - used, format, args);
	va_end(args);
}

#define WORDS "tensor<2x3xui32>"

/* A key for all words. */
static void put_repeated(const struct variant *v, const char *to, const char *from)
{
	put("%s = stablehlo.broadcast_in_dim %s, dims = [%s] : (tensor<%sui32>) -> " WORDS "\n", to, from, v->keys[0] ? "0, 1" : "", v->keys);
}

/* The number of a round: `by` is a value of tensor<ui32>. */
static void put_round(const char *prefix, unsigned i, const char *x, const char *y, const char *by)
{
	put("%%%sx%u = stablehlo.add %s, %s : " WORDS "\n", prefix, i, x, y);
	put("%%%sl%u = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<ui32>) -> " WORDS "\n", prefix, i, by);
	put("%%%sa%u = stablehlo.shift_left %s, %%%sl%u : " WORDS "\n", prefix, i, y, prefix, i);
	put("%%%sw%u = stablehlo.constant dense<32> : tensor<ui32>\n", prefix, i);
	put("%%%sm%u = stablehlo.subtract %%%sw%u, %s : tensor<ui32>\n", prefix, i, prefix, i, by);
	put("%%%sr%u = stablehlo.broadcast_in_dim %%%sm%u, dims = [] : (tensor<ui32>) -> " WORDS "\n", prefix, i, prefix, i);
	put("%%%sb%u = stablehlo.shift_right_logical %s, %%%sr%u : " WORDS "\n", prefix, i, y, prefix, i);
	put("%%%so%u = stablehlo.or %%%sa%u, %%%sb%u : " WORDS "\n", prefix, i, prefix, i, prefix, i);
	put("%%%sy%u = stablehlo.xor %%%sx%u, %%%so%u : " WORDS "\n", prefix, i, prefix, i, prefix, i);
}

/* One iteration: from %i, %x, %y, keys %a %b %c and rotations %p %q to %x4, %y4. */
static void put_group(const struct variant *v)
{
	char names[4][8] = { "%x", "%y", "", "" };
	for (unsigned i = 0; i < 4; i++) {
		put("%%s%u = stablehlo.slice %%p [%u:%u] : (tensor<4xui32>) -> tensor<1xui32>\n", i, i, i + 1);
		put("%%t%u = stablehlo.reshape %%s%u : (tensor<1xui32>) -> tensor<ui32>\n", i, i);
		snprintf(names[2], sizeof names[2], "%%t%u", i);
		put_round("", i, names[0], names[1], names[2]);
		snprintf(names[0], sizeof names[0], "%%x%u", i);
		snprintf(names[1], sizeof names[1], "%%y%u", i);
	}
	put_repeated(v, "%ka", "%a");
	put_repeated(v, "%kb", v->other_key ? "%a" : "%b");
	put("%%x4 = stablehlo.add %%x3, %%ka : " WORDS "\n%%z = stablehlo.add %%y3, %%kb : " WORDS "\n"
	    "%%one = stablehlo.constant dense<1> : tensor<i32>\n%%j = stablehlo.add %%i, %%one : tensor<i32>\n"
	    "%%u = stablehlo.convert %%j : (tensor<i32>) -> tensor<ui32>\n"
	    "%%g = stablehlo.broadcast_in_dim %%u, dims = [] : (tensor<ui32>) -> " WORDS "\n"
	    "%%y4 = stablehlo.add %%z, %%g : " WORDS "\n");
}

static void put_loop(const struct variant *v)
{
	char types[200];
	snprintf(types, sizeof types, "tensor<i32>, " WORDS ", " WORDS ", tensor<%sui32>, tensor<%sui32>, tensor<%sui32>, tensor<4xui32>, tensor<4xui32>",
		v->keys, v->keys, v->keys);
	put("%%zero = stablehlo.constant dense<0> : tensor<i32>\n%%r = stablehlo.constant dense<[%u, 15, 26, 6]> : tensor<4xui32>\n"
	    "%%q = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>\n"
	    "%%w:8 = stablehlo.while(%%i = %%zero, %%x = %%first, %%y = %%second, %%a = %%k1, %%b = %%k2, %%c = %%k0, %%p = %%r, %%o = %%q) : %s\n"
	    "cond {\n%%n = stablehlo.constant dense<%u> : tensor<i32>\n"
	    "%%l = stablehlo.compare LT, %%i, %%n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %%l : tensor<i1>\n} do {\n",
		v->rotation, types, v->groups);
	if (v->form == LOOP_WITH_CALL)
		put("%%d:8 = func.call @group(%%i, %%x, %%y, %%a, %%b, %%c, %%p, %%o) : (%s) -> (%s)\n"
		    "stablehlo.return %%d#0, %%d#1, %%d#2, %%d#3, %%d#4, %%d#5, %%d#6, %%d#7 : %s\n}\n",
			types, types, types);
	else {
		put_group(v);
		put("stablehlo.return %%j, %%x4, %%y4, %%b, %%c, %%a, %%o, %%p : %s\n}\n", types);
	}
	put("return %%w#1, %%w#2 : " WORDS ", " WORDS "\n}\n");
	if (v->form == LOOP_WITH_CALL) {
		put("func.func private @group(%%i: tensor<i32>, %%x: " WORDS ", %%y: " WORDS ", %%a: tensor<ui32>, %%b: tensor<ui32>, "
		    "%%c: tensor<ui32>, %%p: tensor<4xui32>, %%o: tensor<4xui32>) -> (%s) {\n", types);
		put_group(v);
		put("return %%j, %%x4, %%y4, %%b, %%c, %%a, %%o, %%p : %s\n}\n", types);
	}
}

static void put_rounds(const struct variant *v)
{
	static const unsigned rotations[8] = { 13, 15, 26, 6, 17, 29, 16, 24 };
	char x[12] = "%first", y[12] = "%second", key[8];
	for (unsigned group = 1; group <= v->groups; group++) {
		char prefix[8];
		snprintf(prefix, sizeof prefix, "g%u", group);
		for (unsigned i = 0; i < 4; i++) {
			char by[12];
			snprintf(by, sizeof by, "%%%st%u", prefix, i);
			put("%s = stablehlo.constant dense<%u> : tensor<ui32>\n", by, group == 1 && i == 0 ? v->rotation : rotations[(group - 1) % 2 * 4 + i]);
			put_round(prefix, i, x, y, by);
			snprintf(x, sizeof x, "%%%sx%u", prefix, i);
			snprintf(y, sizeof y, "%%%sy%u", prefix, i);
		}
		snprintf(key, sizeof key, "%%k%u", group % 3);
		put("%%u%u = stablehlo.constant dense<%u> : tensor<ui32>\n", group, group == v->groups ? v->last : group);
		put("%%n%u = stablehlo.broadcast_in_dim %%u%u, dims = [] : (tensor<ui32>) -> " WORDS "\n", group, group);
		char name[12];
		snprintf(name, sizeof name, "%%e%u", group);
		put_repeated(v, name, key);
		put("%%X%u = stablehlo.add %s, %s : " WORDS "\n", group, x, name);
		snprintf(name, sizeof name, "%%f%u", group);
		snprintf(key, sizeof key, "%%k%u", (group + !v->other_key) % 3);
		put_repeated(v, name, key);
		put("%%Z%u = stablehlo.add %s, %s : " WORDS "\n%%Y%u = stablehlo.add %%Z%u, %%n%u : " WORDS "\n", group, y, name, group, group, group);
		snprintf(x, sizeof x, "%%X%u", group);
		snprintf(y, sizeof y, "%%Y%u", group);
	}
	put("return %s, %s : " WORDS ", " WORDS "\n}\n", x, y);
}

static void put_program(const struct variant *v)
{
	used = 0;
	put("func.func @f(%%k0: tensor<%sui32>, %%k1: tensor<%sui32>, %%c0: " WORDS ", %%c1: " WORDS ") -> (" WORDS ", " WORDS ") {\n", v->keys, v->keys);
	put("%%parity = stablehlo.constant dense<%u> : tensor<ui32>\n", v->parity);
	put("%%pp = stablehlo.broadcast_in_dim %%parity, dims = [] : (tensor<ui32>) -> tensor<%sui32>\n", v->keys);
	put("%%kk = stablehlo.xor %%k0, %%k1 : tensor<%sui32>\n%%k2 = stablehlo.xor %%kk, %%pp : tensor<%sui32>\n", v->keys, v->keys);
	put_repeated(v, "%rep0", "%k0");
	put_repeated(v, "%rep1", "%k1");
	put("%%first = stablehlo.add %%c0, %%rep0 : " WORDS "\n%%second = stablehlo.add %%c1, %%rep1 : " WORDS "\n");
	(v->form == ROUNDS ? put_rounds : put_loop)(v);
}

/* ---- cases */

static void forms(void)
{
	struct runner runner = { .no_fusing = false };
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
		struct model model;
		put_program(&variants[i]);
		if (!CHECK(used < sizeof text) || !model_open(&runner, text, used, "threefry_test.mlir", true, &model)) {
			check_report(__FILE__, __LINE__, "%s: %s\n%s", variants[i].name, model.why, model.missing);
			continue;
		}
		if (model_contains(&model, "hlo.cu_threefry2x32") != variants[i].is_cipher)
			check_report(__FILE__, __LINE__, "%s: the program %s", variants[i].name,
				variants[i].is_cipher ? "has no kernel of the cipher" : "is not the cipher, and has its kernel");
		if (variants[i].is_cipher)
			CHECK(!model_contains(&model, "hlo.while") && !model_contains(&model, "hlo.loop_fusion"));
		model_close(&model);
	}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(forms) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
