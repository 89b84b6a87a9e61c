/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of large groups. Members do not send their messages to all others but relay them: in round k each one sends to the
 * member 2^k behind it what it has had so far, so all have all messages after log2 n rounds. Large contents go to their
 * receivers directly, when a member has the messages of all.
 *
 * Members that fail as a whole, because they were cancelled or a member is missing, send their error instead of what they still owe:
 * in later rounds, and to those that wait for contents. So nobody waits for them. DESIGN.md explains that this reaches all. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 32, PHASES = 2 /* the values; the results of a reduction */ };

/* A message of a round. */
struct bundle {
	char *bytes; /* messages, one after another; NULL: it has not come */
	size_t size;
	bool announced; /* its bytes are coming */
};

struct mpi_relay {
	uint32_t phase, rounds, sent, received; /* rounds of the phase */
	bool over;    /* nothing is relayed any more */
	bool gave;    /* contents of the phase are sent */
	bool stopped; /* the operation has failed as a whole */
	uint32_t known;
	const struct mpi_header **messages; /* by distance before this member, which is the first; in bundles */
	bool *expected, *came;              /* per member: its contents */
	struct bundle bundles[PHASES][MOST_ROUNDS];
};

static uint32_t before(const struct mpi_operation *op, uint32_t distance)
{
	return (op->self + op->member_count - distance) % op->member_count;
}
static uint32_t behind(const struct mpi_operation *op, uint32_t distance) { return (op->self + distance) % op->member_count; }

bool kernels_mpi__relay_begin(struct mpi_operation *op)
{
	const uint32_t n = op->member_count;
	struct mpi_relay *relay = calloc(1, sizeof *relay);
	op->relay = relay;
	if (!relay)
		return false;
	relay->messages = calloc(n, sizeof *relay->messages);
	relay->expected = calloc(n, 2 * sizeof *relay->expected);
	if (!relay->messages || !relay->expected)
		return false;
	relay->came = relay->expected + n;
	while ((UINT64_C(1) << relay->rounds) < n)
		relay->rounds++;
	if (!kernels_mpi__take_turn(op))
		return false;
	op->id = (op->group + op->ordinal) | UINT64_C(1) << 63; /* of a result that one member gets */
	relay->messages[0] = (const struct mpi_header *)(const void *)op->message;
	relay->known = 1;
	for (uint32_t m = 0; m < n; m++)
		op->left[m] = 1;
	return true;
}

void kernels_mpi__relay_finish(struct mpi_operation *op)
{
	if (!op->relay)
		return;
	for (uint32_t i = 0; i < PHASES * MOST_ROUNDS; i++)
		free(op->relay->bundles[i / MOST_ROUNDS][i % MOST_ROUNDS].bytes);
	free(op->relay->messages);
	free(op->relay->expected);
	free(op->relay);
}

bool kernels_mpi__is_relaying(const struct mpi_operation *op) { return op->relay && !op->relay->over; }
bool kernels_mpi__is_stopped(const struct mpi_operation *op)
{
	return (op->relay && op->relay->stopped) || kernels_mpi__rounds_stopped(op);
}

/* ---- what is sent */

static struct mpi_header header_of(const struct mpi_operation *op, enum mpi_message type, uint32_t target, uint32_t count)
{
	struct mpi_header header = kernels_mpi__header(op, NULL, count);
	header.type = type;
	header.id = op->group;
	header.ordinal = op->ordinal;
	header.target = target;
	return header;
}

void kernels_mpi__send_error(const struct mpi_operation *op, uint32_t member, const struct mpi_header *like, const struct async_error *error)
{
	_Alignas(8) char message[sizeof *like + MPI_PACK_TEXT] = { 0 };
	struct mpi_header header = *like;
	if (op->session->gone[op->members[member]])
		return;
	header.text = (uint32_t)strnlen(async_error_message(error), MPI_PACK_TEXT);
	header.code = (uint32_t)async_error_code(error);
	header.size = sizeof header + mpi_padded(header.text);
	memcpy(message, &header, sizeof header);
	memcpy(message + sizeof header, async_error_message(error), header.text);
	kernels_mpi__send(op->members[member], message, (size_t)header.size, NULL);
}

