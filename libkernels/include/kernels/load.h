/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs in shared objects. Thread class: safe. */
#ifndef KERNELS_LOAD_H
#define KERNELS_LOAD_H

#include <kernels/pack.h>
#include <kernels/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loads a shared object and returns the pack that its kernels_pack_query() returns (see kernels/pack.h). Does not add
 * the pack to a registry: kernels_registry_add() checks and adds it. The object stays loaded until the process ends.
 *
 * A `name` with a slash is a path. Any other name is searched for as NAME.so (the suffix is optional) in the folders of
 * the environment variable KERNELS_PACK_PATH (separated by colons; relative paths are ignored), then in the folder of
 * installed packs, $libdir/befkit/kernels-<abi>. The current directory is not searched.
 *
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND the file does not exist · KERNELS_E_UNSUPPORTED it cannot be loaded, is not
 *         a pack, or would load a second copy of libkernels · KERNELS_E_CORRUPT the file is truncated ·
 *         KERNELS_E_VERSION the pack needs a newer library; after a failure *out_pack is NULL
 * Thread class: safe. Constructors of the object run, so load trusted files only. A program that links libkernels
 * statically cannot load packs, because a pack would use a second copy of the library. */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_pack_load(const char *name,
	const struct kernels_pack **out_pack, struct kernels_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
