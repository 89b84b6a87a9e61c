/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The properties that compilers and the run time are known to write, and typed access to them. */
#include "internal.h"

#include <string.h>

enum {
	GLOBAL = SYCLBIN_ROLE_GLOBAL,
	MODULE = SYCLBIN_ROLE_MODULE,
	IR = SYCLBIN_ROLE_IR,
	NATIVE = SYCLBIN_ROLE_NATIVE
};

#define MEANING(name) SYCLBIN_MEANING_##name
static const struct syclbin_known_property known[] = {
	{ SYCLBIN_SET_GLOBAL, "state", MEANING(NUMBER), GLOBAL, "0 input, 1 object, 2 executable" },
	{ SYCLBIN_SET_IR, "type", MEANING(NUMBER), IR, "0 SPIR-V, 1 PTX, 2 AMDGCN" },
	{ SYCLBIN_SET_IR, "target", MEANING(STRING), IR, "target triple" },
	{ SYCLBIN_SET_NATIVE, "arch", MEANING(STRING), NATIVE, "architecture" },
	{ SYCLBIN_SET_NATIVE, "target", MEANING(STRING), NATIVE, "target triple" },
	{ "SYCL/specialization constants", NULL, MEANING(SPEC_CONSTANTS), MODULE, "constant: its scalars" },
	{ "SYCL/specialization constants default values", NULL, MEANING(BLOB), MODULE,
		"all: default values in key order" },
	{ "SYCL/specialization constants set values", NULL, MEANING(BLOB), MODULE, "all: values in effect" },
	{ "SYCL/devicelib req mask", "DeviceLibReqMask", MEANING(NUMBER), MODULE, "device libraries needed, as bits" },
	{ "SYCL/devicelib metadata", NULL, MEANING(UNKNOWN), MODULE, "from older compilers" },
	{ "SYCL/kernel param opt", NULL, MEANING(BITS), MODULE, "kernel: removed arguments" },
	{ "SYCL/program metadata", "@reqd_work_group_size", MEANING(U32_ARRAY), MODULE, "required work-group size" },
	{ "SYCL/program metadata", "@work_group_num_dim", MEANING(NUMBER_OR_WORD), MODULE,
		"dimensions of the work-group" },
	{ "SYCL/program metadata", "@max_work_group_size", MEANING(U32_ARRAY), MODULE, "largest work-group size" },
	{ "SYCL/program metadata", "@max_linear_work_group_size", MEANING(NUMBER_OR_WORD), MODULE,
		"largest number of work-items" },
	{ "SYCL/program metadata", "@global_id_mapping", MEANING(STRING), MODULE, "name of a device global" },
	{ "SYCL/program metadata", "Requires finalization", MEANING(FLAG), MODULE,
		"a native image to be finished at run time" },
	{ "SYCL/misc properties", "isEsimdImage", MEANING(FLAG), MODULE, "explicit SIMD" },
	{ "SYCL/misc properties", "sycl-register-alloc-mode", MEANING(NUMBER), MODULE, "0 automatic, 2 large" },
	{ "SYCL/misc properties", "sycl-grf-size", MEANING(NUMBER), MODULE, "registers per thread" },
	{ "SYCL/misc properties", "optLevel", MEANING(NUMBER), MODULE, "optimisation level" },
	{ "SYCL/misc properties", "sanUsed", MEANING(STRING), MODULE, "sanitizer: asan, msan, tsan" },
	{ "SYCL/misc properties", "specConstsReplacedWithDefault", MEANING(FLAG), MODULE, "constants are fixed" },
	{ "SYCL/assert used", NULL, MEANING(FLAG), MODULE, "kernel: it uses assert" },
	{ "SYCL/malloc used", NULL, MEANING(FLAG), MODULE, "kernel: it uses malloc" },
	{ SYCLBIN_SET_KERNEL_NAMES, NULL, MEANING(NUMBER), MODULE, "kernel" },
	{ SYCLBIN_SET_EXPORTED, NULL, MEANING(NUMBER), MODULE, "symbol defined here for other images" },
	{ SYCLBIN_SET_IMPORTED, NULL, MEANING(NUMBER), MODULE, "symbol that another image must define" },
	{ "SYCL/device globals", NULL, MEANING(DEVICE_GLOBAL), MODULE, "variable: size and scope" },
	{ SYCLBIN_SET_REQUIREMENTS, "aspects", MEANING(U32_ARRAY), MODULE, "aspects that the device must have" },
	{ SYCLBIN_SET_REQUIREMENTS, "fixed_target", MEANING(U32_ARRAY), MODULE, "targets it was compiled for" },
	{ SYCLBIN_SET_REQUIREMENTS, "reqd_work_group_size_uint64_t", MEANING(U64_ARRAY), MODULE,
		"required work-group size" },
	{ SYCLBIN_SET_REQUIREMENTS, "reqd_work_group_size", MEANING(U32_ARRAY), MODULE,
		"as above, from older compilers" },
	{ SYCLBIN_SET_REQUIREMENTS, "joint_matrix", MEANING(MATRIX), MODULE, "matrix shapes" },
	{ SYCLBIN_SET_REQUIREMENTS, "joint_matrix_mad", MEANING(MATRIX), MODULE, "matrix multiplications" },
	{ SYCLBIN_SET_REQUIREMENTS, "reqd_sub_group_size", MEANING(NUMBER_OR_WORD), MODULE, "required sub-group size" },
	{ SYCLBIN_SET_REQUIREMENTS, "work_group_num_dim", MEANING(NUMBER_OR_WORD), MODULE,
		"dimensions of the work-group" },
	{ SYCLBIN_SET_REQUIREMENTS, "compile_target", MEANING(STRING), MODULE, "device it was compiled for" },
	{ "SYCL/host pipes", NULL, MEANING(U32_ARRAY), MODULE, "pipe: bytes of an element" },
	{ "SYCL/virtual functions", "virtual-functions-set", MEANING(STRING), MODULE,
		"set of virtual functions defined" },
	{ "SYCL/virtual functions", "uses-virtual-functions-set", MEANING(LIST), MODULE,
		"sets of virtual functions used" },
	{ "SYCL/implicit local arg", NULL, MEANING(NUMBER), MODULE, "kernel: index of the argument" },
	{ "SYCL/registered kernels", NULL, MEANING(STRING), MODULE, "name for users: mangled name" },
};
enum { KNOWN = sizeof known / sizeof *known };

