/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The binary interface of XLA's FFI, version 0.5: what handlers get, and the table of functions that they call. Names are
 * those of the interface. As in types.h, a structure begins with the size that its writer knows. */
#ifndef PJRT_BEFKIT_FFI_API_H
#define PJRT_BEFKIT_FFI_API_H

#include "types.h"

#define XLA_FFI_MAJOR 0
#define XLA_FFI_MINOR 5

typedef struct XLA_FFI_Api XLA_FFI_Api;
typedef struct XLA_FFI_InvokeContext XLA_FFI_InvokeContext;
typedef struct XLA_FFI_Error XLA_FFI_Error;
typedef struct XLA_FFI_Future XLA_FFI_Future;

typedef enum {
	XLA_FFI_DataType_INVALID = 0, XLA_FFI_DataType_PRED = 1, XLA_FFI_DataType_S8 = 2, XLA_FFI_DataType_S16 = 3,
	XLA_FFI_DataType_S32 = 4, XLA_FFI_DataType_S64 = 5, XLA_FFI_DataType_U8 = 6, XLA_FFI_DataType_U16 = 7,
	XLA_FFI_DataType_U32 = 8, XLA_FFI_DataType_U64 = 9, XLA_FFI_DataType_F16 = 10, XLA_FFI_DataType_F32 = 11,
	XLA_FFI_DataType_F64 = 12, XLA_FFI_DataType_C64 = 15, XLA_FFI_DataType_BF16 = 16, XLA_FFI_DataType_TOKEN = 17,
	XLA_FFI_DataType_C128 = 18, XLA_FFI_DataType_F8E5M2 = 19, XLA_FFI_DataType_F8E4M3FN = 20, XLA_FFI_DataType_S4 = 21,
	XLA_FFI_DataType_U4 = 22, XLA_FFI_DataType_F8E4M3B11FNUZ = 23, XLA_FFI_DataType_F8E5M2FNUZ = 24,
	XLA_FFI_DataType_F8E4M3FNUZ = 25, XLA_FFI_DataType_S2 = 26, XLA_FFI_DataType_U2 = 27, XLA_FFI_DataType_F8E4M3 = 28,
	XLA_FFI_DataType_F8E3M4 = 29, XLA_FFI_DataType_S1 = 30, XLA_FFI_DataType_U1 = 31, XLA_FFI_DataType_F4E2M1FN = 32,
	XLA_FFI_DataType_F8E8M0FNU = 33
} XLA_FFI_DataType;

typedef enum {
	XLA_FFI_ExecutionStage_INSTANTIATE, XLA_FFI_ExecutionStage_PREPARE, XLA_FFI_ExecutionStage_INITIALIZE,
	XLA_FFI_ExecutionStage_EXECUTE
} XLA_FFI_ExecutionStage;
enum { XLA_FFI_STAGES = XLA_FFI_ExecutionStage_EXECUTE + 1 };

typedef struct XLA_FFI_InternalExtension {
	size_t struct_size;
	int type; /* 1: the handler describes itself, and does not run */
	struct XLA_FFI_InternalExtension *next;
} XLA_FFI_InternalExtension;

#define XLA_FFI_HEAD size_t struct_size; XLA_FFI_InternalExtension *extension_start

typedef struct {
	XLA_FFI_HEAD;
	int major_version, minor_version;
} XLA_FFI_Api_Version;

typedef struct {
	const char *ptr;
	size_t len;
} XLA_FFI_ByteSpan;

typedef struct {
	int64_t type_id; /* 0: none yet */
} XLA_FFI_TypeId;

typedef struct {
	XLA_FFI_HEAD;
	void (*deleter)(void *object);
} XLA_FFI_TypeInfo;

typedef struct {
	size_t struct_size;
	XLA_FFI_Api_Version api_version;
	uint32_t traits;
	XLA_FFI_TypeId state_type_id; /* since 0.2 */
} XLA_FFI_Metadata;

typedef struct {
	XLA_FFI_InternalExtension base;
	XLA_FFI_Metadata *metadata;
} XLA_FFI_Metadata_Extension;

/* ---- the frame of a call */

typedef struct {
	XLA_FFI_HEAD;
	XLA_FFI_DataType dtype;
	void *data;
	int64_t rank;
	const int64_t *dims;
} XLA_FFI_Buffer;

/* Kinds of arguments, results and attributes. */
enum { XLA_FFI_ArgType_BUFFER = 1, XLA_FFI_RetType_BUFFER = 1 };
enum { XLA_FFI_AttrType_ARRAY = 1, XLA_FFI_AttrType_DICTIONARY, XLA_FFI_AttrType_SCALAR, XLA_FFI_AttrType_STRING };

typedef struct {
	XLA_FFI_DataType dtype;
	void *value;
} XLA_FFI_Scalar;

typedef struct {
	XLA_FFI_DataType dtype;
	size_t size; /* elements */
	void *data;
} XLA_FFI_Array;

/* Arguments, or results. */
typedef struct {
	XLA_FFI_HEAD;
	int64_t size;
	int *types;
	void **values;
} XLA_FFI_Values;

typedef struct {
	XLA_FFI_HEAD;
	int64_t size;
	int *types;
	XLA_FFI_ByteSpan **names; /* sorted */
	void **attrs;
} XLA_FFI_Attrs;

typedef struct {
	XLA_FFI_HEAD;
	const XLA_FFI_Api *api;
	XLA_FFI_InvokeContext *ctx;
	XLA_FFI_ExecutionStage stage;
	XLA_FFI_Values args, rets;
	XLA_FFI_Attrs attrs;
	XLA_FFI_Future *future; /* out; NULL: the call is over when the handler returns */
} XLA_FFI_CallFrame;

