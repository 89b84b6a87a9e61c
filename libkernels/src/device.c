/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* References to objects of devices, the drivers of the process, and payload types. */
#include <bytecursor/options.h>
#include <kernels/device.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define MOST 8

bool kernels_device_fail(
	struct kernels_device_error *error, enum async_code code, int32_t number, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	error->code = code;
	error->number = number;
	vsnprintf(error->text, sizeof error->text, format, arguments);
	va_end(arguments);
	return false;
}

/* ---- references */

void kernels_device_object_init(struct kernels_device_object *object, const struct kernels_device_driver *driver,
	struct kernels_device_object *parent, void (*destroy)(struct kernels_device_object *self))
{
	*object = (struct kernels_device_object){ driver, parent, destroy, 1 };
	if (parent)
		kernels_device_retain(parent);
}

void kernels_device_retain(struct kernels_device_object *object)
{
	/* relaxed: the caller has a reference, which orders all earlier accesses */
	__atomic_fetch_add(&object->refs, 1, __ATOMIC_RELAXED);
}

void kernels_device_release(struct kernels_device_object *object)
{
	/* acquire and release: uses by threads that released before happen before destroy() */
	while (object && __atomic_fetch_sub(&object->refs, 1, __ATOMIC_ACQ_REL) == 1) {
		struct kernels_device_object *parent = object->parent;
		object->destroy(object);
		object = parent;
	}
}

/* ---- drivers */

#define MOST_CONTEXTS 64

/* Filled from the front; entries are never removed. */
static const struct kernels_device_driver *_Atomic drivers[MOST];
/* Of each driver. Guarded by `lock`, also while a shared context is created: nobody creates it twice. */
static struct {
	unsigned users;
	struct kernels_device_context *shared[MOST_CONTEXTS]; /* one reference each, while there are users */
} uses[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* explain() is the last member of the first release. */
static bool is_complete(const struct kernels_device_driver *d)
{
	return !BYTECURSOR_SIZE_LACKS(d, explain) && d->name &&
	       d->platform > 0 && d->open && d->describe && d->context_create && d->stream_create &&
	       d->buffer_create && d->buffer_view && d->buffer_wrap && d->program_create && d->function_create &&
	       d->event_create && d->copy && d->fill && d->launch && d->signal && d->event_record &&
	       d->event_signal && d->stream_wait && d->explain;
}

static bool has_these_structs(const struct kernels_device_driver *d)
{
	return d->size >= offsetof(struct kernels_device_driver, structs) + sizeof d->structs &&
	       d->structs == KERNELS_DEVICE_STRUCTS;
}

/* The place of the driver, or of the first free one; MOST: neither exists. Locked. */
static size_t place_of(const struct kernels_device_driver *driver)
{
	size_t i = 0;
	while (i < MOST && kernels_device_driver_at(i) && kernels_device_driver_at(i) != driver)
		i++;
	return i;
}

enum kernels_status kernels_device_driver_add(const struct kernels_device_driver *driver)
{
	enum kernels_status status = KERNELS_OK;
	if (!is_complete(driver))
		return KERNELS_E_ARG;
	if (!has_these_structs(driver))
		return KERNELS_E_VERSION;
	pthread_mutex_lock(&lock);
	const size_t place = place_of(driver);
	for (size_t i = 0; i < place; i++) {
		const struct kernels_device_driver *there = kernels_device_driver_at(i);
		if (strcmp(there->name, driver->name) == 0 || there->platform == driver->platform)
			status = KERNELS_E_EXISTS;
	}
	if (place == MOST && status == KERNELS_OK)
		status = KERNELS_E_LIMIT;
	if (status == KERNELS_OK) {
		uses[place].users++;
		/* release: pairs with the acquire in kernels_device_driver_at(); *driver is initialized */
		atomic_store_explicit(&drivers[place], driver, memory_order_release);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

void kernels_device_driver_remove(const struct kernels_device_driver *driver)
{
	struct kernels_device_context *shared[MOST_CONTEXTS] = { NULL };
	pthread_mutex_lock(&lock);
	const size_t place = place_of(driver);
	if (place < MOST && uses[place].users > 0 && --uses[place].users == 0) {
		memcpy(shared, uses[place].shared, sizeof shared);
		memset(uses[place].shared, 0, sizeof shared);
	}
	pthread_mutex_unlock(&lock);
	for (size_t i = 0; i < MOST_CONTEXTS; i++)
		kernels_device_release((struct kernels_device_object *)shared[i]);
}

static struct kernels_device_context *open_shared(struct kernels_device device, struct kernels_device_error *error)
{
	struct kernels_device_context *context = NULL;
	pthread_mutex_lock(&lock);
	const size_t place = place_of(device.driver);
	if (place == MOST || uses[place].users == 0) {
		kernels_device_fail(error, ASYNC_CODE_FAILED_PRECONDITION, 0, "driver %s was removed", device.driver->name);
	} else {
		struct kernels_device_context **shared = &uses[place].shared[device.index];
		if (!*shared)
			*shared = device.driver->context_create(device.index, true, async_allocator_system(), error);
		context = *shared;
	}
	if (context)
		kernels_device_retain(&context->base);
	pthread_mutex_unlock(&lock);
	return context;
}

struct kernels_device_context *kernels_device_context_open(struct kernels_device device, bool shared,
	const struct async_allocator *allocator, struct kernels_device_error *error)
{
	uint32_t count = 0;
	if (!device.driver->open(&count, error))
		return NULL;
	if (device.index >= count || (shared && device.index >= MOST_CONTEXTS)) {
		kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0, "no device %s:%u; the driver has %u",
			device.driver->name, (unsigned)device.index, (unsigned)count);
		return NULL;
	}
	if (shared)
		return open_shared(device, error);
	return device.driver->context_create(device.index, false, allocator ? allocator : async_allocator_system(), error);
}

const struct kernels_device_driver *kernels_device_driver_at(size_t index)
{
	/* acquire: pairs with the release in kernels_device_driver_add() */
	return index < MOST ? atomic_load_explicit(&drivers[index], memory_order_acquire) : NULL;
}

const struct kernels_device_driver *kernels_device_driver_find(const char *name, size_t size)
{
	const struct kernels_device_driver *driver;
	for (size_t i = 0; (driver = kernels_device_driver_at(i)) != NULL; i++) {
		if (strlen(driver->name) == size && memcmp(driver->name, name, size) == 0)
			break;
	}
	return driver;
}

const struct kernels_device_driver *kernels_device_driver_of(int32_t platform)
{
	const struct kernels_device_driver *driver;
	for (size_t i = 0; (driver = kernels_device_driver_at(i)) != NULL && driver->platform != platform;)
		i++;
	return driver;
}

/* Reads the digits after ':'. */
static bool parse_index(const char *text, size_t size, uint32_t *out_index)
{
	uint32_t index = 0;
	for (size_t i = 0; i < size; i++) {
		if (text[i] < '0' || text[i] > '9' || i == 6)
			return false;
		index = index * 10 + (uint32_t)(text[i] - '0');
	}
	*out_index = index;
	return size > 0;
}

bool kernels_device_find(
	const char *text, size_t size, struct kernels_device *out_device, struct kernels_device_error *error)
{
	const char *colon = memchr(text, ':', size);
	const size_t name_size = colon ? (size_t)(colon - text) : size;
	const int shown = size < 64 ? (int)size : 64;
	uint32_t count = 0;
	*out_device = (struct kernels_device){ kernels_device_driver_find(text, name_size), 0 };
	if (!out_device->driver)
		return kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0,
			"no driver for device %.*s in this program; packs opencl and device have drivers", shown, text);
	if (colon && !parse_index(colon + 1, size - name_size - 1, &out_device->index))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"'%.*s' is not a device; expected a name like %s:0", shown, text, out_device->driver->name);
	if (!out_device->driver->open(&count, error))
		return false;
	if (out_device->index >= count)
		return kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0, "no device %.*s; driver %s has %u %s", shown,
			text, out_device->driver->name, (unsigned)count, count == 1 ? "device" : "devices");
	return true;
}

