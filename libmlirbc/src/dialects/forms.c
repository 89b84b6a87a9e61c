/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Formats of the operations of upstream dialects, as MLIR 22 declares them; the language is that of forms.h. */
#include "dialects/forms.h"

#include <stdio.h>
#include <string.h>

/* A row: the operations that have it, without their dialect; format, types, names of results. */
#define ROW(operations, format, types, names) operations " \0" format "\0" types "\0" names "\0"

static const char arith[] = /* clang-format off */
	ROW("addf divf maximumf maxnumf minimumf minnumf mulf remf subf", "0 , 1 +f @ : a", "aa>a", "")
	ROW("addi muli shli subi", "0 , 1 +o @ : a", "aa>a", "")
	ROW("addui_extended", "0 , 1 @ : a , b", "aa>ab", "sum,overflow")
	ROW("andi ceildivsi ceildivui floordivsi maxsi maxui minsi minui ori remsi remui xori", "0 , 1 @ : a", "aa>a", "")
	ROW("bitcast extsi extui fptosi fptoui index_cast index_castui sitofp uitofp", "0 @ : a to b", "a>b", "")
	ROW("cmpf", "&q , 0 , 1 +f @ : a", "aa>B", "")
	ROW("cmpi", "&p , 0 , 1 @ : a", "aa>B", "")
	ROW("constant", "@ #*value", ">T", "#")
	ROW("divsi divui shrsi shrui", "0 , 1 !isExact=exact @ : a", "aa>a", "")
	ROW("extf", "0 +F @ : a to b", "a>b", "")
	ROW("mulsi_extended mului_extended", "0 , 1 @ : a", "aa>aa", "low,high")
	ROW("negf", "0 +f @ : a", "a>a", "")
	ROW("scaling_extf", "0 , 1 +F @ : a , b to c", "ab>c", "")
	ROW("scaling_truncf", "0 , 1 &r +F @ : a , b to c", "ab>c", "")
	ROW("select", "0 , 1 , 2 @ : ~ba", "baa>a", "")
	ROW("truncf", "0 &r +F @ : a to b", "a>b", "")
	ROW("trunci", "0 +o @ : a to b", "a>b", "");

static const char builtin[] =
	ROW("module", "!", "", "")
	ROW("unrealized_conversion_cast", "?0 0* : a* ; to b* @", "a*>b*", "");

static const char cf[] =
	ROW("assert", "0 , #\"msg @", "N>", "")
	ROW("br", "^00a @", "a*>", "")
	ROW("cond_br", "0 +w , ^01b , ^12c @", "Nb*c*>#", "")
	ROW("switch", "!", "", "");

static const char func[] =
	ROW("call", "#@callee ( 0* ) @ : =", "=", "")
	ROW("call_indirect", "0 ( 1* ) @ : a", "aX*>X*", "")
	ROW("constant", "@ #@value : a", ">a", "f")
	ROW("func", "!", "", "")
	ROW("return", "@ ?0 0* : a* ;", "a*>", "");

static const char memref[] =
	ROW("alloc", "( 0* ) ?1 ` [ 1* ] ; @ : a", "I*I*>a#", "alloc")
	ROW("alloca", "( 0* ) ?1 ` [ 1* ] ; @ : a", "I*I*>a#", "alloca")
	ROW("alloca_scope", "_ )a {r:memref.alloca_scope.return @", ">a*", "")
	ROW("alloca_scope.return", "@ ?0 0* : a* ;", "a*>", "")
	ROW("assume_alignment", "0 , #walignment @ : a", "a>a", "assume_align")
	ROW("atomic_rmw", "&k 0 , 1 [ 2* ] @ : ( a , b ) -> c", "abI*>c", "")
	ROW("atomic_yield dealloc", "0 @ : a", "a>", "")
	ROW("cast", "0 @ : a to b", "a>b", "cast")
	ROW("collapse_shape", "0 #*reassociation @ : a into b", "a>b", "collapse_shape")
	ROW("copy", "0 , 1 @ : a to b", "ab>", "")
	ROW("dim", "@ 0 , 1 : a", "aI>I", "dim")
	ROW("distinct_objects", "0* @ : a*", "a*>a*", "")
	ROW("expand_shape", "0 #*reassociation output_shape %1:static_output_shape @ : a into b", "aI*>b", "expand_shape")
	ROW("extract_aligned_pointer_as_index", "0 : a -> b @", "a>b", "intptr")
	ROW("extract_strided_metadata", "0 : a -> b* @", "a>b*", "base_buffer,offset,%sizes,strides")
	ROW("generic_atomic_rmw", "0 [ 1* ] : a {at @", "aI*>E", "")
	ROW("get_global", "#@name : a @", ">a", "")
	ROW("global", "!", "", "")
	ROW("load", "0 [ 1* ] @ : a", "aI*>E", "")
	ROW("memory_space_cast", "0 @ : a to b", "a>b", "memspacecast")
	ROW("rank", "0 @ : a", "a>I", "")
	ROW("realloc", "0 ?1 ( 1* ) ; @ : a to b", "aI*>b", "")
	ROW("reinterpret_cast",
		"0 to offset ` : %1:static_offsets , sizes ` : %2:static_sizes , strides ` : %3:static_strides @ : a to b",
		"aI*I*I*>b#", "reinterpret_cast")
	ROW("reshape", "0 ( 1 ) @ : =", "=", "reshape")
	ROW("store", "0 , 1 [ 2* ] @ : a", "EaI*>", "")
	ROW("subview", "0 ` %1:static_offsets %2:static_sizes %3:static_strides @ : a to b", "aI*I*I*>b#", "subview")
	ROW("view", "0 [ 1 ] ` [ 2* ] @ : a to b", "aII*>b", "view");

