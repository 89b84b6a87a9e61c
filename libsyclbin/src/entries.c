/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entry points, compilers and targets of device images. */
#include "containers.h"

#include <stdio.h>
#include <string.h>
#include <syclbin/entries.h>

enum kind { KIND_NONE, KIND_SPIRV, KIND_PTX, KIND_SYMBOLS_AMD, KIND_SYMBOLS_CUDA };
enum { MACHINE_CUDA = 190, MACHINE_AMD = 224 };

static uint32_t word(const struct syclbin_span *image, uint64_t index) { return syclbin__u32(image->data + 4 * index); }

/* ---- SPIR-V: instructions of 32-bit words, the number of words in the upper half of the first */

enum { SPIRV_MAGIC = 0x07230203, SPIRV_HEADER = 5, OP_ENTRY_POINT = 15, OP_FUNCTION = 54, MODEL_KERNEL = 6 };

static bool is_spirv(const struct syclbin_span *image)
{
	return image->size >= 4 * SPIRV_HEADER && syclbin__u32(image->data) == SPIRV_MAGIC;
}

/* Entry points come before all functions. */
static bool next_spirv(struct syclbin_entries *e, struct syclbin_string *out)
{
	while (e->private_at < e->private_end) {
		const uint64_t at = e->private_at;
		const uint32_t first = word(&e->image, at), count = first >> 16, op = first & 0xFFFF;
		if (count == 0 || count > e->private_end - at || op == OP_FUNCTION)
			break;
		e->private_at += count;
		if (op != OP_ENTRY_POINT || count < 4 || word(&e->image, at + 1) != MODEL_KERNEL)
			continue;
		const char *name = (const char *)e->image.data + 4 * (at + 3);
		*out = (struct syclbin_string){ name, strnlen(name, 4 * ((size_t)count - 3)) };
		return true;
	}
	e->private_at = e->private_end;
	return false;
}

/* ---- PTX: text with ".visible .entry NAME(" */

static bool is_name(uint8_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$' || c == '%';
}

static bool next_ptx(struct syclbin_entries *e, struct syclbin_string *out)
{
	static const char directive[] = ".entry";
	while (e->private_at < e->private_end) {
		const uint8_t *from = e->image.data + e->private_at;
		const uint8_t *found = memmem(from, (size_t)(e->private_end - e->private_at), directive, sizeof directive - 1);
		if (!found)
			break;
		uint64_t at = (uint64_t)(found - e->image.data) + sizeof directive - 1, begin;
		while (at < e->private_end && strchr(" \t\r\n", e->image.data[at]) && e->image.data[at])
			at++;
		for (begin = at; at < e->private_end && is_name(e->image.data[at]);)
			at++;
		e->private_at = at;
		if (at == begin)
			continue;
		*out = (struct syclbin_string){ (const char *)e->image.data + begin, (size_t)(at - begin) };
		return true;
	}
	e->private_at = e->private_end;
	return false;
}

/* ---- symbols of ELF files, little-endian and of 64 bits, as both are */

enum { SECTION_SYMBOLS = 2, SECTION_WITHOUT_BYTES = 8, SECTION_DYNAMIC_SYMBOLS = 11, SYMBOL = 24, SYMBOL_FUNCTION = 2, OTHER_ENTRY = 0x10, SECTION_HEADER = 64 };

struct elf_section {
	uint64_t name, type, offset, size, link;
};

static bool elf_section(const struct syclbin_span *image, uint64_t index, struct elf_section *out)
{
	const uint64_t table = syclbin__u64(image->data + 40), count = syclbin__u16(image->data + 60);
	if (syclbin__u16(image->data + 58) != SECTION_HEADER || index >= count ||
		!syclbin__inside(table, count * SECTION_HEADER, image->size))
		return false;
	const uint8_t *p = image->data + table + index * SECTION_HEADER;
	*out = (struct elf_section){ syclbin__u32(p), syclbin__u32(p + 4), syclbin__u64(p + 24), syclbin__u64(p + 32), syclbin__u32(p + 40) };
	if (out->type == SECTION_WITHOUT_BYTES)
		out->offset = out->size = 0;
	return syclbin__inside(out->offset, out->size, image->size);
}

static unsigned elf_machine(const struct syclbin_span *image)
{
	const bool elf = image->size >= 64 && memcmp(image->data, "\x7F" "ELF\2\1", 6) == 0;
	return elf ? syclbin__u16(image->data + 18) : 0;
}

