/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine code of lanes against primitives: random lists of all operations that have code give the same bits, and all instructions are those
 * that the encoder is meant to write. CODE_LOOPS and CODE_SEED: how many, and which. */
#include "check.h"
#include "code/lane_code.h"
#include "lanes_verify.h"
#include "code_repeat.h"

#include <stdio.h>
#include <unistd.h>

enum { MOST_ITEMS = 400, MOST_OPERANDS = 24, MOST_POINTERS = MOST_ITEMS, LENGTH = 3 * HLO_LANES };

static uint64_t state;
static uint32_t any(uint32_t limit) /* below `limit` */
{
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t)(state >> 33) % limit;
}

static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_I32, KERNELS_I64, KERNELS_UI32, KERNELS_UI64, KERNELS_I1 };
enum { TYPES = sizeof types / sizeof *types };

typedef union {
	_Alignas(32) uint8_t bytes[LENGTH * 8];
	uint64_t words[LENGTH];
} array;

static struct {
	struct hlo_lane items[MOST_ITEMS];
	struct hlo_expr_operation operations[MOST_ITEMS];
	uint64_t constants[MOST_ITEMS];
	uint32_t count, pointers;
	struct lanes_pointer kinds[MOST_POINTERS];
	uint32_t item_of[MOST_POINTERS]; /* what a pointer reads or writes */
	array memory[MOST_POINTERS];     /* of pointers */
	array expected[MOST_ITEMS];      /* by primitives */
} list;

/* ---- values */

static uint64_t any_bits(enum kernels_dtype dtype)
{
	static const float floats[] = { 0, -0.0f, 1, -1, 0.5f, 3.25f, -7.75f, 1e-40f, 3e38f, 100, 2147483648.0f, -2147483648.0f, 4294967296.0f, 1e10f,
		-3e9f, __builtin_inff(), -__builtin_inff(), __builtin_nanf("") };
	const float f = any(2) ? floats[any(18)] : (float)any(1000) / 37 - 12;
	const double d = any(8) ? f : f * 1e-3;
	uint64_t bits = 0;
	uint32_t word;
	switch ((int)dtype) {
	case KERNELS_F32: memcpy(&word, &f, sizeof f); return word ^ any(8) / 7 << 31;
	case KERNELS_F64: memcpy(&bits, &d, sizeof d); return bits ^ (uint64_t)(any(8) / 7) << 63;
	case KERNELS_I1: return any(2);
	case KERNELS_I32:
	case KERNELS_UI32: return any(3) ? any(70) : (uint32_t)(any(1u << 31) * 2u + any(2));
	default: return any(3) ? any(70) : (uint64_t)any(1u << 31) << 33 | (uint64_t)any(1u << 31) << 2 | any(4);
	}
}

static void set(array *a, enum kernels_dtype dtype, uint32_t i, uint64_t bits)
{
	const size_t size = kernels_dtype_size(dtype);
	memcpy(a->bytes + i * size, &bits, size);
}

/* ---- random lists */

static struct hlo_lane *add_item(enum hlo_lane_source source, enum kernels_dtype dtype)
{
	struct hlo_lane *item = &list.items[list.count++];
	*item = (struct hlo_lane){ .source = source, .dtype = dtype, .to = HLO_LANE_NONE };
	return item;
}

static uint32_t add_pointer(uint32_t item, enum kernels_dtype dtype, bool one, bool result)
{
	list.kinds[list.pointers] = (struct lanes_pointer){ (unsigned)kernels_dtype_size(dtype), one, result };
	list.item_of[list.pointers] = item;
	memset(&list.memory[list.pointers], 0xA5, sizeof(array));
	return list.pointers++;
}

static void add_operand(void)
{
	const enum kernels_dtype dtype = types[any(TYPES)];
	const uint32_t kind = any(6), number = list.count;
	struct hlo_lane *item = add_item(kind < 3 ? HLO_LANE_ELEMENTS : kind < 5 ? HLO_LANE_ONE : HLO_LANE_CONSTANT, dtype);
	const uint64_t first = list.constants[number] = any_bits(dtype);
	item->constant = &list.constants[number];
	if (item->source != HLO_LANE_CONSTANT)
		item->from = add_pointer(number, dtype, item->source == HLO_LANE_ONE, false);
	for (uint32_t i = 0; i < LENGTH; i++)
		set(&list.expected[number], dtype, i, item->source == HLO_LANE_ELEMENTS ? any_bits(dtype) : first);
	if (item->source != HLO_LANE_CONSTANT)
		memcpy(&list.memory[item->from], &list.expected[number], item->source == HLO_LANE_ONE ? kernels_dtype_size(dtype) : sizeof(array));
}

