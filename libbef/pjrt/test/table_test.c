/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table, errors, events, devices: what a client asks before its first program. */
#include "client.h"

#include <pthread.h>

/* Clients call entries without asking whether they are there. */
static void every_entry_exists(void)
{
#define X(number, name) CHECK(api->name != NULL);
#include "../src/functions.def"
#undef X
	CHECK_INT(api->struct_size, sizeof *api);
	CHECK_INT(api->pjrt_api_version.minor_version, PJRT_MINOR);
	CHECK_INT(api->pjrt_api_version.struct_size, 24);
}

static void unimplemented_ones_say_so(void)
{
	REFUSED(CopyToDeviceStream_TotalBytes, PJRT_Error_Code_UNIMPLEMENTED, .stream = NULL);
	CHECK(strstr(failure, "PJRT_CopyToDeviceStream_TotalBytes") != NULL);
	REFUSED(Compile, PJRT_Error_Code_UNIMPLEMENTED, .topology = NULL);
	REFUSED(Device_MemoryStats, PJRT_Error_Code_INVALID_ARGUMENT, .device = NULL);
}

/* The order of JAX. */
static void answers_what_jax_asks(void)
{
	CALL(begin, Plugin_Initialize, .extension_start = NULL);
	CALL(attributes, Plugin_Attributes, .extension_start = NULL);
	CHECK_INT(attributes.num_attributes, 3);
	CHECK_INT(attributes.attributes[1].value_size, 3);
	client = make_client(3);
	CALL(topology, Client_TopologyDescription, .client = client);
	CALL(version, TopologyDescription_PlatformVersion, .topology = topology.topology);
	CHECK(version.platform_version_size > 6 && memcmp(version.platform_version, "befkit", 6) == 0);
	CALL(platform, TopologyDescription_PlatformName, .topology = topology.topology);
	CHECK_BYTES(platform.platform_name, platform.platform_name_size, "cpu", 3);
	CALL(bytes, TopologyDescription_Serialize, .topology = topology.topology);
	CHECK(bytes.serialized_bytes_size > 0);
	bytes.serialized_topology_deleter(bytes.serialized_topology);
	CALL(devices, Client_Devices, .client = client);
	CHECK_INT(devices.num_devices, 3);
	CALL(memories, Client_AddressableMemories, .client = client);
	CHECK_INT(memories.num_addressable_memories, 9);
	for (size_t i = 0; i < devices.num_devices; i++) {
		CALL(description, Device_GetDescription, .device = devices.devices[i]);
		CALL(id, DeviceDescription_Id, .device_description = description.device_description);
		CHECK_INT(id.id, i);
		CALL(found, Client_LookupDevice, .client = client, .id = id.id);
		CHECK(found.device == devices.devices[i]);
		CALL(all, Device_GetAttributes, .device = devices.devices[i]);
		all.attributes_deleter(all.device_attributes);
		CALL(memory, Device_DefaultMemory, .device = devices.devices[i]);
		CALL(kind, Memory_Kind, .memory = memory.memory);
		CHECK_BYTES(kind.kind, kind.kind_size, "device", 6);
		CALL(owners, Memory_AddressableByDevices, .memory = memory.memory);
		CHECK(owners.num_devices == 1 && owners.devices[0] == devices.devices[i]);
	}
	REFUSED(Client_LookupDevice, PJRT_Error_Code_NOT_FOUND, .client = client, .id = 3);
	REFUSED(Client_LookupAddressableDevice, PJRT_Error_Code_NOT_FOUND, .client = client, .local_hardware_id = -1);
	int numbers[3] = { 0 };
	CALL(assign, Client_DefaultDeviceAssignment, .client = client, .num_replicas = 3, .num_partitions = 1,
		.default_assignment_size = 3, .default_assignment = numbers);
	CHECK_INT(numbers[2], 2);
	REFUSED(Client_DefaultDeviceAssignment, PJRT_Error_Code_INVALID_ARGUMENT, .client = client, .num_replicas = 2,
		.num_partitions = 2, .default_assignment_size = 4, .default_assignment = numbers);
	end_client(client);
}

