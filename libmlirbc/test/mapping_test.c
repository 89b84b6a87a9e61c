/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <mlirbc/mapping.h>

#define MAPPINGS_STRUCT struct mlirbc_mapping
#define MAPPINGS_CALL(name) mlirbc_mapping_##name
#define MAPPINGS_STATUS(name) MLIRBC_##name
#include "mappings.h"

int main(int argc, char **argv) { return mappings_main(argc, argv); }
