/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Targets and architectures of images, by their content. */
#include <syclbin/package.h>
#include "spirv.h"

#include <string.h>

enum { MACHINE_CUDA = 190, MACHINE_AMD = 224 };

/* EF_AMDGPU_MACH_AMDGCN_*, as LLVM documents them. */
static const struct {
	uint8_t number;
	const char *arch;
} amd[] = { { 0x2C, "gfx900" }, { 0x2D, "gfx902" }, { 0x2E, "gfx904" }, { 0x2F, "gfx906" }, { 0x30, "gfx908" }, { 0x31, "gfx909" },
	{ 0x32, "gfx90c" }, { 0x33, "gfx1010" }, { 0x34, "gfx1011" }, { 0x35, "gfx1012" }, { 0x36, "gfx1030" }, { 0x37, "gfx1031" },
	{ 0x38, "gfx1032" }, { 0x39, "gfx1033" }, { 0x3D, "gfx1035" }, { 0x3E, "gfx1034" }, { 0x3F, "gfx90a" }, { 0x40, "gfx940" },
	{ 0x41, "gfx1100" }, { 0x42, "gfx1013" }, { 0x43, "gfx1150" }, { 0x44, "gfx1103" }, { 0x45, "gfx1036" }, { 0x46, "gfx1101" },
	{ 0x47, "gfx1102" }, { 0x48, "gfx1200" }, { 0x4A, "gfx1151" }, { 0x4B, "gfx941" }, { 0x4C, "gfx942" }, { 0x4E, "gfx1201" } };

static struct syclbin_string text(const char *words) { return (struct syclbin_string){ words, strlen(words) }; }

static struct syclbin_string amd_arch(const struct syclbin_span *image)
{
	for (size_t i = 0; i < sizeof amd / sizeof *amd; i++) {
		if (image->data[48] == amd[i].number)
			return text(amd[i].arch);
	}
	return text("");
}

/* ".target sm_52, debug" */
static struct syclbin_string ptx_arch(const struct syclbin_span *image)
{
	static const char directive[] = ".target";
	const char *end = (const char *)image->data + image->size;
	const char *at = memmem(image->data, image->size < 8192 ? image->size : 8192, directive, sizeof directive - 1);
	if (!at)
		return text("");
	at += sizeof directive - 1;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	size_t size = 0;
	while (size < 16 && size < (size_t)(end - at) &&
		((at[size] >= '0' && at[size] <= '9') || (at[size] >= 'a' && at[size] <= 'z') || at[size] == '_'))
		size++;
	return (struct syclbin_string){ at, size };
}

void syclbin_image_guess(const struct syclbin_span *image, struct syclbin_string *out_target, struct syclbin_string *out_arch)
{
	const bool elf = image->size >= 64 && memcmp(image->data, "\x7F" "ELF\2\1", 6) == 0;
	const unsigned machine = elf ? syclbin__u16(image->data + 18) : 0;
	*out_target = *out_arch = text("");
	if (syclbin_sniff(image->data, image->size) == SYCLBIN_KIND_SPIRV) {
		*out_target = text("spir64-unknown-unknown");
	} else if (syclbin_sniff(image->data, image->size) == SYCLBIN_KIND_PTX) {
		*out_target = text("nvptx64-nvidia-cuda");
		*out_arch = ptx_arch(image);
	} else if (machine == MACHINE_CUDA) {
		*out_target = text("nvptx64-nvidia-cuda");
	} else if (machine == MACHINE_AMD) {
		*out_target = text("amdgcn-amd-amdhsa");
		*out_arch = amd_arch(image);
	}
}
