/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Function bodies as text, with the data of the optional sections. */
#include <bef/dump.h>
#include "dump.h"

/* A function, with iterators over its AttributeNames and RegisterTypes; they are empty if the lists are unreadable. */
struct view {
	struct bef_function function;
	struct bef_body body;
	struct bef_numbers names, types;
};

static void put_registers(struct bef__dump *d, const char *before, const uint8_t *list, uint32_t count,
	const char *behind)
{
	bef__dump_put(d, "%s", before);
	for (uint32_t i = 0; i < count && !d->stopped; i++)
		bef__dump_put(d, "%s%%r%u", i > 0 ? ", " : "", bef_word(list, i));
	bef__dump_put(d, "%s", behind);
}

static void put_users(struct bef__dump *d, const struct bef_kernel *k, bool pseudo)
{
	const uint8_t *users = k->users;
	for (uint32_t i = 0; i < k->result_count && !d->stopped; i++) {
		uint32_t count = bef_word(k->user_counts, i);
		if (count == 0)
			continue;
		if (pseudo && i == 0)
			bef__dump_put(d, "      starts");
		else
			bef__dump_put(d, "      %%r%u used by", bef_word(k->results, i));
		for (uint32_t j = 0; j < count && !d->stopped; j++)
			bef__dump_put(d, " %u", bef_word(users, j));
		bef__dump_put(d, "\n");
		users += 4 * (size_t)count;
	}
}

static void put_attributes(struct bef__dump *d, struct view *view, const struct bef_kernel *k)
{
	for (uint32_t i = 0; i < k->attribute_count && !d->stopped; i++) {
		uint64_t offset;
		struct bef_string name;
		bef__dump_put(d, i > 0 ? ", " : " {");
		if (bef_numbers_next(&view->names, &offset, NULL) == BEF_OK &&
			bef_reader_string(d->reader, offset, &name, NULL) == BEF_OK) {
			bef__dump_text(d, name, SIZE_MAX, false);
			bef__dump_put(d, " = ");
		}
		bef__dump_attr_at(d, bef_word(k->attributes, i));
	}
	bef__dump_put(d, k->attribute_count > 0 ? "}" : "");
}

static void put_kernel(struct bef__dump *d, struct view *view, uint32_t number, const struct bef_kernel *k)
{
	if (number == 0) {
		uint32_t arguments = k->result_count > 0 ? k->result_count - 1 : 0;
		put_registers(d, arguments > 0 ? " arguments " : " no arguments", arguments > 0 ? k->results + 4 : NULL,
			arguments, "\n");
		put_users(d, k, true);
		return;
	}
	put_registers(d, " ", k->results, k->result_count, k->result_count > 0 ? " = " : "");
	bef__dump_name(d, &d->kernels, k->code, false);
	put_registers(d, "(", k->arguments, k->argument_count, ")");
	put_attributes(d, view, k);
	for (uint32_t i = 0; i < k->function_count && !d->stopped; i++) {
		bef__dump_put(d, " @%u ", bef_word(k->functions, i));
		bef__dump_name(d, &d->functions, bef_word(k->functions, i), true);
	}
	bef__dump_put(d, " loc ");
	bef__dump_location(d, k->location);
	bef__dump_put(d, "\n");
	put_users(d, k, false);
}

static enum bef_status put_kernels(struct bef__dump *d, struct view *view, struct bef_diag *diag)
{
	struct bef_kernels kernels = bef_body_kernels(d->reader, &view->body);
	for (uint32_t i = 0; i < view->body.kernel_count && !d->stopped; i++) {
		struct bef_kernel kernel;
		struct bef_kernel_row row;
		BEF__TRY(bef_kernels_next(&kernels, &kernel, &row, diag));
		bef__dump_put(d, "    [%u] 0x%llx stream %llu", i,
			(unsigned long long)bef__offset(d->reader, view->body.kernels + row.offset),
			(unsigned long long)row.stream);
		if (row.operands != kernel.argument_count)
			bef__dump_put(d, " (waits for %llu)", (unsigned long long)row.operands);
		bef__dump_put(d, ":");
		put_kernel(d, view, i, &kernel);
	}
	return BEF_OK;
}

static enum bef_status put_body(struct bef__dump *d, struct view *view, struct bef_diag *diag)
{
	struct bef_numbers uses = view->body.use_counts, results = view->body.result_registers;
	uint64_t number, type;
	bef__dump_put(d, "    location ");
	bef__dump_location(d, view->body.location);
	bef__dump_put(d, "\n");
	for (uint32_t i = 0; i < view->body.register_count && !d->stopped; i++) {
		BEF__TRY(bef_numbers_next(&uses, &number, diag));
		bef__dump_put(d, "    %%r%u", i);
		if (bef_numbers_next(&view->types, &type, NULL) == BEF_OK) {
			bef__dump_put(d, " : ");
			bef__dump_name(d, &d->types, type, false);
		}
		bef__dump_put(d, ", uses %llu\n", (unsigned long long)number);
	}
	BEF__TRY(put_kernels(d, view, diag));
	bef__dump_put(d, "    return");
	for (const char *between = " "; results.left > 0 && !d->stopped; between = ", ") {
		BEF__TRY(bef_numbers_next(&results, &number, diag));
		bef__dump_put(d, "%s%%r%llu", between, (unsigned long long)number);
	}
	bef__dump_put(d, "\n");
	return BEF_OK;
}

