/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs in shared objects. Thread class: safe. */
#ifndef KERNELS_LOAD_H
#define KERNELS_LOAD_H

#include <kernels/pack.h>
#include <kernels/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loads a shared object and asks it for its pack (kernels_pack_query, see kernels/pack.h). The pack is not added to a
 * registry: kernels_registry_add() does that, and checks it. What was loaded stays until the process ends.
 *
 * A `name` with a slash is a path. Any other is looked for as NAME.so (NAME may end so) in the folders of the
 * environment variable KERNELS_PACK_PATH (separated by colons; those that are not absolute are passed over), then in
 * the folder of installed packs, $libdir/befkit/kernels-<abi>; never in the current directory.
 *
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND no such file · KERNELS_E_UNSUPPORTED it cannot be loaded, is no pack, or
 *         has a libkernels of its own · KERNELS_E_CORRUPT the file ends early · KERNELS_E_VERSION a pack for newer
 *         libraries only; *out_pack is NULL then
 * Threads: safe. The object's own constructors run, so it must be one that you trust. A program that is linked
 * statically with libkernels has copies of its own of what a pack would use: it cannot load any. */
KERNELS_API enum kernels_status kernels_pack_load(const char *name, const struct kernels_pack **out_pack,
	struct kernels_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