static uint32_t find_value(enum kernels_dtype dtype)
{
	for (unsigned i = 0; i < 30; i++) {
		const uint32_t item = list.count < 10 || any(3) == 0 ? any(list.count) : list.count - 1 - any(10);
		if (list.items[item].dtype == dtype && list.items[item].source != HLO_LANE_COPY)
			return item;
	}
	return UINT32_MAX;
}

/* What depends on the bits of a NaN is left out: of two NaNs either may be the result of a sum. */
static bool depends_on_nan(enum hlo_opcode opcode, enum kernels_dtype operand)
{
	return opcode == HLO_OP_bitcast_convert && hlo_is_float(operand);
}

static bool add_step(bool plain)
{
	static const enum hlo_direction directions[] = { HLO_EQ, HLO_NE, HLO_LT, HLO_LE, HLO_GE, HLO_GT };
	static const enum hlo_opcode few[] = { HLO_OP_add, HLO_OP_multiply, HLO_OP_select, HLO_OP_compare, HLO_OP_maximum, HLO_OP_subtract };
	const enum hlo_opcode opcode = plain ? few[any(6)] : (enum hlo_opcode)any(HLO_OPCODE_COUNT);
	const struct hlo_step *step = hlo_step(opcode);
	const enum kernels_dtype operand = types[any(TYPES)];
	const enum kernels_dtype result = step->form == HLO_FORM_SAME || step->form == HLO_FORM_CHOICE ? operand
		: step->form == HLO_FORM_COMPARISON ? KERNELS_I1 : types[any(TYPES)];
	const bool total = opcode == HLO_OP_compare && hlo_is_float(operand) && any(2);
	const struct hlo_opcode_detail detail = { .direction = directions[any(6)], .compare_type = total ? HLO_TOTALORDER : HLO_NOTYPE,
		.exponent_bits = 6, .mantissa_bits = 9 };
	struct hlo_expr_operation *of = &list.operations[list.count];
	uint32_t values[3] = { 0 };
	*of = (struct hlo_expr_operation){ .opcode = opcode, .detail = detail, .operands = { operand, operand, operand } };
	if (step->form == HLO_FORM_CHOICE)
		of->operands[0] = KERNELS_I1;
	if (step->operands == 0 || depends_on_nan(opcode, operand) || !hlo_accepts_all(opcode, &detail, of->operands, result) ||
		!kernels_hlo__primitive(opcode, &detail, result, of->operands, &of->primitive) || !kernels_hlo__code_has_lanes(of))
		return false;
	for (unsigned i = 0; i < step->operands; i++)
		if ((values[i] = find_value(of->operands[i])) == UINT32_MAX || (total && list.items[values[i]].source == HLO_LANE_STEP))
			return false; /* the total order depends on the bits of a NaN */
	const uint32_t number = list.count;
	struct hlo_lane *item = add_item(HLO_LANE_STEP, result);
	const void *in[3] = { &list.expected[values[0]], &list.expected[values[1]], &list.expected[values[2]] };
	item->of = of;
	memcpy(item->operands, values, sizeof values);
	of->primitive.run(&list.expected[number], in, LENGTH, &of->primitive);
	if (any(plain ? 12 : 3) == 0)
		item->to = add_pointer(number, result, false, true);
	return true;
}

static void add_copy(void)
{
	const uint32_t value = any(list.count), number = list.count;
	if (list.items[value].source == HLO_LANE_COPY)
		return;
	struct hlo_lane *item = add_item(HLO_LANE_COPY, list.items[value].dtype);
	item->operands[0] = value;
	item->to = add_pointer(number, item->dtype, false, true);
	list.expected[number] = list.expected[value];
}

