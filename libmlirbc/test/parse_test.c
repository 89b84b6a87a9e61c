/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text parser: positions and messages of errors, names, hooks, single attributes and types, limits, memory.
 * fixture_test covers valid input. */
#include "text.h"

/* ---- errors */

struct pair {
	const char *text, *expected; /* an error: "line:column: message"; else what is printed */
};

static void check_pairs(const struct pair *table, size_t count, const struct mlirbc_parse_options *options)
{
	for (size_t i = 0; i < count; i++) {
		struct printed out = reprint(table[i].text, options, false);
		if (strcmp(out.text, table[i].expected) != 0)
			check_report(__FILE__, __LINE__, "%s\n#   gives    %s\n#   expected %s", table[i].text,
				out.text, table[i].expected);
		free(out.text);
	}
}
#define CHECK_PAIRS(table, options) check_pairs((table), sizeof(table) / sizeof *(table), (options))

static void bad_tokens(void)
{
	static const struct pair table[] = {
		{ "$", "1:1: unexpected character" },
		{ "\"a.b\"() {a = \"x\n\"} : () -> ()", "1:16: expected '\"' in string literal" },
		{ "\"a.b\"() {a = \"x\\q\"} : () -> ()", "1:16: unknown escape in string literal" },
		{ "\"a.b\"() {a = \"x\\4\"} : () -> ()", "1:16: unknown escape in string literal" },
		{ "\"a.b", "1:5: expected '\"' in string literal" },
		{ "% = \"a.b\"() : () -> i32", "1:1: invalid SSA name" },
		{ "\"a.b\"()[^ ] : () -> ()", "1:9: invalid block name" },
		{ "\"a.b\"() {a = @-} : () -> ()", "1:15: @ identifier expected to start with letter or '_'" },
		{ "\"a.b\"() : () -> ! ", "1:17: invalid type identifier" },
		{ "\"a.b\"() {.a} : () -> ()", "1:11: expected three consecutive dots for an ellipsis" },
		{ "// nothing but a comment\n\"a.b\"() ~", "2:9: unexpected character" },
	};
	CHECK_PAIRS(table, NULL);
}

static void bad_ops(void)
{
	static const struct pair table[] = {
		{ "\"a.b\"(", "1:7: expected SSA operand" },
		{ "\"a.b\"(%x", "1:9: expected ')' to end operand list" },
		{ "\"a.b\"()", "1:8: expected ':' followed by operation type" },
		{ "\"a.b\"() : i32", "1:11: expected function type" },
		{ "\"a.b\"() : ) -> ()", "1:10: expected type" },
		{ "\"a.b\"() : (i32) -> ()", "1:11: expected 0 operand types but had 1" },
		{ "\"a.b\"() : !foo.bar", "1:11: expected function type" },
		{ "\"a.b\"() : ()", "1:13: expected '->' in function type" },
		{ "%x = \"a.b\"() : () -> i1 \"memref.alloc\"(%x) : (i1) -> ()",
			"1:25: expected 'operandSegmentSizes' of 'memref.alloc', which has 1 operand in groups" },
		{ "\"\"() : () -> ()", "1:1: empty operation name is invalid" },
		{ "\"a\\00\"() : () -> ()", "1:1: null character not allowed in operation name" },
		{ "%x", "1:3: expected '=' after SSA name" },
		{ "%x:0 = \"a.b\"() : () -> ()", "1:4: expected named operation to have at least 1 result" },
		{ "%x:9999999999 = \"a.b\"() : () -> ()", "1:4: expected named operation to have at least 1 result" },
		{ "%x = 5", "1:5: expected operation name in quotes" },
		{ "%0 = \"a.b\"() : () -> ()", "1:1: cannot name an operation with no results" },
		{ "%0:2 = \"a.b\"() : () -> i32", "1:1: operation defines 1 result but was provided 2 to bind" },
		{ "%0:2, %x = \"a.b\"() : () -> (i1, i1)",
			"1:1: operation defines 2 results but was provided 3 to bind" },
		{ "\"a.b\"()[] : () -> ()", "1:9: expected block name" },
		{ "\"a.b\"() <{a} : () -> ()", "1:13: expected '>' to close properties" },
		{ "\"func.func\"() <\"x\"> ({}) {sym_name = \"y\"} : () -> ()",
			"1:1: expected a dictionary as properties of 'func.func'" },
		{ "foo.bar %x", "1:1: custom op 'foo.bar' is unknown" GENERIC },
		{ "\n  %k = foo", "2:8: custom op 'foo' is unknown" GENERIC },
		{ "\"a.b\"() ({ \"x.y\"() : () -> ()\n", "1:30: expected operation name in quotes" },
		{ "\"a.b\"() ({} : () -> ()", "1:12: expected ')' to end region list" },
	};
	CHECK_PAIRS(table, NULL);
}

