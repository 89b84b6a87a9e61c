/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of targets, and the architectures of sycl_ext_oneapi_device_architecture. The extension leaves the enumerators' values open, so they have
 * none here. */
#include <syclbin/target.h>

#include <string.h>

#define CPU(name, arch) { name, arch, NULL, "spir64_x86_64-unknown-unknown" }
#define INTEL(arch, version) { "intel_gpu_" arch, arch, version, "spir64_gen-unknown-unknown" }
#define NVIDIA(number) { "nvidia_gpu_sm_" number, "sm_" number, NULL, "nvptx64-nvidia-cuda" }
#define AMD(number) { "amd_gpu_gfx" number, "gfx" number, NULL, "amdgcn-amd-amdhsa" }
static const struct syclbin_architecture architectures[] = {
	CPU("x86_64", "x86_64"), CPU("intel_cpu_spr", "spr"), CPU("intel_cpu_gnr", "gnr"),
	INTEL("bdw", "8.0.0"), INTEL("skl", "9.0.9"), INTEL("kbl", "9.1.9"), INTEL("cfl", "9.2.9"),
	INTEL("apl", "9.3.0"), INTEL("glk", "9.4.0"), INTEL("whl", "9.5.0"), INTEL("aml", "9.6.0"),
	INTEL("cml", "9.7.0"), INTEL("icllp", "11.0.0"), INTEL("ehl", "11.2.0"), INTEL("tgllp", "12.0.0"),
	INTEL("rkl", "12.1.0"), INTEL("adl_s", "12.2.0"), INTEL("adl_p", "12.3.0"), INTEL("adl_n", "12.4.0"),
	INTEL("dg1", "12.10.0"), INTEL("acm_g10", "12.55.8"), INTEL("acm_g11", "12.56.5"),
	INTEL("acm_g12", "12.57.0"), INTEL("pvc", "12.60.7"), INTEL("pvc_vg", "12.61.7"), INTEL("mtl_u", "12.70.4"),
	INTEL("mtl_h", "12.71.4"), INTEL("arl_h", "12.74.4"), INTEL("bmg_g21", "20.1.4"), INTEL("lnl_m", "20.4.4"),
	INTEL("ptl_h", "30.0.4"), INTEL("ptl_u", "30.1.1"),
	NVIDIA("50"), NVIDIA("52"), NVIDIA("53"), NVIDIA("60"), NVIDIA("61"), NVIDIA("62"), NVIDIA("70"),
	NVIDIA("72"), NVIDIA("75"), NVIDIA("80"), NVIDIA("86"), NVIDIA("87"), NVIDIA("89"), NVIDIA("90"),
	NVIDIA("90a"),
	AMD("700"), AMD("701"), AMD("702"), AMD("801"), AMD("802"), AMD("803"), AMD("805"), AMD("810"), AMD("900"),
	AMD("902"), AMD("904"), AMD("906"), AMD("908"), AMD("909"), AMD("90a"), AMD("90c"), AMD("940"), AMD("941"),
	AMD("942"), AMD("1010"), AMD("1011"), AMD("1012"), AMD("1013"), AMD("1030"), AMD("1031"), AMD("1032"),
	AMD("1033"), AMD("1034"), AMD("1035"), AMD("1036"), AMD("1100"), AMD("1101"), AMD("1102"), AMD("1103"),
	AMD("1150"), AMD("1151"), AMD("1200"), AMD("1201"),
};
enum { COUNT = sizeof architectures / sizeof *architectures };

/* Hardware with the enumerator of other hardware. */
static const struct {
	const char *name, *same_as;
} aliases[] = { { "bxt", "apl" }, { "icl", "icllp" }, { "jsl", "ehl" }, { "tgl", "tgllp" }, { "rpl_s", "adl_s" }, { "rpl_p", "adl_p" },
	{ "dg2_g10", "acm_g10" }, { "dg2_g11", "acm_g11" }, { "dg2_g12", "acm_g12" }, { "mtl_s", "mtl_u" }, { "arl_u", "mtl_u" },
	{ "arl_s", "mtl_u" }, { "mtl_p", "mtl_h" } };

const struct syclbin_architecture *syclbin_architectures(size_t *out_count)
{
	*out_count = COUNT;
	return architectures;
}

/* Compilers of Intel write '-' where the enumerator has '_'. */
static bool is(struct syclbin_string name, const char *text)
{
	if (!text || strlen(text) != name.size)
		return false;
	for (size_t i = 0; i < name.size; i++) {
		if ((name.data[i] == '-' ? '_' : name.data[i]) != text[i])
			return false;
	}
	return true;
}

static struct syclbin_string behind(struct syclbin_string name, const char *prefix)
{
	const size_t size = strlen(prefix);
	if (name.size > size && memcmp(name.data, prefix, size) == 0)
		return (struct syclbin_string){ name.data + size, name.size - size };
	return name;
}

static struct syclbin_string without_features(struct syclbin_string name)
{
	const char *colon = name.size ? memchr(name.data, ':', name.size) : NULL;
	return (struct syclbin_string){ name.data, colon ? (size_t)(colon - name.data) : name.size };
}

