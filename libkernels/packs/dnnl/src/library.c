/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads oneDNN, and makes it selectable. */
#include "onednn.h"
#include <kernels/kernels.h>
#include <kernels/pack_dnnl.h>
#include <shared/dynamic.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number
#define FILE_NAME "libdnnl.so." TEXT(DNNL_VERSION_MAJOR)

struct kernels_dnnl__library kernels_dnnl__onednn;

static bool find_all(void *library, struct kernels_dnnl__library *out)
{
	bool all = true;
#define FIND(name) all = kernels_shared__find(library, "dnnl_" #name, &out->name) && all;
	DNNL_FUNCTIONS(FIND)
#undef FIND
	return all;
}

/* Returns whether the calling thread can keep operations to itself. */
static bool find_threads(void *library, struct kernels_dnnl__library *out)
{
	switch (out->version()->cpu_runtime) {
	case DNNL_RUNTIME_SEQ:
	case DNNL_RUNTIME_THREADPOOL: return true; /* streams get no pool */
	case DNNL_RUNTIME_OMP:
		return kernels_shared__find(library, "omp_get_max_threads", &out->get_threads) &&
		       kernels_shared__find(library, "omp_set_num_threads", &out->set_threads);
	default: return false;
	}
}

static void find_instructions(struct kernels_dnnl__library *out)
{
#if defined(__x86_64__)
	const unsigned isa = out->get_effective_cpu_isa();
	out->sums_bytes = (isa & dnnl_cpu_isa_avx512_core_vnni) == dnnl_cpu_isa_avx512_core_vnni;
	out->sums_bf16 = (isa & dnnl_cpu_isa_avx512_core_bf16) == dnnl_cpu_isa_avx512_core_bf16;
#else
	(void)out;
#endif
}

static bool prepare(struct kernels_dnnl__library *out)
{
	return out->engine_create(&out->engine, dnnl_cpu, 0) == dnnl_success &&
	       out->primitive_attr_create(&out->attributes) == dnnl_success &&
	       out->primitive_attr_set_scratchpad_mode(out->attributes, dnnl_scratchpad_mode_user) == dnnl_success;
}

static const char *load(void *library, struct kernels_dnnl__library *out)
{
	if (!find_all(library, out) || out->version()->major != DNNL_VERSION_MAJOR)
		return "oneDNN does not have the interface of version " TEXT(DNNL_VERSION_MAJOR);
	if (!find_threads(library, out))
		return "oneDNN was built with its own thread pool, which cannot be limited to the calling thread";
	find_instructions(out);
	return prepare(out) ? NULL : "oneDNN does not support this processor, or is out of memory";
}

static bool open_library(const char **out_reason)
{
	const char *wanted = secure_getenv("KERNELS_DNNL");
	struct kernels_dnnl__library found = { .engine = NULL };
	if (kernels_dnnl__onednn.engine)
		return true;
	void *library = dlopen(wanted ? wanted : FILE_NAME, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		*out_reason = FILE_NAME " (or the file in KERNELS_DNNL) cannot be loaded";
		return false;
	}
	const char *reason = load(library, &found); /* it stays loaded: it may have registered functions for the end */
	if (reason) {
		*out_reason = reason;
		return false;
	}
	kernels_dnnl__onednn = found;
	return true;
}

int kernels_dnnl__enter(void)
{
	const int threads = kernels_dnnl__onednn.get_threads ? kernels_dnnl__onednn.get_threads() : 1;
	if (threads != 1)
		kernels_dnnl__onednn.set_threads(1);
	return threads;
}

void kernels_dnnl__leave(int threads)
{
	if (threads != 1)
		kernels_dnnl__onednn.set_threads(threads);
}

static const struct kernels_math math = { .size = sizeof math,
	.name = "dnnl",
	.open = open_library,
	.sgemm = kernels_dnnl__sgemm,
	.conv2d = kernels_dnnl__conv2d,
	.gemm = kernels_dnnl__gemm,
	.conv2d_size = sizeof(struct kernels_conv2d) };

static bool init(void)
{
	return kernels_math_add(&math) == KERNELS_OK;
}

const struct kernels_pack *kernels_pack_dnnl(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "dnnl",
		.init = init };
	return &pack;
}