static void bad_names(void)
{
	static const struct pair table[] = {
		{ "\"a.b\"(%x) : (i32) -> ()", "1:7: use of undeclared SSA value name '%x'" },
		{ "\"a.b\"(%x, %y) : (i32, i32) -> ()\n%x = \"c.d\"() : () -> i32",
			"1:11: use of undeclared SSA value name '%y'" },
		{ "%0 = \"a.b\"() : () -> i32\n%0 = \"a.b\"() : () -> i32", "2:1: redefinition of SSA value '%0'" },
		{ "%0 = \"a.b\"() : () -> i32\n\"a.b\"(%0#1) : (i32) -> ()",
			"2:7: reference to invalid result number" },
		{ "\"a.b\"(%0#1) : (i32) -> ()\n%0 = \"a.b\"() : () -> i32",
			"1:7: reference to invalid result number" },
		{ "\"a.b\"(%0#99999999999) : (i32) -> ()", "1:9: invalid SSA value result number" },
		{ "%0 = \"a.b\"() : () -> i32\n\"a.b\"(%0) : (i64) -> ()",
			"2:7: use of value '%0' expects different type than prior uses: 'i64' vs 'i32'" },
		{ "\"a.b\"(%0) : (i64) -> ()\n%0 = \"a.b\"() : () -> i32",
			"2:1: definition of SSA value '%0#0' has type 'i32'" },
		/* names end with their region, and isolated ops see none from outside */
		{ "\"a.b\"() ({ %x = \"c.d\"() : () -> i32 }) : () -> ()\n\"e.f\"(%x) : (i32) -> ()",
			"2:7: use of undeclared SSA value name '%x'" },
		{ "%x = \"c.d\"() : () -> i32\nmodule { \"e.f\"(%x) : (i32) -> () }",
			"2:16: use of undeclared SSA value name '%x'; a region sees only values that are passed to it" },
		{ "%x = \"c.d\"() : () -> i32\n\"llvm.func\"() ({ \"e.f\"(%x) : (i32) -> () }) : () -> ()",
			"2:24: use of undeclared SSA value name '%x'; a region sees only values that are passed to it" },
		{ "%x = \"c.d\"() : () -> i32\n\"a.b\"() ({ %x = \"c.d\"() : () -> i32 }) : () -> ()",
			"2:12: redefinition of SSA value '%x'" },
		{ "\"a.b\"() ({ \"t.br\"()[^bb7] : () -> ()\n}) : () -> ()", "1:21: reference to an undefined block" },
		{ "\"a.b\"() ({\n^a:\n^a:\n}) : () -> ()", "3:1: redefinition of block '^a'" },
		{ "\"a.b\"() ({\n^a:\n  \"t.br\"()[^a] : () -> ()\n}) : () -> ()",
			"2:1: entry block of region may not have predecessors" },
		{ "\"a.b\"() ({ ^a(%x : i32 %y): }) : () -> ()", "1:23: expected ')' to end argument list" },
		{ "\"a.b\"() ({ ^a }) : () -> ()", "1:14: expected ':' after block name" },
		{ "func.func private @f()\nfunc.func private @f()", "2:1: redefinition of symbol named 'f'" },
		{ "module {\n  module {\n    func.func private @f()\n    func.func @f() { return }\n  }\n}",
			"4:5: redefinition of symbol named 'f'" },
	};
	CHECK_PAIRS(table, NULL);
}

