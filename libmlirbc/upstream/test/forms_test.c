/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom assembly of upstream dialects: data/DIALECT.mlir is as mlir-opt-22 prints it (examples.py compares more modules), and
 * prints as itself, also after it has been printed in generic form or written as bytecode. Errors are at their place. */
#include "../../test/text.h"

#include <dirent.h>
#include <mlirbc/upstream.h>

static struct mlirbc_module *parse_text(struct mlirbc_context *context, const char *text)
{
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t" };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module = NULL;
	options.dialects = mlirbc_upstream_assembly(&options.dialect_count);
	if (mlirbc_parse(context, text, strlen(text), &options, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	return module;
}

static char *print(const struct mlirbc_module *module, bool pretty)
{
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = pretty };
	struct printed out = { 0 };
	options.dialects = mlirbc_upstream_printing(&options.dialect_count);
	CHECK_INT(mlirbc_print(module, &options, printed_append, &out), MLIRBC_OK);
	return out.text;
}

static char *read_file(const char *name)
{
	char path[1024];
	snprintf(path, sizeof path, "%s/%s", FORMS_DATA, name);
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 18);
	if (!file || !text || fread(text, 1, (1 << 18) - 1, file) == 0)
		abort();
	fclose(file);
	return text;
}

static void check_prints(struct mlirbc_module *module, const char *expected)
{
	if (!module)
		return;
	char *text = print(module, true);
	CHECK_STR(text, expected);
	free(text);
}

/* As text, through the generic form, and through bytecode. */
static void check_file(const char *name)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	char *source = read_file(name);
	struct mlirbc_module *module = parse_text(context, source), *loaded;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (CHECK(module != NULL)) {
		check_prints(module, source);
		char *generic = print(module, false);
		check_prints(parse_text(context, generic), source);
		free(generic);
		struct printed bytes = { 0 };
		if (!CHECK_INT(mlirbc_write(module, NULL, printed_append, &bytes, &diag), MLIRBC_OK))
			printf("# %s: %s\n", name, diag.message);
		if (CHECK_INT(mlirbc_load(context, (const uint8_t *)bytes.text, bytes.size, NULL, &loaded, &diag), MLIRBC_OK))
			check_prints(loaded, source);
		free(bytes.text);
	}
	free(source);
	mlirbc_context_destroy(context);
}

static void files(void)
{
	DIR *folder = opendir(FORMS_DATA);
	unsigned count = 0;
	for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
		const size_t size = strlen(entry->d_name);
		if (size > 5 && strcmp(entry->d_name + size - 5, ".mlir") == 0) {
			check_file(entry->d_name);
			count++;
		}
	}
	if (folder)
		closedir(folder);
	CHECK(count > 0);
}

/* What the custom form has no place for is printed in generic form. */
static void forms_that_do_not_fit(void)
{
	static const char text[] = "module {\n  func.func @f() {\n    \"spirv.mlir.selection\"() <{selection_control = "
				   "#spirv.selection_control<None>}> ({\n    ^bb0(%arg0: i32):\n      spirv.Branch ^bb1\n"
				   "    ^bb1:  // pred: ^bb0\n      spirv.mlir.merge\n    }) : () -> ()\n    return\n  }\n}\n";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse_text(context, text);
	if (module)
		check_prints(module, text);
	mlirbc_context_destroy(context);
}

static void check_spelled(const char *text, const char *expected)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	check_prints(parse_text(context, text), expected);
	mlirbc_context_destroy(context);
}

