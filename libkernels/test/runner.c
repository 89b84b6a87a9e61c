/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runner.h"

struct runner_site {
	struct runner_site *next;
	struct kernels_site site;
	struct kernels_attr attributes[RUNNER_MOST];
	const struct kernels_function *functions[RUNNER_MOST];
};

static void give_up(const char *what, const char *name)
{
	printf("Bail out! %s: %s\n", name, what);
	exit(1);
}

/* ---- host */

static void on_print(void *ctx, const char *data, size_t size)
{
	struct runner *r = ctx;
	pthread_mutex_lock(&r->lock);
	if (size < sizeof r->printed - r->printed_size) {
		memcpy(r->printed + r->printed_size, data, size);
		r->printed_size += size;
	}
	pthread_mutex_unlock(&r->lock);
}

static void on_report(void *ctx, const struct async_error *reason)
{
	struct runner *r = ctx;
	pthread_mutex_lock(&r->lock);
	snprintf(r->reported, sizeof r->reported, "%s", async_error_message(reason));
	r->reports++;
	pthread_mutex_unlock(&r->lock);
}

void runner_open(struct runner *r, unsigned threads)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct async_threads_options options = { .size = sizeof options, .threads = threads };
	memset(r, 0, sizeof *r);
	pthread_mutex_init(&r->lock, NULL);
	r->counting = async_allocator_create_counting(NULL);
	r->failing = async_allocator_create_failing(r->counting, 0);
	/* The queue has a separate allocator: its threads allocate at any time, which would shift the failing
	 * allocation. */
	struct async_queue *queue = threads ? async_queue_create_threads(NULL, &options)
					    : async_queue_create_single(NULL);
	r->host = (struct async_host){ .size = sizeof r->host, .allocator = r->failing, .queue = queue, .report = on_report,
		.report_ctx = r, .print = on_print, .print_ctx = r };
	r->registry = kernels_registry_create(NULL);
	runner_new_request(r);
	if (kernels_registry_add(r->registry, kernels_pack_basic(), &diag) != KERNELS_OK ||
		kernels_registry_add(r->registry, kernels_pack_test(), &diag) != KERNELS_OK)
		give_up(diag.message, "registry");
}

void runner_new_request(struct runner *r)
{
	async_request_release(r->request);
	r->request = async_request_create(&r->host, NULL);
	if (!r->request)
		give_up("no request", "runner");
}

static void drop_results(struct runner *r)
{
	for (uint32_t i = 0; i < r->result_count; i++)
		async_value_release(r->results[i]);
	r->result_count = 0;
}

void runner_close(struct runner *r)
{
	drop_results(r);
	async_queue_quiesce(r->host.queue);
	async_request_release(r->request);
	async_queue_destroy(r->host.queue);
	kernels_registry_destroy(r->registry);
	async_allocator_destroy(r->failing);
	CHECK_INT(async_allocator_stats(r->counting).live_blocks, 0);
	CHECK_INT(async_allocator_stats(r->counting).live_bytes, 0);
	async_allocator_destroy(r->counting);
	while (r->sites) {
		struct runner_site *site = r->sites;
		r->sites = site->next;
		free(site);
	}
	pthread_mutex_destroy(&r->lock);
}

/* ---- running */

static struct kernels_site *make_site(struct runner *r, const struct kernels_entry *entry, const struct op *op)
{
	struct runner_site *s = calloc(1, sizeof *s);
	if (!s)
		give_up("no memory", entry->kernel->name);
	s->next = r->sites;
	r->sites = s;
	s->site = (struct kernels_site){ .entry = entry, .attributes = s->attributes, .functions = s->functions,
		.location = r->location };
	while (s->site.attribute_count < RUNNER_MOST && op->attributes[s->site.attribute_count].data) {
		s->attributes[s->site.attribute_count] = op->attributes[s->site.attribute_count];
		s->site.attribute_count++;
	}
	while (s->site.function_count < RUNNER_MOST && op->functions[s->site.function_count]) {
		s->functions[s->site.function_count] = op->functions[s->site.function_count];
		s->site.function_count++;
	}
	while (s->site.argument_count < RUNNER_MOST && op->arguments[s->site.argument_count])
		s->site.argument_count++;
	s->site.result_count = op->result_count ? op->result_count : entry->result_count;
	return &s->site;
}

static bool fits(uint32_t have, uint32_t listed, bool more)
{
	return have == listed || (more && have > listed);
}

