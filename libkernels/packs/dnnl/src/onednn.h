/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of oneDNN that the pack uses, and its operators. */
#ifndef KERNELS_DNNL_ONEDNN_H
#define KERNELS_DNNL_ONEDNN_H

#include <dnnl.h>
#include <kernels/math.h>
#include <shared/operators.h>

#define DNNL_FUNCTIONS(USE) \
	USE(version) USE(get_effective_cpu_isa) USE(engine_create) USE(stream_create) USE(stream_destroy) \
	USE(sgemm) USE(gemm_s8s8s32) USE(gemm_u8s8s32) USE(matmul_desc_init) USE(convolution_forward_desc_init) \
	USE(memory_desc_init_by_strides) USE(memory_desc_init_by_tag) USE(memory_desc_get_size) USE(memory_desc_equal) \
	USE(memory_create) USE(memory_set_data_handle) USE(memory_destroy) \
	USE(primitive_attr_create) USE(primitive_attr_set_scratchpad_mode) USE(primitive_attr_destroy) \
	USE(primitive_desc_create) USE(primitive_desc_query_md) USE(primitive_desc_destroy) \
	USE(reorder_primitive_desc_create) USE(primitive_create) USE(primitive_execute) USE(primitive_destroy)

struct kernels_dnnl__library {
#define DNNL_MEMBER(name) __typeof__(dnnl_##name) *name;
	DNNL_FUNCTIONS(DNNL_MEMBER)
#undef DNNL_MEMBER
	/* of the OpenMP runtime; NULL if oneDNN was built without one */
	int (*get_threads)(void);
	void (*set_threads)(int count);
	dnnl_engine_t engine;
	dnnl_primitive_attr_t attributes; /* scratchpads are the caller's */
	bool sums_bytes; /* exactly: otherwise pairs of products are summed in 16 bits, which saturates */
	bool sums_bf16;  /* the processor multiplies bf16 */
};
/* Set once, before the library can be selected. */
extern struct kernels_dnnl__library kernels_dnnl__onednn;

/* oneDNN divides operations among the OpenMP threads that the calling thread may use. Between these calls that is one;
 * enter() returns the number for leave(), since the host may use OpenMP too. */
int kernels_dnnl__enter(void);
void kernels_dnnl__leave(int threads);

bool kernels_dnnl__sgemm(const struct kernels_sgemm *p);
bool kernels_dnnl__gemm(const struct kernels_gemm *p);
bool kernels_dnnl__conv2d(const struct kernels_conv2d *p);

/* ---- operators (operator.c) */

/* A primitive with its memory, used by one thread at a time. */
struct kernels_dnnl__operator;
/* Creates the primitive of a matmul or convolution. `weights` is the layout in which the caller has them; oneDNN chooses
 * the layout that the primitive reads if the descriptor says "any". NULL: not supported, or out of memory. */
struct kernels_dnnl__operator *kernels_dnnl__operator_create(
	const_dnnl_op_desc_t desc, const dnnl_memory_desc_t *weights);
void kernels_dnnl__operator_destroy(void *op);
/* Converts the weights to the layout of the primitive, and keeps them; nothing if that is the caller's layout. Returns false on
 * failure. */
bool kernels_dnnl__operator_pack(struct kernels_dnnl__operator *op, const void *weights);
/* `weights` are read if they are not packed. Returns false on failure. */
bool kernels_dnnl__operator_run(struct kernels_dnnl__operator *op, const void *src, const void *weights, void *dst);
/* Those that exist, by shape and weights. */
extern struct kernels_shared__operators kernels_dnnl__operators;

#endif