typedef XLA_FFI_Error *XLA_FFI_Handler(XLA_FFI_CallFrame *frame);

typedef struct {
	XLA_FFI_Handler *instantiate, *prepare, *initialize, *execute, *record;
} XLA_FFI_Handler_Bundle;

/* ---- arguments of the functions in the table */

#define XLA_FFI_ARGS(name, ...) typedef struct { XLA_FFI_HEAD; __VA_ARGS__ } XLA_FFI_##name##_Args;
XLA_FFI_ARGS(Error_Create, const char *message; PJRT_Error_Code errc;)
/* Error_GetMessage before 0.3, without the code */
XLA_FFI_ARGS(Error_GetDetails, XLA_FFI_Error *error; const char *message; PJRT_Error_Code errc;)
XLA_FFI_ARGS(Error_Destroy, XLA_FFI_Error *error;)
XLA_FFI_ARGS(Handler_Register, XLA_FFI_ByteSpan name; XLA_FFI_ByteSpan platform; XLA_FFI_Handler_Bundle bundle; uint32_t traits;)
XLA_FFI_ARGS(Stream_Get, XLA_FFI_InvokeContext *ctx; void *stream;)
XLA_FFI_ARGS(Type_Register, XLA_FFI_ByteSpan name; XLA_FFI_TypeId *type_id; const XLA_FFI_TypeInfo *type_info;)
XLA_FFI_ARGS(InvokeContext_Get, XLA_FFI_InvokeContext *ctx; XLA_FFI_TypeId *type_id; void *data;)
XLA_FFI_ARGS(State_Set, XLA_FFI_InvokeContext *ctx; XLA_FFI_ExecutionStage stage; XLA_FFI_TypeId *type_id; void *state;)
XLA_FFI_ARGS(State_Get, XLA_FFI_InvokeContext *ctx; XLA_FFI_ExecutionStage stage; XLA_FFI_TypeId *type_id; void *state;)
/* Before 0.3 the only state was that of the stage INSTANTIATE. */
XLA_FFI_ARGS(State_Set_0_1, XLA_FFI_InvokeContext *ctx; XLA_FFI_TypeId *type_id; void *state; void (*deleter)(void *state);)
XLA_FFI_ARGS(State_0_2, XLA_FFI_InvokeContext *ctx; XLA_FFI_TypeId *type_id; void *state;)
XLA_FFI_ARGS(DeviceMemory_Allocate, XLA_FFI_InvokeContext *ctx; size_t size; size_t alignment; void *data;)
XLA_FFI_ARGS(DeviceMemory_Free, XLA_FFI_InvokeContext *ctx; size_t size; void *data;)
XLA_FFI_ARGS(ThreadPool_Schedule, XLA_FFI_InvokeContext *ctx; void (*task)(void *data); void *data;)
XLA_FFI_ARGS(ThreadPool_NumThreads, XLA_FFI_InvokeContext *ctx; int64_t *num_threads;)
XLA_FFI_ARGS(Future_Create, XLA_FFI_Future *future;)
XLA_FFI_ARGS(Future_SetAvailable, XLA_FFI_Future *future;)
XLA_FFI_ARGS(Future_SetError, XLA_FFI_Future *future; XLA_FFI_Error *error;)
XLA_FFI_ARGS(RunId_Get, XLA_FFI_InvokeContext *ctx; int64_t run_id;)
XLA_FFI_ARGS(DeviceOrdinal_Get, XLA_FFI_InvokeContext *ctx; int32_t device_ordinal;)
XLA_FFI_ARGS(InvokeContext_FindExtension, XLA_FFI_InvokeContext *ctx; int64_t extension_type; const void *extension;)
XLA_FFI_ARGS(CustomOptions_Get, XLA_FFI_InvokeContext *ctx; const XLA_FFI_Attrs *attrs;)

/* The functions in the order of the table. Error_GetDetails and Error_Destroy have no result. */
#define XLA_FFI_FUNCTIONS(X) \
	X(Error_Create) X(Error_GetDetails) X(Error_Destroy) X(Handler_Register) X(Stream_Get) X(Type_Register) \
	X(InvokeContext_Get) X(State_Set) X(State_Get) X(DeviceMemory_Allocate) X(DeviceMemory_Free) \
	X(ThreadPool_Schedule) X(ThreadPool_NumThreads) X(Future_Create) X(Future_SetAvailable) X(Future_SetError) \
	X(RunId_Get) X(DeviceOrdinal_Get) X(InvokeContext_FindExtension) X(CustomOptions_Get)

struct XLA_FFI_Api {
	XLA_FFI_HEAD;
	XLA_FFI_Api_Version api_version;
	const void *internal_api; /* of XLA */
#define X(name) XLA_FFI_Error *(*name)(XLA_FFI_##name##_Args *args);
	XLA_FFI_FUNCTIONS(X)
#undef X
	/* Functions of later versions, which fail: a handler may call them without asking. */
	XLA_FFI_Error *(*later[16])(void *args);
};

_Static_assert(offsetof(XLA_FFI_Api, Error_Create) == 48, "the table of FFI");
_Static_assert(offsetof(XLA_FFI_Api, CustomOptions_Get) == 48 + 19 * 8, "the table of FFI");
_Static_assert(offsetof(XLA_FFI_CallFrame, args) == 40 && offsetof(XLA_FFI_CallFrame, future) == 168, "the frame of a call");
_Static_assert(sizeof(XLA_FFI_Buffer) == 48 && sizeof(XLA_FFI_Metadata) == 48, "arguments and metadata");
_Static_assert(sizeof(XLA_FFI_State_Set_Args) == 48 && sizeof(XLA_FFI_State_0_2_Args) == 40, "states");

#endif
