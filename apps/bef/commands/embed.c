/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef embed: writes a program as C source or as an ELF object, for embedding in another program. */
#include "commands/commands.h"
#include "program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64u

static bool is_name(const char *name)
{
	for (const char *p = name; *p; p++) {
		bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
		if (!letter && (p == name || *p < '0' || *p > '9'))
			return false;
	}
	return *name != 0;
}

/* Prints how to run the embedded program; `before` precedes each line. */
static void usage_lines(const char *name, const char *before, char *out, size_t size)
{
	snprintf(out, size,
		"%sextern const unsigned char %s[]; extern const unsigned long long %s_size;\n"
		"%sstruct bef_file *file; /* <bef/exec.h>; registry: <kernels/registry.h> */\n"
		"%sbef_file_open(%s, (size_t)%s_size, registry, NULL, &file, NULL);\n",
		before, name, name, before, before, name, name);
}

/* ---- C */

struct output {
	char *data;
	size_t size, capacity;
	bool failed;
};

static void put(struct output *output, const void *data, size_t size)
{
	if (output->capacity - output->size < size && !output->failed) {
		size_t capacity = 2 * output->capacity + size + 4096;
		char *grown = realloc(output->data, capacity);
		output->failed = !grown;
		output->data = grown ? grown : output->data;
		output->capacity = grown ? capacity : output->capacity;
	}
	if (output->failed)
		return;
	memcpy(output->data + output->size, data, size);
	output->size += size;
}

static void put_text(struct output *output, const char *text) { put(output, text, strlen(text)); }

static void make_c(const struct program *program, const char *name, struct output *output)
{
	char text[1024];
	usage_lines(name, "// ", text, sizeof text);
	put_text(output, text);
	snprintf(text, sizeof text,
		"extern const unsigned char %s[];\nextern const unsigned long long %s_size;\n"
		"_Alignas(%u) const unsigned char %s[] = {",
		name, name, ALIGNMENT, name);
	put_text(output, text);
	for (size_t i = 0; i < program->bef_size; i++) {
		snprintf(text, sizeof text, "%s%u,", i % 24 ? "" : "\n\t", program->bef[i]);
		put_text(output, text);
	}
	snprintf(text, sizeof text, "\n};\nconst unsigned long long %s_size = %zu;\n", name, program->bef_size);
	put_text(output, text);
}

/* ---- ELF (System V ABI, ELF-64 object file format 1.5): a relocatable object of one section of data */

enum { EHDR = 64, SHDR = 64, SYM = 24, SECTIONS = 6 };
enum { SHT_PROGBITS = 1, SHT_SYMTAB = 2, SHT_STRTAB = 3 };

struct machine_kind {
	const char *name;
	uint16_t number;
	bool big;
};
static const struct machine_kind machines[] = { { "x86_64", 62, false }, { "aarch64", 183, false },
	{ "riscv64", 243, false }, { "ppc64le", 21, false }, { "s390x", 22, true } };

static void put_number(struct output *output, const struct machine_kind *machine, uint64_t number, unsigned size)
{
	uint8_t bytes[8];
	for (unsigned i = 0; i < size; i++)
		bytes[machine->big ? size - 1 - i : i] = (uint8_t)(number >> 8 * i);
	put(output, bytes, size);
}

static void pad(struct output *output, size_t alignment)
{
	while (output->size % alignment && !output->failed)
		put(output, "", 1);
}

static void put_elf_header(struct output *output, const struct machine_kind *machine)
{
	const uint8_t ident[16] = { 0x7F, 'E', 'L', 'F', 2, machine->big ? 2 : 1, 1 };
	put(output, ident, sizeof ident);
	put_number(output, machine, 1, 2); /* relocatable */
	put_number(output, machine, machine->number, 2);
	put_number(output, machine, 1, 4);
	put_number(output, machine, 0, 8);
	put_number(output, machine, 0, 8);
	put_number(output, machine, EHDR, 8);                          /* section headers come next */
	put_number(output, machine, machine->number == 21 ? 2 : 0, 4); /* ppc64le: ELFv2 */
	put_number(output, machine, EHDR, 2);
	put_number(output, machine, 0, 4);
	put_number(output, machine, SHDR, 2);
	put_number(output, machine, SECTIONS, 2);
	put_number(output, machine, SECTIONS - 2, 2); /* section names */
}

struct elf_section {
	uint32_t name, type;
	uint64_t flags, offset, size;
	uint32_t link, info;
	uint64_t align, entry;
};

static void put_section(struct output *output, const struct machine_kind *machine, const struct elf_section *section)
{
	put_number(output, machine, section->name, 4);
	put_number(output, machine, section->type, 4);
	put_number(output, machine, section->flags, 8);
	put_number(output, machine, 0, 8);
	put_number(output, machine, section->offset, 8);
	put_number(output, machine, section->size, 8);
	put_number(output, machine, section->link, 4);
	put_number(output, machine, section->info, 4);
	put_number(output, machine, section->align, 8);
	put_number(output, machine, section->entry, 8);
}