/* Text that is read and printed in another spelling. */
static void spellings(void)
{
	check_spelled("#S = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), implicitVal = 0.0  :\tf32 }>\n"
		      "func.func private @f(tensor<?xf32, #S>)\n",
		"#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), implicitVal = 0.000000e+00 : f32 }>\n"
		"module {\n  func.func private @f(tensor<?xf32, #sparse>)\n}\n");
	check_spelled("func.func @f(%a: !llvm.ptr) {\n  %0 = omp.map.info var_ptr(%a : !llvm.ptr, i32) map_clauses(storage, from, delete, to, "
		      "frob) capture(ByRef) -> !llvm.ptr\n  return\n}\n",
		"module {\n  func.func @f(%arg0: !llvm.ptr) {\n    %0 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(tofrom, "
		"delete, storage) capture(ByRef) -> !llvm.ptr\n    return\n  }\n}\n");
	check_spelled("func.func @f(%s: i32) {\n  %0 = omp.new_cli\n  %1 = omp.new_cli\n  omp.tile (%0)<-(%1) sizes(%s : i32)\n  omp.tile <- "
		      "(%1) sizes(%s : i32)\n  return\n}\n",
		"module {\n  func.func @f(%arg0: i32) {\n    %intratile1 = omp.new_cli\n    %cli = omp.new_cli\n    omp.tile (%intratile1) "
		"<- (%cli) sizes(%arg0 : i32)\n    omp.tile  <- (%cli) sizes(%arg0 : i32)\n    return\n  }\n}\n");
	check_spelled("tosa.variable @v = dense<1> : tensor<2xi8>\n\"tosa.variable\"() <{initial_value = dense<1> : tensor<2xi8>, sym_name = \"w\", "
		      "type = i8, var_shape = dense<3> : tensor<1xindex>}> : () -> ()\n",
		"module {\n  tosa.variable @v = dense<1> : tensor<2xi8>\n  \"tosa.variable\"() <{initial_value = dense<1> : tensor<2xi8>, "
		"sym_name = \"w\", type = i8, var_shape = dense<3> : tensor<1xindex>}> : () -> ()\n}\n");
	check_spelled("module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<\"a\", \"b,c>\">, #dlti.dl_entry<i32, "
		      "dense<32> : vector<2xi64>>>} {\n}\n",
		"module attributes {dlti.dl_spec = #dlti.dl_spec<\"a\" = \"b,c>\", i32 = dense<32> : vector<2xi64>>} {\n}\n");
	check_spelled("func.func private @f(!sparse_tensor.iter_space<#sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>, lvls = 0 to "
		      "1>, !quant.uniform< i8 : f32 : { 0:2 } , { 1.0 , 2.0 : 0 } >, !quant.uniform<u8<1:9>:f32:1, {0.5 : 2, 2.0}>)\n",
		"#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>\nmodule {\n  func.func private "
		"@f(!sparse_tensor.iter_space<#sparse, lvls = 0>, !quant.uniform<i8:f32:{0:2}, {1.000000e+00, 2.000000e+00}>, "
		"!quant.uniform<u8<1:9>:f32:1, {5.000000e-01:2,2.000000e+00}>)\n}\n");
	check_spelled("func.func private @f(!xegpu.tensor_desc<16xf16, #xegpu.block_tdesc_attr<memory_space = slm, array_length = 2>>)\n",
		"module {\n  func.func private @f(!xegpu.tensor_desc<16xf16, #xegpu.block_tdesc_attr<memory_space =  slm, array_length = 2 : "
		"i64>>)\n}\n");
	check_spelled("#a = #llvm.loop_annotation<mustProgress = true, unroll = <disable = true>>\nllvm.func @f() {\n  llvm.br ^bb1 "
		      "{loop_annotation = #a}\n^bb1:\n  llvm.return\n}\n",
		"#loop_unroll = #llvm.loop_unroll<disable = true>\n#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = "
		"true>\nmodule {\n  llvm.func @f() {\n    llvm.br ^bb1 {loop_annotation = #loop_annotation}\n  ^bb1:  // pred: ^bb0\n    "
		"llvm.return\n  }\n}\n");
}

/* Lists of fields get MLIR's order, without defaults and implied names, also inside of other attributes and types. */
static void fields(void)
{
	check_spelled("\"a.b\"() {a = #xevm.target<>, b = #nvvm.target<chip=\"sm_80\", O=3, triple = \"nvptx64-nvidia-cuda\">} : () -> ()\n",
		"module {\n  \"a.b\"() {a = #xevm.target, b = #nvvm.target<O = 3, chip = \"sm_80\">} : () -> ()\n}\n");
	check_spelled("\"a.b\"() {a = #xegpu.layout<lane_data = [1,2], lane_layout = [1, 16]>, b = #gpu.object<#rocdl.target<chip = \"gfx900\">, "
		      "\"x>\">} : () -> ()\n",
		"module {\n  \"a.b\"() {a = #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 2]>, b = #gpu.object<#rocdl.target, "
		"\"x>\">} : () -> ()\n}\n");
	check_spelled("func.func private @f(!xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<boundary_check = true, memory_space = global>>, "
		      "!nvgpu.mbarrier.group<num_barriers = 1, memorySpace = #gpu.address_space<workgroup>>)\n",
		"module {\n  func.func private @f(!xegpu.tensor_desc<8x16xf32>, !nvgpu.mbarrier.group<memorySpace = "
		"#gpu.address_space<workgroup>>)\n}\n");
	check_spelled("llvm.func @f() {\n  llvm.br ^bb1 {loop_annotation = #llvm.loop_annotation<vectorize = #llvm.loop_vectorize<width = 8 : "
		      "i32, disable = false>>}\n^bb1:\n  llvm.return\n}\n",
		"#loop_vectorize = #llvm.loop_vectorize<disable = false, width = 8 : i32>\n#loop_annotation = "
		"#llvm.loop_annotation<vectorize = #loop_vectorize>\nmodule {\n  llvm.func @f() {\n    llvm.br ^bb1 {loop_annotation = "
		"#loop_annotation}\n  ^bb1:  // pred: ^bb0\n    llvm.return\n  }\n}\n");
	/* Not lists of these fields. */
	check_spelled("\"a.b\"() {a = #omp.flags<a = 1>, b = #omp.flags<debug_kind = 1, debug_kind = 2>, c = #omp.flags<3>} : () -> ()\n",
		"module {\n  \"a.b\"() {a = #omp.flags<a = 1>, b = #omp.flags<debug_kind = 1, debug_kind = 2>, c = #omp.flags<3>} : () -> "
		"()\n}\n");
	check_spelled("\"a.b\"() {a = #xegpu.scatter_tdesc_attr<chunk_size = , : i64>} : () -> ()\n",
		"module {\n  \"a.b\"() {a = #xegpu.scatter_tdesc_attr<chunk_size = , : i64>} : () -> ()\n}\n");
	check_spelled("\"a.b\"() {a = #xegpu.scatter_tdesc_attr<chunk_size = 2x[0]<> : i64>} : () -> ()\n",
		"module {\n  \"a.b\"() {a = #xegpu.scatter_tdesc_attr<chunk_size = 2x[0]<> : i64>} : () -> ()\n}\n");
	check_spelled("omp.critical.declare @m hint(none)\n", "module {\n  omp.critical.declare @m\n}\n");
}

