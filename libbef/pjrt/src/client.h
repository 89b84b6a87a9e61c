/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A client with its devices, which are parts of one CPU, and their memories. Devices, descriptions and memories are
 * parts of the client; their addresses and texts never change. Thread class: safe. */
#ifndef PJRT_BEFKIT_CLIENT_H
#define PJRT_BEFKIT_CLIENT_H

#include "plugin.h"

#include <async/async.h>
#include <kernels/registry.h>
#include <pthread.h>

/* The kinds of memory that JAX knows. On a CPU, all of them are the memory of the process. */
enum pjrt__memory_kind { PJRT__DEVICE, PJRT__PINNED_HOST, PJRT__UNPINNED_HOST, PJRT__MEMORY_KINDS };
#define PJRT__MOST_DEVICES 256

struct PJRT_DeviceDescription {
	PJRT_OBJECT;
	int id;
	const char *kind;  /* the processor, of the client */
	char text[48];     /* "CpuDevice(id=0)" */
};

struct PJRT_Memory {
	PJRT_OBJECT;
	int id;
	enum pjrt__memory_kind kind;
	PJRT_Device *device; /* the only one that uses it */
	char text[48];
};

struct PJRT_Device {
	PJRT_OBJECT;
	PJRT_Client *client;
	PJRT_DeviceDescription description;
	PJRT_Memory memories[PJRT__MEMORY_KINDS];
	PJRT_Memory *memory_list[PJRT__MEMORY_KINDS];
	/* atomic: bytes of arrays that are not deleted; the most at one time; the largest array */
	int64_t bytes, most_bytes, largest;
};

struct PJRT_TopologyDescription {
	PJRT_OBJECT;
	PJRT_Client *client;
	PJRT_DeviceDescription **descriptions;
	char text[160]; /* what two machines for which programs differ do not share */
};

struct PJRT_Client {
	PJRT_OBJECT;
	uint32_t references; /* atomic; of the client of the interface, executables and data */
	size_t device_count;
	struct PJRT_Device *devices;
	PJRT_Device **device_list;
	PJRT_Memory **memory_list;
	PJRT_TopologyDescription topology;
	char platform[32];
	char processor[96];
	struct kernels_registry *registry;
	struct async_host host; /* the queue and allocator of all programs */
	pthread_mutex_t lock;
	pthread_cond_t ended;       /* an execution */
	uint32_t in_flight;         /* executions that outlive their entry */
	uint32_t running;           /* of them, those that wait for no argument */
	uint32_t calling;           /* executions inside their entry that may call Python */
	struct pjrt__program *dead; /* whose last reference such an execution had */
};

/* Counts executions. */
void pjrt__client_runs(PJRT_Client *client, int more, int more_calling);
/* Releases programs whose executions have ended. Not in a thread of the queue. */
void pjrt__client_sweep(PJRT_Client *client);
/* Waits for all executions, and sweeps. False: they take too long. */
bool pjrt__client_settle(PJRT_Client *client);
PJRT_Client *pjrt__client_retain(PJRT_Client *client);
void pjrt__client_release(PJRT_Client *client);
const char *pjrt__memory_kind_name(enum pjrt__memory_kind kind);
/* PJRT__DEVICE for unknown names. */
enum pjrt__memory_kind pjrt__memory_kind_of(const char *name, size_t size);
/* The memory of a call that may name one, a device, or nothing. */
PJRT_Memory *pjrt__memory_of(PJRT_Client *client, PJRT_Device *device, PJRT_Memory *memory);
/* "befkit 0.1.0" */
const char *pjrt__version(void);
/* Options of calls: whether the name is `name`. */
bool pjrt__is_named(const PJRT_NamedValue *value, const char *name);

#endif
