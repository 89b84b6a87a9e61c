/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Creates allocators and queues from their names on the command line. */
#include "machine/machine.h"
#include "machine/packs.h"
#include "machine/watchdog.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if BEF_APP_MIMALLOC
#include <async/mimalloc.h>
#endif

/* More than any machine has. A mistake on the command line should not start a million threads. */
#define MOST_THREADS 4096u

static const char *after(const char *text, const char *prefix)
{
	size_t size = strlen(prefix);
	return strncmp(text, prefix, size) == 0 ? text + size : NULL;
}

/* Parses "threads", "threads:N" or "threads:N:M" after the word. */
static bool read_threads(const char *rest, struct async_threads_options *options)
{
	uint64_t threads = 0, blocking = 0;
	if (*rest == ':') {
		rest++;
		if (!cli_number(&rest, ':', 1, MOST_THREADS, &threads))
			return false;
	}
	if (*rest == ':') {
		rest++;
		if (!cli_number(&rest, '\0', 1, MOST_THREADS, &blocking))
			return false;
	}
	options->threads = (unsigned)threads;
	options->blocking_threads = (unsigned)blocking;
	return *rest == '\0';
}

/* The queue uses system memory: a small fixed allocator is for the program, not for threads. */
static int make_queue(const char *name, bool compatible, struct async_queue **out_queue)
{
	struct async_threads_options options = { .size = sizeof options, .name = "bef" };
	const char *rest = after(name, "threads");
	if (strcmp(name, "single") == 0) {
		*out_queue = async_queue_create_single(NULL);
	} else if (rest && read_threads(rest, &options)) {
		*out_queue = async_queue_create_threads(NULL, &options);
	} else {
		cli_error("couldn't create work queue type %s", name);
		if (!compatible)
			cli_error("expected single, threads, threads:N or threads:N:M with N and M from 1 to %u",
				MOST_THREADS);
		return CLI_USAGE;
	}
	if (*out_queue)
		return CLI_GOOD;
	cli_error("cannot create a work queue: out of memory or threads");
	return CLI_SYSTEM;
}

static int make_allocator(const struct cli_command *command, const char *name, struct machine *machine)
{
	const struct async_allocator **to = &machine->host.allocator;
	const char *bytes = after(name, "fixed:");
	uint64_t size;
	machine->counts = strcmp(name, "counting") == 0;
	if (machine->counts)
		*to = async_allocator_create_counting(NULL);
	else if (strcmp(name, "system") == 0)
		*to = async_allocator_system();
	else if (strcmp(name, "cached") == 0)
		*to = async_allocator_cached();
	else if (bytes && cli_number(&bytes, '\0', 1, SIZE_MAX / 2, &size))
		*to = async_allocator_create_fixed(NULL, (size_t)size);
	else if (strcmp(name, "pooled") == 0)
		*to = async_allocator_pooled();
	else if (strcmp(name, "mimalloc") == 0)
#if BEF_APP_MIMALLOC
		*to = async_allocator_mimalloc();
#else
		return cli_usage(command, "%s was built without mimalloc", cli_name());
#endif
	else
		return cli_usage(command, "no allocator '%s'", name);
	if (*to)
		return CLI_GOOD;
	cli_error("cannot create an allocator: out of memory");
	return CLI_SYSTEM;
}

static void print_text(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	fwrite(text, 1, size, stdout);
}

/* Programs may print any bytes; a terminal would take some of them for commands. */
static void print_to_terminal(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	flockfile(stdout); /* the text of one call stays together */
	cli_put_text_escaped(stdout, text, size);
	funlockfile(stdout);
}

static void destroy(struct machine *machine)
{
	async_host_report_misuse(NULL);
	kernels_registry_destroy(machine->registry);
	async_queue_destroy(machine->host.queue);
	async_resources_release(machine->host.resources);
	async_allocator_destroy(machine->host.allocator);
	async_allocator_destroy(machine->counted);
}

int machine_init(const struct cli_command *command, const char *queue, const char *allocator, const char *packs,
	const char *device, bool verify_diagnostics, struct machine *out_machine)
{
	static const struct machine empty = { .host = ASYNC_HOST_INIT };
	struct machine *machine = out_machine;
	*machine = empty;
	machine->compatible = verify_diagnostics;
	machine->host.print = isatty(STDOUT_FILENO) ? print_to_terminal : print_text;
	machine->host.report = diagnostics_host_report;
	machine->host.report_ctx = &machine->diagnostics;
	int code = make_allocator(command, allocator ? allocator : "pooled", machine);
	if (code == CLI_GOOD)
		code = make_queue(queue ? queue : "single", machine->compatible, &machine->host.queue);
	if (code == CLI_GOOD && !(machine->host.resources = async_resources_create(NULL))) /* small, and not the program's */
		code = cli_out_of_memory();
	if (code == CLI_GOOD)
		code = packs_registry(packs, device, &machine->registry);
	if (code == CLI_GOOD && !diagnostics_init(&machine->diagnostics, verify_diagnostics))
		code = cli_out_of_memory();
	if (code == CLI_GOOD)
		async_host_report_misuse(&machine->host);
	else
		destroy(machine);
	return code;
}