/* "{}" is a region with one block where there must be one, and a region without blocks elsewhere. */
static void empty_regions(void)
{
	check_spelled("irdl.dialect @d { irdl.operation @o { } irdl.type @t { } }\n",
		"module {\n  irdl.dialect @d {\n    irdl.operation @o \n    irdl.type @t \n  }\n}\n");
	check_spelled("pdl.pattern : benefit(1) { %0 = operation rewrite %0 with \"y\" { } }\n",
		"module {\n  pdl.pattern : benefit(1) {\n    %0 = operation \n    rewrite %0 with \"y\"\n  }\n}\n");
}

/* MLIR writes types to bytecode as text, in which the encoding of an iteration space has no name. */
static void unnamed_parts(void)
{
	check_spelled("\"a.b\"() {t = !sparse_tensor.iter_space<<{ map = (d0) -> (d0 : compressed) }>, lvls = 0>, u = "
		      "!sparse_tensor.iterator<<{ map = (d0) -> (d0 : dense) }>, lvls = 0>} : () -> ()\n",
		"#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>\n"
		"#sparse1 = #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>\n"
		"module {\n  \"a.b\"() {t = !sparse_tensor.iter_space<#sparse, lvls = 0>, u = !sparse_tensor.iterator<#sparse1, lvls = 0>} : "
		"() -> ()\n}\n");
}

/* Text that the hooks add, which the generic form of the module must contain. */
static void check_generic(const char *text, const char *expected)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse_text(context, text);
	if (module) {
		char *generic = print(module, false);
		if (!CHECK(strstr(generic, expected) != NULL))
			printf("# %s\n", generic);
		free(generic);
	}
	mlirbc_context_destroy(context);
}

static void defaults(void)
{
	check_generic("func.func @f(%a: i32) {\n  acc.parallel wait({%a : i32}) {\n    acc.yield\n  }\n  return\n}\n", "waitOnly = []");
	check_generic("acc.routine @r func(@f) bind(\"a\") gang(dim: 2 : i64)\nfunc.func private @f()\n", "gang = [], gangDim = [2]");
	check_generic("acc.routine @r func(@f) bind(\"a\") gang(dim: 2 : i64)\nfunc.func private @f()\n",
		"bindIdName = [], bindIdNameDeviceType = [], bindStrName = [\"a\"]");
	check_generic("omp.wsloop schedule(static, simd) {\n  omp.loop_nest (%i) : i32 = (%a) to (%a) step (%a) {\n    omp.yield\n  }\n}\n"
		      "%a = arith.constant 1 : i32\n",
		"schedule_mod = #omp<sched_mod none>, schedule_simd");
	check_generic("shard.grid @g(shape = 2)\n%s = shard.sharding @g split_axes = [[0], []] : !shard.sharding\n",
		"split_axes = #shard<axisarray[[0], []]>");
	check_generic("omp.private {type = private} @p : i32\n", "data_sharing_type = #omp<data_sharing_type{type = private}>");
	check_generic("irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.any\n    irdl.operands(a: %0, b: optional %0)\n  }\n}\n",
		"variadicity = #irdl<variadicity_array[ single,  optional]>");
	check_generic("\"a.b\"() {v = #irdl<variadicity_array[single, variadic]>} : () -> ()\n",
		"v = #irdl<variadicity_array[ single,  variadic]>");
	check_generic("gpu.binary @b [#gpu.object<#nvvm.target, \"x\">]\n", "offloadingHandler = #gpu.select_object,");
}