/* The full table of symbols, or that of dynamic ones. */
static void begin_symbols(struct syclbin_entries *e)
{
	struct elf_section s, names, best = { 0 };
	for (uint64_t i = 0; elf_section(&e->image, i, &s); i++) {
		if (s.type == SECTION_SYMBOLS || (s.type == SECTION_DYNAMIC_SYMBOLS && best.type == 0))
			best = s;
	}
	if (best.type == 0 || !elf_section(&e->image, best.link, &names))
		return;
	e->private_at = best.offset;
	e->private_end = best.offset + best.size / SYMBOL * SYMBOL;
	e->private_names = names.offset;
	e->private_names_size = names.size;
	e->private_kind = elf_machine(&e->image) == MACHINE_AMD ? KIND_SYMBOLS_AMD : KIND_SYMBOLS_CUDA;
}

static bool is_entry(const struct syclbin_entries *e, const uint8_t *symbol, struct syclbin_string *name)
{
	if (e->private_kind == KIND_SYMBOLS_CUDA)
		return (symbol[4] & 15) == SYMBOL_FUNCTION && (symbol[5] & OTHER_ENTRY) && name->size > 0;
	/* the descriptor of kernel NAME */
	if (name->size <= 3 || memcmp(name->data + name->size - 3, ".kd", 3) != 0)
		return false;
	name->size -= 3;
	return true;
}

static bool next_symbol(struct syclbin_entries *e, struct syclbin_string *out)
{
	while (e->private_at < e->private_end) {
		const uint8_t *symbol = e->image.data + e->private_at;
		const uint64_t name = syclbin__u32(symbol);
		e->private_at += SYMBOL;
		if (name >= e->private_names_size)
			continue;
		const char *text = (const char *)e->image.data + e->private_names + name;
		*out = (struct syclbin_string){ text, strnlen(text, (size_t)(e->private_names_size - name)) };
		if (is_entry(e, symbol, out))
			return true;
	}
	return false;
}

/* ---- entry points */

struct syclbin_entries syclbin_entries(const struct syclbin_span *image)
{
	struct syclbin_entries e = { .image = *image };
	const unsigned machine = elf_machine(image);
	if (is_spirv(image)) {
		e.private_kind = KIND_SPIRV;
		e.private_at = SPIRV_HEADER;
		e.private_end = image->size / 4;
	} else if (machine == MACHINE_CUDA || machine == MACHINE_AMD) {
		begin_symbols(&e);
	} else if (syclbin_sniff(image->data, image->size) == SYCLBIN_KIND_PTX) {
		e.private_kind = KIND_PTX;
		e.private_end = image->size;
	}
	return e;
}

bool syclbin_entries_next(struct syclbin_entries *entries, struct syclbin_string *out_name)
{
	switch ((enum kind)entries->private_kind) {
	case KIND_SPIRV:
		return next_spirv(entries, out_name);
	case KIND_PTX:
		return next_ptx(entries, out_name);
	case KIND_SYMBOLS_AMD:
	case KIND_SYMBOLS_CUDA:
		return next_symbol(entries, out_name);
	case KIND_NONE:
		break;
	}
	return false;
}

/* ---- compilers */

static struct syclbin_string text(const char *name) { return (struct syclbin_string){ name, strlen(name) }; }

/* The upper half of the third word is a number that Khronos gave to the tool. */
static struct syclbin_string spirv_generator(const struct syclbin_span *image)
{
	switch (word(image, 2) >> 16) {
	case 6:
		return text("Khronos LLVM/SPIR-V translator");
	case 7:
		return text("Khronos SPIR-V assembler");
	case 14:
		return text("Google Clspv");
	case 17:
		return text("Khronos SPIR-V linker");
	case 43:
		return text("LLVM SPIR-V backend");
	default:
		return text("");
	}
}

/* The line of a comment, without "//" and blanks, that names LLVM or a compiler. */
static struct syclbin_string ptx_generator(const struct syclbin_span *image)
{
	size_t at = 0;
	while (at + 2 < image->size && (image->data[at] == '/' || image->data[at] == '\n')) {
		const uint8_t *end = memchr(image->data + at, '\n', image->size - at);
		const size_t line = end ? (size_t)(end - image->data) : image->size;
		size_t from = at;
		while (from < line && strchr("/ \t", image->data[from]) && image->data[from])
			from++;
		const struct syclbin_string found = { (const char *)image->data + from, line - from };
		if (memmem(found.data, found.size, "Generated by", 12) || memmem(found.data, found.size, "Compiler", 8))
			return found;
		at = line + 1;
	}
	return text("");
}