/* The messages of TFRT's leak-checking allocator, on standard output as there. */
static bool report_leaks(const struct async_allocator *counting)
{
	struct async_allocator_stats stats = async_allocator_stats(counting);
	if (stats.live_blocks == 0)
		return false;
	printf("HostAllocator profile:\n"
	       "Current number of allocations = %" PRIu64 "\n"
	       "Max number of allocations = %" PRIu64 "\n"
	       "Total number of allocations = %" PRIu64 "\n"
	       "Current number of bytes allocated = %" PRIu64 "\n"
	       "Max number of bytes allocated = %" PRIu64 "\n"
	       "Memory leak detected: %" PRIu64 " alive allocations, %" PRIu64 " alive bytes\n",
		stats.live_blocks, stats.peak_blocks, stats.total_blocks, stats.live_bytes, stats.peak_bytes,
		stats.live_blocks, stats.live_bytes);
	return true;
}

static bool joined;
static const struct machine *limited; /* by --timeout */

static const struct kernels_job *job_of_several(void)
{
	const struct kernels_job *job = kernels_job_of_program();
	uint32_t rank = 0, count = 1;
	if (job)
		job->place(&rank, &count);
	return count > 1 ? job : NULL;
}

static void print_nothing(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	(void)text;
	(void)size;
}

const struct async_allocator *machine_count(struct machine *machine)
{
	if (machine->counts)
		return machine->host.allocator;
	const struct async_allocator *counting = async_allocator_create_counting(machine->host.allocator);
	if (!counting)
		return NULL;
	machine->counted = machine->host.allocator;
	machine->host.allocator = counting;
	return counting;
}

void machine_mute(struct machine *machine) { machine->host.print = print_nothing; }

int machine_limit(struct machine *machine, const char *timeout, uint64_t deadline)
{
	const struct kernels_job *job = job_of_several();
	if (!timeout || !job || !kernels_job_has_deadline(job))
		return CLI_GOOD;
	machine->timeout = timeout;
	machine->deadline = deadline;
	limited = machine;
	if (watchdog_begin(job, timeout, deadline))
		return CLI_GOOD;
	cli_error("out of memory or threads");
	return CLI_SYSTEM;
}

/* Of a call of the job that has failed. */
static int job_failed(const struct kernels_job *job, const char *message)
{
	if (limited && async_now_ns() >= limited->deadline) {
		cli_error("stopped after %s seconds (--timeout): %s", limited->timeout, message);
		return CLI_BAD;
	}
	cli_error("%s: %s", job->name, message);
	return CLI_SYSTEM;
}

int machine_join(uint32_t replicas, uint32_t partitions, struct kernels_process *out_process)
{
	const struct kernels_job *job = job_of_several();
	char message[200];
	*out_process = (struct kernels_process){ sizeof *out_process, 0, 0, 1, 1, NULL, NULL };
	if (!job)
		return CLI_GOOD;
	joined = true; /* or it has failed, and will not succeed */
	watchdog_starting(true);
	const bool good = job->join(replicas, partitions, out_process, message, sizeof message);
	watchdog_starting(false);
	return good ? CLI_GOOD : job_failed(job, message);
}

void machine_leave(struct machine *machine)
{
	struct kernels_process process;
	if (joined || machine_join(0, 0, &process) != CLI_GOOD || !process.engine)
		return;
	struct async_request *request = async_request_create(&machine->host, NULL);
	if (!request) {
		process.engine->ended(process.engine_ctx, &process);
	} else if (kernels_process_set(request, &process)) {
		async_request_cancel_with(
			request, async_error_make(ASYNC_CODE_ABORTED, "its program has ended without running it, and printed the reason"));
	}
	if (request)
		async_request_release(request);
	async_queue_quiesce(machine->host.queue);
}

static bool lost_a_program(void)
{
	const struct kernels_job *job = kernels_job_of_program();
	char message[200];
	if (!job || !job->lost(message, sizeof message))
		return false;
	cli_error("%s", message);
	return true;
}

/* False after a message: the time was up before the others have left. */
static bool leave_in_time(const struct machine *machine)
{
	const struct kernels_job *job = kernels_job_of_program();
	char message[200];
	if (!machine->timeout || job->leave(message, sizeof message))
		return true;
	cli_error("%s (--timeout %s)", message, machine->timeout);
	return false;
}

int machine_finish(struct machine *machine)
{
	bool good = diagnostics_finish(&machine->diagnostics);
	async_queue_destroy(machine->host.queue);
	machine->host.queue = NULL;
	async_resources_release(machine->host.resources);
	machine->host.resources = NULL;
	if (machine->counts && report_leaks(machine->host.allocator))
		good = false;
	const bool lost = lost_a_program();
	good = leave_in_time(machine) && good;
	destroy(machine);
	watchdog_end();
	limited = NULL;
	return lost ? CLI_SYSTEM : good ? CLI_GOOD : CLI_BAD;
}
