/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Forms of targets on command lines. */
#include <syclbin/target.h>
#include "internal.h"

#include <stdio.h>
#include <string.h>

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
