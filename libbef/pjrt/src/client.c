/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The plugin and its clients. A client lives as long as anything that was made with it, since a program that ends may
 * destroy the client before its last arrays. */
#include "client.h"
#include "callbacks.h"

#include <bef/version.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <mlirbc/stablehlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)
#define VERSION \
	"befkit " TEXT_OF(BEF_VERSION_MAJOR) "." TEXT_OF(BEF_VERSION_MINOR) "." TEXT_OF(BEF_VERSION_PATCH)

const char *pjrt__version(void) { return VERSION; }

bool pjrt__is_named(const PJRT_NamedValue *value, const char *name)
{
	return value->name && value->name_size == strlen(name) && memcmp(value->name, name, value->name_size) == 0;
}

/* ---- the plugin */

PJRT_ENTRY(Plugin_Initialize)
{
	(void)args;
	return NULL;
}

/* JAX writes artifacts for the version that is named here. */
PJRT_ENTRY(Plugin_Attributes)
{
	const struct mlirbc_stablehlo_version current = MLIRBC_STABLEHLO_CURRENT, minimum = MLIRBC_STABLEHLO_MINIMUM;
	static const int64_t newest[] = { 1, 20, 0 }, oldest[] = { 0, 9, 0 };
	static const PJRT_NamedValue attributes[] = {
		{ sizeof(PJRT_NamedValue), NULL, "xla_version", 11, PJRT_NamedValue_kInt64, { .int64_value = 2 }, 1 },
		{ sizeof(PJRT_NamedValue), NULL, "stablehlo_current_version", 25, PJRT_NamedValue_kInt64List,
			{ .int64_array_value = newest }, 3 },
		{ sizeof(PJRT_NamedValue), NULL, "stablehlo_minimum_version", 25, PJRT_NamedValue_kInt64List,
			{ .int64_array_value = oldest }, 3 },
	};
	if (current.major != newest[0] || current.minor != newest[1] || minimum.minor != oldest[1])
		return pjrt__fail(PJRT_Error_Code_INTERNAL, "the versions of StableHLO differ from those of the library");
	args->attributes = attributes;
	args->num_attributes = sizeof attributes / sizeof *attributes;
	return NULL;
}

/* ---- making a client */

const char *pjrt__memory_kind_name(enum pjrt__memory_kind kind)
{
	static const char *const names[] = { "device", "pinned_host", "unpinned_host" };
	return names[kind];
}

enum pjrt__memory_kind pjrt__memory_kind_of(const char *name, size_t size)
{
	for (enum pjrt__memory_kind kind = PJRT__DEVICE; kind < PJRT__MEMORY_KINDS; kind++) {
		const char *known = pjrt__memory_kind_name(kind);
		if (strlen(known) == size && memcmp(known, name, size) == 0)
			return kind;
	}
	return PJRT__DEVICE;
}