static void check_site(const struct kernels_site *site, const struct op *op)
{
	const struct kernels_entry *e = site->entry;
	if (!fits(site->argument_count, e->argument_count, e->more_arguments) ||
		!fits(site->result_count, e->result_count, e->more_results) ||
		!fits(site->function_count, e->function_count, e->more_functions))
		give_up("numbers do not fit the signature", e->kernel->name);
	for (uint32_t i = 0; i < site->argument_count; i++) {
		async_type_id want = i < e->argument_count ? e->arguments[i] : e->rest_type;
		if (!async_value_is_error(op->arguments[i]) && want != ASYNC_TYPE_NONE &&
			async_value_type(op->arguments[i]) != want)
			give_up("an argument does not fit the signature", e->kernel->name);
	}
}

static void run_payload(struct runner *r, const struct kernels_site *site, struct async_value *const *arguments)
{
	void *in[RUNNER_MOST], *out[RUNNER_MOST];
	for (uint32_t i = 0; i < site->argument_count; i++)
		in[i] = async_value_payload(arguments[i]);
	for (uint32_t i = 0; i < site->result_count; i++) {
		r->results[i] = async_value_create(async_allocator_system(), site->entry->results[i]);
		out[i] = async_value_storage(r->results[i]);
	}
	struct kernels_call call = { in, out, site, r->request, NULL };
	site->entry->kernel->payload(&call);
	for (uint32_t i = 0; i < site->result_count; i++) {
		if (call.error)
			async_value_fail(r->results[i], async_error_retain(call.error));
		else
			async_value_set_available(r->results[i]);
	}
	async_error_release(call.error);
}

void runner_run(struct runner *r, const char *name, const struct op *op)
{
	const struct kernels_entry *entry = kernels_registry_find(r->registry, name, strlen(name));
	if (!entry)
		give_up("no such kernel", name);
	struct kernels_site *site = make_site(r, entry, op);
	struct async_value *old[RUNNER_MOST];
	uint32_t old_count = r->result_count;
	struct async_error *reason = async_request_cancelled(r->request);
	for (uint32_t i = 0; i < site->argument_count; i++)
		await(r, op->arguments[i]);
	check_site(site, op);
	memcpy(old, r->results, sizeof old);
	memset(r->results, 0, sizeof r->results);
	r->result_count = site->result_count;
	for (uint32_t i = 0; i < site->argument_count; i++) {
		if (async_value_is_error(op->arguments[i]))
			reason = async_value_error(op->arguments[i]); /* the last one wins */
	}
	if (reason) {
		for (uint32_t i = 0; i < site->result_count; i++)
			r->results[i] = kernels_error_value(r->request, async_error_retain(reason));
	} else if (entry->kernel->payload) {
		run_payload(r, site, op->arguments);
	} else {
		struct kernels_frame frame = { op->arguments, r->results, site, r->request, false, NULL };
		entry->kernel->frame(&frame);
	}
	for (uint32_t i = 0; i < site->result_count; i++) {
		if (!r->results[i])
			give_up("left a result out", name);
	}
	for (uint32_t i = 0; i < site->argument_count; i++)
		async_value_release(op->arguments[i]);
	for (uint32_t i = 0; i < old_count; i++)
		async_value_release(old[i]);
}

/* ---- values. They do not use the host's allocator, so that tests of failing allocations count those of the kernel
 * only */

static struct async_value *make(async_type_id type, void *payload)
{
	struct async_value *value = async_value_create_available(async_allocator_system(), type, payload);
	if (!value)
		give_up("no memory", "value");
	return value;
}

struct async_value *i1(struct runner *r, bool v)
{
	(void)r;
	uint8_t byte = v;
	return make(kernels_types()->i1, &byte);
}

struct async_value *i32(struct runner *r, int32_t v)
{
	(void)r;
	return make(kernels_types()->i32, &v);
}

struct async_value *i64(struct runner *r, int64_t v)
{
	(void)r;
	return make(kernels_types()->i64, &v);
}

struct async_value *f32(struct runner *r, float v)
{
	(void)r;
	return make(kernels_types()->f32, &v);
}

struct async_value *f64(struct runner *r, double v)
{
	(void)r;
	return make(kernels_types()->f64, &v);
}

struct async_value *text(struct runner *r, const char *v)
{
	(void)r;
	struct kernels_text payload;
	if (!kernels_text_init(&payload, async_allocator_system(), v, strlen(v)))
		give_up("no memory", "text");
	return make(kernels_types()->string, &payload);
}

