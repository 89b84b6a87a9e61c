/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The binary interface of PJRT, version 0.105: enums, and structures that arguments point to. Names are those of the
 * interface. A structure begins with the size that its writer knows; newer members are at the end, and one beyond the
 * size does not exist (PJRT_HAS). */
#ifndef PJRT_BEFKIT_TYPES_H
#define PJRT_BEFKIT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PJRT_MAJOR 0
#define PJRT_MINOR 105

/* Whether the writer of the structure knows the member. */
#define PJRT_HAS(pointer, member) \
	((pointer)->struct_size >= offsetof(__typeof__(*(pointer)), member) + sizeof (pointer)->member)

/* Objects of the plugin. Clients of 0.105 look into them: they begin with a pointer to functions of the object, or NULL. */
#define PJRT_OBJECT const void *object_functions
typedef struct PJRT_Error PJRT_Error;
typedef struct PJRT_Event PJRT_Event;
typedef struct PJRT_Client PJRT_Client;
typedef struct PJRT_Device PJRT_Device;
typedef struct PJRT_DeviceDescription PJRT_DeviceDescription;
typedef struct PJRT_Memory PJRT_Memory;
typedef struct PJRT_TopologyDescription PJRT_TopologyDescription;
typedef struct PJRT_Executable PJRT_Executable;
typedef struct PJRT_LoadedExecutable PJRT_LoadedExecutable;
typedef struct PJRT_Buffer PJRT_Buffer;
typedef struct PJRT_ExecuteContext PJRT_ExecuteContext;
typedef struct PJRT_AsyncHostToDeviceTransferManager PJRT_AsyncHostToDeviceTransferManager;
typedef struct PJRT_CopyToDeviceStream PJRT_CopyToDeviceStream;
typedef struct PJRT_AsyncTrackingEvent PJRT_AsyncTrackingEvent;
typedef struct PJRT_FulfillAliasBufferCallback PJRT_FulfillAliasBufferCallback;
/* Owners of bytes that were handed out; see the deleter beside each. */
typedef struct PJRT_SerializedExecutable PJRT_SerializedExecutable;
typedef struct PJRT_SerializedTopology PJRT_SerializedTopology;
typedef struct PJRT_SerializedCompileOptions PJRT_SerializedCompileOptions;
typedef struct PJRT_DeviceAssignmentSerialized PJRT_DeviceAssignmentSerialized;
typedef struct PJRT_Device_Attributes PJRT_Device_Attributes;
typedef struct PJRT_Layouts_MemoryLayout PJRT_Layouts_MemoryLayout;
typedef struct PJRT_Layouts_SerializedLayout PJRT_Layouts_SerializedLayout;

typedef enum {
	PJRT_Buffer_Type_INVALID, PJRT_Buffer_Type_PRED, PJRT_Buffer_Type_S8, PJRT_Buffer_Type_S16,
	PJRT_Buffer_Type_S32, PJRT_Buffer_Type_S64, PJRT_Buffer_Type_U8, PJRT_Buffer_Type_U16, PJRT_Buffer_Type_U32,
	PJRT_Buffer_Type_U64, PJRT_Buffer_Type_F16, PJRT_Buffer_Type_F32, PJRT_Buffer_Type_F64, PJRT_Buffer_Type_BF16,
	PJRT_Buffer_Type_C64, PJRT_Buffer_Type_C128, PJRT_Buffer_Type_F8E5M2, PJRT_Buffer_Type_F8E4M3FN,
	PJRT_Buffer_Type_F8E4M3B11FNUZ, PJRT_Buffer_Type_F8E5M2FNUZ, PJRT_Buffer_Type_F8E4M3FNUZ, PJRT_Buffer_Type_S4,
	PJRT_Buffer_Type_U4, PJRT_Buffer_Type_TOKEN, PJRT_Buffer_Type_S2, PJRT_Buffer_Type_U2, PJRT_Buffer_Type_F8E4M3,
	PJRT_Buffer_Type_F8E3M4, PJRT_Buffer_Type_F8E8M0FNU, PJRT_Buffer_Type_F4E2M1FN, PJRT_Buffer_Type_S1,
	PJRT_Buffer_Type_U1
} PJRT_Buffer_Type;

typedef enum {
	PJRT_Error_Code_OK, PJRT_Error_Code_CANCELLED, PJRT_Error_Code_UNKNOWN, PJRT_Error_Code_INVALID_ARGUMENT,
	PJRT_Error_Code_DEADLINE_EXCEEDED, PJRT_Error_Code_NOT_FOUND, PJRT_Error_Code_ALREADY_EXISTS,
	PJRT_Error_Code_PERMISSION_DENIED, PJRT_Error_Code_RESOURCE_EXHAUSTED, PJRT_Error_Code_FAILED_PRECONDITION,
	PJRT_Error_Code_ABORTED, PJRT_Error_Code_OUT_OF_RANGE, PJRT_Error_Code_UNIMPLEMENTED, PJRT_Error_Code_INTERNAL,
	PJRT_Error_Code_UNAVAILABLE, PJRT_Error_Code_DATA_LOSS, PJRT_Error_Code_UNAUTHENTICATED
} PJRT_Error_Code;

