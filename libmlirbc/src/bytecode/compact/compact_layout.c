/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides for which op names the layout of properties is known well enough to change the indices in them. A guess
 * that is good enough for printing a file is not sufficient here: it could change the meaning of the file. */
#include "bytecode/compact/compact_state.h"

const char *mlirbc__edit_layout(const struct mlirbc__load *load, size_t index)
{
	const struct mlirbc__op_name *name = &load->op_names[index];
	const struct mlirbc_string *dialect = load->dialects[name->dialect].name, *producer = load->module->producer;
	struct mlirbc_string rest = mlirbc__raw_string(load, name->string);
	const char *found[MLIRBC__RELEASE_COUNT], *layout = NULL;
	if (!name->registered)
		return mlirbc__unregistered;
	mlirbc__properties_find_all(dialect->data, dialect->size, rest.data, rest.size, found);
	const char *oldest = found[MLIRBC__RELEASE_19], *newest = found[MLIRBC__RELEASE_22];
	bool stable_hlo = mlirbc__string_starts_with(producer, "StableHLO_");
	if (mlirbc__has_own_releases(dialect->data, dialect->size))
		layout = newest;
	else if (load->release != MLIRBC__RELEASE_COUNT)
		layout = found[load->release];
	else if (stable_hlo || mlirbc__string_starts_with(producer, "MLIR20.") || mlirbc__string_starts_with(producer, "MLIR21."))
		layout = oldest == newest ? newest : NULL; /* layouts that did not change from 19 to 22 */
	/* snapshots of LLVM 17 put segment sizes elsewhere in version 5; an op without properties has no blob */
	bool unsure = load->version == MLIRBC__V_PROPERTIES && load->release == MLIRBC__RELEASE_COUNT;
	return layout && *layout && !(unsure && mlirbc__properties_has_segments(layout)) ? layout : NULL;
}

const char *mlirbc__edit_earlier_layout(const struct mlirbc__load *load, size_t index)
{
	const struct mlirbc__op_name *name = &load->op_names[index];
	const struct mlirbc_string *dialect = load->dialects[name->dialect].name, rest = mlirbc__raw_string(load, name->string);
	const char *found[MLIRBC__RELEASE_COUNT];
	if (!name->registered || !mlirbc__has_own_releases(dialect->data, dialect->size))
		return NULL;
	mlirbc__properties_find_all(dialect->data, dialect->size, rest.data, rest.size, found);
	return found[MLIRBC__RELEASE_19] == found[MLIRBC__RELEASE_22] ? NULL : found[MLIRBC__RELEASE_19];
}
