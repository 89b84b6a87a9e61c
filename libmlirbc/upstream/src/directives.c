/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the functions of a directive. */
#include "engine.h"

#include <string.h>

const struct mlirbc_upstream__directive *mlirbc_upstream__directive_named(const char *name)
{
	static const struct mlirbc_upstream__directive *const all[] = { mlirbc_upstream__common_directives,
		mlirbc_upstream__llvm_directives, mlirbc_upstream__gpu_directives, mlirbc_upstream__transform_directives,
		mlirbc_upstream__small_directives, mlirbc_upstream__omp_directives,
		mlirbc_upstream__omp_list_directives, mlirbc_upstream__omp_map_directives,
		mlirbc_upstream__tosa_directives, mlirbc_upstream__option_directives, mlirbc_upstream__acc_directives,
		mlirbc_upstream__acc_list_directives, mlirbc_upstream__acc_word_directives };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		for (const struct mlirbc_upstream__directive *one = all[i]; one->name; one++) {
			if (strcmp(one->name, name) == 0)
				return one;
		}
	}
	return NULL;
}

const struct mlirbc_upstream__directive *mlirbc_upstream__directive_find(uint8_t number)
{
	return number < mlirbc_upstream__directive_count ? mlirbc_upstream__directive_named(mlirbc_upstream__string(mlirbc_upstream__directives[number]))
							 : NULL;
}
