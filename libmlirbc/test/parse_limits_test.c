/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text parser: sources and uses, single attributes and types, limits, memory. */
#include "text.h"

/* ---- what is accepted */

static void sources_are_wrapped(void)
{
	static const struct pair table[] = {
		{ "", "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n" },
		{ "module {}", "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n" },
		{ "\"a.b\"() : () -> ()", "\"builtin.module\"() ({\n  \"a.b\"() : () -> ()\n}) : () -> ()\n" },
		{ "module {} module {}",
			"\"builtin.module\"() ({\n  \"builtin.module\"() ({\n  ^bb0:\n  }) : () -> ()\n"
			"  \"builtin.module\"() ({\n  ^bb0:\n  }) : () -> ()\n}) : () -> ()\n" },
	};
	CHECK_PAIRS(table, NULL);
	const struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "dir/x.mlir" };
	struct printed out = reprint("\t\"a.b\"() : () -> ()", &options, true);
	CHECK_STR(out.text, "\"builtin.module\"() ({\n  \"a.b\"() : () -> () loc(#loc1)\n}) : () -> () loc(#loc)\n"
			    "#loc = loc(\"dir/x.mlir\":0:0)\n#loc1 = loc(\"dir/x.mlir\":1:2)\n");
	free(out.text);
}

static void uses_are_in_mlirs_order(void)
{
	static const char text[] =
		"\"a\"(%x) : (i1) -> ()\n\"b\"(%x) : (i1) -> ()\n%x = \"d\"() : () -> i1\n\"c\"(%x) : (i1) -> ()\n"
		"\"e\"(%x, %x) : (i1, i1) -> ()";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	CHECK_OR_RETURN(parse_exact(context, text, sizeof text - 1, NULL, &module, NULL) == MLIRBC_OK);
	const struct mlirbc_op *def = mlirbc_op_regions(module->body->first)[0].first->first->next->next;
	char users[16] = "";
	for (const struct mlirbc_operand *use = mlirbc_op_results(def)[0].first_use; use;
		use = mlirbc_operand_next(use))
		strncat(users, mlirbc_operand_owner(use)->name->data, 1);
	CHECK_STR(users, "eecab"); /* mlir-opt-22 --mlir-print-value-users shows e, c, a, b */
	mlirbc_context_destroy(context);
}

static void single_attributes_and_types(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_attr *attr;
	const struct mlirbc_type *type;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_parse_attr(context, " [1, 2 : i8] ", 13, &attr, NULL), MLIRBC_OK);
	CHECK_INT(attr->u.array.count, 2);
	CHECK_INT(mlirbc_parse_type(context, "tensor<2xi8>", 12, &type, NULL), MLIRBC_OK);
	CHECK_INT(type->kind, MLIRBC_TYPE_TENSOR);
	CHECK_INT(mlirbc_parse_type(context, "tensor<2xi8>", 11, &type, NULL), MLIRBC_E_SYNTAX);
	CHECK(type == NULL);
	CHECK_INT(mlirbc_parse_attr(context, "1 2", 3, &attr, &diag), MLIRBC_E_SYNTAX);
	CHECK(attr == NULL);
	CHECK_STR(diag.message, "expected nothing more after this");
	CHECK_INT(mlirbc_parse_attr(context, "", 0, &attr, NULL), MLIRBC_E_SYNTAX);
	CHECK_INT(mlirbc_parse_attr(context, NULL, 0, &attr, NULL), MLIRBC_E_SYNTAX);
	mlirbc_context_destroy(context);
}

static void input_may_go_away(void)
{
	static const char source[] =
		"%name = \"op.x\"() {key = \"text\", t = !d.ty<x>, u = @sym} : () -> tensor<2xf32> loc(\"n\")";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	char copy[sizeof source];
	memcpy(copy, source, sizeof source);
	CHECK_INT(mlirbc_parse(context, copy, sizeof source - 1, NULL, &module, NULL), MLIRBC_OK);
	memset(copy, '?', sizeof copy);
	struct printed out = print_module(module, false);
	CHECK(strstr(out.text, "\"op.x\"() {key = \"text\", t = !d.ty<x>, u = @sym} : () -> tensor<2xf32>") != NULL);
	free(out.text);
	mlirbc_context_destroy(context);
}

