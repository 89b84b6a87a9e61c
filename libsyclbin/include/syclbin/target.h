/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of targets and of architectures: those of the command line, of SYCLBIN files and of SYCL's enumerators.
 * Thread class: safe. Nothing is allocated. */
#ifndef SYCLBIN_TARGET_H
#define SYCLBIN_TARGET_H

#include <stdbool.h>
#include <syclbin/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A device architecture of sycl_ext_oneapi_device_architecture. */
struct syclbin_architecture {
	const char *name;    /* of the enumerator: "intel_gpu_pvc", "nvidia_gpu_sm_80" */
	const char *arch;    /* as compilers write it: "pvc", "sm_80" */
	const char *version; /* of Intel's hardware: "12.60.7"; NULL: not known */
	const char *target;  /* of native images for it: "spir64_gen-unknown-unknown" */
};
/* All known architectures. Static. */
SYCLBIN_API const struct syclbin_architecture *syclbin_architectures(size_t *out_count);
/* Finds an architecture by any of its names, also by those of hardware with the same enumerator ("dg2_g10", "acm_g10"),
 * and without the features of AMD's names ("gfx90a:xnack-"). NULL if there is none. */
SYCLBIN_API const struct syclbin_architecture *syclbin_architecture_find(struct syclbin_string name);
/* True if both names are of one architecture, or equal. Features of AMD's names must not contradict each other. */
SYCLBIN_API bool syclbin_architecture_same(struct syclbin_string a, struct syclbin_string b);

/* Writes the triple that a target stands for: "spir64_gen" is "spir64_gen-unknown-unknown", "intel_gpu_pvc" the same
 * with the architecture "intel_gpu_pvc", "nvptx64" is "nvptx64-nvidia-cuda", "spir64-unknown-unknown-sycldevice" is
 * "spir64-unknown-unknown". The run time knows no target without a dash. Other targets are copied. Like snprintf:
 * returns the length and truncates. *out_arch (may be NULL) is the architecture that the target names, static, or
 * empty. */
SYCLBIN_API size_t syclbin_target_triple(struct syclbin_string target, char *buffer, size_t capacity,
	struct syclbin_string *out_arch);

#ifdef __cplusplus
}
#endif

#endif