const struct syclbin_known_property *syclbin_known_properties(size_t *out_count)
{
	*out_count = KNOWN;
	return known;
}

static bool key_matches(const char *pattern, struct syclbin_string key)
{
	size_t size = pattern ? strlen(pattern) : 0;
	if (!pattern)
		return true;
	if (*pattern != '@')
		return syclbin_string_is(key, pattern);
	return key.size > size && memcmp(key.data + key.size - size, pattern, size) == 0;
}

const struct syclbin_known_property *syclbin_known_property(struct syclbin_string set, struct syclbin_string key)
{
	for (size_t i = 0; i < KNOWN; i++) {
		if (syclbin_string_is(set, known[i].set) && key_matches(known[i].key, key))
			return &known[i];
	}
	return NULL;
}

unsigned syclbin_set_roles(struct syclbin_string set)
{
	for (size_t i = 0; i < KNOWN; i++) {
		if (syclbin_string_is(set, known[i].set))
			return known[i].roles;
	}
	return 0;
}

bool syclbin_meaning_fits(enum syclbin_meaning meaning, const struct syclbin_property *property)
{
	bool bytes = property->type == SYCLBIN_PROPERTY_BYTES;
	const struct syclbin_value *value = &property->value;
	bool whole = bytes && value->bits % 8 == 0;
	switch (meaning) {
	case SYCLBIN_MEANING_UNKNOWN: return true;
	case SYCLBIN_MEANING_NUMBER: return !bytes;
	case SYCLBIN_MEANING_FLAG: return !bytes && property->number <= 1;
	case SYCLBIN_MEANING_STRING:
	case SYCLBIN_MEANING_LIST:
	case SYCLBIN_MEANING_MATRIX:
	case SYCLBIN_MEANING_BLOB: return whole;
	case SYCLBIN_MEANING_U32_ARRAY: return whole && value->size % 4 == 0;
	case SYCLBIN_MEANING_U64_ARRAY: return whole && value->size % 8 == 0;
	case SYCLBIN_MEANING_NUMBER_OR_WORD: return !bytes || (whole && value->size == 4);
	case SYCLBIN_MEANING_BITS: return bytes;
	case SYCLBIN_MEANING_SPEC_CONSTANTS: return whole && value->size % 12 == 0;
	case SYCLBIN_MEANING_DEVICE_GLOBAL: return whole && value->size == 8;
	}
	return false;
}