/* ---- limits */

static char *repeated(const char *open, size_t count, const char *middle, const char *close)
{
	size_t size = count * (strlen(open) + strlen(close)) + strlen(middle) + 1;
	char *text = malloc(size), *p = text;
	if (!text)
		abort();
	for (size_t i = 0; i < count; i++)
		p = stpcpy(p, open);
	p = stpcpy(p, middle);
	for (size_t i = 0; i < count; i++)
		p = stpcpy(p, close);
	return text;
}

static enum mlirbc_status parse_nested(const char *before, const char *open, size_t count, const char *middle,
	const char *close, const char *after, uint32_t max_depth)
{
	char *inner = repeated(open, count, middle, close),
	     *text = malloc(strlen(before) + strlen(inner) + strlen(after) + 1);
	const struct mlirbc_parse_options options = { .size = sizeof options, .max_depth = max_depth };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	strcpy(stpcpy(stpcpy(text, before), inner), after);
	enum mlirbc_status status = parse_exact(context, text, strlen(text), &options, &module, &diag);
	CHECK_INT(diag.status, status);
	if (status == MLIRBC_OK) {
		struct printed out = print_module(module, true);
		free(out.text);
	}
	mlirbc_context_destroy(context);
	free(inner);
	free(text);
	return status;
}

static void depth_is_limited(void)
{
	static const struct {
		const char *before, *open, *middle, *close, *after;
	} nests[] = {
		{ "\"a.b\"() {a = ", "[", "1", "]", "} : () -> ()" },
		{ "\"a.b\"() {a = ", "{b = ", "1", "}", "} : () -> ()" },
		{ "\"a.b\"() {a = ", "tuple<", "i1", ">", "} : () -> ()" },
		{ "\"a.b\"() {a = ", "() -> (", "i1", ")", "} : () -> ()" },
		{ "\"a.b\"() {a = #d.x<", "(", "", ")", ">} : () -> ()" },
		{ "\"a.b\"() {a = dense<", "[", "1", "]", "> : tensor<1xi8>} : () -> ()" },
		{ "\"a.b\"() {a = affine_map<() -> (", "(", "1", ")", ")>} : () -> ()" },
		{ "\"a.b\"() : () -> () loc(", "\"n\"(", "unknown", ")", ")" },
		{ "", "module {\n", "", "}\n", "" },
		{ "", "\"a.b\"() ({\n", "", "}) : () -> ()\n", "" },
	};
	for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
		const bool location = strstr(nests[i].before, "loc(") != NULL;
		enum mlirbc_status few = parse_nested(
			nests[i].before, nests[i].open, location ? 4000 : 400, nests[i].middle, nests[i].close, nests[i].after, 0);
		/* the shape of the elements does not fit the type, but they are not too deep */
		CHECK_INT(few, strstr(nests[i].before, "dense") ? MLIRBC_E_SYNTAX : MLIRBC_OK);
		CHECK_INT(parse_nested(nests[i].before, nests[i].open, location ? 4200 : 600, nests[i].middle, nests[i].close,
				  nests[i].after, 0),
			MLIRBC_E_LIMIT);
		CHECK_INT(parse_nested(nests[i].before, nests[i].open, 100000, nests[i].middle, nests[i].close,
				  nests[i].after, 0),
			MLIRBC_E_LIMIT);
		CHECK_INT(parse_nested(nests[i].before, nests[i].open, 20, nests[i].middle, nests[i].close,
				  nests[i].after, 16),
			MLIRBC_E_LIMIT);
	}
}

