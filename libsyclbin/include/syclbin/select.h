/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses images for a device as the SYCL run time of DPC++ does, and reports why it rejects the others.
 * Thread class: safe; `report` is called on the thread of the call. */
#ifndef SYCLBIN_SELECT_H
#define SYCLBIN_SELECT_H

#include <syclbin/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_backend {
	SYCLBIN_BACKEND_OPENCL,
	SYCLBIN_BACKEND_LEVEL_ZERO,
	SYCLBIN_BACKEND_CUDA,
	SYCLBIN_BACKEND_HIP,
	SYCLBIN_BACKEND_NATIVE_CPU
};

enum syclbin_device_kind { SYCLBIN_DEVICE_CPU, SYCLBIN_DEVICE_GPU, SYCLBIN_DEVICE_ACCELERATOR };

/* A device. Members that are NULL, or counts that are 0, are not compared. */
struct syclbin_device {
	size_t size; /* sizeof(struct syclbin_device) */
	enum syclbin_backend backend;
	enum syclbin_device_kind kind;
	/* "intel_gpu_pvc", "pvc", "sm_90", any name that syclbin_architecture_find() knows: compared with the
	 * compile_target of a module */
	const char *arch;
	const char *target; /* only images whose target begins with this; the run time has no such filter */
	/* Rejects native images for another arch, which the run time does not compare. For CUDA: machine code for
	 * another generation or a later device, PTX for a later device. */
	bool match_arch;
	const uint32_t *aspects; /* numbers of sycl::aspect; NULL: all aspects */
	size_t aspect_count;
	const uint32_t *sub_group_sizes; /* NULL: all sizes */
	size_t sub_group_size_count;
	uint64_t max_work_group_size;     /* product of the dimensions; 0: any */
	uint64_t max_work_item_sizes[3];  /* per dimension; 0: any */
};
#define SYCLBIN_DEVICE_INIT { sizeof(struct syclbin_device), SYCLBIN_BACKEND_OPENCL, SYCLBIN_DEVICE_CPU, NULL, NULL, \
	false, NULL, 0, NULL, 0, 0, { 0, 0, 0 } }

/* "level_zero", "gpu"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_backend_name(unsigned backend);
SYCLBIN_API const char *syclbin_device_kind_name(unsigned kind);

enum syclbin_reason {
	SYCLBIN_CHOSEN = 0,
	SYCLBIN_NOT_STATE,          /* of the file: it does not have the requested state */
	SYCLBIN_NOT_ASPECT,         /* of the module: an aspect that the device lacks; `detail` is its number */
	SYCLBIN_NOT_SUB_GROUP,      /* a sub-group size that the device lacks; `detail` is the size */
	SYCLBIN_NOT_WORK_GROUP,     /* a work-group larger than the device's */
	SYCLBIN_NOT_COMPILE_TARGET, /* compiled for another device */
	SYCLBIN_NOT_FIXED_TARGET,   /* compiled for other kinds of target */
	SYCLBIN_NOT_BACKEND,        /* of an image: its target is not of this backend */
	SYCLBIN_NOT_DEVICE_KIND,    /* its target is for another kind of device */
	SYCLBIN_NOT_TARGET_KNOWN,   /* its target is missing, or unknown to the run time */
	SYCLBIN_NOT_TARGET,         /* not the requested target */
	SYCLBIN_NOT_ARCH,           /* not the requested arch */
	SYCLBIN_NOT_NATIVE_STATE,   /* a native image, but the state requires IR */
	SYCLBIN_NOT_FIRST,          /* it matches, but an earlier image was chosen */
	SYCLBIN_NOT_READABLE        /* its text is invalid */
};
/* "the device lacks an aspect"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_reason_text(enum syclbin_reason reason);

/* The result for one image, or for the whole module or file. */
struct syclbin_candidate {
	const struct syclbin_module *module;
	const struct syclbin_image *image; /* NULL: the reason is about the module */
	enum syclbin_reason reason;
	uint64_t detail;
};
/* The reason in words, with what the image or module has and what the device or call has: "compiled for
 * 'intel_gpu_pvc', but the device is 'intel_gpu_dg1'". The candidate is of a call with this device and state. Like
 * snprintf: returns the length and truncates. */
SYCLBIN_API size_t syclbin_candidate_text(const struct syclbin_candidate *candidate,
	const struct syclbin_device *device, enum syclbin_state state, char *buffer, size_t capacity);
typedef void (*syclbin_candidate_fn)(void *ctx, const struct syclbin_candidate *candidate);

/* Chooses an image of a module for a device and a state. For executable: the first matching native image, otherwise the
 * first IR. For input: the first IR. For object: the first IR, otherwise the first matching native image. `report`, if
 * not NULL, is called for every image, including the chosen one.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND no image matches; *out_reason (out_reason may be NULL) is the reason for the
 * first image · SYCLBIN_E_CORRUPT */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_select(const struct syclbin_reader *reader,
	const struct syclbin_module *module, const struct syclbin_device *device, enum syclbin_state state,
	struct syclbin_image *out_image, enum syclbin_reason *out_reason, syclbin_candidate_fn report, void *ctx,
	struct syclbin_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