/* ---- observing */

static void (*watcher)(void *ctx, const struct kernels_device_span *span); /* atomic */
static void *watcher_ctx;

void kernels_device_watch(void (*ended)(void *ctx, const struct kernels_device_span *span), void *ctx)
{
	watcher_ctx = ctx;
	/* release: publishes the context */
	__atomic_store_n(&watcher, ended, __ATOMIC_RELEASE);
}

bool kernels_device_is_watched(void)
{
	return __atomic_load_n(&watcher, __ATOMIC_RELAXED) != NULL; /* relaxed: publishes nothing */
}

void kernels_device_report(const struct kernels_device_span *span)
{
	/* acquire: pairs with the store in kernels_device_watch() */
	void (*const ended)(void *ctx, const struct kernels_device_span *span) = __atomic_load_n(&watcher, __ATOMIC_ACQUIRE);
	if (ended)
		ended(watcher_ctx, span);
}

/* ---- payload types */

static void object_destroy(void *payload)
{
	kernels_device_release(*(struct kernels_device_object **)payload);
}

static int object_copy(void *to, const void *from)
{
	struct kernels_device_object *object = *(struct kernels_device_object *const *)from;
	if (object)
		kernels_device_retain(object);
	*(struct kernels_device_object **)to = object;
	return 0;
}

#define OBJECT(name) \
	{ "!tfrt_gpu." name, sizeof(void *), _Alignof(void *), object_destroy, NULL, object_copy }

/* In the order of struct kernels_device_types. */
static const struct async_type descriptors[] = {
	{ .name = "!tfrt_gpu.device", .size = sizeof(struct kernels_device), .align = _Alignof(struct kernels_device) },
	OBJECT("context"), OBJECT("stream"), OBJECT("event"), OBJECT("allocator"), OBJECT("buffer"), OBJECT("module"),
	OBJECT("function")
};

static struct kernels_device_types types;

static void register_all(void)
{
	async_type_id *const ids[] = { &types.device, &types.context, &types.stream, &types.event, &types.allocator,
		&types.buffer, &types.program, &types.function };
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		*ids[i] = async_type_register(&descriptors[i]);
}

const struct kernels_device_types *kernels_device_types(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, register_all);
	return &types;
}