/* Texts that the checks of attributes and types must not refuse. */
static void unusual_texts(void)
{
	check_generic("\"a.b\"() {v = !llvm.ptr< 3 >} : () -> ()\n", "v = !llvm.ptr<");
	check_generic("\"a.b\"() {v = #vector.kind<\"add\">} : () -> ()\n", "v = #vector.kind<");
	check_generic("\"a.b\"() {v = #acc.device_type< none >} : () -> ()\n", "v = #acc.device_type<");
	check_generic("\"a.b\"() {v = #llvm.fastmath<nnan,ninf>} : () -> ()\n", "v = #llvm.fastmath<nnan");
	check_generic("\"a.b\"() {v = !gpu.mma_matrix<16 x 16 x f16, \"COp\">} : () -> ()\n", "v = !gpu.mma_matrix<16");
}

static void check_error(const char *text, uint32_t line, uint32_t column, const char *message)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t" };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module = NULL;
	options.dialects = mlirbc_upstream_assembly(&options.dialect_count);
	CHECK_INT(mlirbc_parse(context, text, strlen(text), &options, &module, &diag), MLIRBC_E_SYNTAX);
	CHECK_INT(diag.line, line);
	CHECK_INT(diag.column, column);
	CHECK_STR(diag.message, message);
	mlirbc_context_destroy(context);
}

static void errors(void)
{
	check_error("func.func @f(%a: f32) {\n  %0 = math.sqrt %a fastmath<fest> : f32\n  return\n}\n", 2, 30,
		"expected one of [none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast], found 'fest'");
	check_error("func.func @f(%a: index) {\n  %0 = index.add %a %a\n  return\n}\n", 2, 20, "expected ','");
	check_error("%a = \"x.y\"() : () -> !acc.data_bounds_ty\n%0 = acc.bounds lowerbound(%b : i32) lowerbound(%b : i32)\n", 2, 6,
		"`lowerbound` clause can appear at most once in the expansion of the oilist directive");
	check_error("func.func @f(%m: memref<?xf32>, %i: index) {\n  %0 = affine.load %m[%i * %i] : memref<?xf32>\n}\n", 2, 30,
		"non-affine expression: at least one of the multiply operands has to be either a constant or symbolic");
	check_error("func.func @f(%m: memref<4xf32>) {\n  linalg.fill ins(%m : memref<4xf32>)\n}\n", 3, 1,
		"expected one output, found 0");
	check_error("llvm.func @f(%a: i32) {\n  %0 = llvm.icmp \"foo\" %a, %a : i32\n}\n", 2, 18,
		"'foo' is an incorrect value of the 'predicate' attribute");
	check_error("llvm.func @f(%a: i32, i32)\n", 1, 23, "expected SSA identifier");
	check_error("irdl.dialect @d {\n  irdl.operation @o {\n    irdl.operands(a: maybe %0)\n  }\n}\n", 3, 21, "expected SSA operand");
	check_error("tosa.variable @v : i8\n", 2, 1, "expected a tensor with at most 16 dimensions");
	check_error("%1 = transform.apply_registered_pass \"a\" with options = {x = 1, \"x\" = 2} to %0 : (!transform.any_op) -> "
		    "!transform.any_op\n",
		1, 69, "duplicate key 'x' found");
	check_error("omp.map.info var_ptr(%a : !llvm.ptr, i32) map_clauses(to) capture(ByRef) members(%b : 1 : !llvm.ptr) -> "
		    "!llvm.ptr\n",
		1, 86, "expected '['");
	check_error("func.func @f(%a: i32) {\n  emitc.switch %a\n  default {\n  }\n}\n", 2, 18, "expected ':'");
	check_error("%0 = index.frob\n", 1, 6,
		"custom op 'index.frob' is unknown; an op without a custom form is written "
		"\"index.frob\"(operands) {attributes} : (types) -> types");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(files), CHECK_CASE(forms_that_do_not_fit),
		CHECK_CASE(spellings), CHECK_CASE(fields), CHECK_CASE(empty_regions), CHECK_CASE(unnamed_parts), CHECK_CASE(defaults), CHECK_CASE(unusual_texts), CHECK_CASE(errors) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
