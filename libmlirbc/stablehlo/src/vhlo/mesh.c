/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "vhlo/values.h"

bool shlo__is_mesh_mnemonic(const struct mlirbc_string *mnemonic)
{
	(void)mnemonic;
	return false;
}
const struct mlirbc_attr *shlo__mesh_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	(void)job;
	(void)coded;
	return NULL;
}
const struct mlirbc_attr *shlo__mesh_to(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	(void)job;
	(void)attr;
	return NULL;
}