/* Copies the text with n for '@' and n - 1 for '$'; returns the end. */
static char *fill_in(char *to, const char *text, int n)
{
	for (; *text; text++) {
		if (*text == '@' || *text == '$')
			to += sprintf(to, "%d", n - (*text == '$'));
		else
			*to++ = *text;
	}
	*to = '\0';
	return to;
}

/* Short sources that are deep, or large when printed, because aliases stand for aliases. */
static void aliases_of_aliases(void)
{
	static const struct {
		const char *first, *next, *use;
		int count;
	} chains[] = {
		{ "#a0 = 1\n", "#a@ = [#a$]\n", "\"a.b\"() {k = #a$} : () -> ()\n", 600 },
		{ "#a0 = 1\n", "#a@ = #d.x<#a$>\n", "\"a.b\"() {k = #a$} : () -> ()\n", 600 },
		{ "!a0 = i1\n", "!a@ = tuple<!a$>\n", "\"a.b\"() : () -> !a$\n", 600 },
		{ "#a0 = loc(\"x\")\n", "#a@ = loc(\"y\"(#a$))\n", "\"a.b\"() : () -> () loc(#a$)\n", 4200 },
		{ "#a0 = 1\n", "#a@ = [#a$, #a$]\n", "\"a.b\"() {k = #a$} : () -> ()\n", 60 },
		{ "#a0 = 1\n", "#a@ = #d.x<#a$, #a$>\n", "\"a.b\"() {k = #a$} : () -> ()\n", 60 },
	};
	for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
		for (int few = 0; few < 2; few++) {
			int count = few ? (i == 3 ? 4000 : i < 4 ? 500 : 10) : chains[i].count;
			char *text = malloc(64 * 4202), *p = stpcpy(text, chains[i].first);
			for (int n = 1; n < count; n++)
				p = fill_in(p, chains[i].next, n);
			fill_in(p, chains[i].use, count);
			CHECK_INT(parse_nested(text, "", 0, "", "", "", 0), few ? MLIRBC_OK : MLIRBC_E_LIMIT);
			free(text);
		}
	}
}

/* The same name may mean different things in two sources of one context. */
static void aliases_in_kept_text(void)
{
	static const struct pair sources[] = {
		{ "#m = affine_map<() -> (1)>\n\"a.b\"() {k = #d.x<#m>} : () -> ()",
			"#map = affine_map<() -> (1)>\n\"builtin.module\"() ({\n  \"a.b\"() {k = #d.x<#map>} : () -> "
			"()\n}) : () -> ()\n" },
		{ "#m = affine_map<() -> (2)>\n\"a.b\"() {k = #d.x<#m>} : () -> ()",
			"#map = affine_map<() -> (2)>\n\"builtin.module\"() ({\n  \"a.b\"() {k = #d.x<#map>} : () -> "
			"()\n}) : () -> ()\n" },
		{ "#m = 5 : i8\n!t = i3\n\"a.b\"() {k = #d.x<#m, \"#m\", !t, #m.n, #m<1>>} : () -> ()",
			"\"builtin.module\"() ({\n  \"a.b\"() {k = #d.x<5 : i8, \"#m\", i3, #m.n, #m<1>>} : () -> "
			"()\n}) : () -> ()\n" },
	};
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		if (!CHECK_INT(parse_exact(context, sources[i].text, strlen(sources[i].text), NULL, &module, NULL),
			    MLIRBC_OK))
			continue;
		struct printed out = print_module(module, false);
		CHECK_STR(out.text, sources[i].expected);
		free(out.text);
	}
	mlirbc_context_destroy(context);
	/* the name of an alias ends where it does */
	static const struct pair joined[] = { { "#m = affine_map<() -> (1)>\n#n = 5 : i8\n\"a.b\"() {k = #d.x<#m#n>} : "
						"() -> ()",
						      "#map = affine_map<() -> (1)>\n\"builtin.module\"() ({\n  "
						      "\"a.b\"() {k = #d.x<#map 5 : i8>} : () -> "
						      "()\n}) : () -> ()\n" },
		{ "\"a.b\"() {k = #llvm.x<distinct[0]<><>>} : () -> ()",
			"\"builtin.module\"() ({\n  \"a.b\"() {k = #llvm.x<distinct[0]<><>>} : () -> ()\n}) : () -> "
			"()\n" } };
	CHECK_PAIRS(joined, NULL);
	/* names that are undefined when they are read stay as they are */
	static const struct pair itself[] = { { "#m = #d.x<#m>\n#n = #d.y<#m>\n\"a.b\"() {k = #m, l = #n} : () -> ()",
		"\"builtin.module\"() ({\n  \"a.b\"() {k = #d.x<#m>, l = #d.y<#d.x<#m>>} : () -> ()\n}) : () -> "
		"()\n" } };
	CHECK_PAIRS(itself, NULL);
}