static void bad_attributes(void)
{
	static const struct pair table[] = {
		{ "\"a.b\"() {a = 300 : i8} : () -> ()", "1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = -129 : i8} : () -> ()", "1:15: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = 128 : si8} : () -> ()", "1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = 4294967296 : i32} : () -> ()", "1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = -2147483649 : i32} : () -> ()", "1:15: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = -0 : i32} : () -> ()", "1:15: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = 9223372036854775808 : index} : () -> ()",
			"1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = 18446744073709551616} : () -> ()",
			"1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = 0x10000000000000000 : i64} : () -> ()",
			"1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = 36893488147419103232 : i65} : () -> ()",
			"1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = 1 : i0} : () -> ()", "1:14: integer constant out of range for attribute" },
		{ "\"a.b\"() {a = -1 : ui8} : () -> ()",
			"1:15: negative integer literal not valid for unsigned integer type" },
		{ "\"a.b\"() {a = 1.5 : i8} : () -> ()", "1:22: floating point value not valid for specified type" },
		{ "\"a.b\"() {a = 1 : f32} : () -> ()",
			"1:14: unexpected decimal integer literal for a floating point value" },
		{ "\"a.b\"() {a = -0x1 : f32} : () -> ()",
			"1:15: hexadecimal float literal should not have a leading minus" },
		{ "\"a.b\"() {a = 0x1FF : f8E5M2} : () -> ()",
			"1:14: hexadecimal float constant out of range for type" },
		{ "\"a.b\"() {a = 1 : none} : () -> ()", "1:14: integer literal not valid for specified type" },
		{ "\"a.b\"() {a = - } : () -> ()", "1:16: expected constant integer or floating point value" },
		{ "\"a.b\"() {a = } : () -> ()", "1:13: expected attribute value" },
		{ "\"a.b\"() {a, b, a} : () -> ()", "1:16: duplicate key 'a' in dictionary attribute" },
		{ "\"a.b\"() {\"\" = 1} : () -> ()", "1:10: expected valid attribute name" },
		{ "\"a.b\"() {1} : () -> ()", "1:10: expected attribute name" },
		{ "\"a.b\"() {a = [1, 2} : () -> ()", "1:19: expected ']' in array attribute" },
		{ "\"a.b\"() {a = @x::y} : () -> ()", "1:18: expected nested symbol reference identifier" },
		{ "\"a.b\"() {a = #foo.b<(]>} : () -> ()", "1:20: unbalanced '(' character in pretty dialect name" },
		{ "\"a.b\"() {a = #foo.b<(} : () -> ()", "1:20: unbalanced '(' character in pretty dialect name" },
		{ "\"a.b\"() {a = #foo.b<\n(", "1:20: unbalanced '(' character in pretty dialect name" },
		{ "\"a.b\"() {a = #nope} : () -> ()", "1:19: undefined symbol alias id 'nope'" },
		{ "\"a.b\"() {a = #a-b.c} : () -> ()", "1:14: invalid dialect namespace 'a-b'" },
		{ "#a.b = 1", "1:1: attribute names with a '.' are reserved for dialect-defined names" },
		{ "#a = 1\n#a = 2", "2:1: redefinition of attribute alias id 'a'" },
		{ "!a = i32\n!a = i32", "2:1: redefinition of type alias id 'a'" },
		{ "\"a.b\"() {a = distinct[0]<1>, b = distinct[0]<2>} : () -> ()",
			"1:43: referenced attribute does not match previous definition" },
		{ "\"a.b\"() {a = affine_map<(d0) -> (d1)>} : () -> ()", "1:34: use of undeclared identifier" },
		{ "\"a.b\"() {a = affine_map<(d0) -> (d0 +)>} : () -> ()", "1:38: missing right operand of binary operator" },
		{ "\"a.b\"() {a = affine_map<(d0)[d0] -> (d0)>} : () -> ()", "1:30: redefinition of identifier 'd0'" },
		{ "\"a.b\"() {a = affine_map<(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r)[q] -> (a)>} : () -> ()",
			"1:80: redefinition of identifier 'q'" },
		{ "\"a.b\"() {a = affine_map<(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r) -> (r + s)>} : () -> ()",
			"1:87: use of undeclared identifier" },
		{ "\"a.b\"() {a = affine_map<() -> (9223372036854775808)>} : () -> ()",
			"1:32: constant too large for index" },
		{ "\"a.b\"() {a = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()",
			"1:41: non-affine expression: at least one of the multiply operands has to be either a constant or "
			"symbolic" },
		{ "\"a.b\"() {a = affine_map<(d0) -> (4 mod d0)>} : () -> ()",
			"1:36: non-affine expression: right operand of mod has to be either a constant or symbolic" },
		{ "\"a.b\"() {a = affine_set<(d0) : (d0)>} : () -> ()",
			"1:35: expected '== affine-expr' or '>= affine-expr' at end of affine constraint" },
		{ "\"a.b\"() {a = affine_set<(d0) : (d0 > 4)>} : () -> ()",
			"1:38: expected '== affine-expr' or '>= affine-expr' at end of affine constraint" },
		{ "\"a.b\"() {a = affine_set<(d0) : (d0 == 4 == 3)>} : () -> ()", "1:40: expected ','" },
	};
	CHECK_PAIRS(table, NULL);
}