/* Whether this member sends CONTENT to another one in this phase. */
static bool owes(const struct mpi_operation *op, uint32_t member)
{
	const struct mpi_header *own = op->relay->messages[0];
	if (own->count == 0 || own->is_inline || member == op->self)
		return false;
	return op->relay->phase == 1 ? kernels_mpi__wants_result(op, member)
				     : own->target == MPI_PACK_ALL || own->target == op->members[member];
}

/* A message with the types of what one member gets, followed by the contents. */
static bool send_contents(struct mpi_operation *op, uint32_t member)
{
	struct mpi_header header = header_of(op, MPI_MESSAGE_CONTENT, MPI_PACK_ALL, op->count);
	const size_t fixed = sizeof header + op->count * sizeof(struct mpi_piece);
	struct mpi_piece *pieces = calloc(op->count, sizeof *pieces);
	const void **bytes = calloc(op->count, sizeof *bytes);
	size_t contents = 0;
	for (uint32_t i = 0; pieces && bytes && i < op->count; i++) {
		bytes[i] = kernels_mpi__given(op, member, i, &pieces[i]);
		contents += mpi_padded(pieces[i].bytes);
	}
	header.is_inline = fixed + contents <= MPI_PACK_EAGER;
	header.size = fixed + (header.is_inline ? contents : 0);
	char *message = pieces && bytes ? calloc(1, (size_t)header.size) : NULL;
	if (message) {
		memcpy(message, &header, sizeof header);
		memcpy(message + sizeof header, pieces, op->count * sizeof *pieces);
		char *to = message + fixed;
		for (uint32_t i = 0; i < op->count && header.is_inline; to += mpi_padded(pieces[i++].bytes))
			if (pieces[i].bytes > 0)
				memcpy(to, bytes[i], pieces[i].bytes);
		kernels_mpi__send_owned(op->members[member], message, (size_t)header.size);
	}
	for (uint32_t i = 0; message && i < op->count && !header.is_inline; i++)
		kernels_mpi__send_content(op->members[member], (uint16_t)(header.tag + i), bytes[i], pieces[i].bytes, pieces[i].bytes, op);
	S.next_tag = (uint16_t)(S.next_tag + (header.is_inline ? 0 : op->count));
	free(pieces);
	free((void *)bytes);
	return message != NULL;
}

/* The messages that the member 2^k behind does not have. */
static bool send_round(struct mpi_operation *op)
{
	struct mpi_relay *relay = op->relay;
	const uint32_t step = UINT32_C(1) << relay->sent, others = op->member_count - step, count = step < others ? step : others;
	const uint32_t rank = op->members[behind(op, step)];
	struct mpi_header header = header_of(op, MPI_MESSAGE_RELAY, relay->phase << 8 | relay->sent, 1);
	struct mpi_piece piece = { .dtype = KERNELS_I8, .rank = 1 };
	for (uint32_t i = 0; i < count; i++)
		piece.bytes += mpi_padded(relay->messages[i]->size);
	const size_t fixed = sizeof header + sizeof piece;
	header.is_inline = fixed + piece.bytes <= MPI_PACK_EAGER;
	header.size = fixed + (header.is_inline ? piece.bytes : 0);
	char *message = calloc(1, fixed + piece.bytes), *to = message + fixed;
	if (!message)
		return false;
	memcpy(message, &header, sizeof header);
	memcpy(message + sizeof header, &piece, sizeof piece);
	for (uint32_t i = 0; i < count; to += mpi_padded(relay->messages[i++]->size))
		memcpy(to, relay->messages[i], (size_t)relay->messages[i]->size);
	relay->sent++;
	if (header.is_inline) {
		kernels_mpi__send_owned(rank, message, fixed + piece.bytes);
		return true;
	}
	S.next_tag++;
	kernels_mpi__send(rank, message, fixed, NULL);
	memmove(message, message + fixed, piece.bytes);
	kernels_mpi__send_owned_content(rank, header.tag, message, piece.bytes);
	return true;
}