/* The order of alias lines is stable when the text is read again: an attribute without an alias that text mentions
 * counts as if its text were there. */
static void depth_of_kept_text(void)
{
	static const char *const middle[] = { "#x<c = {<#a, 0>}>", "#x.y<c = {<#a, 0>}>", "[[#a]]", "{b = [#a]}",
		"#x.y<[] : memref<4xi8, #a>> : memref<4xi8, #a>", "() -> memref<4xi8, #a>",
		"#llvm.di_file<\"a\"  in \"b\">", "memref<4xmemref<4xi8, #a>, #a>" };
	for (size_t i = 0; i < sizeof middle / sizeof *middle; i++) {
		char text[600];
		snprintf(text, sizeof text,
			"#a = affine_map<(d0) -> (1)>\n#m = %s\n#s = #llvm.alias_scope<x = #a>\n#r = #llvm.tbaa_root<s = "
			"#s>\n#t = #llvm.tbaa_tag<base = #m>\n#l = #llvm.di_lexical_block<s = #s>\n#k = "
			"#llvm.di_module<s = #l>\n\"a.b\"() {k = #t, l = #l, r = #r, m = #k, n = "
			"!async.value<memref<4xi8, #llvm.di_file<\"a\" in \"b\">#a>>} : () -> ()",
			middle[i]);
		struct printed once = reprint(text, NULL, false), twice = reprint(once.text, NULL, false);
		CHECK(once.text[0] == '#');
		CHECK_STR(twice.text, once.text);
		free(once.text);
		free(twice.text);
	}
}

static void unusual_sizes(void)
{
	CHECK_INT(parse_nested("\"a.b\"() {a = ", "9", 30000, "", "", " : i16000000} : () -> ()", 0), MLIRBC_E_LIMIT);
	CHECK_INT(parse_nested("\"a.b\"() {a = 0x", "F", 30000, "", "", " : i16000000} : () -> ()", 0), MLIRBC_OK);
	CHECK_INT(parse_nested("\"a.b\"() {a = 1.", "9", 30000, "", "", "} : () -> ()", 0), MLIRBC_OK);
	CHECK_INT(parse_nested("\"a.b\"() {a = 1.0e", "9", 3000, "", "", "} : () -> ()", 0), MLIRBC_OK);
	CHECK_INT(parse_nested("\"a.b\"() : () -> tensor<", "1x", 3000, "i8", "", ">", 0), MLIRBC_OK);
	CHECK_INT(parse_nested("\"a.b\"() : () -> vector<", "[1]x", 65, "i8", "", ">", 0), MLIRBC_E_LIMIT);
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	char *uses = malloc(1100 * 32), *p = uses;
	for (int i = 0; i < 1100; i++)
		p += sprintf(p, "\"u.u\"(%%x#%d) : (i1) -> ()\n", i);
	CHECK_INT(parse_exact(context, uses, (size_t)(p - uses), NULL, &module, &diag), MLIRBC_E_LIMIT);
	free(uses);
	mlirbc_context_limit(context, mlirbc_context_bytes(context) + 20000);
	char *large = repeated("\"a.b\"() : () -> ()\n", 20000, "", "");
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(parse_exact(context, large, strlen(large), NULL, &module, &diag), MLIRBC_E_LIMIT);
	CHECK(module == NULL);
	free(large);
	mlirbc_context_destroy(context);
}

