/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The list of waiters of a value: three threads add one waiter each while the producer completes the value. Each waiter must run exactly once, in the list or at once, and see the final state.
 *
 * models src/waiters.c: uintptr_t word = async__load_acquire(&value->state), with_waiter;
 * models src/waiters.c: if (async__word_is_final(word))
 * models src/waiters.c: waiter->next = async__word_waiters(word);
 * models src/waiters.c: with_waiter = (uintptr_t)waiter | (word & ASYNC__STATE_BITS);
 * models src/waiters.c: } while (!async__cas_weak_release_acquire(&value->state, &word, with_waiter));
 * models src/value_private.h: uintptr_t old = async__exchange_acq_rel(&value->state, word);
 * models src/waiters.c: async__waiters_run(value, async__reverse(waiters, NULL));
 * models src/waiters.c: if (!async__waiters_add(value, waiter))
 *
 * spin steps through every interleaving of sequentially consistent operations. That is enough here: all of them are on the one
 * word, and what they publish is published by that word. */
#define WAITERS 3
#define NONE 255

bool final = false;        /* the two low bits of the word */
byte head = NONE;          /* the rest: the newest waiter */
byte next[WAITERS];
byte ran[WAITERS];
bool payload = false;

inline call(w)
{
	assert(payload);
	ran[w]++;
	assert(ran[w] == 1)
}

proctype waiter(byte me)
{
	bool seen_final;
	byte seen_head;
	d_step { seen_final = final; seen_head = head }
	do
	:: seen_final -> call(me); break
	:: !seen_final ->
		next[me] = seen_head;
		if
#ifdef MUTANT /* only the list is compared, not the state */
		:: d_step { head == seen_head -> head = me }
#else
		:: d_step { final == seen_final && head == seen_head -> head = me }
#endif
			break
		:: d_step { final != seen_final || head != seen_head -> seen_final = final; seen_head = head }
		:: skip /* a weak exchange may fail for no reason */
		fi
	od
}

proctype producer()
{
	byte list, reversed = NONE, rest;
	payload = true;
	d_step { list = head; head = NONE; assert(!final); final = true }
	do
	:: list == NONE -> break
	:: else -> rest = next[list]; next[list] = reversed; reversed = list; list = rest
	od;
	do
	:: reversed == NONE -> break
	:: else -> rest = next[reversed]; call(reversed); reversed = rest
	od
}

init {
	atomic { run waiter(0); run waiter(1); run waiter(2); run producer() }
	(_nr_pr == 1);
	assert(ran[0] == 1 && ran[1] == 1 && ran[2] == 1)
}
