/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collective operations of 1 to 8 processes against a serial reference: every operation with each reading of its groups, rows of
 * several sizes and orders, each dimension, element type, body, with and without elements, with and without a root. Arguments:
 * "threads": on a queue with threads, a third of the groups; "whole": the whole product, else a part that has each pair of choices. */
#include "bodies.h"
#include "collective_pairs.h"
#include "processes.h"
#include "values.h"

static unsigned threads;
static bool whole;
static uint32_t replicas, partitions, process_count, grid;

enum operation { GATHER, REDUCE, SCATTER, TO_ALL, BROADCAST, TO_ROOT, OPERATIONS };
enum reading { BY_REPLICA, BY_PARTITION, BY_BOTH, FLAT, READINGS };
enum rows { NONE, DIVIDED, UNEVEN, PARTIAL, ROWS };
enum body { ADD, MULTIPLY, MAXIMUM, MINIMUM, BODIES };

static const char *const operation_names[] = { "hlo.all_gather", "hlo.all_reduce", "hlo.reduce_scatter", "hlo.all_to_all",
	"hlo.collective_broadcast", "hlo.collective_reduce" };
static const char *const body_texts[] = { "@ @; add 0 1 @; return 2", "@ @; multiply 0 1 @; return 2",
	"@ @; maximum 0 1 @; return 2", "@ @; minimum 0 1 @; return 2" };

/* Operations with a body and all_gather read a channel without global ids as replicas of all partitions. */
static bool is_reading_of(enum operation op, enum reading reading)
{
	const bool by_both = op != TO_ALL && op != BROADCAST;
	return reading == BY_REPLICA || (reading == BY_PARTITION ? !by_both : by_both);
}
static bool reduces(enum operation op) { return op == REDUCE || op == SCATTER || op == TO_ROOT; }
/* Whether groups of one program may differ in size, and whether a process may be in none. */
static bool takes_rows(enum operation op, enum rows rows)
{
	return rows < UNEVEN || (rows == UNEVEN && (op == REDUCE || op == TO_ROOT || op == BROADCAST)) ||
	       (rows == PARTIAL && (op == BROADCAST || op == TO_ROOT));
}

/* ---- groups */

static int64_t ids[MOST_PROCESSES * MOST_PROCESSES];
static uint32_t id_count, row_size;

static void make_rows(enum rows rows, uint32_t space)
{
	id_count = row_size = 0;
	if (rows == UNEVEN) { /* the last one alone, then the others in reverse */
		row_size = space > 1 ? space - 1 : 1;
		ids[id_count++] = space - 1;
		while (id_count < row_size)
			ids[id_count++] = -1;
		for (uint32_t i = space - 1; i-- > 0;)
			ids[id_count++] = i;
		return;
	}
	if (rows == NONE)
		return;
	/* rows of the largest proper divisor, with steps between their numbers */
	row_size = space;
	for (uint32_t d = 2; d < space && row_size == space; d++)
		if (space % d == 0)
			row_size = space / d;
	for (uint32_t row = 0; row < space / row_size; row++)
		for (uint32_t k = row_size; k-- > 0;)
			ids[id_count++] = row + k * (space / row_size);
	if (rows == PARTIAL && id_count > row_size)
		id_count -= row_size;
}

static uint32_t space_of(enum reading reading)
{
	return reading == FLAT ? process_count : reading == BY_PARTITION ? partitions : replicas;
}

/* Finds the members of the group of a process in their order; returns their number, 0: in none. */
static uint32_t members_of(enum reading reading, uint32_t process, uint32_t *members)
{
	const uint32_t replica = process / partitions, partition = process % partitions;
	const int64_t own = reading == FLAT ? process : reading == BY_PARTITION ? partition : replica;
	int64_t row[MOST_PROCESSES];
	uint32_t size = 0, found = 0;
	for (uint32_t i = 0; id_count == 0 && i < space_of(reading); i++)
		row[size++] = i;
	for (uint32_t i = 0; i < id_count; i++)
		if (ids[i] == own)
			for (uint32_t k = i / row_size * row_size; k < (i / row_size + 1) * row_size; k++)
				if (ids[k] >= 0)
					row[size++] = ids[k];
	for (uint32_t p = 0; p < (reading == BY_BOTH && size ? partitions : 1); p++)
		for (uint32_t i = 0; i < size; i++)
			members[found++] = (uint32_t)(reading == FLAT ? row[i]
				: reading == BY_PARTITION ? replica * partitions + row[i]
				: row[i] * partitions + (reading == BY_BOTH ? p : partition));
	return found;
}