static void bad_elements(void)
{
	static const struct pair table[] = {
		{ "\"a.b\"() {a = dense<[1,2,3]> : tensor<2xi32>} : () -> ()",
			"1:14: inferred shape of elements literal ([3]) does not match type ([2])" },
		{ "\"a.b\"() {a = dense<[[1],[2,3]]> : tensor<2x2xi32>} : () -> ()",
			"1:25: tensor literal is invalid; ranks are not consistent between elements" },
		{ "\"a.b\"() {a = dense<[1,[2]]> : tensor<2xi32>} : () -> ()",
			"1:23: tensor literal is invalid; ranks are not consistent between elements" },
		{ "\"a.b\"() {a = dense<[[1],2]> : tensor<2x1xi32>} : () -> ()",
			"1:25: tensor literal is invalid; ranks are not consistent between elements" },
		{ "\"a.b\"() {a = dense<[1.0]> : tensor<1xi32>} : () -> ()",
			"1:21: expected integer elements, but parsed floating-point" },
		{ "\"a.b\"() {a = dense<true> : tensor<1xi32>} : () -> ()",
			"1:20: expected i1 type for 'true' or 'false' values" },
		{ "\"a.b\"() {a = dense<1> : tensor<?xi32>} : () -> ()",
			"1:14: elements literal type must have static shape" },
		{ "\"a.b\"() {a = dense<1> : i32} : () -> ()",
			"1:14: elements literal must be a ranked tensor or vector type" },
		{ "\"a.b\"() {a = dense<> : tensor<2xi32>} : () -> ()",
			"1:14: parsed zero elements, but the type has more" },
		{ "\"a.b\"() {a = dense<\"0x0102\"> : tensor<3xi8>} : () -> ()",
			"1:14: elements hex data size is invalid for provided type" },
		{ "\"a.b\"() {a = dense<\"0x010\"> : tensor<3xi8>} : () -> ()",
			"1:20: elements hex string only contains hex digits, in pairs" },
		{ "\"a.b\"() {a = dense<\"0x0000\"> : tensor<9223372036854775807xi1>} : () -> ()",
			"1:14: elements hex data size is invalid for provided type" },
		{ "\"a.b\"() {a = dense<1 : tensor<1xi8>} : () -> ()", "1:36: expected ':'" },
		{ "\"a.b\"() {a = dense<(1, 2> : tensor<1xcomplex<i8>>} : () -> ()",
			"1:25: expected ')' after complex elements" },
		{ "\"a.b\"() {a = array<index: 1>} : () -> ()",
			"1:20: element type of array must be i1 or an integer or float of whole bytes" },
		{ "\"a.b\"() {a = array<i1: 1>} : () -> ()", "1:24: expected 'true' or 'false' values for i1 type" },
		{ "\"a.b\"() {a = sparse<[[0]], [1]> : tensor<2x2xi8>} : () -> ()",
			"1:21: expected a list of indices, each as long as the rank of the type" },
		{ "\"a.b\"() {a = sparse<[[0]], [1, 2]> : tensor<2xi8>} : () -> ()",
			"1:28: expected as many values as indices" },
		{ "\"a.b\"() {a = sparse<[[0], [2]], 1> : tensor<2xi8>} : () -> ()",
			"1:14: sparse index #1 is not contained within the value shape" },
		{ "\"a.b\"() {a = dense_resource<k> : i8} : () -> ()",
			"1:32: 'dense_resource' expected a shaped type" },
	};
	CHECK_PAIRS(table, NULL);
}