static const char scf[] =
	ROW("condition", "( 0 ) @ ?1 1* : a* ;", "Na*>", "")
	ROW("execute_region", ">a !no_inline=no_inline {t @", ">a*", "")
	ROW("for forall if index_switch parallel reduce while", "!", "", "")
	ROW("forall.in_parallel", "{n @", ">", "")
	ROW("reduce.return", "0 @ : a", "a>", "")
	ROW("yield", "@ ?0 0* : a* ;", "a*>", "");

static const char emitc[] =
	ROW("switch", "!", "", "");

static const char shape[] =
	ROW("add concat dim div get_extent max min mul", "0 , 1 @ : a , b -> c", "ab>c", "")
	ROW("any broadcast", "0* @ : a* -> b", "a*>b", "")
	ROW("assuming", "0 )a {r:shape.assuming_yield @", "W>a*", "")
	ROW("assuming_all", "0* @", "W*>W", "")
	ROW("assuming_yield return yield", "@ ?0 0* : a* ;", "a*>", "")
	ROW("const_shape", "_ @ +x : a", ">a", "")
	ROW("const_size", "#ivalue @", ">S", "#")
	ROW("const_witness", "#*passing @", ">W", "")
	ROW("cstr_broadcastable cstr_eq", "0* @ : a*", "a*>W", "")
	ROW("cstr_require", "0 , #\"msg @", "N>W", "")
	ROW("from_extent_tensor", "0 @ : a", "a>H", "")
	ROW("from_extents", "0* @ : a*", "a*>H", "")
	ROW("func", "!", "", "")
	ROW("index_to_size", "0 @", "I>S", "")
	ROW("is_broadcastable shape_eq", "0* @ : a*", "a*>N", "")
	ROW("meet", "0 , 1 ?#error , error = #\"error ; @ : a , b -> c", "ab>c", "")
	ROW("num_elements rank shape_of to_extent_tensor value_as_shape", "0 @ : a -> b", "a>b", "")
	ROW("reduce", "( 0 , 1* ) : a >b {at @", "ab*>b*", "")
	ROW("size_to_index", "0 @ : a", "a>I", "")
	ROW("value_of", "0 @ : a", "V>a", "")
	ROW("with_shape", "0 , 1 @ : a , b", "ab>V", "");

