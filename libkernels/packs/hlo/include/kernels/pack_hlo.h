/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_HLO_H
#define KERNELS_PACK_HLO_H

#include <async/request.h>
#include <kernels/export.h>
#include <kernels/pack.h>
#include <kernels/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The operations of StableHLO as kernels; libkernels/packs/hlo/README.md lists them. For kernels_registry_add().
 * Static. */
KERNELS_API const struct kernels_pack *kernels_pack_hlo(void);

/* ---- machine code: loops over single elements and small arrays become instructions of the processor when a program
 * is opened, if the build has that (option `jit`), the processor has AVX2, and the system allows pages that are
 * written and then executable. Without, they are interpreted; results have the same bits. */

/* Whether programs that are opened from now on may have code; they may by default, unless the environment variable
 * KERNELS_JIT is "off". Applies to the whole process. */
KERNELS_API void kernels_hlo_code_allow(bool allowed);
/* Why loops of programs that are opened now have no code, or NULL if they have. Static. */
KERNELS_API const char *kernels_hlo_code_missing(void);

/* ---- probes: tensors that a program gives to the host with interpreter.probe, and reads with
 * check.expect_serialized_eq. Without probes in the resources of a request, interpreter.probe does nothing and
 * check.expect_serialized_eq fails. interpreter.print needs no probes: it prints to the host (`print` of struct
 * async_host). */

/* A tensor of a probe. */
struct kernels_hlo_probe {
	const char *id; /* not NUL-terminated */
	size_t id_size;
	enum kernels_dtype dtype;
	const struct kernels_shape *shape;
	size_t size; /* of the elements in bytes, as in kernels/dtype.h */
};

struct kernels_hlo_probes {
	size_t size; /* sizeof(struct kernels_hlo_probes) */
	void *ctx;
	/* Keeps a tensor: the next one of this id. May be called in several threads at once. Returns false after it
	 * wrote the reason to `message`. */
	bool (*write)(void *ctx, const struct kernels_hlo_probe *probe, const void *data, char *message,
		size_t message_size);
	/* Reads tensor number `iteration` (from 1) of this id, if it has this type. As above. */
	bool (*read)(void *ctx, const struct kernels_hlo_probe *probe, uint32_t iteration, void *out, char *message,
		size_t message_size);
	void (*destroy)(void *ctx); /* when the resources end; NULL: nothing */
};

/* Gives probes to the requests with these resources (async_request_create()), once, before they run. Copies *probes.
 * On failure, out of memory, nothing is kept. Also fails, reported as ASYNC_MISUSE_BAD_ARGUMENT (async/misuse.h), if
 * the size is not set. */
KERNELS_API bool kernels_hlo_probes_set(struct async_resources *resources, const struct kernels_hlo_probes *probes);

/* As above, with probes in a directory that exists, as StableHLO's interpreter writes them: files ID_1.npy,
 * ID_2.npy, ... and a line ID,TYPE,FILE for each in index.csv, where control characters, commas, quotes and
 * backslashes of ID and FILE are \xNN. Characters of the id other than letters, digits, '_' and '-' are '_' in names
 * of files. The first probe replaces index.csv. In world-writable folders with the sticky bit, links of other users
 * are not followed. Element types that NumPy does not have are bytes ("|V2"). */
KERNELS_API bool kernels_hlo_probes_to_directory(struct async_resources *resources, const char *path);

#ifdef __cplusplus
}
#endif

#endif