/* Returns the meaning of a property, or UNKNOWN if its value does not have the expected form. */
static enum syclbin_meaning meaning_of(const struct syclbin_property *property)
{
	const struct syclbin_known_property *what = syclbin_known_property(property->set, property->key);
	enum syclbin_meaning meaning = what ? (enum syclbin_meaning)what->meaning : SYCLBIN_MEANING_UNKNOWN;
	return syclbin_meaning_fits(meaning, property) ? meaning : SYCLBIN_MEANING_UNKNOWN;
}

bool syclbin_property_spec_constant(const struct syclbin_property *property, uint64_t index,
	struct syclbin_spec_constant *out)
{
	*out = (struct syclbin_spec_constant){ 0 };
	return meaning_of(property) == SYCLBIN_MEANING_SPEC_CONSTANTS && index < property->value.size / 12 &&
	       syclbin_value_u32(&property->value, index * 3, &out->id) &&
	       syclbin_value_u32(&property->value, index * 3 + 1, &out->offset) &&
	       syclbin_value_u32(&property->value, index * 3 + 2, &out->size);
}

bool syclbin_property_device_global(const struct syclbin_property *property, struct syclbin_device_global *out)
{
	uint32_t scope = 0;
	*out = (struct syclbin_device_global){ 0, false };
	if (meaning_of(property) != SYCLBIN_MEANING_DEVICE_GLOBAL ||
		!syclbin_value_u32(&property->value, 0, &out->size) || !syclbin_value_u32(&property->value, 1, &scope))
		return false;
	out->image_scope = scope != 0;
	return true;
}

/* The separator between the items of a text; 0: the text is a single item. */
static char separator(enum syclbin_meaning meaning)
{
	return meaning == SYCLBIN_MEANING_LIST ? ',' : meaning == SYCLBIN_MEANING_MATRIX ? ';' : '\0';
}

static uint64_t count_items(const struct syclbin_value *value, char between)
{
	uint64_t count = value->size != 0;
	for (uint64_t i = 0; between && i < value->size; i++) {
		uint8_t byte;
		count += syclbin_value_byte(value, i, &byte) && byte == (uint8_t)between;
	}
	return count;
}

uint64_t syclbin_property_count(const struct syclbin_property *property)
{
	enum syclbin_meaning meaning = meaning_of(property);
	if (property->type == SYCLBIN_PROPERTY_U32)
		return 1;
	switch (meaning) {
	case SYCLBIN_MEANING_NUMBER_OR_WORD:
	case SYCLBIN_MEANING_U32_ARRAY: return property->value.size / 4;
	case SYCLBIN_MEANING_U64_ARRAY: return property->value.size / 8;
	case SYCLBIN_MEANING_BITS: return property->value.bits;
	case SYCLBIN_MEANING_SPEC_CONSTANTS: return property->value.size / 12;
	case SYCLBIN_MEANING_DEVICE_GLOBAL: return 1;
	case SYCLBIN_MEANING_STRING:
	case SYCLBIN_MEANING_LIST:
	case SYCLBIN_MEANING_MATRIX: return count_items(&property->value, separator(meaning));
	default: return 0;
	}
}