static void bad_types(void)
{
	static const struct pair table[] = {
		{ "\"a.b\"() : () -> i99999999", "1:17: integer bitwidth is limited to 16777215 bits" },
		{ "\"a.b\"() : () -> i99999999999999999999", "1:17: integer bitwidth is limited to 16777215 bits" },
		{ "\"a.b\"() : () -> f33", "1:16: expected type" },
		{ "\"a.b\"() : () -> vector<0xf32>", "1:24: vector types must have positive constant sizes" },
		{ "\"a.b\"() : () -> vector<?xf32>", "1:24: expected type" },
		{ "\"a.b\"() : () -> tensor<4 f32>", "1:25: expected 'x' in dimension list" },
		{ "\"a.b\"() : () -> tensor<9223372036854775808xf32>", "1:24: invalid dimension" },
		{ "\"a.b\"() : () -> tensor<4xf32", "1:29: expected '>'" },
		{ "\"a.b\"() : () -> complex<index>", "1:25: invalid element type for complex" },
		{ "\"a.b\"() : () -> memref<4xf32, 1, 2>", "1:34: multiple memory spaces specified in memref type" },
		{ "\"a.b\"() : () -> memref<4xf32, @a>", "1:31: unsupported memory space Attribute" },
		{ "\"a.b\"() : () -> memref<4xf32, strided<[1, 1]>>",
			"1:31: expected the number of strides to match the rank" },
		{ "\"a.b\"() : () -> memref<4xf32, affine_map<(d0, d1) -> (d0)>>",
			"1:31: memref layout mismatch between rank and affine map: 1 != 2" },
		{ "\"a.b\"() : () -> memref<4xf32, 1, affine_map<(d0) -> (d0)>>",
			"1:34: expected memory space to be last in memref type" },
		{ "\"a.b\"() : () -> !nope", "1:22: undefined symbol alias id 'nope'" },
		{ "\"a.b\"() : () -> (i32", "1:21: expected ')'" },
	};
	CHECK_PAIRS(table, NULL);
}