/* ---- the reference */

static struct value combine(enum body body, enum kernels_dtype t, struct value a, struct value b)
{
	const bool first = creall(a.z) != creall(a.z) ||
		(creall(b.z) == creall(b.z) && (is_whole(t) ? (body == MAXIMUM ? a.whole >= b.whole : a.whole <= b.whole)
				  : (body == MAXIMUM ? creall(a.z) >= creall(b.z) : creall(a.z) <= creall(b.z))));
	if (body == MAXIMUM || body == MINIMUM)
		return first ? a : b; /* a NaN of either */
	if (t == KERNELS_I1)
		return (struct value){ body == ADD ? a.whole | b.whole : a.whole & b.whole, 0 };
	if (!is_whole(t))
		return (struct value){ 0, body == ADD ? a.z + b.z : a.z * b.z };
	if (body == ADD)
		return (struct value){ wrapped(t, a.whole + b.whole), 0 };
	return (struct value){ wrapped(t, (wide)((unsigned_wide)a.whole * (unsigned_wide)b.whole)), 0 };
}

/* Element i of all members' operands, in ascending order of processes. */
static void reduce_element(const struct array *operands, enum body body, const uint32_t *members, uint32_t size, int64_t i,
	struct array *out, int64_t to)
{
	bool first = true;
	struct value all = { 0, 0 };
	for (uint32_t process = 0; process < process_count; process++)
		for (uint32_t m = 0; m < size; m++)
			if (members[m] == process) {
				const struct value next = value_get(&operands[process], i);
				all = first ? next : rounded(out->dtype, combine(body, out->dtype, all, next));
				first = false;
			}
	value_set(out, to, all);
}

/* The result of a process. `dims`: split and concatenated dimension. */
static void compute(enum operation op, const struct array *operands, enum body body, uint32_t process, const uint32_t *members,
	uint32_t size, const uint32_t *dims, uint32_t root, struct array *out)
{
	const size_t bytes = kernels_dtype_size(out->dtype);
	const struct kernels_shape *from = &operands[0].shape;
	int64_t at[KERNELS_MAX_RANK] = { 0 }, i = 0;
	uint32_t place = 0;
	while (place < size && members[place] != process)
		place++;
	if (out->elements == 0 || size == 0)
		return;
	do {
		int64_t source[KERNELS_MAX_RANK];
		uint32_t member = root;
		memcpy(source, at, sizeof source);
		if (op == GATHER || op == TO_ALL) {
			const int64_t part = op == GATHER ? from->dims[dims[1]]
				: dims[0] == dims[1] ? from->dims[dims[0]] / size : from->dims[dims[1]];
			member = (uint32_t)(at[dims[1]] / part);
			source[dims[1]] = at[dims[1]] % part;
		}
		if (op == SCATTER || op == TO_ALL)
			source[dims[0]] += place * (from->dims[dims[0]] / size);
		const int64_t k = array_at(from, source);
		if (reduces(op)) {
			if (op != TO_ROOT || place == root)
				reduce_element(operands, body, members, size, k, out, i);
		} else {
			memcpy((char *)out->bytes + (size_t)i * bytes,
				(const char *)operands[members[member]].bytes + (size_t)k * bytes, bytes);
		}
		i++;
	} while (array_next(&out->shape, at));
}

/* ---- one operation */

struct test {
	enum operation op;
	enum reading reading;
	enum rows rows;
	enum body body;
	enum kernels_dtype type;
	uint32_t dims[2];
	bool dynamic_root, empty;
};