static void make_list(void)
{
	const bool plain = any(3) == 0;
	const uint32_t operands = 1 + any(MOST_OPERANDS), steps = plain ? 60 + any(200) : any(3) ? any(12) : any(100);
	list.count = list.pointers = 0;
	for (uint32_t i = 0; i < operands; i++)
		add_operand();
	for (uint32_t i = 0; i < steps; i++) {
		if (any(10) == 0)
			add_copy();
		for (unsigned k = 0; k < 60 && !add_step(plain); k++)
			;
	}
	add_copy();
}

/* ---- both ways */

static bool is_nan(enum kernels_dtype dtype, const uint8_t *at)
{
	float f;
	double d;
	memcpy(&f, at, sizeof f);
	if (dtype == KERNELS_F32)
		return f != f;
	memcpy(&d, at, sizeof d);
	return dtype == KERNELS_F64 && d != d;
}

static const char *name_of(uint32_t item)
{
	static const char *const sources[] = { "elements", "one", "constant", "step", "copy" };
	const struct hlo_lane *i = &list.items[item];
	return i->source == HLO_LANE_STEP ? hlo_step(i->of->opcode)->name : sources[i->source];
}

static void compare(uint32_t pointer)
{
	const uint32_t item = list.item_of[pointer];
	const enum kernels_dtype dtype = list.items[item].dtype;
	const size_t size = kernels_dtype_size(dtype);
	for (uint32_t i = 0; i < LENGTH; i++) {
		const uint8_t *found = list.memory[pointer].bytes + i * size, *expected = list.expected[item].bytes + i * size;
		uint64_t bits[2] = { 0 };
		memcpy(&bits[0], found, size);
		memcpy(&bits[1], expected, size);
		if (bits[0] != bits[1] && !(is_nan(dtype, found) && is_nan(dtype, expected))) {
			check_report(__FILE__, __LINE__, "element %u of item %u, %s of %s to %s, is %llx, expected %llx", i, item, name_of(item),
				list.items[item].source == HLO_LANE_STEP ? kernels_dtype_name(list.items[item].of->primitive.operand) : "",
				kernels_dtype_name(dtype), (unsigned long long)bits[0], (unsigned long long)bits[1]);
			return;
		}
	}
	if (list.kinds[pointer].result)
		for (size_t i = LENGTH * size; i < sizeof(array); i++)
			if (!CHECK_INT(list.memory[pointer].bytes[i], 0xA5))
				return;
}

static void random_list(void)
{
	const char *reason;
	void *pointers[MOST_POINTERS];
	make_list();
	struct hlo_code *code = kernels_hlo__code_lanes(list.items, list.count, list.pointers, async_allocator_system(), &reason);
	if (!code) {
		check_report(__FILE__, __LINE__, "no code: %s", reason);
		return;
	}
	const char *fault = lanes_verify(code->pages, code->size, code->first, code->frame, list.kinds, list.pointers);
	if (fault)
		check_report(__FILE__, __LINE__, "%s", fault);
	const size_t frame_size = (size_t)code->frame * HLO_CODE_UNIT;
	uint8_t *frame = malloc(frame_size + 1);
	frame[frame_size] = 0xA5;
	for (uint32_t i = 0; i < list.pointers; i++)
		pointers[i] = &list.memory[i];
	code->run_lanes(pointers, frame, LENGTH);
	CHECK_INT(frame[frame_size], 0xA5);
	for (uint32_t i = 0; i < list.pointers; i++)
		if (!list.kinds[i].one)
			compare(i);
	free(frame);
	kernels_hlo__code_destroy(code);
}

static void same_bits(void) { code_repeat(&state, 1, 3000, random_list); }

