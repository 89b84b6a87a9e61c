/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state word of a value with ONE reference, used by several threads at once. The owner made the value and lends its reference to the others: two threads add a waiter each, and the owner adds one too; a fourth thread, the producer, completes the value.
 * The owner gives the reference back as soon as it sees the value complete and all waiters have run, although the producer may still be inside its call: nothing may access the value after that.
 * Each waiter must run exactly once, in the list or at once, and see the payload.
 *
 * The owner adds its waiter before or after it lends the reference. Before, it has exclusive access and uses the explicit form, a load and a store (the functions that end in _new).
 *
 * models src/value_private.h: uintptr_t word = async__load_acquire(&value->state), with_waiter;
 * models src/value_private.h: if (async__word_is_final(word))
 * models src/value_private.h: waiter->next = async__word_waiters(word);
 * models src/value_private.h: with_waiter = (uintptr_t)waiter | (word & ASYNC__TAG_BITS);
 * models src/value_private.h: } while (!async__cas_weak_release_acquire(&value->state, &word, with_waiter));
 * models src/value_private.h: while (ASYNC__UNLIKELY(!async__cas_weak_acq_rel(&value->state, seen, word))) {
 * models src/value_private.h: if ((*seen & ASYNC__STATE_BITS) != state)
 * models src/value_private.h: if (async__word_waiters(*seen)) async__waiters_run(async__word_waiters(*seen));
 * models src/value_private.h: value->state = word;
 * models src/and_then.c: if (!async__push_waiter(value, waiter)) async__waiters_run_one(waiter);
 * models src/and_then.c: value->state = (uintptr_t)waiter | (word & ASYNC__TAG_BITS);
 * models src/waiters.c: waiters = async__waiters_reverse(waiters, NULL);
 *
 * spin steps through every interleaving of sequentially consistent operations. That is enough here: all of them are on the one
 * word, and what they publish is published by that word. */
#define WAITERS 3
#define OWNER 2            /* the number of its waiter */
#define NONE 255

bool final = false;        /* the two low bits of the word */
byte head = NONE;          /* the rest: the newest waiter */
byte next[WAITERS];
byte ran[WAITERS];
bool payload = false;
bool alive = true;         /* the owner has not given the reference back */
bool lent = false;         /* the other threads know the value */

inline call(w)
{
	assert(payload);
	ran[w]++;
	assert(ran[w] == 1)
}

/* async_value_and_then() */
inline and_then(w, seen_final, seen_head)
{
	d_step { assert(alive); seen_final = final; seen_head = head }
	do
	:: seen_final -> call(w); break
	:: !seen_final ->
		next[w] = seen_head;
		if
#if defined(MUTANT) && MUTANT == 1 /* only the list is compared, not the state */
		:: d_step { head == seen_head -> assert(alive); head = w }
#elif defined(MUTANT) && MUTANT == 2 /* a load and a store: right for the holder of the only reference only if it has lent it to nobody */
		:: d_step { assert(alive); head = w }
#else
		:: d_step { final == seen_final && head == seen_head -> assert(alive); head = w }
#endif
			break
		:: d_step { final != seen_final || head != seen_head -> assert(alive); seen_final = final; seen_head = head }
		:: skip /* a weak exchange may fail for no reason */
		fi
	od
}

/* async_value_and_then_new() */
inline and_then_new(w, seen_head)
{
	seen_head = head;
	next[w] = seen_head;
	head = w
}

proctype borrower(byte me)
{
	bool seen_final;
	byte seen_head;
	lent;
	and_then(me, seen_final, seen_head)
}

proctype producer()
{
	byte list = NONE, reversed = NONE, rest, seen_head;
	lent;
	payload = true;
	d_step { assert(alive); seen_head = head }
#if defined(MUTANT) && MUTANT == 3 /* completes by a load and a store: loses a waiter added in between */
	list = seen_head;
	d_step { assert(alive); head = NONE; final = true };
#else
	do
	:: d_step { head == seen_head -> assert(alive && !final); list = head; head = NONE; final = true };
		break
	:: d_step { head != seen_head -> assert(alive && !final); seen_head = head }
	od;
#endif
#if defined(MUTANT) && MUTANT == 4 /* the value is accessed after it was published */
	assert(alive);
#endif
	do
	:: list == NONE -> break
	:: else -> rest = next[list]; next[list] = reversed; reversed = list; list = rest
	od;
	do
	:: reversed == NONE -> break
	:: else -> rest = next[reversed]; call(reversed); reversed = rest
	od
}

proctype owner()
{
	bool seen_final;
	byte seen_head;
#if defined(MUTANT) && MUTANT == 5 /* the explicit form after the reference was lent */
	lent = true;
	and_then_new(OWNER, seen_head);
#else
	if
	:: and_then_new(OWNER, seen_head); lent = true
	:: lent = true; and_then(OWNER, seen_final, seen_head)
	fi;
#endif
	(final && ran[0] == 1 && ran[1] == 1 && ran[OWNER] == 1);
	alive = false
}

init {
	atomic { run borrower(0); run borrower(1); run owner(); run producer() }
	(_nr_pr == 1);
	assert(ran[0] == 1 && ran[1] == 1 && ran[OWNER] == 1)
}