/* ---- failures */

/* The others may not have noticed it yet. */
uint64_t kernels_mpi__lost_member(const struct mpi_operation *op)
{
	for (uint32_t m = 0; m < op->member_count; m++)
		if (S.lost[op->members[m]])
			return UINT64_C(1) + op->members[m];
	return 0;
}

static void tell_others(struct mpi_operation *op, const struct async_error *error)
{
	struct mpi_relay *relay = op->relay;
	const bool has_results = op->reduction && relay->phase == 0;
	struct mpi_header header = { .session = op->session->number, .channel = op->channel, .id = op->group, .ordinal = op->ordinal,
		.fingerprint = kernels_mpi__lost_member(op) };
	for (uint32_t phase = relay->phase; phase <= (uint32_t)(has_results && op->reduction->target < 0); phase++)
		for (uint32_t round = phase == relay->phase ? relay->sent : 0; round < relay->rounds; round++) {
			header.type = MPI_MESSAGE_RELAY;
			header.target = phase << 8 | round;
			kernels_mpi__send_error(op, behind(op, UINT32_C(1) << round), &header, error);
		}
	header.type = MPI_MESSAGE_CONTENT;
	header.target = MPI_PACK_ALL;
	for (uint32_t m = 0; m < op->member_count && relay->sent > 0 && !relay->gave; m++)
		if (owes(op, m))
			kernels_mpi__send_error(op, m, &header, error);
	header.type = MPI_MESSAGE_RESULT;
	header.id = op->id;
	header.fingerprint = op->fingerprint;
	if (has_results && op->reduction->target >= 0 && op->reduction->target != (int64_t)op->self)
		kernels_mpi__send_error(op, (uint32_t)op->reduction->target, &header, error);
}

void kernels_mpi__operation_stop(struct mpi_operation *op, struct async_error *error, struct async_error *told)
{
	op->refs++;
	if (kernels_mpi__is_relaying(op)) {
		op->relay->over = op->relay->stopped = true;
		tell_others(op, told ? told : error);
	} else if (kernels_mpi__has_rounds(op)) {
		kernels_mpi__rounds_stop(op, told ? told : error);
	}
	async_error_release(told);
	kernels_mpi__operation_failed(op, error);
	if (op->relay || op->rounds)
		kernels_mpi__update(op); /* it waits for no message */
	kernels_mpi__operation_release(op);
}

void kernels_mpi__operation_no_memory(struct mpi_operation *op)
{
	kernels_mpi__operation_stop(op, async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"),
		async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "rank %d: out of memory", S.rank));
}

/* Of a member that has ended, its successors know first; they tell the others. So all name the same rank. */
void kernels_mpi__relay_fail_gone(struct mpi_operation *op)
{
	struct mpi_relay *relay = op->relay;
	struct async_error *why = NULL;
	for (uint32_t m = 0; m < op->member_count && !why; m++) {
		const uint32_t rank = op->members[m];
		if (m != op->self && (S.lost[rank] || (relay->expected[m] && !relay->came[m]) ||
					     (S.silent[rank] && relay->came[m] && op->left[m] > 0)))
			why = op->session->gone[rank];
	}
	for (uint32_t k = relay->received; k < relay->rounds && !why; k++) {
		const struct bundle *bundle = &relay->bundles[relay->phase][k];
		const uint32_t rank = op->members[before(op, UINT32_C(1) << k)];
		if (!bundle->announced || (!bundle->bytes && S.silent[rank]))
			why = op->session->gone[rank];
	}
	if (why)
		kernels_mpi__operation_stop(op, async_error_retain(why), NULL);
}

void kernels_mpi__relay_ask(struct mpi_operation *op)
{
	const struct mpi_relay *relay = op->relay;
	for (uint32_t k = relay->received; k < relay->rounds; k++)
		if (!relay->bundles[relay->phase][k].announced)
			kernels_mpi__ask(op->session, op->members[before(op, UINT32_C(1) << k)]);
}

