/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Iterators over strings, names, number sequences and the function index. */
#include <bef/reader.h>
#include "internal.h"
#include "vbr.h"
#include <string.h>

enum bef_status bef__section_string(const struct bef_reader *reader, enum bef_section_id id, uint64_t offset,
	struct bef_string *out_string, struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[id];
	*out_string = (struct bef_string){ "", 0 };
	if (!bef__is_string_start(section, offset))
		return bef__diag_fail(diag, BEF_E_CORRUPT, section->data ? section->offset : BEF_NO_OFFSET,
			"%s: no string begins at +%llu", bef_section_name(id), (unsigned long long)offset);
	const uint8_t *text = section->data + offset, *nul = memchr(text, 0, section->size - (size_t)offset);
	if (!nul)
		return bef__diag_fail(diag, BEF_E_CORRUPT, section->offset + offset,
			"%s: the string at +%llu has no NUL", bef_section_name(id), (unsigned long long)offset);
	*out_string = (struct bef_string){ (const char *)text, (size_t)(nul - text) };
	return BEF_OK;
}

enum bef_status bef_reader_string(const struct bef_reader *reader, uint64_t offset, struct bef_string *out_string,
	struct bef_diag *diag)
{
	return bef__section_string(reader, BEF_SECTION_STRINGS, offset, out_string, diag);
}

/* If the count can no longer be read, the iteration reports that the first entry is missing. */
static struct bef_names walk_names(const struct bef_reader *reader, enum bef_section_id id, uint32_t count)
{
	const struct bef_section *section = &reader->sections[id];
	uint64_t ignored;
	struct bef_names names = { reader, section->data, bef__section_end(section), count };
	if (!section->data)
		names.left = 0;
	else if (bef__vbr_read(&names.next, names.end, &ignored) != BEF_OK)
		names.next = names.end;
	return names;
}

struct bef_names bef_reader_kernels(const struct bef_reader *reader)
{
	return walk_names(reader, BEF_SECTION_KERNELS, reader->kernel_count);
}

struct bef_names bef_reader_types(const struct bef_reader *reader)
{
	return walk_names(reader, BEF_SECTION_TYPES, reader->type_count);
}

enum bef_status bef_names_next(struct bef_names *names, struct bef_string *out_name, struct bef_diag *diag)
{
	uint64_t offset;
	*out_name = (struct bef_string){ "", 0 };
	if (names->left == 0)
		return BEF_E_NOT_FOUND;
	BEF__TRY(bef__read_number(names->reader, &names->next, names->end, "name", &offset, diag));
	names->left--;
	return bef_reader_string(names->reader, offset, out_name, diag);
}

enum bef_status bef_numbers_next(struct bef_numbers *numbers, uint64_t *out_number, struct bef_diag *diag)
{
	if (numbers->left == 0) {
		*out_number = 0;
		return BEF_E_NOT_FOUND;
	}
	BEF__TRY(bef__read_number_fast(numbers->reader, &numbers->next, numbers->end, "number", out_number, diag));
	numbers->left--;
	return BEF_OK;
}

/* ---- the function index */

struct bef_functions bef_reader_functions(const struct bef_reader *reader)
{
	const struct bef_section *section = &reader->sections[BEF_SECTION_FUNCTION_INDEX];
	uint64_t ignored;
	struct bef_functions functions = { reader, section->data, bef__section_end(section), 0 };
	if (!section->data)
		functions.index = reader->function_count;
	else if (bef__vbr_read(&functions.next, functions.end, &ignored) != BEF_OK)
		functions.next = functions.end; /* as above */
	return functions;
}

/* Skips a counted list of type indexes. */
static enum bef_status read_type_list(struct bef_functions *functions, const char *what, struct bef_numbers *out_types,
	uint32_t *out_count, struct bef_diag *diag)
{
	const struct bef_reader *reader = functions->reader;
	BEF__TRY(bef__read_count(reader, &functions->next, functions->end, what, out_count, diag));
	const uint8_t *first = functions->next;
	for (uint32_t i = 0; i < *out_count; i++) {
		uint64_t type;
		const uint8_t *at = functions->next;
		BEF__TRY(bef__read_number(reader, &functions->next, functions->end, "type", &type, diag));
		if (type >= reader->type_count)
			return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"FunctionIndex, function %u: type %llu, but there are %u", functions->index,
				(unsigned long long)type, reader->type_count);
	}
	*out_types = (struct bef_numbers){ reader, first, functions->next, *out_count };
	return BEF_OK;
}

enum bef_status bef__function_entry(struct bef_functions *functions, struct bef_function *out_function,
	uint64_t *out_name, struct bef_diag *diag)
{
	const struct bef_reader *reader = functions->reader;
	*out_function = (struct bef_function){ .index = functions->index, .name = { "", 0 } };
	if (functions->index >= reader->function_count)
		return BEF_E_NOT_FOUND;
	const uint8_t *at = functions->next;
	if (at == functions->end)
		return bef__diag_fail(diag, BEF_E_TRUNCATED, bef__offset(reader, at),
			"FunctionIndex, function %u: missing, expected %u", functions->index, reader->function_count);
	out_function->kind = *functions->next++;
	if (out_function->kind > BEF_FUNCTION_SYNC)
		return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
			"FunctionIndex, function %u: kind %u, expected at most %u", functions->index, out_function->kind,
			BEF_FUNCTION_SYNC);
	BEF__TRY(bef__read_number(reader, &functions->next, functions->end, "body offset", &out_function->offset,
		diag));
	at = functions->next;
	BEF__TRY(bef__read_number(reader, &functions->next, functions->end, "name", out_name, diag));
	if (!bef__is_string_start(&reader->sections[BEF_SECTION_STRINGS], *out_name))
		return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
			"FunctionIndex, function %u: no string begins at Strings +%llu", functions->index,
			(unsigned long long)*out_name);
	BEF__TRY(read_type_list(functions, "argument count", &out_function->arguments, &out_function->argument_count,
		diag));
	BEF__TRY(read_type_list(functions, "result count", &out_function->results, &out_function->result_count, diag));
	functions->index++;
	return BEF_OK;
}

enum bef_status bef_functions_next(struct bef_functions *functions, struct bef_function *out_function,
	struct bef_diag *diag)
{
	uint64_t name;
	BEF__TRY(bef__function_entry(functions, out_function, &name, diag));
	return bef_reader_string(functions->reader, name, &out_function->name, diag);
}