static void bad_locations_and_resources(void)
{
	static const struct pair table[] = {
		{ "\"a.b\"() : () -> () loc(#x)", "1:24: operation location alias was never defined" },
		{ "#x = 1\n\"a.b\"() : () -> () loc(#x)", "2:24: expected location, but found another attribute" },
		{ "\"a.b\"() : () -> () loc(#x)\n#x = 1", "1:24: expected location, but found another attribute" },
		{ "\"a.b\"() : () -> () loc(\"f\":x)", "1:28: expected integer line number in FileLineColRange" },
		{ "\"a.b\"() : () -> () loc(\"f\":4294967296:1)",
			"1:28: expected integer line number in FileLineColRange of 32 bits" },
		{ "\"a.b\"() : () -> () loc(\"f\":1 to 2:3)", "1:29: expected ')' in location" },
		{ "\"a.b\"() : () -> () loc(nowhere)", "1:24: expected location instance" },
		{ "\"a.b\"() : () -> () loc(unknown", "1:31: expected ')' in location" },
		{ "\"a.b\"() : () -> () loc(callsite(unknown unknown))", "1:40: expected 'at' in callsite location" },
		{ "{-# foo: {} #-}", "1:5: unknown key 'foo' in file metadata dictionary" },
		{ "{-# external_resources: { grp: { a: 1 } } #-}", "1:36: expected a string, true or false" },
		{ "{-# dialect_resources: { builtin: { a: \"k 2\" } } #-}",
			"1:40: expected hex string blob for key, with an alignment of 4 bytes in front" },
		{ "{-# dialect_resources: { builtin: { a: \"0x0100\" } } #-}",
			"1:40: expected hex string blob for key, with an alignment of 4 bytes in front" },
		{ "{-# dialect_resources: { builtin: { a: \"0x03000000\" } } #-}",
			"1:40: expected hex string blob with an alignment that is a power of two" },
		{ "{-# dialect_resources: { builtin: { a: true }",
			"1:40: expected hex string blob for key, with an alignment of 4 bytes in front" },
	};
	CHECK_PAIRS(table, NULL);
}

static void bad_custom_forms(void)
{
	static const struct pair table[] = {
		{ "func.func f()", "1:11: expected valid '@'-identifier for symbol name" },
		{ "func.func @f(%a: i32, i64) { return }", "1:23: expected SSA identifier" },
		{ "func.func @f(i32, %a: i64) { return }", "1:19: expected type instead of SSA identifier" },
		{ "func.func @f(%a: i32 %b: i32)", "1:21: expected ',' or ')' in an argument list" },
		{ "func.func @f() {}", "1:16: expected non-empty function body" },
		{ "func.func @f(%a: i32) { ^bb0: return }", "1:25: invalid block name in region with named arguments" },
		{ "func.func @f() attributes {x, sym_name = \"x\"} { return }",
			"1:31: attribute 'sym_name' is an inferred attribute and should not be specified in the "
			"explicit "
			"attribute dictionary" },
		{ "func.func @f(%a: i32) { return %a : i32, i32 }", "1:32: number of operands and types do not match: got 1 operands and 2 types" },
		{ "func.func @f(%a: i32) { return %a }", "1:34: expected ':'" },
		{ "call @f() : i32", "1:13: expected function type" },
		{ "call @f(%a) : () -> ()", "1:9: number of operands and types do not match: got 1 operands and 0 types" },
		{ "module @m attributes {", "1:23: expected attribute name" },
		{ "func.func @f(%a: i32) { %0 = arith.addi %a, %a", "1:47: expected ':'" },
		{ "func.func @f(%a: i32) { %0 = arith.addi %a, %a : i64",
			"1:41: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'" },
		{ "func.func @f(%a: i32) { %0 = arith.extsi %a : i32 i64", "1:51: expected 'to'" },
		{ "func.func @f(%a: i32) { %0 = arith.cmpi lt, %a, %a : i32",
			"1:41: expected string or keyword containing one of the following enum values for attribute "
			"'predicate' [eq ne slt sle sgt sge ult ule ugt uge]" },
		{ "func.func @f(%a: i32) { %0 = arith.addi %a, %a overflow<nsv> : i32",
			"1:57: expected overflow to be one of: none nsw nuw" },
		{ "func.func @f(%a: i32, %i: index) { %0 = tensor.extract %a[%i] : i32",
			"1:65: invalid kind of type specified: expected builtin.tensor" },
		{ "func.func @f() { %0 = memref.get_global @a::@b : i32",
			"1:41: invalid kind of attribute specified" },
		{ "func.func @f(%a: i32) { cf.assert %a, x", "1:38: expected attribute value" },
		{ "func.func @f(%i: index) { scf.for %x = %i to %i { }", "1:49: expected 'step'" },
		{ "func.func @f(%i: index) { scf.for %x = %i to %i step %i iter_args(%y = %i) { }", "1:75: expected '->'" },
		{ "func.func @f(%i: index) { scf.index_switch %i case x { }", "1:52: expected integer value" },
	};
	CHECK_PAIRS(table, NULL);
}