static void read_processor(char *out, size_t size)
{
	FILE *file = fopen("/proc/cpuinfo", "r");
	char line[256];
	snprintf(out, size, "cpu");
	while (file && fgets(line, sizeof line, file)) {
		const char *value = strchr(line, ':');
		if (value && strncmp(line, "model name", 10) == 0) {
			snprintf(out, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
			break;
		}
	}
	if (file)
		fclose(file);
}

static void print_text(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	fwrite(text, 1, size, stdout);
	fflush(stdout);
}

static void make_devices(PJRT_Client *client)
{
	for (size_t i = 0; i < client->device_count; i++) {
		PJRT_Device *device = client->device_list[i] = &client->devices[i];
		device->client = client;
		device->description.id = (int)i;
		device->description.kind = client->processor;
		snprintf(device->description.text, sizeof device->description.text, "CpuDevice(id=%zu)", i);
		client->topology.descriptions[i] = &device->description;
		for (unsigned kind = 0; kind < PJRT__MEMORY_KINDS; kind++) {
			PJRT_Memory *memory = device->memory_list[kind] = &device->memories[kind];
			*memory = (PJRT_Memory){ .id = (int)(i * PJRT__MEMORY_KINDS + kind), .kind = kind, .device = device };
			snprintf(memory->text, sizeof memory->text, "CpuMemory(id=%d, kind=%s)", memory->id,
				pjrt__memory_kind_name(kind));
			client->memory_list[i * PJRT__MEMORY_KINDS + kind] = memory;
		}
	}
	client->topology.client = client;
	snprintf(client->topology.text, sizeof client->topology.text, VERSION " %.80s %zu", client->processor,
		client->device_count);
}

static bool make_registry(PJRT_Client *client)
{
	client->registry = kernels_registry_create(NULL);
	return client->registry && kernels_registry_add(client->registry, kernels_pack_basic(), NULL) == KERNELS_OK &&
	       kernels_registry_add(client->registry, kernels_pack_hlo(), NULL) == KERNELS_OK &&
	       kernels_registry_add(client->registry, pjrt__callback_pack(), NULL) == KERNELS_OK;
}

static void destroy(PJRT_Client *client)
{
	kernels_registry_destroy(client->registry);
	async_queue_destroy(client->host.queue);
	free(client->devices);
	free(client->device_list);
	free(client->memory_list);
	free(client->topology.descriptions);
	pthread_cond_destroy(&client->ended);
	pthread_mutex_destroy(&client->lock);
	free(client);
}

static PJRT_Client *create(size_t device_count, const char *platform)
{
	PJRT_Client *client = calloc(1, sizeof *client);
	if (!client)
		return NULL;
	*client = (PJRT_Client){ .references = 1, .device_count = device_count, .host = ASYNC_HOST_INIT };
	pthread_mutex_init(&client->lock, NULL);
	pthread_cond_init(&client->ended, NULL);
	read_processor(client->processor, sizeof client->processor);
	snprintf(client->platform, sizeof client->platform, "%s", platform);
	client->devices = calloc(device_count, sizeof *client->devices);
	client->device_list = calloc(device_count, sizeof(void *));
	client->memory_list = calloc(device_count * PJRT__MEMORY_KINDS, sizeof(void *));
	client->topology.descriptions = calloc(device_count, sizeof(void *));
	client->host.allocator = async_allocator_pooled();
	client->host.queue = async_queue_create_threads(NULL, NULL);
	client->host.print = print_text;
	if (!client->devices || !client->device_list || !client->memory_list || !client->topology.descriptions ||
		!client->host.queue || !make_registry(client)) {
		destroy(client);
		return NULL;
	}
	make_devices(client);
	return client;
}

PJRT_Client *pjrt__client_retain(PJRT_Client *client)
{
	__atomic_add_fetch(&client->references, 1, __ATOMIC_RELAXED);
	return client;
}

void pjrt__client_release(PJRT_Client *client)
{
	/* pairs with the releases of other threads: they do not use it any more */
	if (client && __atomic_sub_fetch(&client->references, 1, __ATOMIC_ACQ_REL) == 0)
		destroy(client);
}

static PJRT_Error *read_count(const PJRT_NamedValue *value, size_t *out)
{
	if (value->type != PJRT_NamedValue_kInt64 || value->int64_value < 1 || value->int64_value > PJRT__MOST_DEVICES)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the option num_devices is an integer from 1 to %d",
			PJRT__MOST_DEVICES);
	*out = (size_t)value->int64_value;
	return NULL;
}

/* The name decides which rules JAX lowers programs by, so other names than these would get programs that cannot run. */
static PJRT_Error *read_platform(const PJRT_NamedValue *value, const char **out)
{
	static const char *const names[] = { "cpu", "befkit" };
	for (size_t i = 0; value->type == PJRT_NamedValue_kString && value->string_value && i < 2; i++) {
		if (value->value_size == strlen(names[i]) && memcmp(value->string_value, names[i], value->value_size) == 0) {
			*out = names[i];
			return NULL;
		}
	}
	return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the option platform_name is \"cpu\" or \"befkit\"");
}

