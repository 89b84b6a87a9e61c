/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the README. A row is "| `hlo.add` | all | meaning |". The second cell lists element types by MLIR's names and the
 * groups below, or is "-" for kernels whose operands have no element type to choose. */
#ifndef HLO_TEST_TABLE_H
#define HLO_TEST_TABLE_H

#include "check.h"
#include "core/op.h"
#include "expr/dtypes.h"

/* ---- the types of a cell */

static inline bool in_group(const char *group, enum kernels_dtype t)
{
	return strcmp(group, "all") == 0        ? hlo_kind(t)
		: strcmp(group, "numbers") == 0  ? hlo_kind(t) && t != KERNELS_I1
		: strcmp(group, "integers") == 0 ? hlo_is_integer(t)
		: strcmp(group, "signed") == 0	 ? hlo_is_signed(t)
		: strcmp(group, "unsigned") == 0 ? hlo_is_unsigned(t)
		: strcmp(group, "floats") == 0	 ? hlo_is_float(t)
		: strcmp(group, "complex") == 0	 ? hlo_is_complex(t)
						 : strcmp(group, kernels_hlo__dtype_name(t)) == 0;
}

static inline bool is_listed(const char *cell, enum kernels_dtype t)
{
	char copy[200];
	snprintf(copy, sizeof copy, "%s", cell);
	for (char *word = strtok(copy, ", `"); word; word = strtok(NULL, ", `"))
		if (in_group(word, t))
			return true;
	return false;
}

/* ---- the document */

static const char *document_path;
static char document[65536];

static inline bool read_document(void)
{
	FILE *f = document_path ? fopen(document_path, "r") : NULL;
	if (!f)
		return check_report(__FILE__, __LINE__, "cannot open %s", document_path ? document_path : "the README");
	document[fread(document, 1, sizeof document - 1, f)] = '\0';
	fclose(f);
	return true;
}

/* Kernels whose arrays are on a device have their table and types in DESIGN.md. */
static inline bool is_of_device(const char *name) { return strncmp(name, "hlo.device_", strlen("hlo.device_")) == 0; }

/* Copies the second cell of the kernel's row; false if there is not exactly one row. */
static inline bool find_cell(const char *name, char *cell, size_t size)
{
	char start[100];
	snprintf(start, sizeof start, "\n| `%s` | ", name);
	const char *row = strstr(document, start);
	if (!row || strstr(row + 1, start))
		return check_report(__FILE__, __LINE__, "%s has %s", name, row ? "two rows" : "no row");
	row += strlen(start);
	size_t length = strcspn(row, "|\n");
	snprintf(cell, size, "%.*s", (int)length, row);
	return true;
}

#endif