/* ---- memory */

static void every_allocation_may_fail(void)
{
	static const char text[] =
		"#a = [1, \"s\\n\", @x::@y, dense<[1, 2]> : tensor<2xi8>, dense<\"0x01\"> : tensor<1xi8>, 2.5, "
		"array<i8: 1>]\n"
		"%r:2 = \"a.b\"(%f) <{k = #a}> ({\n^e(%p: i32 loc(#l)):\n  \"c.d\"()[^b] : () -> ()\n^b:\n}) "
		"{z, y = !d.t<x>, w = distinct[0]<1>} : (i1) -> (tensor<2xf32, 1>, vector<[2]xi1>) loc(fused[\"p\", "
		"\"q\"])\n"
		"%f = \"e.f\"() {i = 123456789012345678901234567890 : i200, m = affine_map<(d) -> (d)>, st = "
		"strided<[1]>} : () -> i1\n"
		"func.func @f(%a: i32 {x.y}) -> i32 { return %a : i32 }\n"
		"\"s.s\"() {s = sparse<[[0]], [1]> : tensor<2xi8>, d = dense<[\"a\", \"b\"]> : tensor<2x!d.s>, c = "
		"complex<f32>} : () -> ()\n"
		"#l = loc(callsite(\"x\" at \"y\"(\"f\":1:2)))\n"
		"{-# dialect_resources: { builtin: { k: \"0x0100000001\" } }, external_resources: { e: { b: true } } "
		"#-}\n";
	size_t failures = 0;
	for (size_t n = 0;; n++) {
		struct counting counting = { .fail_at = n };
		const struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(&counting);
		struct mlirbc_context *context = mlirbc_context_create(&allocator);
		struct mlirbc_module *module = NULL;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		enum mlirbc_status status = context ? parse_exact(context, text, sizeof text - 1, NULL, &module, &diag)
						    : MLIRBC_E_NOMEM;
		CHECK(status == MLIRBC_E_NOMEM || status == MLIRBC_OK);
		CHECK((module != NULL) == (status == MLIRBC_OK));
		CHECK(!context || diag.status == status);
		mlirbc_context_destroy(context);
		CHECK_INT(counting.live, 0);
		if (status == MLIRBC_OK)
			break;
		failures++;
		CHECK_OR_RETURN(n < 10000);
	}
	CHECK(failures > 10);
}

/* With a small limit instead: memory ends at places where chunks of the arena do not. */
static void every_byte_may_be_the_last(void)
{
	char *text = repeated("%a = \"x.y\"() {k = [1, {b = \"s\"}]} : () -> (i32) loc(\"f\":1:1) module { func.func "
			      "@g(%q: i8) { return } "
			      "\"v.w\"() ({^x(%y: i7): \"j.k\"()[^z] : () -> () ^z: }) : () -> () }\n",
		1, "", "");
	for (size_t limit = 1000; limit < 40000; limit += 97) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		mlirbc_context_limit(context, limit);
		enum mlirbc_status status = parse_exact(context, text, strlen(text), NULL, &module, &diag);
		CHECK(status == MLIRBC_OK || status == MLIRBC_E_LIMIT);
		CHECK(mlirbc_context_bytes(context) <= limit + sizeof(void *) * 200);
		mlirbc_context_destroy(context);
	}
	free(text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(sources_are_wrapped), CHECK_CASE(uses_are_in_mlirs_order),
		CHECK_CASE(single_attributes_and_types), CHECK_CASE(input_may_go_away), CHECK_CASE(depth_is_limited),
		CHECK_CASE(aliases_of_aliases), CHECK_CASE(aliases_in_kept_text), CHECK_CASE(depth_of_kept_text),
		CHECK_CASE(unusual_sizes), CHECK_CASE(every_allocation_may_fail), CHECK_CASE(every_byte_may_be_the_last) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
