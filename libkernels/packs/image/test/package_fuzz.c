/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes are a package or are refused with a message. What a package says about kernels and constants can be used: arguments of
 * the source map to parameters, and values lie within their memory. */
#include <image/package.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition) ((condition) ? (void)0 : abort())

static const struct async_allocator *allocator;

/* As a launch does: of the arguments of the source, those that are left are the parameters in order. */
static void check_sources(const struct image_entry *entry)
{
	struct kernels_device_function function = { .parameter_count = 0 };
	const uint32_t full = entry->full_count == UINT32_MAX ? 0 : entry->full_count;
	uint32_t *sources = malloc((full + 1) * sizeof *sources), left = 0, next = 0;
	uint32_t count = entry->kernel ? entry->kernel->parameter_count : 0;
	MUST(sources);
	if (!entry->kernel) {
		for (uint32_t i = 0; i < full; i++)
			count += !kernels_image__is_removed(entry, i);
	}
	MUST(kernels_image__set_sources(entry, sources, count, &function, &left) && left == count);
	MUST(!function.sources || (function.sources == sources && function.source_count == full));
	for (uint32_t i = 0; i < function.source_count; i++) {
		MUST(function.sources[i] == UINT32_MAX || function.sources[i] == next);
		next += function.sources[i] != UINT32_MAX;
	}
	MUST(!function.sources || next == count);
	MUST(function.shared_parameter <= count);
	MUST(!kernels_image__set_sources(entry, sources, count + 1, &function, &left) || full == 0);
	free(sources);
}

static void use_kernel(const struct image_package *package, const char *name, size_t size)
{
	struct image_entry entry;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const enum kernels_status status = kernels_image__package_kernel(package, name, size, &entry, &diag);
	MUST((status == KERNELS_OK) == (diag.message[0] == '\0'));
	if (status != KERNELS_OK)
		return;
	MUST(entry.part->fits && entry.name.data && (entry.kernel != NULL) == !entry.part->native);
	check_sources(&entry);
}

/* Values for all constants of the part, of the sizes that it has. */
static void use_constants(const struct image_package *package, const struct image_part *part)
{
	static const uint8_t bytes[4096];
	struct image_value values[64];
	struct kernels_device_constant constants[16];
	char name[16][64];
	size_t count = 0, found, size;
	uint8_t *blob;
	for (uint32_t i = 0; i < part->table.property_count && count < 16; i++) {
		const struct syclbin_string key = part->table.properties[i].key;
		if (key.size >= sizeof name[0])
			continue;
		memcpy(name[count], key.data, key.size);
		name[count][key.size] = '\0';
		constants[count] = (struct kernels_device_constant){ i, i % 2 ? 4 : (uint32_t)(1 + i % 40), bytes, i % 3 ? name[count] : NULL };
		count++;
	}
	(void)kernels_image__package_check_constants(package, constants, count, NULL);
	if (kernels_image__package_values(part, constants, count, values, 64, &found, NULL) == KERNELS_OK) {
		for (size_t i = 0; i < found; i++) {
			const uint8_t *at = values[i].bytes;
			MUST(at >= bytes && at + (values[i].size == UINT8_MAX ? 0 : values[i].size) <= bytes + 64);
		}
	}
	if (kernels_image__package_blob(part, constants, count, allocator, &blob, &size, NULL) == KERNELS_OK && blob)
		async_free(allocator, blob, size, 16);
}

static void use(const struct image_package *package)
{
	for (uint32_t i = 0; i < kernels_image__package_count(package); i++) {
		const struct image_part *part = kernels_image__package_part(package, i);
		MUST(part->module == i && part->fits == (part->problem[0] == '\0'));
		for (uint32_t k = 0; k < part->table.property_count && k < 100; k++)
			use_kernel(package, part->table.properties[k].key.data, part->table.properties[k].key.size);
		for (uint32_t k = 0; k < part->spirv.kernel_count && k < 100; k++)
			use_kernel(package, part->spirv.kernels[k].name, strlen(part->spirv.kernels[k].name));
		use_constants(package, part);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *exact = malloc(size ? size : 1);
	MUST(exact);
	if (size)
		memcpy(exact, data, size);
	allocator = async_allocator_system();
	for (int cuda = 0; cuda < 2; cuda++) {
		struct syclbin_device device = SYCLBIN_DEVICE_INIT;
		struct kernels_diag diag = KERNELS_DIAG_INIT;
		struct image_package *package;
		device.backend = cuda ? SYCLBIN_BACKEND_CUDA : SYCLBIN_BACKEND_OPENCL;
		device.kind = cuda ? SYCLBIN_DEVICE_GPU : SYCLBIN_DEVICE_CPU;
		const enum kernels_status status = kernels_image__package_open(exact, size, &device, allocator, &package, &diag);
		MUST((status == KERNELS_OK) == (package != NULL) && (status == KERNELS_OK) == (diag.message[0] == '\0'));
		if (package)
			use(package);
		kernels_image__package_close(package);
	}
	free(exact);
	return 0;
}
