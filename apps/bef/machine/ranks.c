/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "machine/ranks.h"

#include <inttypes.h>
#include <kernels/device.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 1024 };

static const char mark[] = "{rank}";

/* ---- their number */

int ranks_parse(const struct cli_command *self, const char *text, struct ranks *out)
{
	const char *at = text;
	uint64_t first, second = 0;
	*out = (struct ranks){ .total = 1, .count = 1 };
	if (!text)
		return CLI_GOOD;
	bool good = cli_number(&at, 'x', 1, MOST_RANKS, &first);
	if (good && *at++ == 'x')
		good = cli_number(&at, '\0', 1, MOST_RANKS, &second) && first * second <= MOST_RANKS;
	if (!good)
		return cli_usage(self, "--ranks: expected a number from 1 to %d, or REPLICASxPARTITIONS, found '%s'", MOST_RANKS, text);
	out->given = true;
	out->total = out->count = (uint32_t)(second ? first * second : first);
	out->replicas = second ? (uint32_t)first : 0;
	out->partitions = (uint32_t)second;
	return CLI_GOOD;
}

int ranks_place(const struct cli_command *self, struct ranks *ranks)
{
	const struct kernels_job *job = kernels_job_of_program();
	uint32_t rank = 0, count = 1;
	if (job)
		job->place(&rank, &count);
	ranks->given = ranks->given || job;
	if (count == 1)
		return CLI_GOOD;
	if (ranks->total != 1 && ranks->total != count)
		return cli_usage(self, "--ranks: %s has started %" PRIu32 " programs, expected as many ranks, found %" PRIu32, job->name,
			count, ranks->total);
	ranks->total = count;
	ranks->first = rank;
	ranks->count = 1;
	return CLI_GOOD;
}

/* ---- launchers whose pack is missing */

static uint32_t number_of(const char *name)
{
	const char *text = getenv(name), *at = text;
	uint64_t value;
	return text && cli_number(&at, '\0', 0, UINT32_MAX - 1, &value) ? (uint32_t)value : 0;
}

/* sbatch and salloc set SLURM_NTASKS too, for the one program that they start; srun sets the number of the task besides. */
static bool is_of_srun(void)
{
	const char *environment = getenv("ENVIRONMENT");
	return getenv("SLURM_STEP_ID") || getenv("SLURM_STEPID") || getenv("SLURM_STEP_NUM_TASKS") || number_of("SLURM_PROCID") > 0 ||
	       (getenv("SLURM_PROCID") && (!environment || strcmp(environment, "BATCH") != 0));
}

/* How many programs the environment says that a launcher has started with this one: mpirun of Open MPI, MPICH and its relatives, PMIx, or
 * srun. *out_variable is the environment variable with the number. 1: none, or this one alone. */
static uint32_t count_launched(const char **out_variable)
{
	static const char *const names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE", "MPI_LOCALNRANKS", "SLURM_STEP_NUM_TASKS",
		"SLURM_NTASKS" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		*out_variable = names[i];
		const uint32_t count = strncmp(names[i], "SLURM", 5) != 0 || is_of_srun() ? number_of(names[i]) : 0;
		if (count > 1)
			return count;
	}
	*out_variable = "PMIX_RANK"; /* PMIx has no variable for the number */
	return number_of(*out_variable) + 1;
}

void ranks_warn(const struct ranks *ranks, const char *name)
{
	const char *variable;
	const uint32_t launched = count_launched(&variable);
	if (launched > 1 && !ranks->given)
		cli_warning(name, "%s: a launcher has started %" PRIu32 " programs%s, and each runs alone; --pack mpi connects them", variable,
			launched, strcmp(variable, "PMIX_RANK") == 0 ? " or more" : "");
}

/* ---- their arrangement */

int ranks_arrange(struct ranks *ranks, uint32_t replicas, uint32_t partitions)
{
	const uint64_t product = (uint64_t)replicas * partitions;
	ranks->is_of_many = product > 1;
	if (ranks->replicas)
		return CLI_GOOD;
	ranks->replicas = product > 1 ? replicas : ranks->total;
	ranks->partitions = product > 1 ? partitions : 1;
	if (product <= 1 || product == ranks->total)
		return CLI_GOOD;
	if (ranks->total > 1) {
		cli_error("the program is for %" PRIu32 " replicas of %" PRIu32 " partitions; expected %" PRIu64
			  " ranks, found %" PRIu32, replicas, partitions, product, ranks->total);
		return CLI_USAGE;
	}
	ranks->replicas = ranks->partitions = 1; /* it may do without the others */
	return CLI_GOOD;
}

int ranks_world(const struct ranks *ranks, struct kernels_world **out_world)
{
	*out_world = ranks->count > 1 ? kernels_world_create(async_allocator_system(), ranks->replicas, ranks->partitions) : NULL;
	return ranks->count > 1 && !*out_world ? cli_out_of_memory() : CLI_GOOD;
}

int ranks_process(const struct ranks *ranks, uint32_t index, struct kernels_world *world, struct kernels_process *out, bool *out_said)
{
	*out_said = ranks->given && !ranks->is_of_many;
	if (!world)
		return machine_join(ranks->total > 1 ? ranks->replicas : 0, ranks->total > 1 ? ranks->partitions : 0, out);
	*out = (struct kernels_process){ sizeof *out, index / ranks->partitions, index % ranks->partitions, ranks->replicas,
		ranks->partitions, kernels_world_engine(), world };
	return CLI_GOOD;
}