PJRT_ENTRY(Client_Create)
{
	size_t devices = 1;
	const char *platform = "cpu";
	PJRT_Error *error = NULL;
	if (args->num_options && !args->create_options)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the %zu options of a client are NULL", args->num_options);
	for (size_t i = 0; !error && i < args->num_options; i++) {
		const PJRT_NamedValue *value = &args->create_options[i];
		if (pjrt__is_named(value, "num_devices"))
			error = read_count(value, &devices);
		else if (pjrt__is_named(value, "platform_name"))
			error = read_platform(value, &platform);
		else
			error = pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "there is no option \"%.*s\": num_devices, platform_name",
				!value->name ? 0 : value->name_size < 100 ? (int)value->name_size : 100, value->name);
	}
	if (error)
		return error;
	args->client = create(devices, platform);
	return args->client ? NULL : pjrt__no_memory();
}

/* With executions that do not end, it stays: their threads use it. */
PJRT_ENTRY(Client_Destroy)
{
	if (args->client && pjrt__client_settle(args->client))
		pjrt__client_release(args->client);
	return NULL;
}

/* ---- questions */

PJRT_ENTRY(Client_PlatformName)
{
	args->platform_name = args->client->platform;
	args->platform_name_size = strlen(args->client->platform);
	return NULL;
}

PJRT_ANSWER(Client_ProcessIndex, process_index, 0)

PJRT_ENTRY(Client_PlatformVersion)
{
	args->platform_version = VERSION;
	args->platform_version_size = sizeof VERSION - 1;
	return NULL;
}

PJRT_LIST(Client_Devices, devices, args->client->device_list, num_devices,
	args->client->device_count)
PJRT_LIST(Client_AddressableDevices, addressable_devices, args->client->device_list,
	num_addressable_devices, args->client->device_count)

static PJRT_Error *look_up(PJRT_Client *client, int id, PJRT_Device **out)
{
	if (id < 0 || (size_t)id >= client->device_count)
		return pjrt__fail(PJRT_Error_Code_NOT_FOUND, "there is no device %d, but devices 0 to %zu", id,
			client->device_count - 1);
	*out = client->device_list[id];
	return NULL;
}

PJRT_ENTRY(Client_LookupDevice) { return look_up(args->client, args->id, &args->device); }

PJRT_ENTRY(Client_LookupAddressableDevice)
{
	return look_up(args->client, args->local_hardware_id, &args->addressable_device);
}

PJRT_LIST(Client_AddressableMemories, addressable_memories, args->client->memory_list,
	num_addressable_memories, args->client->device_count * PJRT__MEMORY_KINDS)
PJRT_ANSWER(Client_TopologyDescription, topology, &args->client->topology)

PJRT_ENTRY(Client_DefaultDeviceAssignment)
{
	const int64_t count = (int64_t)args->num_replicas * args->num_partitions;
	if (args->num_replicas < 1 || args->num_partitions < 1 || (uint64_t)count > args->client->device_count ||
		(uint64_t)count > args->default_assignment_size)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "%d replicas of %d partitions do not fit %zu devices and %zu numbers",
			args->num_replicas, args->num_partitions, args->client->device_count, args->default_assignment_size);
	for (int64_t i = 0; i < count; i++)
		args->default_assignment[i] = (int)i;
	return NULL;
}

/* There is one process. */
PJRT_ENTRY(Client_UpdateGlobalProcessInfo)
{
	(void)args;
	return NULL;
}

/* The memory of the process is the memory of the devices. */
PJRT_ENTRY(Client_DmaMap)
{
	(void)args;
	return NULL;
}

PJRT_ENTRY(Client_DmaUnmap)
{
	(void)args;
	return NULL;
}