static void refuses_options(void)
{
	PJRT_NamedValue option = { .struct_size = sizeof option, .name = "num_device", .name_size = 10,
		.type = PJRT_NamedValue_kInt64, .int64_value = 2, .value_size = 1 };
	REFUSED(Client_Create, PJRT_Error_Code_INVALID_ARGUMENT, .create_options = &option, .num_options = 1);
	CHECK(strstr(failure, "num_device\"") != NULL);
	option.name = "num_devices";
	option.name_size = 11;
	option.int64_value = 0;
	REFUSED(Client_Create, PJRT_Error_Code_INVALID_ARGUMENT, .create_options = &option, .num_options = 1);
	option = (PJRT_NamedValue){ .struct_size = sizeof option, .name = "platform_name", .name_size = 13,
		.type = PJRT_NamedValue_kString, .string_value = "tpu", .value_size = 3 };
	REFUSED(Client_Create, PJRT_Error_Code_INVALID_ARGUMENT, .create_options = &option, .num_options = 1);
	option.string_value = "befkit";
	option.value_size = 6;
	CALL(create, Client_Create, .create_options = &option, .num_options = 1);
	CALL(name, Client_PlatformName, .client = create.client);
	CHECK_BYTES(name.platform_name, name.platform_name_size, "befkit", 6);
	end_client(create.client);
}

/* ---- events */

static void keep(PJRT_Error *error, void *arg)
{
	int *calls = arg;
	*calls += succeeded(error) ? 1 : 100;
}

static void events_call_back_once(void)
{
	int before = 0, after = 0;
	CALL(made, Event_Create, .extension_start = NULL);
	CALL(question, Event_IsReady, .event = made.event);
	CHECK(!question.is_ready);
	REFUSED(Event_Error, PJRT_Error_Code_FAILED_PRECONDITION, .event = made.event);
	CALL(one, Event_OnReady, .event = made.event, .callback = keep, .user_arg = &before);
	CALL(two, Event_OnReady, .event = made.event, .callback = keep, .user_arg = &before);
	CALL(set, Event_Set, .event = made.event);
	CHECK_INT(before, 2);
	CALL(three, Event_OnReady, .event = made.event, .callback = keep, .user_arg = &after);
	CHECK_INT(after, 1);
	REFUSED(Event_Set, PJRT_Error_Code_FAILED_PRECONDITION, .event = made.event);
	CALL(wait, Event_Await, .event = made.event);
	end_event(made.event);
	end_event(NULL);
}

static void events_keep_errors(void)
{
	int calls = 0;
	CALL(made, Event_Create, .extension_start = NULL);
	CALL(register_, Event_OnReady, .event = made.event, .callback = keep, .user_arg = &calls);
	CALL(set, Event_Set, .event = made.event, .error_code = PJRT_Error_Code_ABORTED, .error_message = "gone", .error_message_size = 4);
	CHECK_INT(calls, 100);
	for (int i = 0; i < 2; i++) {
		REFUSED(Event_Await, PJRT_Error_Code_ABORTED, .event = made.event);
		CHECK_STR(failure, "gone");
		REFUSED(Event_Error, PJRT_Error_Code_ABORTED, .event = made.event);
	}
	end_event(made.event);
}

/* In another thread than the checks. */
static void count(PJRT_Error *error, void *arg) { *(int *)arg += error ? 100 : 1; }

static void *set_later(void *event)
{
	PJRT_Event_Set_Args args = { .struct_size = sizeof args, .event = event };
	return api->Event_Set(&args);
}

static void events_wake_waiters(void)
{
	for (int i = 0; i < 200; i++) {
		pthread_t thread;
		int calls = 0;
		CALL(made, Event_Create, .extension_start = NULL);
		CALL(register_, Event_OnReady, .event = made.event, .callback = count, .user_arg = &calls);
		CHECK_OR_RETURN(pthread_create(&thread, NULL, set_later, made.event) == 0);
		CALL(wait, Event_Await, .event = made.event);
		void *error = NULL;
		pthread_join(thread, &error);
		CHECK(error == NULL);
		CHECK_INT(calls, 1);
		end_event(made.event);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(every_entry_exists),
		CHECK_CASE(unimplemented_ones_say_so),
		CHECK_CASE(answers_what_jax_asks),
		CHECK_CASE(refuses_options),
		CHECK_CASE(events_call_back_once),
		CHECK_CASE(events_keep_errors),
		CHECK_CASE(events_wake_waiters),
	};
	return load_plugin() ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 1;
}