const struct syclbin_architecture *syclbin_architecture_find(struct syclbin_string name)
{
	name = behind(without_features(name), "intel_gpu_");
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
		if (is(name, aliases[i].name))
			name = (struct syclbin_string){ aliases[i].same_as, strlen(aliases[i].same_as) };
	}
	for (size_t i = 0; i < COUNT; i++) {
		if (is(name, architectures[i].arch) || is(name, architectures[i].name) || is(name, architectures[i].version))
			return &architectures[i];
	}
	return NULL;
}

/* Whether a name has the feature, which ends with + or -, with the other sign. */
static bool contradicts(struct syclbin_string name, struct syclbin_string feature)
{
	const char *end = name.data + name.size;
	for (const char *at = memchr(name.data, ':', name.size), *next; at; at = next) {
		next = memchr(at + 1, ':', (size_t)(end - at - 1));
		const size_t size = (size_t)((next ? next : end) - at - 1);
		if (size == feature.size && size > 0 && memcmp(at + 1, feature.data, size - 1) == 0 && at[size] != feature.data[size - 1])
			return true;
	}
	return false;
}

static bool features_agree(struct syclbin_string a, struct syclbin_string b)
{
	const char *end = a.data + a.size;
	if (a.size == 0 || b.size == 0)
		return true;
	for (const char *at = memchr(a.data, ':', a.size), *next; at; at = next) {
		next = memchr(at + 1, ':', (size_t)(end - at - 1));
		if (contradicts(b, (struct syclbin_string){ at + 1, (size_t)((next ? next : end) - at - 1) }))
			return false;
	}
	return true;
}

bool syclbin_architecture_same(struct syclbin_string a, struct syclbin_string b)
{
	const struct syclbin_string x = without_features(a), y = without_features(b);
	const struct syclbin_architecture *found = syclbin_architecture_find(a);
	const bool equal = x.size == y.size && (x.size == 0 || memcmp(x.data, y.data, x.size) == 0);
	return (equal || (found && found == syclbin_architecture_find(b))) && features_agree(a, b);
}

/* ---- targets */

/* The whole triples of names that compilers accept alone. */
static const struct {
	const char *name, *triple;
} targets[] = { { "spir64", "spir64-unknown-unknown" }, { "spir", "spir-unknown-unknown" }, { "spirv64", "spirv64-unknown-unknown" },
	{ "spirv32", "spirv32-unknown-unknown" }, { "spir64_gen", "spir64_gen-unknown-unknown" },
	{ "spir64_x86_64", "spir64_x86_64-unknown-unknown" }, { "spir64_fpga", "spir64_fpga-unknown-unknown" },
	{ "native_cpu", "native_cpu-unknown-unknown" }, { "nvptx64", "nvptx64-nvidia-cuda" }, { "amdgcn", "amdgcn-amd-amdhsa" } };

static struct syclbin_string text(const char *words) { return (struct syclbin_string){ words, strlen(words) }; }

/* Whether the words are the name alone, or the name with the first other parts of its triple. */
static bool begins_triple(struct syclbin_string target, size_t name_size, const char *triple)
{
	return target.size >= name_size && target.size < strlen(triple) && memcmp(target.data, triple, target.size) == 0 &&
	       triple[target.size] == '-';
}

/* Older compilers added a fourth part. */
static struct syclbin_string without_device(struct syclbin_string target)
{
	static const char device[] = "-sycldevice";
	const size_t size = sizeof device - 1;
	if (target.size > size && memcmp(target.data + target.size - size, device, size) == 0)
		target.size -= size;
	return target;
}

/* The names of enumerators are targets of compilers, too; those of hardware ("pvc") are not. */
static bool is_enumerator(struct syclbin_string name)
{
	static const char *const prefixes[] = { "intel_gpu_", "intel_cpu_", "nvidia_gpu_", "amd_gpu_", "x86_64" };
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		const size_t size = strlen(prefixes[i]);
		if (name.size >= size && memcmp(name.data, prefixes[i], size) == 0)
			return true;
	}
	return false;
}

static struct syclbin_string triple_of(struct syclbin_string target, struct syclbin_string *out_arch)
{
	const struct syclbin_string given = without_device(target);
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		if (begins_triple(given, strlen(targets[i].name), targets[i].triple))
			return text(targets[i].triple);
	}
	const struct syclbin_architecture *found = is_enumerator(given) ? syclbin_architecture_find(given) : NULL;
	if (!found)
		return given;
	*out_arch = text(strncmp(found->name, "intel_", 6) == 0 ? found->name : found->arch);
	return text(found->target);
}

size_t syclbin_target_triple(struct syclbin_string target, char *buffer, size_t capacity, struct syclbin_string *out_arch)
{
	struct syclbin_string arch = { "", 0 };
	const struct syclbin_string triple = triple_of(target, &arch);
	if (out_arch)
		*out_arch = arch;
	if (capacity) {
		const size_t size = triple.size < capacity ? triple.size : capacity - 1;
		memcpy(buffer, triple.data, size);
		buffer[size] = '\0';
	}
	return triple.size;
}
