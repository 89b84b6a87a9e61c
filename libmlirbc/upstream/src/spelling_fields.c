/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types whose text is a list of fields, "#nvvm.target<O = 3, chip = "sm_90">": the fields get MLIR's order, those
 * that have their default value are left out, and an attribute that a field always holds has no prefix there. */
#include "spelling.h"

#include <string.h>

/* The fields in order, each NAME, then ":NAME" of the attribute that it holds, then "=VALUE", its default. The
 * brackets of those with a '?' are left out if they would be empty. */
/* clang-format off */
static const struct { const char *name, *fields; } known[] = {
	{ "acc.declare", "dataClause;implicit=false" },
	{ "acc.declare_action", "preAlloc;postAlloc;preDealloc;postDealloc" },
	{ "gpu.loop_dim_map", "processor;map;bound" },
	{ "llvm.alias_scope", "id;domain:llvm.alias_scope_domain;description" },
	{ "llvm.alias_scope_domain", "id;description" },
	{ "llvm.blockaddress", "function;tag:llvm.blocktag" },
	{ "llvm.cgprofile_entry", "from;to;count" },
	{ "llvm.dereferenceable", "bytes;mayBeNull=false" },
	{ "llvm.di_annotation", "name;value" },
	{ "llvm.di_common_block", "scope;decl;name;file;line=0" },
	{ "llvm.di_generic_subrange", "count;lowerBound;upperBound;stride" },
	{ "llvm.di_module", "file;scope;name;configMacros;includePath;apinotes;line=0;isDecl=false" },
	{ "llvm.di_string_type",
		"tag=0;name;sizeInBits=0;alignInBits=0;stringLength;stringLengthExp;stringLocationExp;encoding=0" },
	{ "llvm.loop_distribute",
		"disable;followupCoincident:llvm.loop_annotation;followupSequential:llvm.loop_annotation;"
		"followupFallback:llvm.loop_annotation;followupAll:llvm.loop_annotation" },
	{ "llvm.loop_licm", "disable;versioningDisable" },
	{ "llvm.loop_pipeline", "disable;initiationinterval" },
	{ "llvm.loop_unroll",
		"disable;count;runtimeDisable;full;followupUnrolled:llvm.loop_annotation;"
		"followupRemainder:llvm.loop_annotation;followupAll:llvm.loop_annotation" },
	{ "llvm.loop_unroll_and_jam",
		"disable;count;followupOuter:llvm.loop_annotation;followupInner:llvm.loop_annotation;"
		"followupRemainderOuter:llvm.loop_annotation;followupRemainderInner:llvm.loop_annotation;"
		"followupAll:llvm.loop_annotation" },
	{ "llvm.loop_vectorize",
		"disable;predicateEnable;scalableEnable;width;followupVectorized:llvm.loop_annotation;"
		"followupEpilogue:llvm.loop_annotation;followupAll:llvm.loop_annotation" },
	{ "llvm.memory_effects", "other;argMem;inaccessibleMem;errnoMem;targetMem0;targetMem1" },
	{ "llvm.profile_summary",
		"format;total_count;max_count;max_internal_count;max_function_count;num_counts;num_functions;"
		"is_partial_profile;partial_profile_ratio;detailed_summary" },
	{ "llvm.profile_summary_detailed", "cut_off;min_count;num_counts" },
	{ "llvm.target", "triple;chip;features" },
	{ "?llvm.tbaa_root", "id" },
	{ "llvm.tbaa_tag", "base_type:llvm.tbaa_type_desc;access_type:llvm.tbaa_type_desc;offset;constant=false" },
	{ "llvm.tbaa_type_desc", "id;members" },
	{ "llvm.vec_type_hint", "hint;is_signed=false" },
	{ "llvm.vscale_range", "minRange;maxRange" },
	{ "nvgpu.mbarrier.group", "memorySpace;num_barriers=1" },
	{ "nvgpu.tensormap.descriptor", "tensor;swizzle;l2promo;oob;interleave" },
	{ "nvvm.ld_st_matrix_shape", "m;n" },
	{ "nvvm.shape", "m;n;k" },
	{ "?nvvm.target",
		"O=2;triple=\"nvptx64-nvidia-cuda\";chip=\"sm_50\";features=\"\";flags;link;verifyTarget=true" },
	{ "omp.atomic_control", "ignore_denormal_mode=false;fine_grained_memory=false;remote_memory=false" },
	{ "omp.declaretarget", "device_type;capture_clause;automap" },
	{ "omp.flags",
		"debug_kind=0;assume_teams_oversubscription=false;assume_threads_oversubscription=false;"
		"assume_no_thread_state=false;assume_no_nested_parallelism=false;no_gpu_lib=false;"
		"openmp_device_version=50" },
	{ "ptr.spec", "size;abi;preferred;index" },
	{ "?rocdl.target", "O=2;triple=\"amdgcn-amd-amdhsa\";chip=\"gfx900\";features=\"\";abi=\"600\";flags;link" },
	{ "spirv.cache_control_load_intel", "cache_level;load_cache_control" },
	{ "spirv.cache_control_store_intel", "cache_level;store_cache_control" },
	{ "spirv.coop_matrix_props_khr", "m_size;n_size;k_size;a_type;b_type;c_type;result_type;acc_sat;scope" },
	{ "spirv.coop_matrix_props_nv", "m_size;n_size;k_size;a_type;b_type;c_type;result_type;scope" },
	{ "spirv.entry_point_abi", "workgroup_size;subgroup_size;target_width" },
	{ "spirv.linkage_attributes", "linkage_name;linkage_type" },
	{ "spirv.resource_limits",
		"max_compute_shared_memory_size=16384;max_compute_workgroup_invocations=128;"
		"max_compute_workgroup_size=[128 : i32, 128 : i32, 64 : i32];subgroup_size=32;min_subgroup_size;"
		"max_subgroup_size;cooperative_matrix_properties_khr;cooperative_matrix_properties_nv" },
	{ "tosa.conv_quant", "input_zp;weight_zp" },
	{ "tosa.matmul_quant", "a_zp;b_zp" },
	{ "tosa.unary_quant", "input_zp;output_zp" },
	{ "xegpu.block_tdesc_attr", "memory_space=global;array_length=1 : i64;boundary_check=true" },
	{ "xegpu.layout", "sg_layout;sg_data;inst_data;lane_layout;lane_data;order" },
	{ "xegpu.scatter_tdesc_attr", "memory_space=global;chunk_size=1 : i64" },
	{ "xevm.mma_shape", "m;n;k" },
	{ "xevm.mma_types", "d;a;b;c" },
	{ "?xevm.target", "O=2;triple=\"spirv64-unknown-unknown\";chip=\"bmg\";flags;linkFiles" },
};
/* clang-format on */