static void set_attributes(const struct test *t)
{
	char body[200] = { 0 };
	size_t used = 0;
	processes_int("channel_id", t->reading == BY_REPLICA ? 0 : 1);
	processes_int("group_size", row_size);
	processes_ints("replica_groups", id_count, ids);
	for (const char *from = body_texts[t->body]; *from; from++)
		used += (size_t)snprintf(body + used, sizeof body - used, "%.*s", *from == '@' ? 30 : 1,
			*from == '@' ? kernels_hlo__dtype_name(t->type) : from);
	if (reduces(t->op))
		processes_text("body", body);
	if (reduces(t->op) || t->op == GATHER)
		processes_bool("use_global_device_ids", t->reading == FLAT);
	if (t->op == GATHER)
		processes_int("all_gather_dim", t->dims[1]);
	if (t->op == SCATTER)
		processes_int("scatter_dimension", t->dims[0]);
	if (t->op == TO_ALL) {
		processes_int("concat_dimension", t->dims[1]);
		processes_int("split_dimension", t->dims[0]);
	}
	if (t->op == BROADCAST || t->op == TO_ROOT)
		processes_bool("has_dynamic_root", t->dynamic_root);
}

/* Makes the operands; floats get a NaN sometimes, where the type has one. */
static void make_operands(const struct test *t, const int64_t *shape, uint32_t width, uint32_t root, struct array *operands)
{
	for (uint32_t i = 0; i < process_count; i++) {
		operands[i * width] = any_values(t->type, 3, shape);
		if (is_float_type(t->type) && operands[i * width].elements > 0 && random_below(process_count) == 0)
			value_set(&operands[i * width], random_below(operands[i * width].elements),
				rounded(t->type, value_of(t->type, (real)NAN)));
		if (width > 1) {
			operands[i * width + 1] = array_make(KERNELS_I64, 1, &(int64_t){ 1 });
			array_set(&operands[i * width + 1], 0, root);
		}
	}
}

static bool is_equal(const struct test *t, const struct array *actual, const struct array *expected)
{
	if (!reduces(t->op))
		return memcmp(actual->bytes, expected->bytes, (size_t)expected->elements * kernels_dtype_size(t->type)) == 0;
	for (int64_t i = 0; i < expected->elements; i++)
		if (!is_near(actual, expected, i, 0))
			return false;
	return true;
}

static void check_results(const struct test *t, const struct array *plain, uint32_t root, const struct array *result)
{
	uint32_t members[MOST_PROCESSES];
	for (uint32_t process = 0; process < process_count; process++) {
		struct array expected = array_make(t->type, 3, result->shape.dims), actual = *result;
		const uint32_t size = members_of(t->reading, process, members);
		/* a root beyond the group: nobody's value */
		compute(t->op, plain, t->body, process, members, root < size ? size : 0, t->dims, root, &expected);
		actual.bytes = (void *)(uintptr_t)processes_result(process, 0);
		if (!actual.bytes || !is_equal(t, &actual, &expected))
			check_report(__FILE__, __LINE__, "%s of %s, %u x %u, reading %d, rows %d, body %d, dimensions %u %u: process %u %s",
				operation_names[t->op], kernels_dtype_name(t->type), replicas, partitions, (int)t->reading, (int)t->rows,
				(int)t->body, t->dims[0], t->dims[1], process, processes_message(process));
		array_free(&expected);
	}
}