static const char tensor[] =
	ROW("bitcast", "0 @ : a to b", "a>b", "")
	ROW("cast", "0 @ : a to b", "a>b", "cast")
	ROW("collapse_shape", "0 #*reassociation @ : a into b", "a>b", "collapsed")
	ROW("concat", "dim ( #ldim ) 0* @ : =", "=", "concat")
	ROW("dim", "@ 0 , 1 : a", "aI>I", "dim")
	ROW("empty", "( 0* ) @ : a", "I*>a", "")
	ROW("expand_shape", "0 #*reassociation output_shape %1:static_output_shape @ : a into b", "aI*>b", "expanded")
	ROW("extract", "0 [ 1* ] @ : a", "aI*>E", "extracted")
	ROW("extract_slice", "0 ` %1:static_offsets %2:static_sizes %3:static_strides @ : a to b", "aI*I*I*>b#", "extracted_slice")
	ROW("from_elements", "0* @ : a", "E*>a", "from_elements")
	ROW("gather", "0 [ 1 ] gather_dims ( +dgather_dims ) !unique=unique @ : =", "=", "gather")
	ROW("generate", "0* {at @ : a", "I*>a", "generated")
	ROW("insert", "0 into 1 [ 2* ] @ : a", "EaI*>a", "inserted")
	ROW("insert_slice",
		"0 into 1 ` %2:static_offsets %3:static_sizes %4:static_strides @ : a into b", "abI*I*I*>b#", "inserted_slice")
	ROW("pad", "0 !nofold=nofold low ` %1:static_low high ` %2:static_high {at @ : a to b", "aI*I*>b#", "padded")
	ROW("parallel_insert_slice", "0 into 1 ` %2:static_offsets %3:static_sizes %4:static_strides @ : a into b", "abI*I*I*>#", "")
	ROW("rank", "0 @ : a", "a>I", "rank")
	ROW("reshape", "0 ( 1 ) @ : =", "=", "reshape")
	ROW("scatter", "0 into 1 [ 2 ] scatter_dims ( +dscatter_dims ) !unique=unique @ : =", "=", "scatter")
	ROW("splat", "0 ?1 ` [ 1* ] ; @ : a", "EI*>a", "splat")
	ROW("yield", "0 @ : a", "a>", "");

static const char ub[] =
	ROW("poison", "@ +u : a", ">a", "")
	ROW("unreachable", "@", ">", ""); /* clang-format on */

static const struct {
	const char *name, *rows;
} dialects[] = { { "arith", arith }, { "builtin", builtin }, { "cf", cf }, { "emitc", emitc }, { "func", func },
	{ "memref", memref }, { "scf", scf }, { "shape", shape }, { "tensor", tensor }, { "ub", ub } };

static bool same(const char *text, const char *name, size_t size)
{
	return strncmp(text, name, size) == 0 && text[size] == '\0';
}

static const char *behind(const char *text) { return text + strlen(text) + 1; }

struct mlirbc__form mlirbc__form_find(const char *name, size_t size)
{
	const char *dot = size ? memchr(name, '.', size) : NULL;
	size_t prefix = dot ? (size_t)(dot - name) : size;
	for (size_t i = 0; dot && i < sizeof dialects / sizeof *dialects; i++) {
		if (!same(dialects[i].name, name, prefix))
			continue;
		for (const char *row = dialects[i].rows; *row;) {
			const char *format = behind(row), *types = behind(format), *names = behind(types);
			if (mlirbc__name_index(row, dot + 1, size - prefix - 1) >= 0)
				return (struct mlirbc__form){ format, types, names };
			row = behind(names);
		}
	}
	return (struct mlirbc__form){ NULL, NULL, NULL };
}

const char *mlirbc__default_dialect(const struct mlirbc_string *parent)
{
	static const struct {
		const char *op, *dialect;
	} all[] = { { "builtin.module", "builtin" }, { "func.func", "func" }, { "shape.func", "shape" },
		{ "shape.function_library", "shape" }, { "async.func", "async" }, { "emitc.do", "emitc" },
		{ "emitc.expression", "emitc" }, { "emitc.file", "emitc" }, { "emitc.for", "emitc" },
		{ "emitc.func", "emitc" }, { "emitc.if", "emitc" }, { "emitc.switch", "emitc" }, { "pdl.pattern", "pdl" },
		{ "pdl.rewrite", "pdl" }, { "transform.sequence", "transform" },
		{ "transform.with_pdl_patterns", "transform" } };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (same(all[i].op, parent->data, parent->size))
			return all[i].dialect;
	}
	return NULL;
}

/* Whether a word is one of `names`, which are sorted; each is followed by a blank. */
static bool is_among(const char *names, size_t size, const struct mlirbc_string *word)
{
	for (size_t low = 0, high = size; low < high;) {
		size_t at = low + (high - low) / 2;
		while (at > low && names[at - 1] != ' ')
			at--;
		const size_t length = strcspn(names + at, " ");
		const size_t common = length < word->size ? length : word->size;
		const int order = memcmp(word->data, names + at, common);
		if (order == 0 && length == word->size)
			return true;
		if (order > 0 || (order == 0 && word->size > length))
			low = at + length + 1;
		else
			high = at;
	}
	return false;
}