bool syclbin_property_number(const struct syclbin_property *property, uint64_t index, uint64_t *out)
{
	uint32_t word;
	bool bit, found;
	*out = property->number;
	if (property->type == SYCLBIN_PROPERTY_U32)
		return index == 0;
	switch (meaning_of(property)) {
	case SYCLBIN_MEANING_NUMBER_OR_WORD:
	case SYCLBIN_MEANING_U32_ARRAY:
		found = syclbin_value_u32(&property->value, index, &word);
		*out = word;
		return found;
	case SYCLBIN_MEANING_U64_ARRAY: return syclbin_value_u64(&property->value, index, out);
	case SYCLBIN_MEANING_BITS:
		found = syclbin_value_bit(&property->value, index, &bit);
		*out = bit;
		return found;
	default: return false;
	}
}

bool syclbin_property_item(const struct syclbin_property *property, uint64_t index, char *buffer, size_t capacity,
	size_t *out_length)
{
	enum syclbin_meaning meaning = meaning_of(property);
	char between = separator(meaning);
	uint64_t item = 0;
	*out_length = 0;
	if (capacity)
		buffer[0] = '\0';
	if (property->type != SYCLBIN_PROPERTY_BYTES || (!between && meaning != SYCLBIN_MEANING_STRING))
		return false;
	for (uint64_t i = 0; i < property->value.size && item <= index; i++) {
		uint8_t byte;
		if (!syclbin_value_byte(&property->value, i, &byte))
			byte = '?';
		if (between && byte == (uint8_t)between) {
			item++;
			continue;
		}
		if (item != index)
			continue;
		if (*out_length + 1 < capacity) {
			buffer[*out_length] = (char)byte;
			buffer[*out_length + 1] = '\0';
		}
		++*out_length;
	}
	return property->value.size != 0 && item >= index;
}

/* ---- aspects */

/* Numbers of sycl::aspect in DPC++; those without a name are withdrawn, internal, or not known here. */
static const char *const aspects[] = { "host", "cpu", "gpu", "accelerator", "custom", "fp16", "fp64", NULL, NULL, "image", "online_compiler",
	"online_linker", "queue_profiling", "usm_device_allocations", "usm_host_allocations", "usm_shared_allocations",
	"usm_restricted_shared_allocations", "usm_system_allocations", "ext_intel_pci_address", "ext_intel_gpu_eu_count",
	"ext_intel_gpu_eu_simd_width", "ext_intel_gpu_slices", "ext_intel_gpu_subslices_per_slice", "ext_intel_gpu_eu_count_per_subslice",
	"ext_intel_max_mem_bandwidth", "ext_intel_mem_channel", "usm_atomic_host_allocations", "usm_atomic_shared_allocations", "atomic64",
	"ext_intel_device_info_uuid", "ext_oneapi_srgb", "ext_oneapi_native_assert", "host_debuggable", "ext_intel_gpu_hw_threads_per_eu",
	"ext_oneapi_cuda_async_barrier", "ext_oneapi_bfloat16_math_functions", "ext_intel_free_memory", "ext_intel_device_id",
	"ext_intel_memory_clock_rate", "ext_intel_memory_bus_width", "emulated", "ext_intel_legacy_image", "ext_oneapi_bindless_images",
	[53] = "ext_intel_esimd", "ext_oneapi_ballot_group", "ext_oneapi_fixed_size_group", "ext_oneapi_opportunistic_group",
	"ext_oneapi_tangle_group", "ext_intel_matrix", "ext_oneapi_is_composite", "ext_oneapi_is_component", "ext_oneapi_graph",
	"ext_intel_fpga_task_sequence", "ext_oneapi_limited_graph", "ext_oneapi_private_alloca" };
enum { ASPECTS = sizeof aspects / sizeof *aspects };

const char *syclbin_aspect_name(uint32_t aspect) { return aspect < ASPECTS ? aspects[aspect] : NULL; }

bool syclbin_aspect_number(struct syclbin_string name, uint32_t *out_aspect)
{
	for (uint32_t i = 0; i < ASPECTS; i++) {
		if (aspects[i] && syclbin_string_is(name, aspects[i])) {
			*out_aspect = i;
			return true;
		}
	}
	return false;
}
