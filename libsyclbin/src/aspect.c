/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of aspects, which are numbers in SYCLBIN files. */
#include <syclbin/properties.h>

#include <string.h>

/* Numbers of sycl::aspect in DPC++; those without a name are withdrawn, internal, or not known here. */
static const char *const names[] = { "host", "cpu", "gpu", "accelerator", "custom", "fp16", "fp64", NULL, NULL, "image", "online_compiler",
	"online_linker", "queue_profiling", "usm_device_allocations", "usm_host_allocations", "usm_shared_allocations",
	"usm_restricted_shared_allocations", "usm_system_allocations", "ext_intel_pci_address", "ext_intel_gpu_eu_count",
	"ext_intel_gpu_eu_simd_width", "ext_intel_gpu_slices", "ext_intel_gpu_subslices_per_slice", "ext_intel_gpu_eu_count_per_subslice",
	"ext_intel_max_mem_bandwidth", "ext_intel_mem_channel", "usm_atomic_host_allocations", "usm_atomic_shared_allocations", "atomic64",
	"ext_intel_device_info_uuid", "ext_oneapi_srgb", "ext_oneapi_native_assert", "host_debuggable", "ext_intel_gpu_hw_threads_per_eu",
	"ext_oneapi_cuda_async_barrier", "ext_oneapi_bfloat16_math_functions", "ext_intel_free_memory", "ext_intel_device_id",
	"ext_intel_memory_clock_rate", "ext_intel_memory_bus_width", "emulated", "ext_intel_legacy_image", "ext_oneapi_bindless_images",
	[53] = "ext_intel_esimd", "ext_oneapi_ballot_group", "ext_oneapi_fixed_size_group", "ext_oneapi_opportunistic_group",
	"ext_oneapi_tangle_group", "ext_intel_matrix", "ext_oneapi_is_composite", "ext_oneapi_is_component", "ext_oneapi_graph",
	"ext_intel_fpga_task_sequence", "ext_oneapi_limited_graph", "ext_oneapi_private_alloca" };
enum { COUNT = sizeof names / sizeof *names };

const char *syclbin_aspect_name(uint32_t aspect) { return aspect < COUNT ? names[aspect] : NULL; }

bool syclbin_aspect_number(struct syclbin_string name, uint32_t *out_aspect)
{
	for (uint32_t i = 0; i < COUNT; i++) {
		if (names[i] && syclbin_string_is(name, names[i])) {
			*out_aspect = i;
			return true;
		}
	}
	return false;
}