bool mlirbc__is_terminator(const struct mlirbc_string *name)
{
	static const char names[] =
		"acc.terminator acc.yield affine.yield async.coro.suspend async.return async.yield cf.br cf.cond_br "
		"cf.switch emitc.return emitc.yield func.return gpu.return gpu.terminator gpu.yield linalg.yield "
		"llvm.br llvm.cond_br llvm.indirectbr llvm.invoke llvm.resume llvm.return llvm.switch "
		"llvm.unreachable memref.alloca_scope.return memref.atomic_yield ml_program.output ml_program.return "
		"omp.declare_mapper.info omp.terminator omp.yield pdl.rewrite pdl_interp.apply_constraint "
		"pdl_interp.are_equal pdl_interp.branch pdl_interp.check_attribute pdl_interp.check_operand_count "
		"pdl_interp.check_operation_name pdl_interp.check_result_count pdl_interp.check_type "
		"pdl_interp.check_types pdl_interp.continue pdl_interp.finalize pdl_interp.foreach "
		"pdl_interp.is_not_null pdl_interp.record_match pdl_interp.switch_attribute "
		"pdl_interp.switch_operand_count pdl_interp.switch_operation_name pdl_interp.switch_result_count "
		"pdl_interp.switch_type pdl_interp.switch_types scf.condition scf.forall.in_parallel scf.reduce "
		"scf.reduce.return scf.yield shape.assuming_yield shape.return shape.yield smt.yield "
		"sparse_tensor.yield spirv.ARM.GraphOutputs spirv.Branch spirv.BranchConditional "
		"spirv.EXT.EmitMeshTasks spirv.Kill spirv.Return spirv.ReturnValue spirv.Switch spirv.Unreachable "
		"spirv.mlir.merge spirv.mlir.yield tensor.yield tosa.yield transform.match.structured.yield "
		"transform.yield ub.unreachable vector.yield wasmssa.block wasmssa.block_return wasmssa.branch_if "
		"wasmssa.if wasmssa.loop wasmssa.return ";
	return is_among(names, sizeof names - 1, name);
}

const struct mlirbc__form_enum *mlirbc__form_enum(char code)
{
	static const struct mlirbc__form_enum all[] = {
		{ 'p', false, 64, "predicate", "eq ne slt sle sgt sge ult ule ugt uge " },
		{ 'q', false, 64, "predicate",
			"false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true " },
		{ 'k', false, 64, "kind",
			"addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori " },
		{ 'r', true, 32, "roundingmode", "to_nearest_even downward upward toward_zero to_nearest_away " },
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (all[i].code == code)
			return &all[i];
	}
	return NULL;
}

const struct mlirbc__form_flags *mlirbc__form_flags(char code)
{
	static const struct mlirbc__form_flags overflow = { "overflowFlags", "overflow", "overflow", ", ", "nsw nuw ",
		NULL };
	static const struct mlirbc__form_flags fastmath = { "fastmath", "fastmath", "fastmath", ",",
		"reassoc nnan ninf nsz arcp contract afn ", "fast" };
	return code == 'o' ? &overflow : &fastmath;
}

void mlirbc__flags_text(const struct mlirbc__form_flags *flags, unsigned bits, char *text, size_t size)
{
	size_t used = (size_t)snprintf(text, size, "%s<", flags->mnemonic), length;
	const char *separator = "", *name;
	if (flags->all && bits == 0x7F) {
		snprintf(text + used, size - used, "%s>", flags->all);
		return;
	}
	for (unsigned i = 0; (name = mlirbc__name_at(flags->names, i, &length)) != NULL; i++) {
		if (!(bits >> i & 1))
			continue;
		used += (size_t)snprintf(text + used, size - used, "%s%.*s", separator, (int)length, name);
		separator = flags->separator;
	}
	snprintf(text + used, size - used, "%s>", bits ? "" : "none");
}

int mlirbc__name_index(const char *names, const char *name, size_t size)
{
	for (int i = 0; *names; i++) {
		size_t length = strcspn(names, " ");
		if (length == size && memcmp(names, name, size) == 0)
			return i;
		names += length + 1;
	}
	return -1;
}

const char *mlirbc__name_at(const char *names, uint64_t index, size_t *out_size)
{
	for (; *names; index--) {
		*out_size = strcspn(names, " ");
		if (index == 0)
			return names;
		names += *out_size + 1;
	}
	return NULL;
}