static void put_symbol(
	struct output *output, const struct machine_kind *machine, uint32_t name, uint64_t value, uint64_t size)
{
	put_number(output, machine, name, 4);
	put_number(output, machine, name ? 1u << 4 | 1u : 0, 1); /* global object */
	put_number(output, machine, 0, 1);
	put_number(output, machine, name ? 1 : 0, 2);
	put_number(output, machine, value, 8);
	put_number(output, machine, size, 8);
}

/* Writes the bytes of the program, then its size as a 64-bit number. */
static void make_object(
	const struct program *program, const char *name, const struct machine_kind *machine, struct output *output)
{
	static const char section_names[] = "\0.rodata\0.symtab\0.strtab\0.shstrtab\0.note.GNU-stack";
	size_t length = strlen(name), data = (EHDR + SECTIONS * SHDR + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	size_t size_at = (program->bef_size + 7) / 8 * 8, symbols = data + size_at + 8, strings = symbols + 3 * SYM;
	size_t strings_size = 1 + length + 1 + length + sizeof "_size", names = strings + strings_size;
	const struct elf_section sections[SECTIONS] = { { 0 },
		{ 1, SHT_PROGBITS, 2, data, size_at + 8, 0, 0, ALIGNMENT, 0 },
		{ 9, SHT_SYMTAB, 0, symbols, 3 * SYM, 3, 1, 8, SYM },
		{ 17, SHT_STRTAB, 0, strings, strings_size, 0, 0, 1, 0 },
		{ 25, SHT_STRTAB, 0, names, sizeof section_names, 0, 0, 1, 0 },
		{ 35, SHT_PROGBITS, 0, names, 0, 0, 0, 1, 0 } };
	put_elf_header(output, machine);
	for (size_t i = 0; i < SECTIONS; i++)
		put_section(output, machine, &sections[i]);
	pad(output, ALIGNMENT);
	put(output, program->bef, program->bef_size);
	pad(output, 8);
	put_number(output, machine, program->bef_size, 8);
	put_symbol(output, machine, 0, 0, 0);
	put_symbol(output, machine, 1, 0, program->bef_size);
	put_symbol(output, machine, (uint32_t)length + 2, size_at, 8);
	put(output, "", 1);
	put(output, name, length + 1);
	put(output, name, length);
	put(output, "_size", sizeof "_size");
	put(output, section_names, sizeof section_names);
}

/* ---- the command */

#if defined(__aarch64__)
#define THIS_MACHINE "aarch64"
#elif defined(__riscv)
#define THIS_MACHINE "riscv64"
#elif defined(__powerpc64__)
#define THIS_MACHINE "ppc64le"
#elif defined(__s390x__)
#define THIS_MACHINE "s390x"
#else
#define THIS_MACHINE "x86_64"
#endif

static const struct machine_kind *find_machine(const char *name)
{
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		if (strcmp(machines[i].name, name) == 0)
			return &machines[i];
	}
	return NULL;
}

static int make(
	const char *path, const char *name, bool c, const struct machine_kind *machine, const char *to, bool force)
{
	static const struct program_options defaults;
	struct program program;
	struct output output = { NULL, 0, 0, false };
	int code = program_load(path, &defaults, &program);
	if (code != CLI_GOOD)
		return code;
	if (c)
		make_c(&program, name, &output);
	else
		make_object(&program, name, machine, &output);
	if (output.failed) {
		cli_error("%s: out of memory", program.input.name);
		code = CLI_SYSTEM;
	} else {
		code = cli_write(to, NULL, (const uint8_t *)output.data, output.size, force || c);
	}
	if (code == CLI_GOOD && !c && strcmp(to, "-") != 0) {
		char lines[1024];
		usage_lines(name, "", lines, sizeof lines);
		fputs(lines, stdout);
	}
	free(output.data);
	program_finish(&program);
	return code;
}

int bef_embed_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *to = cli_stdout, *name = "program", *machine_name = THIS_MACHINE;
	bool c = false, object = false, force = false;
	const struct cli_option options[] = {
		{ "c", 0, NULL, "write C source with the program as an array", NULL, &c },
		{ "obj", 0, NULL, "write an ELF object with the program as a symbol", NULL, &object },
		{ "name", 0, "NAME", "name of the symbol; NAME_size is its size; default: program", &name, NULL },
		{ "machine", 0, "MACHINE",
			"target of the object: x86_64, aarch64, riscv64, ppc64le, s390x; default: this one",
			&machine_name, NULL },
		{ "output", 'o', "OUT", "output file; '-' (the default) is stdout", &to, NULL },
		{ "force", 'f', NULL, "write an object to stdout even if it is a terminal", NULL, &force },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (c == object)
		return cli_usage(self, "expected --c or --obj");
	if (!is_name(name) || strlen(name) > 100)
		return cli_usage(self, "'%s' is not a valid C identifier", name);
	const struct machine_kind *machine = find_machine(machine_name);
	if (!machine)
		return cli_usage(self, "unknown machine '%s'", machine_name);
	return make(path, name, c, machine, to, force);
}