typedef enum {
	PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes,
	PJRT_HostBufferSemantics_kImmutableZeroCopy, PJRT_HostBufferSemantics_kMutableZeroCopy
} PJRT_HostBufferSemantics;

typedef enum { PJRT_Buffer_MemoryLayout_Type_Tiled, PJRT_Buffer_MemoryLayout_Type_Strides } PJRT_Buffer_MemoryLayout_Type;

typedef enum {
	PJRT_NamedValue_kString, PJRT_NamedValue_kInt64, PJRT_NamedValue_kInt64List, PJRT_NamedValue_kFloat,
	PJRT_NamedValue_kBool
} PJRT_NamedValue_Type;

typedef enum {
	PJRT_Extension_Type_Layouts = 4, PJRT_Extension_Type_FFI = 5, PJRT_Extension_Type_Shardings = 19
} PJRT_Extension_Type;

typedef struct PJRT_Extension_Base {
	size_t struct_size;
	int type; /* PJRT_Extension_Type */
	struct PJRT_Extension_Base *next;
} PJRT_Extension_Base;

/* How structures begin. */
#define PJRT_HEAD size_t struct_size; PJRT_Extension_Base *extension_start

typedef struct {
	PJRT_HEAD;
	const char *name;
	size_t name_size;
	PJRT_NamedValue_Type type;
	union {
		const char *string_value;
		int64_t int64_value;
		const int64_t *int64_array_value;
		float float_value;
		bool bool_value;
	};
	size_t value_size; /* elements of an array or text; 1 */
} PJRT_NamedValue;

typedef struct {
	PJRT_HEAD;
	char *code; /* in and out */
	size_t code_size;
	const char *format; /* "mlir" */
	size_t format_size;
} PJRT_Program;

typedef struct {
	PJRT_HEAD;
	const int64_t *minor_to_major; /* the fastest dimension first */
	size_t minor_to_major_size;
	const int64_t *tile_dims;
	const size_t *tile_dim_sizes;
	size_t num_tiles;
} PJRT_Buffer_MemoryLayout_Tiled;

typedef struct {
	PJRT_HEAD;
	const int64_t *byte_strides; /* may be negative */
	size_t num_byte_strides;
} PJRT_Buffer_MemoryLayout_Strides;

typedef struct {
	PJRT_HEAD;
	union {
		PJRT_Buffer_MemoryLayout_Tiled tiled;
		PJRT_Buffer_MemoryLayout_Strides strides;
	};
	PJRT_Buffer_MemoryLayout_Type type;
} PJRT_Buffer_MemoryLayout;

typedef struct {
	PJRT_HEAD;
	const int64_t *dims;
	size_t num_dims;
	PJRT_Buffer_Type element_type;
} PJRT_ShapeSpec;

typedef struct {
	void *data;
	size_t size;
	void (*deleter)(void *data, void *deleter_arg);
	void *deleter_arg;
} PJRT_Chunk;

typedef struct {
	PJRT_HEAD;
	void *send_callbacks, *recv_callbacks; /* of programs with send and recv of a host */
	size_t num_send_ops, num_recv_ops;
	int launch_id;
	const int64_t *non_donatable_input_indices; /* since 0.39 */
	size_t num_non_donatable_input_indices;
	PJRT_ExecuteContext *context; /* since 0.64 */
	const char *call_location;    /* since 0.76; ends in NUL */
	size_t num_tasks;             /* since 0.78 */
	int *task_ids;
	int64_t *incarnation_ids;
	void *multi_slice_config; /* since 0.97 */
} PJRT_ExecuteOptions;

typedef struct PJRT_ProcessInfo PJRT_ProcessInfo;

typedef struct {
	int32_t replica, partition;
} PJRT_LogicalDeviceIds;

/* ---- callbacks of the client */
typedef void (*PJRT_Event_OnReadyCallback)(PJRT_Error *error, void *user_arg);
typedef void (*PJRT_Error_PayloadVisitor)(
	const char *key, size_t key_size, const char *value, size_t value_size, void *user_arg);
/* Key-value stores of several processes, which this plugin does not use. */
typedef PJRT_Error *(*PJRT_KeyValueGetCallback)(void *args);
typedef PJRT_Error *(*PJRT_KeyValuePutCallback)(void *args);
typedef PJRT_Error *(*PJRT_KeyValueTryGetCallback)(void *args);

/* ---- the extension FFI */
typedef struct {
	void (*deleter)(void *object);
	void (*unused1)(void);
	void (*unused2)(void);
} PJRT_FFI_Type_Info;

typedef struct {
	int64_t type_id;
	void *data;
} PJRT_FFI_UserData;

typedef int PJRT_FFI_Handler_TraitsBits;

#endif
