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

PJRT_ANSWER(DeviceDescription_Id, id, args->device_description->id)
PJRT_ANSWER(DeviceDescription_ProcessIndex, process_index, 0)
PJRT_LIST(DeviceDescription_Attributes, attributes, NULL, num_attributes, 0)
PJRT_TEXT(DeviceDescription_Kind, device_kind, args->device_description->kind)
PJRT_TEXT(DeviceDescription_DebugString, debug_string, args->device_description->text)
PJRT_TEXT(DeviceDescription_ToString, to_string, args->device_description->text)

/* ---- devices */

PJRT_ANSWER(Device_GetDescription, device_description, &args->device->description)
PJRT_ANSWER(Device_IsAddressable, is_addressable, true)
PJRT_ANSWER(Device_LocalHardwareId, local_hardware_id, args->device->description.id)
PJRT_LIST(Device_AddressableMemories, memories, args->device->memory_list, num_memories,
	PJRT__MEMORY_KINDS)
PJRT_ANSWER(Device_DefaultMemory, memory, &args->device->memories[PJRT__DEVICE])

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

PJRT_ANSWER(Memory_Id, id, args->memory->id)
PJRT_TEXT(Memory_Kind, kind, pjrt__memory_kind_name(args->memory->kind))
PJRT_ANSWER(Memory_Kind_Id, kind_id, (int)args->memory->kind)
PJRT_TEXT(Memory_DebugString, debug_string, args->memory->text)
PJRT_TEXT(Memory_ToString, to_string, args->memory->text)
PJRT_LIST(Memory_AddressableByDevices, devices,
	&args->memory->device->client->device_list[args->memory->device->description.id],
	num_devices, 1)

/* ---- the topology */

PJRT_ENTRY(TopologyDescription_Destroy) /* each is part of a client */
{
	(void)args;
	return NULL;
}

PJRT_TEXT(TopologyDescription_PlatformName, platform_name, args->topology->client->platform)
PJRT_TEXT(TopologyDescription_PlatformVersion, platform_version, pjrt__version())
PJRT_LIST(TopologyDescription_GetDeviceDescriptions, descriptions, args->topology->descriptions,
	num_descriptions, args->topology->client->device_count)

static void keep_topology(PJRT_SerializedTopology *topology) { (void)topology; }

PJRT_ENTRY(TopologyDescription_Serialize)
{
	args->serialized_bytes = args->topology->text;
	args->serialized_bytes_size = strlen(args->topology->text);
	args->serialized_topology = NULL;
	args->serialized_topology_deleter = keep_topology;
	return NULL;
}

PJRT_LIST(TopologyDescription_Attributes, attributes, NULL, num_attributes, 0)

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
