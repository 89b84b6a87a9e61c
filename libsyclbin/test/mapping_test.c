/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <syclbin/mapping.h>

#define MAPPINGS_STRUCT struct syclbin_mapping
#define MAPPINGS_CALL(name) syclbin_mapping_##name
#define MAPPINGS_STATUS(name) SYCLBIN_##name
#include "mappings.h"

int main(int argc, char **argv) { return mappings_main(argc, argv); }