/* ---- the optional sections */

static enum bef_status put_names(struct bef__dump *d, struct view *view, struct bef_diag *diag)
{
	struct bef_kernels kernels = bef_body_kernels(d->reader, &view->body);
	for (uint32_t i = 0; i < view->body.kernel_count && !d->stopped; i++) {
		uint64_t offset;
		struct bef_kernel k;
		struct bef_kernel_row row;
		BEF__TRY(bef_kernels_next(&kernels, &k, &row, diag));
		if (k.attribute_count > 0)
			bef__dump_put(d, "    [%u]", i);
		for (uint32_t j = 0; j < k.attribute_count && !d->stopped; j++) {
			struct bef_string name;
			BEF__TRY(bef_numbers_next(&view->names, &offset, diag));
			BEF__TRY(bef_reader_string(d->reader, offset, &name, diag));
			bef__dump_put(d, " ");
			bef__dump_text(d, name, SIZE_MAX, false);
		}
		bef__dump_put(d, k.attribute_count > 0 ? "\n" : "");
	}
	return BEF_OK;
}

static enum bef_status put_types(struct bef__dump *d, struct view *view, struct bef_diag *diag)
{
	for (uint32_t i = 0; view->types.left > 0 && !d->stopped; i++) {
		uint64_t type;
		BEF__TRY(bef_numbers_next(&view->types, &type, diag));
		bef__dump_put(d, "    %%r%u : ", i);
		bef__dump_name(d, &d->types, type, false);
		bef__dump_put(d, "\n");
	}
	return BEF_OK;
}

static void put_view(struct bef__dump *d, struct view *view, enum bef_section_id id)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status;
	if (id == BEF_SECTION_FUNCTIONS)
		status = put_body(d, view, &diag);
	else if (id == BEF_SECTION_ATTRIBUTE_NAMES)
		status = put_names(d, view, &diag);
	else
		status = put_types(d, view, &diag);
	if (status == BEF_OK)
		return;
	if (status == BEF_E_NOT_FOUND) /* a list that is empty because it is unreadable */
		(void)bef__diag_fail(&diag, BEF_E_CORRUPT, BEF_NO_OFFSET, "%s, function %u: no list for it",
			bef_section_name(id), view->function.index);
	bef__dump_put(d, "\n");
	bef__dump_error(d, &diag);
}

/* A list that does not match is left empty, and so are the following lists, whose offsets are unknown. */
static void find_lists(struct bef__dump *d, struct view *view, enum bef_section_id id, uint64_t *names_at,
	uint64_t *types_at)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	if (*names_at != UINT64_MAX &&
		bef_reader_attribute_names(d->reader, &view->body, names_at, &view->names, &diag) != BEF_OK) {
		*names_at = UINT64_MAX;
		if (id == BEF_SECTION_ATTRIBUTE_NAMES)
			bef__dump_error(d, &diag);
	}
	diag = (struct bef_diag)BEF_DIAG_INIT;
	if (*types_at != UINT64_MAX &&
		bef_reader_register_types(d->reader, &view->body, types_at, &view->types, &diag) != BEF_OK) {
		*types_at = UINT64_MAX;
		if (id == BEF_SECTION_REGISTER_TYPES)
			bef__dump_error(d, &diag);
	}
}

void bef__dump_functions(struct bef__dump *d, enum bef_section_id id)
{
	struct bef_functions functions = bef_reader_functions(d->reader);
	uint64_t name, names_at = 0, types_at = 0;
	struct view view = { 0 };
	while (bef__dump_function_entry(d, &functions, &view.function, &name)) {
		struct bef_diag diag = BEF_DIAG_INIT;
		if (view.function.kind == BEF_FUNCTION_NATIVE)
			continue;
		bef__dump_put(d, "  function %u ", view.function.index);
		bef__dump_name(d, &d->functions, view.function.index, true);
		bef__dump_put(d, "\n");
		if (bef_reader_body(d->reader, &view.function, &view.body, &diag) != BEF_OK) {
			names_at = types_at = UINT64_MAX;
			if (id == BEF_SECTION_FUNCTIONS)
				bef__dump_error(d, &diag);
			continue;
		}
		view.names = view.types = (struct bef_numbers){ 0 };
		find_lists(d, &view, id, &names_at, &types_at);
		put_view(d, &view, id);
	}
}