static struct syclbin_string elf_comment(const struct syclbin_span *image)
{
	static const char wanted[] = ".comment";
	struct elf_section s, names;
	if (elf_machine(image) == 0 || !elf_section(image, syclbin__u16(image->data + 62), &names))
		return text("");
	for (uint64_t i = 0; elf_section(image, i, &s); i++) {
		if (!syclbin__inside(s.name, sizeof wanted, names.size) ||
			memcmp(image->data + names.offset + s.name, wanted, sizeof wanted) != 0)
			continue;
		const char *at = (const char *)image->data + s.offset, *end = at + s.size;
		while (at < end && *at == '\0')
			at++;
		return (struct syclbin_string){ at, strnlen(at, (size_t)(end - at)) };
	}
	return text("");
}

struct syclbin_string syclbin_image_compiler(const struct syclbin_span *image)
{
	if (is_spirv(image))
		return spirv_generator(image);
	if (syclbin_sniff(image->data, image->size) == SYCLBIN_KIND_PTX)
		return ptx_generator(image);
	return elf_comment(image);
}

/* ---- targets and architectures */

/* EF_AMDGPU_MACH_AMDGCN_*, as LLVM documents them. */
static const struct {
	uint8_t number;
	const char *arch;
} amd[] = { { 0x2C, "gfx900" }, { 0x2D, "gfx902" }, { 0x2E, "gfx904" }, { 0x2F, "gfx906" }, { 0x30, "gfx908" }, { 0x31, "gfx909" },
	{ 0x32, "gfx90c" }, { 0x33, "gfx1010" }, { 0x34, "gfx1011" }, { 0x35, "gfx1012" }, { 0x36, "gfx1030" }, { 0x37, "gfx1031" },
	{ 0x38, "gfx1032" }, { 0x39, "gfx1033" }, { 0x3D, "gfx1035" }, { 0x3E, "gfx1034" }, { 0x3F, "gfx90a" }, { 0x40, "gfx940" },
	{ 0x41, "gfx1100" }, { 0x42, "gfx1013" }, { 0x43, "gfx1150" }, { 0x44, "gfx1103" }, { 0x45, "gfx1036" }, { 0x46, "gfx1101" },
	{ 0x47, "gfx1102" }, { 0x48, "gfx1200" }, { 0x4A, "gfx1151" }, { 0x4B, "gfx941" }, { 0x4C, "gfx942" }, { 0x4E, "gfx1201" } };

static struct syclbin_string amd_arch(const struct syclbin_span *image)
{
	for (size_t i = 0; i < sizeof amd / sizeof *amd; i++) {
		if (image->data[48] == amd[i].number)
			return text(amd[i].arch);
	}
	return text("");
}

/* The capability is in the flags: the low byte, or since version 8 of the ABI the second one. */
static struct syclbin_string cubin_arch(const struct syclbin_span *image)
{
	static const char *const names[] = { "sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72", "sm_75", "sm_80", "sm_86",
		"sm_87", "sm_89", "sm_90", "sm_100", "sm_101", "sm_103", "sm_110", "sm_120", "sm_121" };
	char wanted[8];
	snprintf(wanted, sizeof wanted, "sm_%u", (unsigned)image->data[image->data[8] >= 8 ? 49 : 48]);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(names[i], wanted) == 0)
			return text(names[i]);
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
	const unsigned machine = elf_machine(image);
	*out_target = *out_arch = text("");
	if (syclbin_sniff(image->data, image->size) == SYCLBIN_KIND_SPIRV) {
		*out_target = text("spir64-unknown-unknown");
	} else if (syclbin_sniff(image->data, image->size) == SYCLBIN_KIND_PTX) {
		*out_target = text("nvptx64-nvidia-cuda");
		*out_arch = ptx_arch(image);
	} else if (machine == MACHINE_CUDA) {
		*out_target = text("nvptx64-nvidia-cuda");
		*out_arch = cubin_arch(image);
	} else if (machine == MACHINE_AMD) {
		*out_target = text("amdgcn-amd-amdhsa");
		*out_arch = amd_arch(image);
	}
}