enum { MOST_FIELDS = 16, MOST_DEPTH = 32 };

struct spelling {
	char *data;
	size_t size, room;
	unsigned depth;
};

/* A part of the text. */
struct span {
	const char *from, *to;
};

/* A field of the table. */
struct field {
	struct span name, holds, fallback; /* the last two may be empty */
};

static void put(struct spelling *out, const char *from, const char *to)
{
	for (; from < to && out->size < out->room; from++)
		out->data[out->size++] = *from;
}

static void put_text(struct spelling *out, const char *text) { put(out, text, text + strlen(text)); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_equal(struct span a, struct span b)
{
	return a.to - a.from == b.to - b.from && memcmp(a.from, b.from, (size_t)(a.to - a.from)) == 0;
}

static struct span trimmed(struct span part)
{
	while (part.from < part.to && is_blank(*part.from))
		part.from++;
	while (part.from < part.to && is_blank(part.to[-1]))
		part.to--;
	return part;
}

/* The first comma or closing bracket that is not inside of others; `to` if there is none. */
static const char *part_end(const char *at, const char *to)
{
	size_t depth = 0;
	for (; at < to; at++) {
		if (*at == '"') {
			for (at++; at < to && *at != '"'; at++)
				at += *at == '\\';
			if (at >= to)
				return to;
		} else if (*at == '-' && at + 1 < to && at[1] == '>') {
			at++;
		} else if (strchr("<([{", *at)) {
			depth++;
		} else if (strchr(">)]}", *at)) {
			if (depth-- == 0)
				return at;
		} else if (*at == ',' && depth == 0) {
			return at;
		}
	}
	return to;
}

/* The closing bracket of what begins at `at`; `to` if there is none. */
static const char *closing(const char *at, const char *to)
{
	while (at < to && (at = part_end(at, to)) < to && *at == ',')
		at++;
	return at;
}

static int find(struct span name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const char *own = known[i].name + (known[i].name[0] == '?');
		if (is_equal(name, (struct span){ own, own + strlen(own) }))
			return (int)i;
	}
	return -1;
}

/* The next field of the table; false at its end. */
static bool next_field(const char **at, struct field *out)
{
	const char *end = *at + strcspn(*at, ";");
	if (**at == '\0')
		return false;
	out->name = (struct span){ *at, *at };
	while (is_name(*out->name.to))
		out->name.to++;
	out->holds = (struct span){ out->name.to + (*out->name.to == ':'), out->name.to + (*out->name.to == ':') };
	while (out->holds.to < end && (is_name(*out->holds.to) || *out->holds.to == '.') && *out->name.to == ':')
		out->holds.to++;
	out->fallback = (struct span){ out->holds.to + (*out->holds.to == '='), end };
	*at = end + (*end == ';');
	return true;
}

/* The values of a list of fields in the order of the table. False: it is not such a list. */
static bool read_fields(struct span list, const char *fields, struct span *values)
{
	int last = -1;
	for (const char *end; trimmed(list).from < list.to; list.from = end + (end < list.to)) {
		struct span part = trimmed(list), name = { part.from, part.from };
		struct field field;
		const char *at = fields;
		int index = 0;
		end = part_end(part.from, list.to);
		while (name.to < end && is_name(*name.to))
			name.to++;
		const char *sign = name.to;
		while (sign < end && is_blank(*sign))
			sign++;
		while (next_field(&at, &field) && !is_equal(field.name, name))
			index++;
		const bool begins = sign < end && *sign == '=' && is_equal(field.name, name);
		if ((!begins && last < 0) || (begins && values[index].from) || (end < list.to && *end != ','))
			return false;
		if (begins)
			values[last = index] = trimmed((struct span){ sign + 1, end });
		else /* a value that has commas itself */
			values[last].to = trimmed((struct span){ part.from, end }).to;
	}
	return true;
}

