/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Metrics of a server in the text format of Prometheus, see http_server.h. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "http_server.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const names[OUTCOMES] = { "", "ok", "overloaded", "deadline", "gone", "failed", "invalid" };
static const double seconds[] = { 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10 };
#define BUCKETS (sizeof seconds / sizeof *seconds)

static struct {
	uint64_t outcomes[OUTCOMES], buckets[BUCKETS + 1], ns;
} requests; /* guarded by lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void metrics_add(enum outcome outcome, uint64_t took)
{
	size_t bucket = 0;
	while (bucket < BUCKETS && (double)took * 1e-9 > seconds[bucket])
		bucket++;
	pthread_mutex_lock(&lock);
	requests.outcomes[outcome]++;
	requests.buckets[bucket]++;
	requests.ns += took;
	pthread_mutex_unlock(&lock);
}

static void print_requests(FILE *out)
{
	uint64_t sum = 0;
	pthread_mutex_lock(&lock);
	fprintf(out, "# TYPE infer_requests_total counter\n");
	for (size_t i = OUTCOME_OK; i < OUTCOMES; i++)
		fprintf(out, "infer_requests_total{outcome=\"%s\"} %" PRIu64 "\n", names[i], requests.outcomes[i]);
	fprintf(out, "# TYPE infer_request_seconds histogram\n");
	for (size_t i = 0; i < BUCKETS; i++)
		fprintf(out, "infer_request_seconds_bucket{le=\"%g\"} %" PRIu64 "\n", seconds[i],
			sum += requests.buckets[i]);
	sum += requests.buckets[BUCKETS];
	fprintf(out, "infer_request_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", sum);
	fprintf(out, "infer_request_seconds_sum %.9f\ninfer_request_seconds_count %" PRIu64 "\n",
		(double)requests.ns * 1e-9, sum);
	pthread_mutex_unlock(&lock);
}

static void print_batches(FILE *out, const struct batches_counts *counts)
{
	uint64_t sum = 0;
	fprintf(out, "# TYPE infer_queue_requests gauge\ninfer_queue_requests %zu\n", counts->waiting);
	fprintf(out, "# TYPE infer_calls_running gauge\ninfer_calls_running %zu\n", counts->running);
	fprintf(out, "# TYPE infer_calls_cancelled_total counter\ninfer_calls_cancelled_total %" PRIu64 "\n",
		counts->cancelled);
	fprintf(out, "# TYPE infer_batch_rows histogram\n");
	for (size_t i = 0; i + 1 < BATCH_SIZES; i++)
		fprintf(out, "infer_batch_rows_bucket{le=\"%u\"} %" PRIu64 "\n", 1u << i, sum += counts->sizes[i]);
	fprintf(out, "infer_batch_rows_bucket{le=\"+Inf\"} %" PRIu64 "\n", counts->calls);
	fprintf(out, "infer_batch_rows_sum %" PRIu64 "\ninfer_batch_rows_count %" PRIu64 "\n", counts->rows,
		counts->calls);
}

char *metrics_text(struct batches *b, size_t *out_size)
{
	const struct batches_counts counts = batches_count(b);
	char *text = NULL;
	FILE *out = open_memstream(&text, out_size);
	if (!out)
		return NULL;
	print_requests(out);
	print_batches(out, &counts);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