/* ---- their files */

/* Replaces {rank} in lines; NULL: none, or out of memory. The caller frees it. */
static char *lines_of(const char *lines, uint32_t rank)
{
	char number[12];
	const size_t digits = (size_t)snprintf(number, sizeof number, "%" PRIu32, rank);
	size_t marks = 0;
	for (const char *at = lines; at && (at = strstr(at, mark)) != NULL; at += strlen(mark))
		marks++;
	char *out = lines ? malloc(strlen(lines) + marks * digits + 1) : NULL;
	if (!out)
		return NULL;
	char *to = out;
	for (const char *at = lines; *at;) {
		const bool is_mark = strncmp(at, mark, strlen(mark)) == 0;
		memcpy(to, is_mark ? number : at, is_mark ? digits : 1);
		to += is_mark ? digits : 1;
		at += is_mark ? strlen(mark) : 1;
	}
	*to = '\0';
	return out;
}

bool ranks_is_marked(const char *lines) { return lines && strstr(lines, mark); }

int ranks_check_outputs(const struct cli_command *self, const struct ranks *ranks, const char *outputs)
{
	for (const char *at = outputs; ranks->total > 1 && at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
		const int size = (int)strcspn(at, "\n");
		const char *found = strstr(at, mark);
		if (!found || found >= at + size)
			return cli_usage(self, "--output: %" PRIu32 " ranks would write '%.*s'; expected {rank} in the name", ranks->total,
				size, at);
	}
	return CLI_GOOD;
}

int ranks_path(const struct cli_command *self, struct ranks *ranks, const char *option, const char **path)
{
	char **kept = ranks->paths[0] ? &ranks->paths[1] : &ranks->paths[0];
	if (!*path || ranks->count == ranks->total)
		return CLI_GOOD;
	if (!strstr(*path, mark))
		return cli_usage(self, "--%s: %" PRIu32 " ranks would write '%s'; expected {rank} in the name", option, ranks->total, *path);
	*kept = lines_of(*path, ranks->first);
	*path = *kept;
	return *kept ? CLI_GOOD : cli_out_of_memory();
}

/* 0: no driver has this name, or it cannot say. */
static uint32_t count_devices(const char *device)
{
	const struct kernels_device_driver *driver;
	const size_t size = strcspn(device, ":");
	struct kernels_device_error error;
	uint32_t count = 0;
	for (size_t i = 0; (driver = kernels_device_driver_at(i)) != NULL; i++)
		if (strlen(driver->name) == size && strncmp(driver->name, device, size) == 0)
			return driver->open(&count, &error) ? count : 0;
	return 0;
}

int ranks_device(const struct cli_command *self, struct ranks *ranks, const char **device)
{
	if (!ranks_is_marked(*device))
		return CLI_GOOD;
	if (ranks->count > 1)
		return cli_usage(self, "--device: the ranks of one process share a device, found '%s'; start a program for each rank, with --pack mpi",
			*device);
	const uint32_t devices = count_devices(*device);
	ranks->device = lines_of(*device, devices ? ranks->first % devices : ranks->first);
	*device = ranks->device;
	return *device ? CLI_GOOD : cli_out_of_memory();
}

int ranks_files(const struct cli_command *self, const char *input_lines, const struct results_options *results,
	struct ranks *ranks)
{
	ranks->inputs = calloc(ranks->count, sizeof *ranks->inputs);
	ranks->results = calloc(ranks->count, sizeof *ranks->results);
	ranks->outputs = calloc(ranks->count, sizeof *ranks->outputs);
	ranks->failed = calloc(ranks->count, sizeof *ranks->failed);
	int code = ranks->inputs && ranks->results && ranks->outputs && ranks->failed
			   ? CLI_GOOD
			   : cli_out_of_memory();
	for (uint32_t i = 0; i < ranks->count && code == CLI_GOOD; i++) {
		char *inputs = lines_of(input_lines, ranks->first + i);
		ranks->outputs[i] = lines_of(results->outputs, ranks->first + i);
		ranks->results[i] = *results;
		ranks->results[i].outputs = ranks->outputs[i];
		if ((input_lines && !inputs) || (results->outputs && !ranks->outputs[i]))
			code = cli_out_of_memory();
		else
			code = inputs_read(self, inputs, input_lines, &ranks->inputs[i]);
		free(inputs);
	}
	return code;
}

void ranks_finish(struct ranks *ranks)
{
	for (uint32_t i = 0; i < ranks->count; i++) {
		if (ranks->inputs)
			inputs_finish(&ranks->inputs[i]);
		if (ranks->outputs)
			free(ranks->outputs[i]);
	}
	free(ranks->inputs);
	free(ranks->results);
	free(ranks->outputs);
	free(ranks->failed);
	for (size_t i = 0; i < sizeof ranks->paths / sizeof *ranks->paths; i++) {
		free(ranks->paths[i]);
		ranks->paths[i] = NULL;
	}
	free(ranks->device);
	ranks->device = NULL;
	ranks->failed = NULL;
	ranks->inputs = NULL;
	ranks->results = NULL;
	ranks->outputs = NULL;
}

void ranks_title(const struct ranks *ranks, uint32_t index)
{
	if (ranks->total > 1)
		printf("rank %" PRIu32 ":\n", ranks->first + index);
}
