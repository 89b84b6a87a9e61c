/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The list of waiters of a value: three threads add one waiter each while the producer completes the value. Each waiter must run exactly once, in the list or at once, and see the final state.
 * Everybody has a reference of his own and drops it as soon as he has added his waiter; who finds that his is the only one works by a load and a store.
 * At first there are the first two threads; the first, when it has added its waiter, makes references for the third and for the producer.
 *
 * models src/waiters.c: uintptr_t word = async__load_acquire(&value->state), with_waiter;
 * models src/waiters.c: if (async__word_is_final(word))
 * models src/waiters.c: waiter->next = async__word_waiters(word);
 * models src/waiters.c: with_waiter = (uintptr_t)waiter | (word & ASYNC__STATE_BITS);
 * models src/waiters.c: } while (!async__cas_weak_release_acquire(&value->state, &word, with_waiter));
 * models src/waiters.c: if (ASYNC__LIKELY(is_alone(value))) {
 * models src/waiters.c: uintptr_t word = value->state;
 * models src/waiters.c: value->state = (uintptr_t)waiter | (word & ASYNC__STATE_BITS);
 * models src/waiters.c: } else if (async__waiters_add(value, waiter)) {
 * models src/value_private.h: if (async__load_acquire(&value->refs) == 1) {
 * models src/value_private.h: old = value->state;
 * models src/value_private.h: value->state = word;
 * models src/value_private.h: old = async__exchange_acq_rel(&value->state, word);
 * models src/waiters.c: async__waiters_run(value, async__reverse(waiters, NULL));
 *
 * spin steps through every interleaving of sequentially consistent operations. That is enough here: all of them are on the one
 * word, and what they publish is published by that word. Where references are counted in another word, whoever sees his alone has
 * acquired what the others did before they dropped theirs. */
#define WAITERS 3
#define NONE 255

bool final = false;        /* the two low bits of the word */
byte head = NONE;          /* the rest: the newest waiter */
byte next[WAITERS];
byte ran[WAITERS];
bool payload = false;
byte refs = 2;             /* of the first two waiters */
bool others = false;       /* may the third waiter and the producer begin? */

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
	(me != 2 || others);
	if
	:: refs == 1 ->
		seen_final = final;
		if
		:: seen_final -> call(me)
		:: else -> /* a load, and some time later a store */
			assert(!final);
			seen_head = head;
			next[me] = seen_head;
			d_step { assert(!final); head = me }
		fi;
		goto added
	:: refs != 1
	fi;
	d_step { seen_final = final; seen_head = head }
	do
	:: seen_final -> call(me); break
	:: !seen_final ->
		next[me] = seen_head;
		if
#if defined(MUTANT) && MUTANT == 1 /* only the list is compared, not the state */
		:: d_step { head == seen_head -> head = me }
#else
		:: d_step { final == seen_final && head == seen_head -> head = me }
#endif
			break
		:: d_step { final != seen_final || head != seen_head -> seen_final = final; seen_head = head }
		:: skip /* a weak exchange may fail for no reason */
		fi
	od;
added:
	if
	:: me == 0 ->
#if defined(MUTANT) && MUTANT == 2 /* the producer uses the third thread's reference */
		refs = refs + 1;
#elif defined(MUTANT) && MUTANT == 3 /* so do both: that of the first thread, which keeps it */
#else
		refs = refs + 2;
#endif
		others = true
	:: else
	fi;
#if defined(MUTANT) && MUTANT == 3
	if
	:: me == 1 -> refs--
	:: else
	fi
#else
	refs--
#endif
}

proctype producer()
{
	byte list, reversed = NONE, rest;
	others;
	payload = true;
	if
	:: refs == 1 ->
		list = head; /* a load, and some time later a store */
		d_step { head = NONE; assert(!final); final = true }
	:: refs != 1 -> d_step { list = head; head = NONE; assert(!final); final = true }
	fi;
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