struct async_value *error(struct runner *r, const char *message)
{
	(void)r;
	struct async_location nowhere = { NULL, 0 };
	return async_value_create_error(async_allocator_system(),
		async_error_create(NULL, ASYNC_CODE_INTERNAL, nowhere, "%s", message));
}

/* ---- results */

struct async_value *await(struct runner *r, struct async_value *value)
{
	if (!async_value_is_available(value))
		async_queue_await(r->host.queue, &value, 1);
	return value;
}

static const void *payload_at(struct runner *r, uint32_t index, async_type_id type)
{
	static const char nothing[64];
	if (!CHECK(index < r->result_count))
		return nothing;
	struct async_value *value = await(r, r->results[index]);
	if (async_value_is_error(value)) {
		CHECK_STR(async_error_message(async_value_error(value)), "no error");
		return nothing;
	}
	return CHECK_INT(async_value_type(value), type) ? async_value_payload(value) : nothing;
}

int i1_at(struct runner *r, uint32_t index)
{
	return *(const uint8_t *)payload_at(r, index, kernels_types()->i1);
}

int32_t i32_at(struct runner *r, uint32_t index)
{
	return *(const int32_t *)payload_at(r, index, kernels_types()->i32);
}

int64_t i64_at(struct runner *r, uint32_t index)
{
	return *(const int64_t *)payload_at(r, index, kernels_types()->i64);
}

double f32_at(struct runner *r, uint32_t index)
{
	return (double)*(const float *)payload_at(r, index, kernels_types()->f32);
}

double f64_at(struct runner *r, uint32_t index)
{
	return *(const double *)payload_at(r, index, kernels_types()->f64);
}

const char *text_at(struct runner *r, uint32_t index)
{
	const struct kernels_text *t = payload_at(r, index, kernels_types()->string);
	return t->data ? t->data : "";
}

bool is_chain(struct runner *r, uint32_t index)
{
	payload_at(r, index, ASYNC_TYPE_CHAIN);
	return !async_value_is_error(r->results[index]);
}

const char *error_at(struct runner *r, uint32_t index)
{
	struct async_value *value = await(r, r->results[index]);
	return async_value_is_error(value) ? async_error_message(async_value_error(value)) : "";
}

struct async_value *take(struct runner *r, uint32_t index)
{
	return async_value_retain(r->results[index]);
}

const char *printed(struct runner *r)
{
	static char copy[sizeof r->printed];
	pthread_mutex_lock(&r->lock);
	memcpy(copy, r->printed, r->printed_size);
	copy[r->printed_size] = '\0';
	r->printed_size = 0;
	pthread_mutex_unlock(&r->lock);
	return copy;
}

const char *reported(struct runner *r)
{
	static char copy[sizeof r->reported];
	pthread_mutex_lock(&r->lock);
	memcpy(copy, r->reported, sizeof copy);
	r->reported[0] = '\0';
	r->reports = 0;
	pthread_mutex_unlock(&r->lock);
	return copy;
}

/* ---- functions */

static void fake_execute(const struct kernels_function *function, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	struct fake *self = (struct fake *)(uintptr_t)function;
	__atomic_fetch_add(&self->calls, 1, __ATOMIC_RELAXED);
	self->run(self, request, arguments, results);
}

static struct async_error *fake_execute_sync(const struct kernels_function *function, struct async_request *request,
	void *const *arguments, void *const *results)
{
	struct fake *self = (struct fake *)(uintptr_t)function;
	(void)request;
	self->calls++;
	return self->run_sync(self, arguments, results);
}

struct fake fake_function(const char *name, uint32_t argument_count, uint32_t result_count,
	void (*run)(struct fake *self, struct async_request *request, struct async_value *const *arguments,
		struct async_value **results))
{
	struct fake fake = { .run = run };
	fake.base = (struct kernels_function){
		.name = name, .name_size = strlen(name), .argument_count = argument_count, .result_count = result_count
	};
	return fake;
}

const struct kernels_function *as_function(struct fake *fake)
{
	static const struct kernels_function_vtable plain = { .size = sizeof plain, .execute = fake_execute };
	static const struct kernels_function_vtable sync = { .size = sizeof sync, .execute = fake_execute, .execute_sync = fake_execute_sync };
	fake->base.vtable = fake->run_sync ? &sync : &plain;
	fake->base.arguments = fake->types;
	fake->base.results = fake->types;
	return &fake->base;
}