/* Every type has the operations of threefry, of normal numbers, and of masks. */
static void has_lanes(void)
{
	static const struct { enum hlo_opcode opcode; enum kernels_dtype operand, result; } wanted[] = {
		{ HLO_OP_add, KERNELS_UI32, KERNELS_UI32 }, { HLO_OP_shift_left, KERNELS_UI32, KERNELS_UI32 },
		{ HLO_OP_multiply, KERNELS_UI64, KERNELS_UI64 }, { HLO_OP_convert, KERNELS_UI64, KERNELS_UI32 },
		{ HLO_OP_bitcast_convert, KERNELS_UI32, KERNELS_F32 }, { HLO_OP_maximum, KERNELS_F32, KERNELS_F32 },
		{ HLO_OP_clamp, KERNELS_F64, KERNELS_F64 }, { HLO_OP_select, KERNELS_F64, KERNELS_F64 }, { HLO_OP_convert, KERNELS_F64, KERNELS_I32 },
		{ HLO_OP_compare, KERNELS_UI64, KERNELS_I1 }, { HLO_OP_compare, KERNELS_F32, KERNELS_I1 },
		{ HLO_OP_compare, KERNELS_F64, KERNELS_I1 }, { HLO_OP_convert, KERNELS_I1, KERNELS_F32 } };
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted && has_code(); i++) {
		const struct hlo_opcode_detail detail = { .direction = HLO_LT,
			.compare_type = hlo_is_float(wanted[i].operand) ? HLO_TOTALORDER : HLO_NOTYPE };
		struct hlo_expr_operation of = { .opcode = wanted[i].opcode, .detail = detail,
			.operands = { wanted[i].operand, wanted[i].operand, wanted[i].operand } };
		if (of.opcode == HLO_OP_select)
			of.operands[0] = KERNELS_I1;
		CHECK(kernels_hlo__primitive(of.opcode, &detail, wanted[i].result, of.operands, &of.primitive));
		CHECK(kernels_hlo__code_has_lanes(&of));
	}
}

/* Damaged code is refused. */
static void verifies(void)
{
	struct hlo_code_bytes bytes;
	unsigned refused = 0, tried = 0;
	state = 5;
	make_list();
	if (!has_code() || !CHECK(kernels_hlo__code_write_lanes(list.items, list.count, list.pointers, async_allocator_system(), &bytes)))
		return;
	CHECK(lanes_verify(bytes.data, bytes.size, bytes.first, bytes.frame, list.kinds, list.pointers) == NULL);
	for (size_t i = bytes.first; i < bytes.size; i++) {
		const uint8_t before = bytes.data[i];
		bytes.data[i] ^= 0x40;
		refused += lanes_verify(bytes.data, bytes.size, bytes.first, bytes.frame, list.kinds, list.pointers) != NULL;
		tried++;
		bytes.data[i] = before;
	}
	CHECK(refused > tried / 3);
	kernels_hlo__code_free(&bytes);
}

/* KERNELS_JIT=dump,perf: a note for each item, and a line for perf. */
static void lists(void)
{
	const char *reason;
	char path[64], line[200] = "";
	char *output = NULL;
	state = 5;
	make_list();
	snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
	if (!has_code() || access(path, F_OK) == 0)
		return;
	setenv("KERNELS_JIT", "dump,perf", 1);
	FILE *saved = tmpfile();
	const int before = dup(2);
	dup2(fileno(saved), 2);
	struct hlo_code *code = kernels_hlo__code_lanes(list.items, list.count, list.pointers, async_allocator_system(), &reason);
	dup2(before, 2);
	close(before);
	unsetenv("KERNELS_JIT");
	const long size = ftell(saved) < 0 ? 0 : (fseek(saved, 0, SEEK_END), ftell(saved));
	output = calloc((size_t)size + 1, 1);
	rewind(saved);
	CHECK_INT(fread(output, 1, (size_t)size, saved), (size_t)size);
	CHECK(strstr(output, "hlo.loop_fusion.1 at ") == output);
	unsigned notes = 0;
	for (const char *at = output; (at = strstr(at, ": ")); at++)
		notes++;
	CHECK(notes >= list.count + 1);
	CHECK(size > 3 && strcmp(output + size - 3, "c3\n") == 0);
	FILE *map = fopen(path, "r");
	unsigned long long address = 0, length = 0;
	if (CHECK(map && fgets(line, sizeof line, map)) && code) {
		CHECK_INT(sscanf(line, "%llx %llx hlo.loop_fusion.1", &address, &length), 2);
		CHECK(address == (uintptr_t)code->pages + code->first && length == code->size - code->first);
	}
	if (map)
		fclose(map);
	unlink(path);
	fclose(saved);
	free(output);
	kernels_hlo__code_destroy(code);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(same_bits), CHECK_CASE(has_lanes), CHECK_CASE(verifies), CHECK_CASE(lists) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