static void run(const struct test *t)
{
	struct array operands[2 * MOST_PROCESSES], plain[MOST_PROCESSES];
	uint32_t members[MOST_PROCESSES], width = t->dynamic_root ? 2 : 1, size = 0;
	make_rows(t->rows, space_of(t->reading));
	for (uint32_t i = 0; i < process_count && size == 0; i++)
		size = members_of(t->reading, i, members);
	int64_t shape[3] = { 2, 1, 3 }, out[3];
	if (t->op == SCATTER || t->op == TO_ALL)
		shape[t->dims[0]] *= size;
	if (t->empty)
		shape[(t->dims[0] + 1) % 3] = 0;
	memcpy(out, shape, sizeof out);
	if (t->op == SCATTER || t->op == TO_ALL)
		out[t->dims[0]] /= size;
	if (t->op == GATHER || t->op == TO_ALL)
		out[t->dims[1]] *= size;
	const uint32_t root = t->dynamic_root ? (uint32_t)random_below(size + 1) : 0;
	make_operands(t, shape, width, root, operands);
	for (uint32_t i = 0; i < process_count; i++)
		plain[i] = operands[i * width];
	struct array result = { .dtype = t->type, .shape = { 3, { out[0], out[1], out[2] } }, .elements = out[0] * out[1] * out[2] };
	processes_begin(operation_names[t->op]);
	set_attributes(t);
	processes_run(operands, width, &result, 1);
	check_results(t, plain, root, &result);
	processes_end();
	for (uint32_t i = 0; i < width * process_count; i++)
		array_free(&operands[i]);
}

/* ---- all of them */

static const enum kernels_dtype all_types[] = { KERNELS_I1, KERNELS_I2, KERNELS_I4, KERNELS_I8, KERNELS_I16, KERNELS_I32,
	KERNELS_I64, KERNELS_UI2, KERNELS_UI4, KERNELS_UI8, KERNELS_UI16, KERNELS_UI32, KERNELS_UI64, KERNELS_F32, KERNELS_F64,
	KERNELS_F16, KERNELS_BF16, KERNELS_COMPLEX64, KERNELS_COMPLEX128, KERNELS_F8E5M2, KERNELS_F8E4M3, KERNELS_F8E3M4,
	KERNELS_F8E4M3FN, KERNELS_F8E4M3FNUZ, KERNELS_F8E4M3B11FNUZ, KERNELS_F8E5M2FNUZ, KERNELS_F8E8M0FNU, KERNELS_F6E2M3FN,
	KERNELS_F6E3M2FN, KERNELS_F4E2M1FN };
static const enum kernels_dtype sizes[] = { KERNELS_I8, KERNELS_F16, KERNELS_F32, KERNELS_F64, KERNELS_COMPLEX128 };

enum { GRIDS_IN_TURN = 11 }; /* the first ones */

/* Whether a combination is always run. Reductions: all types, each with a body that changes with the groups. Others: one type of each
 * size. */
static bool is_in_turn(const struct test *t, uint32_t turn, uint32_t type)
{
	const uint32_t bodies = is_complex_type(t->type) ? 1 : BODIES;
	bool has_size = false;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		has_size = has_size || sizes[i] == t->type;
	if (grid >= GRIDS_IN_TURN || (threads && (turn + type) % 3 != 0))
		return false;
	if (t->empty != ((turn + type) % 13 == 0) || (t->dynamic_root && (turn + type) % 2 == 0))
		return false;
	return reduces(t->op) ? (uint32_t)t->body == (turn + type) % bodies : has_size;
}

static bool has_new_pair(const struct test *t, uint32_t type)
{
	const uint32_t values[] = { t->op, t->reading, t->rows, t->body, type, t->dims[0], t->dims[1], t->dynamic_root, t->empty, grid };
	return pairs_add(values, sizeof values / sizeof *values);
}

static void run_type(struct test t, uint32_t turn, uint32_t type)
{
	t.type = all_types[type];
	for (int body = 0; body < (!reduces(t.op) || is_complex_type(t.type) ? 1 : BODIES); body++)
		for (int empty = 0; empty < 2; empty++)
			for (int root = 0; root < (t.op == BROADCAST || t.op == TO_ROOT ? 2 : 1); root++) {
				t.body = (enum body)body;
				t.empty = empty;
				t.dynamic_root = root;
				const bool is_new = !threads && has_new_pair(&t, type);
				if (whole || is_new || is_in_turn(&t, turn, type))
					run(&t);
			}
}

static void run_types(struct test t)
{
	static uint32_t turn;
	for (uint32_t type = 0; type < sizeof all_types / sizeof *all_types; type++)
		run_type(t, turn, type);
	turn++;
}

