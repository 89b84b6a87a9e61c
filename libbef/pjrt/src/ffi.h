/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handlers of XLA's FFI: functions of users that programs call by custom calls. When a program is compiled, its custom
 * calls of such targets become sites, which keep what does not change; a kernel then calls the handler of a site. */
#ifndef PJRT_BEFKIT_FFI_H
#define PJRT_BEFKIT_FFI_H

#include "ffi_api.h"
#include "options.h"
#include "plugin.h"

#include <async/async.h>
#include <kernels/kernels.h>
#include <mlirbc/ir.h>

/* The target of custom calls that were made sites; backend_config is the number of the site. */
#define PJRT__FFI_TARGET "befkit.ffi"

/* The functions of a target; NULL: none. */
struct pjrt__ffi_handler {
	XLA_FFI_Handler *stages[XLA_FFI_STAGES];
	void *untyped; /* a function of the interface before XLA's FFI */
};
/* Looks for a target. Not 0: found. Called from any thread. */
typedef int pjrt__ffi_find(const char *name, struct pjrt__ffi_handler *out);

/* ---- ffi_targets.c: what is registered. Thread class: safe. */
PJRT_Error *pjrt__ffi_register_handler(PJRT_FFI_Register_Handler_Args *args);
PJRT_Error *pjrt__ffi_register_type(PJRT_FFI_Type_Register_Args *args);
PJRT_Error *pjrt__ffi_add_handler(const char *name, size_t size, const struct pjrt__ffi_handler *handler);
/* *id 0: gets a new number. */
PJRT_Error *pjrt__ffi_add_type(const char *name, size_t size, int64_t *id, void (*deleter)(void *object));
/* Whether the type is known; its deleter may be NULL. */
bool pjrt__ffi_type(int64_t id, void (**out_deleter)(void *object));
/* Registered ones, then those that Python knows. `name` ends in NUL. */
bool pjrt__ffi_find_handler(const char *name, struct pjrt__ffi_handler *out);

/* ---- ffi_sites.c */

struct pjrt__ffi_state {
	int64_t type;
	void *object; /* NULL: none */
	void (*deleter)(void *object);
};

struct pjrt__ffi_site {
	char *name;
	int minor_version; /* of the handler */
	int api_version;   /* of the custom call: 4 for FFI */
	bool is_python;    /* buffer_callback */
	struct pjrt__ffi_handler handler;
	XLA_FFI_Attrs *attrs;
	const char *text; /* backend_config of untyped functions */
	size_t text_size;
	uint32_t operand_count, result_count;
	int64_t **operand_layouts, **result_layouts; /* minor to major; an entry that is NULL: row-major. NULL: all are */
	uint32_t *aliases;                           /* of each result, 1 + the operand with the same memory; 0: none */
	struct pjrt__ffi_state state;                /* of the stage INSTANTIATE */
	struct pjrt__ffi_room *rooms;                /* memory of all of it */
};
/* The sites of a program. */
struct pjrt__ffi_sites {
	uint32_t references; /* atomic */
	size_t count;
	struct pjrt__ffi_site **sites;
	uint32_t device_count;
	int32_t devices[]; /* numbers of those of the program, by process */
};
/* Makes sites of the custom calls of the module that have handlers. *out NULL: there are none. */
PJRT_Error *pjrt__ffi_prepare(struct mlirbc_module *module, const struct async_host *host, const struct pjrt__options *options,
	struct pjrt__ffi_sites **out);
struct pjrt__ffi_sites *pjrt__ffi_sites_retain(struct pjrt__ffi_sites *sites);
void pjrt__ffi_sites_release(struct pjrt__ffi_sites *sites); /* NULL is ignored */
/* Memory that lives as long as the site, zeros. NULL: none left. */
void *pjrt__ffi_room(struct pjrt__ffi_site *site, size_t size);

/* ---- ffi_attrs.c */

/* A dictionary of MLIR as attributes of the interface. */
PJRT_Error *pjrt__ffi_attrs(struct pjrt__ffi_site *site, const struct mlirbc_attr *dictionary, XLA_FFI_Attrs **out);

/* ---- ffi.c: what handlers call */

struct XLA_FFI_InvokeContext {
	struct pjrt__ffi_site *site;
	struct async_request *request; /* NULL while the site is made */
	const struct async_host *host;
	int32_t device;
	struct pjrt__ffi_state states[XLA_FFI_STAGES]; /* INSTANTIATE: unused, it is the site's */
};
/* Runs a stage of the handler of the site, and waits for its end. A stage without handler succeeds. */
PJRT_Error *pjrt__ffi_run(struct XLA_FFI_InvokeContext *context, XLA_FFI_ExecutionStage stage, XLA_FFI_Values *arguments,
	XLA_FFI_Values *results);
void pjrt__ffi_state_end(struct pjrt__ffi_state *state);
/* Asks the handler for its version. */
PJRT_Error *pjrt__ffi_describe(struct pjrt__ffi_site *site);

/* ---- ffi_call.c: the kernel */
void pjrt__ffi_call(struct kernels_frame *frame);

#endif
