/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text parser: positions and messages of errors. parse_limits_test covers its limits, fixture_test valid input. */
#include "text.h"

/* ---- errors */

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
			"1:34: referenced attribute does not match previous definition" },
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
			"1:30: tensor literal is invalid; ranks are not consistent between elements" },
		{ "\"a.b\"() {a = dense<[1,[2]]> : tensor<2xi32>} : () -> ()",
			"1:26: tensor literal is invalid; ranks are not consistent between elements" },
		{ "\"a.b\"() {a = dense<[[1],2]> : tensor<2x1xi32>} : () -> ()",
			"1:26: tensor literal is invalid; ranks are not consistent between elements" },
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
		{ "\"a.b\"() {a = array<i1: 1>} : () -> ()", "1:25: expected 'true' or 'false' values for i1 type" },
		{ "\"a.b\"() {a = sparse<[[0]], [1]> : tensor<2x2xi8>} : () -> ()",
			"1:14: expected a list of indices, each as long as the rank of the type" },
		{ "\"a.b\"() {a = sparse<[[0]], [1, 2]> : tensor<2xi8>} : () -> ()",
			"1:14: expected as many values as indices" },
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
		{ "\"a.b\"() : () -> vector<0xf32>", "1:17: vector types must have positive constant sizes" },
		{ "\"a.b\"() : () -> vector<?xf32>", "1:24: expected type" },
		{ "\"a.b\"() : () -> tensor<4 f32>", "1:25: expected 'x' in dimension list" },
		{ "\"a.b\"() : () -> tensor<9223372036854775808xf32>", "1:24: invalid dimension" },
		{ "\"a.b\"() : () -> tensor<4xf32", "1:29: expected '>'" },
		{ "\"a.b\"() : () -> complex<index>", "1:25: invalid element type for complex" },
		{ "\"a.b\"() : () -> memref<4xf32, 1, 2>", "1:34: multiple memory spaces specified in memref type" },
		{ "\"a.b\"() : () -> memref<4xf32, @a>", "1:31: unsupported memory space Attribute" },
		{ "\"a.b\"() : () -> memref<4xf32, strided<[1, 1]>>",
			"1:17: expected the number of strides to match the rank" },
		{ "\"a.b\"() : () -> memref<4xf32, affine_map<(d0, d1) -> (d0)>>",
			"1:17: memref layout mismatch between rank and affine map: 1 != 2" },
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
			"1:16: attribute 'sym_name' is an inferred attribute and should not be specified in the "
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

/* The name of an argument of the first function; "": its location has none. */
static const char *argument_name(const struct mlirbc_module *module, size_t index)
{
	static char out[64];
	const struct mlirbc_op *function = mlirbc_op_regions(module->body->first)->first->first;
	const struct mlirbc_attr *location = mlirbc_value_location(&mlirbc_op_regions(function)->first->arguments[index]);
	const struct mlirbc_attr *place = mlirbc_loc_place(location);
	out[0] = '\0';
	if (location->kind == MLIRBC_LOC_NAME)
		snprintf(out, sizeof out, "%.*s %u", (int)location->u.name.name->size, location->u.name.name->data,
			place ? place->u.file.column : 0);
	return out;
}

static void names_of_arguments(void)
{
	static const char text[] = "func.func @f(%x: i32, %0: i32, %arg1: i32, %argument: i32, %y: i32 loc(\"z\")) {\n  func.return\n}\n";
	static const char *const expected[] = { "x 14", "", "", "argument 44", "z 0" };
	struct mlirbc_parse_options options = { .size = sizeof options, .name_arguments = true };
	for (int named = 1; named >= 0; named--) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		options.name_arguments = named;
		CHECK_INT(parse_exact(context, text, sizeof text - 1, &options, &module, NULL), MLIRBC_OK);
		for (size_t i = 0; module && i < sizeof expected / sizeof *expected; i++)
			CHECK_STR(argument_name(module, i), named || i == 4 ? expected[i] : "");
		mlirbc_context_destroy(context);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(bad_tokens), CHECK_CASE(bad_ops), CHECK_CASE(bad_names),
		CHECK_CASE(bad_attributes), CHECK_CASE(bad_elements), CHECK_CASE(bad_types),
		CHECK_CASE(bad_locations_and_resources), CHECK_CASE(bad_custom_forms),
		CHECK_CASE(offsets_and_kept_diagnostics), CHECK_CASE(names_of_arguments) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