/* ---- what arrives */

bool kernels_mpi__relay_expects(struct mpi_operation *op, uint32_t member, const struct mpi_header *header)
{
	const bool is_mine = header->target == MPI_PACK_ALL || header->target == (uint32_t)S.rank;
	if (!is_mine || header->is_inline || header->count == 0 || (op->relay->phase == 1 && !kernels_mpi__wants_result(op, op->self)))
		return false;
	if (!op->relay->came[member]) {
		op->relay->expected[member] = true;
		op->left[member]++;
	}
	return true;
}

/* A member's contents are not awaited any more. */
static void unexpect(struct mpi_operation *op, uint32_t member)
{
	if (!op->relay->expected[member])
		return;
	op->relay->expected[member] = false;
	kernels_mpi__content_done(op, member);
}

/* Reads the messages of a round. Returns false if they are not as this pack makes them. */
static bool read_round(struct mpi_operation *op)
{
	struct mpi_relay *relay = op->relay;
	const struct bundle *bundle = &relay->bundles[relay->phase][relay->received];
	const uint32_t step = UINT32_C(1) << relay->received, others = op->member_count - step, count = step < others ? step : others;
	size_t at = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct mpi_header *header = (const struct mpi_header *)(const void *)(bundle->bytes + at);
		if (bundle->size - at < sizeof *header || header->size > bundle->size - at ||
			!kernels_mpi__is_valid(header, (size_t)header->size) || header->type != (uint32_t)op->type)
			return false;
		at += mpi_padded((size_t)header->size);
		at = at < bundle->size ? at : bundle->size;
		relay->messages[relay->known++] = header;
	}
	relay->received++;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t member = before(op, step + i);
		if (!op->heard[member])
			kernels_mpi__deliver(op, member, relay->messages[step + i]);
	}
	return true;
}

/* All messages of the phase are here: contents follow, or the members know that there are none. */
static void end_rounds(struct mpi_operation *op)
{
	struct mpi_relay *relay = op->relay;
	bool failed = false;
	for (uint32_t m = 0; m < op->member_count; m++)
		failed = failed || op->errors[m];
	relay->gave = true;
	for (uint32_t d = 1; d < op->member_count; d++) {
		const uint32_t member = behind(op, d);
		if (op->reduction && relay->phase == 0 && failed)
			unexpect(op, member);
		else if (owes(op, member) && !op->session->gone[op->members[member]] && !send_contents(op, member)) {
			relay->gave = false;
			kernels_mpi__operation_no_memory(op);
			return;
		}
	}
	kernels_mpi__fail_gone(op);
}

void kernels_mpi__relay_advance(struct mpi_operation *op)
{
	struct mpi_relay *relay = op->relay;
	op->refs++;
	while (!relay->over && !relay->gave) {
		if (relay->sent == relay->received && relay->sent < relay->rounds) {
			if (!send_round(op))
				kernels_mpi__operation_no_memory(op);
		} else if (relay->received == relay->rounds) {
			end_rounds(op);
		} else if (!relay->bundles[relay->phase][relay->received].bytes) {
			break;
		} else if (!read_round(op)) {
			kernels_mpi__lost(op->members[before(op, UINT32_C(1) << relay->received)]);
			break;
		}
	}
	kernels_mpi__operation_release(op);
}

void kernels_mpi__relay_results(struct mpi_operation *op)
{
	struct mpi_relay *relay = op->relay;
	relay->phase = 1;
	relay->sent = relay->received = 0;
	relay->known = 1;
	relay->messages[0] = (const struct mpi_header *)(const void *)op->second;
	relay->gave = false;
	memset(relay->expected, 0, 2 * op->member_count * sizeof *relay->expected);
	for (uint32_t m = 0; m < op->member_count; m++)
		op->left[m] = 1;
	kernels_mpi__relay_advance(op);
}

