/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the README: it lists exactly the kernels of the pack, and each kernel accepts exactly the element types of
 * its row, which is tried with a small call per kernel and type. */
#include "table.h"
#include "types_calls.h"

static const struct types_call *find(const struct types_call *list, const char *name)
{
	while (list->name && strcmp(list->name, name) != 0)
		list++;
	return list->name ? list : NULL;
}

static bool accepts(const struct kernels_entry *entry, enum kernels_dtype t)
{
	const char *name = entry->kernel->name;
	void (*call)(enum kernels_dtype) = entry->argument_count == 1 ? call_unary
		: entry->argument_count == 2				? call_binary
									: call_clamp;
	const struct types_call *special = find(types_calls, name + 4);
	if (!special)
		special = find(types_linear_calls, name + 4);
	if (special)
		call = special->call;
	calls_begin(name);
	call(t);
	return calls_run() == NULL;
}

static void lists_types(void)
{
	const struct kernels_registry *registry = calls_registry();
	size_t rows = 0, kernels = 0;
	CHECK_OR_RETURN(read_document());
	for (const char *at = document; (at = strstr(at, "\n| `hlo.")) != NULL; at++)
		rows++;
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const struct kernels_entry *entry = kernels_registry_at(registry, i);
		char cell[200];
		if (is_of_device(entry->kernel->name))
			continue;
		kernels++;
		if (!find_cell(entry->kernel->name, cell, sizeof cell) || strncmp(cell, "- ", 2) == 0)
			continue;
		for (int t = 1; t < KERNELS_DTYPE_LIMIT; t++) {
			enum kernels_dtype dtype = (enum kernels_dtype)t;
			if (!hlo_kind(dtype))
				continue;
			bool listed = is_listed(cell, dtype), accepted = accepts(entry, dtype);
			if (listed != accepted)
				check_report(__FILE__, __LINE__, "%s of %s is %s, but %s", entry->kernel->name,
					kernels_hlo__dtype_name(dtype), listed ? "listed" : "not listed", accepted ? "accepted" : "refused");
		}
	}
	CHECK_INT(rows, kernels);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(lists_types) };
	document_path = argc > 1 ? argv[1] : NULL;
	calls_open(0);
	int code = check_main(1, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
