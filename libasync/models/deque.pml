/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The deque: its owner pushes three tasks and pops until it is empty, two thieves steal. Each task must be taken exactly once, and
 * nobody may take what was not there. Slots are few, so that they are used again while a thief still reads.
 *
 * models src/deque.c: async__store_seq_cst(&deque->bottom, bottom + count);
 * models src/deque.c: if (bottom == async__load_relaxed(&deque->top))
 * models src/deque.c: async__store_seq_cst(&deque->bottom, bottom);
 * models src/deque.c: size_t top = async__load_seq_cst(&deque->top);
 * models src/deque.c: ours = async__cas_strong_seq_cst(&deque->top, &top, top + 1);
 * models src/deque.c: async__store_relaxed(&deque->bottom, bottom + 1);
 * models src/deque.c: size_t bottom = async__load_seq_cst(&deque->bottom);
 * models src/deque.c: struct async_task task = read_slot(deque, top);
 * models src/deque.c: if (!async__cas_strong_seq_cst(&deque->top, &top, top + 1))
 * models src/deque.c: deque->top_seen = async__load_acquire(&deque->top);
 *
 * Every operation on top and bottom that another thread can see is seq_cst in the code, as all are here; the two relaxed ones
 * are the owner's look at its own word, and a store that the next push or pop repeats in effect. A slot has two words that a
 * thief reads one by one: `slot_run` and `slot_ctx`. */
#define TASKS 3
#define SLOTS 2

byte top = 0, bottom = 0;
byte slot_run[SLOTS], slot_ctx[SLOTS];
byte taken[TASKS];

inline take(a, b)
{
	assert(a == b); /* not torn */
	taken[a]++;
	assert(taken[a] == 1)
}

proctype owner()
{
	byte pushed = 0, b, t, a, c;
	bool ours;
	do
	:: pushed < TASKS && bottom - top < SLOTS -> /* has_room(); top can only grow meanwhile */
		slot_run[bottom % SLOTS] = pushed;
		slot_ctx[bottom % SLOTS] = pushed;
		bottom = bottom + 1;
		pushed++
	:: true -> /* pop */
		b = bottom;
		if
		:: b == top -> if :: pushed == TASKS -> break :: else -> skip fi
		:: else ->
			b = b - 1;
			bottom = b;
			t = top;
			if
			:: b > t -> a = slot_run[b % SLOTS]; c = slot_ctx[b % SLOTS]; take(a, c)
			:: b == t ->
				a = slot_run[b % SLOTS]; c = slot_ctx[b % SLOTS];
#ifdef MUTANT /* the owner takes the last task without asking the thieves */
				ours = true;
				top = t + 1;
#else
				d_step { ours = (top == t); if :: ours -> top = top + 1 :: else -> skip fi }
#endif
				bottom = b + 1;
				if :: ours -> take(a, c) :: else -> skip fi
			:: b < t -> /* stolen since we looked */
				bottom = b + 1
			fi
		fi
	od
}

proctype thief()
{
	byte t, b, a, c, tries = 0;
	bool ours;
	do
	:: tries < 2 ->
		tries++;
		t = top;
		b = bottom;
		if
		:: b > t ->
			a = slot_run[t % SLOTS];
			c = slot_ctx[t % SLOTS];
			d_step { ours = (top == t); if :: ours -> top = top + 1 :: else -> skip fi }
			if :: ours -> take(a, c) :: else -> skip fi
		:: else -> skip
		fi
	:: true -> break
	od
}

init {
	atomic { run owner(); run thief(); run thief() }
	(_nr_pr == 1);
	byte i;
	for (i : 0 .. TASKS - 1) { assert(taken[i] == 1) }
}