static void offsets_and_kept_diagnostics(void)
{
	static const char text[] = "\n\n  \"a.b\"() {a = 300 : i8} : () -> ()";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	CHECK_INT(parse_exact(context, text, sizeof text - 1, NULL, &module, &diag), MLIRBC_E_SYNTAX);
	CHECK(module == NULL);
	CHECK_INT(diag.status, MLIRBC_E_SYNTAX);
	CHECK_INT(diag.offset, strstr(text, "300") - text);
	CHECK_INT(diag.line, 3);
	CHECK_INT(diag.column, 16);
	CHECK_INT(parse_exact(context, "$", 1, NULL, &module, &diag), MLIRBC_E_SYNTAX);
	CHECK_INT(diag.line, 3); /* the first failure stays */
	CHECK_INT(parse_exact(context, "$", 1, NULL, &module, NULL), MLIRBC_E_SYNTAX);
	mlirbc_context_destroy(context);
}

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
		enum mlirbc_status few = parse_nested(
			nests[i].before, nests[i].open, 400, nests[i].middle, nests[i].close, nests[i].after, 0);
		/* the shape of the elements does not fit the type, but they are not too deep */
		CHECK_INT(few, strstr(nests[i].before, "dense") ? MLIRBC_E_SYNTAX : MLIRBC_OK);
		CHECK_INT(parse_nested(nests[i].before, nests[i].open, 600, nests[i].middle, nests[i].close,
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
		{ "#a0 = loc(\"x\")\n", "#a@ = loc(\"y\"(#a$))\n", "\"a.b\"() : () -> () loc(#a$)\n", 600 },
		{ "#a0 = 1\n", "#a@ = [#a$, #a$]\n", "\"a.b\"() {k = #a$} : () -> ()\n", 60 },
		{ "#a0 = 1\n", "#a@ = #d.x<#a$, #a$>\n", "\"a.b\"() {k = #a$} : () -> ()\n", 60 },
	};
	for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
		for (int few = 0; few < 2; few++) {
			int count = few ? (i < 4 ? 500 : 10) : chains[i].count;
			char *text = malloc(64 * 602), *p = stpcpy(text, chains[i].first);
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
	static const struct check_case cases[] = { CHECK_CASE(bad_tokens), CHECK_CASE(bad_ops), CHECK_CASE(bad_names),
		CHECK_CASE(bad_attributes), CHECK_CASE(bad_elements), CHECK_CASE(bad_types),
		CHECK_CASE(bad_locations_and_resources), CHECK_CASE(bad_custom_forms),
		CHECK_CASE(offsets_and_kept_diagnostics), CHECK_CASE(sources_are_wrapped),
		CHECK_CASE(uses_are_in_mlirs_order), CHECK_CASE(single_attributes_and_types),
		CHECK_CASE(input_may_go_away), CHECK_CASE(depth_is_limited), CHECK_CASE(aliases_of_aliases),
		CHECK_CASE(aliases_in_kept_text), CHECK_CASE(depth_of_kept_text), CHECK_CASE(unusual_sizes),
		CHECK_CASE(every_allocation_may_fail), CHECK_CASE(every_byte_may_be_the_last) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