static void spell(struct spelling *out, struct span text);

/* "<...>" of the attribute or type known[index], from behind the '<' to before the '>'. */
static void spell_fields(struct spelling *out, int index, struct span list)
{
	struct span values[MOST_FIELDS] = { { NULL, NULL } };
	struct field field;
	const char *at = known[index].fields;
	const size_t start = out->size;
	out->depth++;
	if (!read_fields(list, at, values)) {
		put_text(out, "<");
		spell(out, list);
		put_text(out, ">");
		out->depth--;
		return;
	}
	for (size_t i = 0; next_field(&at, &field); i++) {
		const size_t prefix = (size_t)(field.holds.to - field.holds.from);
		if (!values[i].from || (is_equal(values[i], field.fallback) && field.fallback.from < field.fallback.to))
			continue;
		put_text(out, out->size == start ? "<" : ", ");
		put(out, field.name.from, field.name.to);
		put_text(out, " = ");
		struct span value = values[i];
		const bool whole = prefix && *value.from == '#' && (size_t)(value.to - value.from) > prefix + 1 &&
				   memcmp(value.from + 1, field.holds.from, prefix) == 0 && value.from[prefix + 1] == '<';
		value.from += whole ? prefix + 1 : 0;
		const int inner = prefix && *value.from == '<' ? find(field.holds) : -1;
		if (inner >= 0 && value.to[-1] == '>' && out->depth < MOST_DEPTH)
			spell_fields(out, inner, (struct span){ value.from + 1, value.to - 1 });
		else
			spell(out, value);
	}
	if (out->size == start && known[index].name[0] != '?')
		put_text(out, "<");
	put_text(out, out->size == start ? "" : ">");
	out->depth--;
}

/* A name that MLIR does not print: an object of gpu has one kind of table of kernels. */
static bool is_implied(const struct spelling *out, struct span name)
{
	static const char table[] = "#gpu.kernel_table", before[] = "kernels = ";
	const size_t size = sizeof before - 1;
	return is_equal(name, (struct span){ table, table + sizeof table - 1 }) && out->size >= size &&
	       memcmp(out->data + out->size - size, before, size) == 0;
}

/* Copies text, in which attributes and types of the table begin with their names. */
static void spell(struct spelling *out, struct span text)
{
	while (text.from < text.to) {
		struct span name = { text.from, text.from };
		if (*text.from == '"') {
			for (name.to++; name.to < text.to && *name.to != '"'; name.to++)
				name.to += *name.to == '\\';
			name.to = name.to < text.to ? name.to + 1 : text.to;
		} else if (*text.from == '#' || *text.from == '!') {
			for (name.to++; name.to < text.to && (is_name(*name.to) || *name.to == '.');)
				name.to++;
		} else {
			name.to++;
		}
		if (!is_implied(out, name))
			put(out, name.from, name.to);
		text.from = name.to;
		if (*name.from == ',' && out->depth && name.to < text.to && !is_blank(*name.to))
			put_text(out, " ");
		if (name.to == text.to || *name.to != '<' || (*name.from != '#' && *name.from != '!'))
			continue;
		const int index = out->depth < MOST_DEPTH ? find((struct span){ name.from + 1, name.to }) : -1;
		const char *end = index < 0 ? text.to : closing(name.to + 1, text.to);
		if (end == text.to || *end != '>')
			continue;
		spell_fields(out, index, (struct span){ name.to + 1, end });
		text.from = end + 1;
	}
}

size_t mlirbc_upstream__spell_fields(const char *dialect, const struct mlirbc_string *text, char *out, size_t room)
{
	struct spelling made = { .data = out, .room = room };
	struct span whole = { text->data, text->data + text->size }, name = whole;
	char full[80];
	size_t size = strlen(dialect);
	for (name.to = name.from; name.to < whole.to && (is_name(*name.to) || *name.to == '.');)
		name.to++;
	const size_t rest = (size_t)(name.to - name.from);
	int index = -1;
	if (size + rest + 1 < sizeof full) {
		memcpy(full, dialect, size);
		full[size] = '.';
		memcpy(full + size + 1, name.from, rest);
		index = find((struct span){ full, full + size + 1 + rest });
	}
	put(&made, name.from, name.to);
	whole.from = name.to;
	const bool list = index >= 0 && whole.to - whole.from > 1 && *whole.from == '<' &&
			  closing(whole.from + 1, whole.to) == whole.to - 1 && whole.to[-1] == '>';
	if (list)
		spell_fields(&made, index, (struct span){ whole.from + 1, whole.to - 1 });
	else
		spell(&made, whole);
	return made.size;
}