void kernels_mpi__relay_over(struct mpi_operation *op)
{
	op->relay->over = true;
	for (uint32_t m = 0; m < op->member_count; m++)
		op->left[m] = 1;
}

void kernels_mpi__bundle_came(struct mpi_operation *op, uint32_t place, void *bytes)
{
	op->relay->bundles[place >> 8][place & 0xff].bytes = bytes;
	if (place >> 8 == op->relay->phase)
		kernels_mpi__relay_advance(op);
}

static void take_bundle(struct mpi_operation *op, uint32_t source, const struct mpi_header *header)
{
	const uint32_t phase = header->target >> 8, round = header->target & 0xff;
	struct mpi_relay *relay = op->relay;
	const size_t size = header->count == 1 ? (size_t)mpi_pieces(header)->bytes : 0;
	if (phase >= PHASES || round >= relay->rounds || op->members[before(op, UINT32_C(1) << round)] != source ||
		relay->bundles[phase][round].announced || size == 0 || size > MPI_PACK_LARGEST) {
		kernels_mpi__lost(source); /* it runs something else */
		return;
	}
	struct bundle *bundle = &relay->bundles[phase][round];
	char *bytes = malloc(size);
	if (!bytes) {
		kernels_mpi__drain(source, header);
		kernels_mpi__operation_no_memory(op);
		return;
	}
	bundle->size = size;
	bundle->announced = true;
	if (header->is_inline) {
		memcpy(bytes, mpi_contents(header), size);
		kernels_mpi__bundle_came(op, header->target, bytes);
	} else {
		kernels_mpi__receive_bundle(source, header->tag, bytes, size, op, header->target);
	}
}

static void take_content(struct mpi_operation *op, uint32_t source, const struct mpi_header *header)
{
	struct mpi_relay *relay = op->relay;
	uint32_t member = 0;
	while (member < op->member_count && op->members[member] != source)
		member++;
	if (member == op->member_count || relay->came[member] || member == op->self) {
		kernels_mpi__lost(source);
		return;
	}
	relay->came[member] = true;
	if (op->settled || op->failure || op->errors[member] || header->fingerprint != op->fingerprint || header->count != op->count ||
		(op->reduction && op->errors[op->self])) {
		kernels_mpi__drain(source, header);
	} else if (!kernels_mpi__take_contents(op, member, header)) {
		kernels_mpi__drain(source, header);
		kernels_mpi__short(op, member);
	}
	unexpect(op, member);
}

bool kernels_mpi__stop_told(struct mpi_operation *op, const struct mpi_header *header)
{
	if (header->code == ASYNC_CODE_OK)
		return false;
	op->refs++;
	if (header->fingerprint > 0 && header->fingerprint <= (uint64_t)S.count && header->fingerprint != (uint64_t)S.rank + 1)
		kernels_mpi__lost((uint32_t)header->fingerprint - 1); /* stops the operation */
	if (kernels_mpi__is_relaying(op) || kernels_mpi__has_rounds(op))
		kernels_mpi__operation_stop(op,
			async_error_make(header->code <= ASYNC_CODE_UNAUTHENTICATED ? (enum async_code)header->code : ASYNC_CODE_UNKNOWN,
				"%.*s", (int)strnlen((const char *)(header + 1), header->text), (const char *)(header + 1)),
			NULL);
	kernels_mpi__operation_release(op);
	return true;
}

void kernels_mpi__relay_message(struct mpi_operation *op, uint32_t source, const struct mpi_header *header)
{
	op->refs++;
	if (kernels_mpi__stop_told(op, header)) {
		kernels_mpi__operation_release(op);
		return;
	}
	if (!kernels_mpi__is_relaying(op))
		kernels_mpi__drain(source, header);
	else if (header->type == MPI_MESSAGE_RELAY)
		take_bundle(op, source, header);
	else if (header->type == MPI_MESSAGE_CONTENT)
		take_content(op, source, header);
	else
		kernels_mpi__stop_differing(op, source, header);
	kernels_mpi__operation_release(op);
}