static void run_operation(enum operation op)
{
	for (int reading = 0; reading < READINGS; reading++)
		for (int rows = 0; rows < ROWS; rows++) {
			if (!is_reading_of(op, (enum reading)reading) || !takes_rows(op, (enum rows)rows))
				continue;
			struct test t = { .op = op, .reading = (enum reading)reading, .rows = (enum rows)rows };
			for (t.dims[0] = 0; t.dims[0] < (op == SCATTER || op == TO_ALL ? 3 : 1); t.dims[0]++)
				for (t.dims[1] = 0; t.dims[1] < (op == GATHER || op == TO_ALL ? 3 : 1); t.dims[1]++)
					run_types(t);
		}
}

static void in_all_grids(enum operation op)
{
	static const uint32_t grids[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 3, 1 }, { 2, 2 }, { 1, 4 }, { 5, 1 }, { 2, 3 }, { 7, 1 },
		{ 4, 2 }, { 8, 1 }, { 1, 3 }, { 4, 1 }, { 1, 5 }, { 6, 1 }, { 3, 2 }, { 1, 6 }, { 1, 7 }, { 2, 4 }, { 1, 8 } };
	for (grid = threads && !whole ? 1 : 0; grid < sizeof grids / sizeof *grids; grid += threads && !whole ? 3 : 1) {
		replicas = grids[grid][0];
		partitions = grids[grid][1];
		process_count = replicas * partitions;
		processes_open(replicas, partitions, threads);
		run_operation(op);
		CHECK_INT(processes_close(), 0);
	}
}

static void all_gather(void) { in_all_grids(GATHER); }
static void all_reduce(void) { in_all_grids(REDUCE); }
static void reduce_scatter(void) { in_all_grids(SCATTER); }
static void all_to_all(void) { in_all_grids(TO_ALL); }
static void collective_broadcast(void) { in_all_grids(BROADCAST); }
static void collective_reduce(void) { in_all_grids(TO_ROOT); }

/* A process with an error gets it before the others take part. */
static void own_errors_come_at_once(void)
{
	const int64_t size = 4, from_0_to_1[] = { 0, 1, 1, 0 };
	for (int kind = 0; kind < 3; kind++) {
		processes_open(2, 1, threads);
		struct array operand = array_make(KERNELS_I32, 1, &size), result = array_make(KERNELS_I32, 1, &size);
		processes_begin(kind == 0 ? "hlo.all_reduce" : kind == 1 ? "hlo.collective_broadcast" : "hlo.collective_permute");
		processes_int("channel_id", 0);
		if (kind == 0) {
			processes_text("body", "i32 i32; add 0 1 i32; return 2");
			processes_bool("use_global_device_ids", false);
		}
		if (kind == 1)
			processes_bool("has_dynamic_root", false);
		if (kind == 2) {
			processes_ints("source_target_pairs", 4, from_0_to_1);
		} else {
			processes_int("group_size", 0);
			processes_ints("replica_groups", 0, NULL);
		}
		processes_start(0, &operand, &result, "no data");
		processes_await(0); /* ends, although nobody else has begun */
		CHECK_STR(processes_message(0), "replica 0, partition 0: no data");
		processes_start(1, &operand, &result, NULL);
		processes_await(1);
		CHECK_STR(processes_message(1), "replica 0, partition 0: no data");
		processes_end();
		array_free(&operand);
		array_free(&result);
		CHECK_INT(processes_close(), 0);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(all_gather),
		CHECK_CASE(all_reduce),
		CHECK_CASE(reduce_scatter),
		CHECK_CASE(all_to_all),
		CHECK_CASE(collective_broadcast),
		CHECK_CASE(collective_reduce),
		CHECK_CASE(own_errors_come_at_once),
	};
	while (argc > 1 && (strcmp(argv[1], "threads") == 0 || strcmp(argv[1], "whole") == 0)) {
		threads = strcmp(argv[1], "threads") == 0 ? 2 : threads;
		whole = whole || strcmp(argv[1], "whole") == 0;
		argc--;
		argv++;
	}
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
