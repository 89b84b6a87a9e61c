/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions about devices, memories and the topology. */
#include "client.h"

#include <bytecursor/digest.h>
#include <string.h>
#include <unistd.h>

PJRT_Memory *pjrt__memory_of(PJRT_Client *client, PJRT_Device *device, PJRT_Memory *memory)
{
	return memory ? memory : &(device ? device : client->device_list[0])->memories[PJRT__DEVICE];
}

/* ---- descriptions */

PJRT_ENTRY(DeviceDescription_Id)
{
	args->id = args->device_description->id;
	return NULL;
}

PJRT_ENTRY(DeviceDescription_ProcessIndex)
{
	args->process_index = 0;
	return NULL;
}

PJRT_ENTRY(DeviceDescription_Attributes)
{
	args->attributes = NULL;
	args->num_attributes = 0;
	return NULL;
}

PJRT_ENTRY(DeviceDescription_Kind)
{
	args->device_kind = args->device_description->kind;
	args->device_kind_size = strlen(args->device_kind);
	return NULL;
}

PJRT_ENTRY(DeviceDescription_DebugString)
{
	args->debug_string = args->device_description->text;
	args->debug_string_size = strlen(args->debug_string);
	return NULL;
}

PJRT_ENTRY(DeviceDescription_ToString)
{
	args->to_string = args->device_description->text;
	args->to_string_size = strlen(args->to_string);
	return NULL;
}

/* ---- devices */

PJRT_ENTRY(Device_GetDescription)
{
	args->device_description = &args->device->description;
	return NULL;
}

PJRT_ENTRY(Device_IsAddressable)
{
	args->is_addressable = true;
	return NULL;
}

PJRT_ENTRY(Device_LocalHardwareId)
{
	args->local_hardware_id = args->device->description.id;
	return NULL;
}

PJRT_ENTRY(Device_AddressableMemories)
{
	args->memories = args->device->memory_list;
	args->num_memories = PJRT__MEMORY_KINDS;
	return NULL;
}

PJRT_ENTRY(Device_DefaultMemory)
{
	args->memory = &args->device->memories[PJRT__DEVICE];
	return NULL;
}

static void free_nothing(PJRT_Device_Attributes *attributes) { (void)attributes; }

PJRT_ENTRY(Device_GetAttributes)
{
	args->attributes = NULL;
	args->num_attributes = 0;
	args->device_attributes = NULL;
	args->attributes_deleter = free_nothing;
	return NULL;
}

/* ---- memories */

PJRT_ENTRY(Memory_Id)
{
	args->id = args->memory->id;
	return NULL;
}

PJRT_ENTRY(Memory_Kind)
{
	args->kind = pjrt__memory_kind_name(args->memory->kind);
	args->kind_size = strlen(args->kind);
	return NULL;
}

PJRT_ENTRY(Memory_Kind_Id)
{
	args->kind_id = (int)args->memory->kind;
	return NULL;
}

PJRT_ENTRY(Memory_DebugString)
{
	args->debug_string = args->memory->text;
	args->debug_string_size = strlen(args->debug_string);
	return NULL;
}

PJRT_ENTRY(Memory_ToString)
{
	args->to_string = args->memory->text;
	args->to_string_size = strlen(args->to_string);
	return NULL;
}

PJRT_ENTRY(Memory_AddressableByDevices)
{
	args->devices = &args->memory->device->client->device_list[args->memory->device->description.id];
	args->num_devices = 1;
	return NULL;
}

/* ---- the topology */

PJRT_ENTRY(TopologyDescription_Destroy) /* each is part of a client */
{
	(void)args;
	return NULL;
}

PJRT_ENTRY(TopologyDescription_PlatformName)
{
	args->platform_name = args->topology->client->platform;
	args->platform_name_size = strlen(args->platform_name);
	return NULL;
}

PJRT_ENTRY(TopologyDescription_PlatformVersion)
{
	args->platform_version = pjrt__version();
	args->platform_version_size = strlen(args->platform_version);
	return NULL;
}

PJRT_ENTRY(TopologyDescription_GetDeviceDescriptions)
{
	args->descriptions = args->topology->descriptions;
	args->num_descriptions = args->topology->client->device_count;
	return NULL;
}

static void keep_topology(PJRT_SerializedTopology *topology) { (void)topology; }

PJRT_ENTRY(TopologyDescription_Serialize)
{
	args->serialized_bytes = args->topology->text;
	args->serialized_bytes_size = strlen(args->topology->text);
	args->serialized_topology = NULL;
	args->serialized_topology_deleter = keep_topology;
	return NULL;
}

PJRT_ENTRY(TopologyDescription_Attributes)
{
	args->attributes = NULL;
	args->num_attributes = 0;
	return NULL;
}

PJRT_ENTRY(TopologyDescription_Fingerprint)
{
	args->fingerprint = bytecursor_fnv(BYTECURSOR_FNV, args->topology->text, strlen(args->topology->text));
	return NULL;
}

/* Arrays only: what calls need meanwhile is in the pool of the process, which all devices share. */
PJRT_ENTRY(Device_MemoryStats)
{
	const PJRT_Device *device = args->device;
	const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
	const size_t head = offsetof(PJRT_Device_MemoryStats_Args, bytes_in_use);
	memset((char *)args + head, 0, sizeof *args - head);
	args->bytes_in_use = __atomic_load_n(&device->bytes, __ATOMIC_RELAXED);
	args->peak_bytes_in_use = __atomic_load_n(&device->most_bytes, __ATOMIC_RELAXED);
	args->largest_alloc_size = __atomic_load_n(&device->largest, __ATOMIC_RELAXED);
	args->peak_bytes_in_use_is_set = args->largest_alloc_size_is_set = true;
	args->bytes_limit_is_set = pages > 0 && page > 0;
	args->bytes_limit = args->bytes_limit_is_set ? (int64_t)pages * page : 0;
	args->pool_bytes = (int64_t)async_allocator_pooled_bytes();
	args->pool_bytes_is_set = true;
	return NULL;
}
