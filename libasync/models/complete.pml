/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The completion of ONE concrete value by several threads at once: two of them emplace, one fails the value, and one adds a waiter.
 * Or, with a payload in the storage: one marks the payload as constructed and sets the value available, the others as before.
 * One call wins; the payload of each other call is destroyed exactly once; the payload of the value is written by one
 * thread, is never written after the value is available, and is destroyed with the value; the waiter runs once. The holder
 * of a borrowed reference that fails a constructed value reads the storage after the exchange: its extra reference
 * keeps the memory.
 *
 * models src/value_private.h: if (ASYNC__UNLIKELY(*seen & ASYNC__TAG_BITS)) return false;
 * models src/value_private.h: } while (ASYNC__UNLIKELY(!async__cas_weak_relaxed(&value->state, seen, *seen | ASYNC__RESERVED)));
 * models src/value_private.h: while (ASYNC__UNLIKELY(!async__cas_weak_acq_rel(&value->state, seen, word))) { if ((*seen & ASYNC__STATE_BITS) != state) return false;
 * models src/complete.c: } while (!async__cas_weak_release_acquire(&value->state, &seen, seen | ASYNC_CONSTRUCTED));
 * models src/complete.c: if (!(async__or_relaxed(&value->state, ASYNC__CONSUMED) & ASYNC__CONSUMED)) type->destroy(async__payload(value, type));
 * models src/complete.c: if (ASYNC__UNLIKELY(!async__reserve(value, &seen))) return lose_payload(value, payload);
 * models src/complete.c: bool done = async__publish(value, seen, word | ASYNC__CONSUMED); if (done) { async__destroy_payload(value);
 * models src/complete.c: if ((seen & ASYNC__STATE_BITS) == ASYNC_CONSTRUCTED ? fail_constructed(value, &seen, word) : async__complete(value, &seen, word))
 *
 * The word is four variables that change together. Where pointers have 32 bits, the mark of a reservation is in another byte: an
 * exchange that sees it in the word may then succeed or fail independently of it, which is covered by the weak exchange. */
#define UNCONSTRUCTED 0
#define CONSTRUCTED 1
#define AVAILABLE 2
#define FAILED 3
#define NOBODY 255

byte state = UNCONSTRUCTED; /* the word: state, mark (RESERVED or CONSUMED), and whether there is a waiter */
bool mark = false, waiter = false;
byte refs = 1;              /* of the owner, who lends it to the fourth thread */
byte wins = 0, runs = 0;
byte storage = NOBODY;      /* whose payload is in it */
byte alive[4];              /* payloads of thread i that exist */
bool freed = false;

inline touch() { assert(!freed) }

/* The caller has read s, m and w. r: the exchange has succeeded, or the state is another one. */
inline publish(s, m, w, to, to_mark, r)
{
	was = s;
	do
	:: d_step { state == s && mark == m && waiter == w -> touch(); state = to; mark = to_mark; waiter = false; r = true }
		break
	:: d_step { state != s || mark != m || waiter != w -> touch(); s = state; m = mark; w = waiter };
		if
		:: s != was -> r = false; break
		:: else
		fi
	od;
	if
	:: r -> wins++; assert(wins == 1)
	:: else
	fi
}

inline run_waiter(w)
{
	if
	:: w -> runs++; assert(runs == 1)
	:: else
	fi
}

inline destroy_storage()
{
	touch();
	assert(storage != NOBODY && alive[storage] == 1);
	alive[storage] = 0;
	storage = NOBODY
}

/* lose_storage() */
inline lose()
{
	d_step { touch(); s = state; m = mark };
	if
	:: s == FAILED ->
		d_step { touch(); m = mark; mark = true };
		if
		:: !m -> destroy_storage()
		:: else
		fi
	:: else
	fi
}

proctype emplacer(byte me)
{
	byte s, was;
	bool m, w, r = false, reserved = false;
	alive[me] = 1;
	d_step { touch(); s = state; m = mark; w = waiter };
	do
	:: s != UNCONSTRUCTED || m -> break
	:: else ->
#if defined(MUTANT) && MUTANT == 1 /* the payload is written without a reservation */
		reserved = true; break
#else
		if
		:: d_step { state == s && mark == m && waiter == w -> touch(); mark = true; m = true; reserved = true }
			break
		:: d_step { state != s || mark != m || waiter != w -> touch(); s = state; m = mark; w = waiter }
		fi
#endif
	od;
	if
	:: !reserved -> alive[me] = 0
	:: else ->
		touch();
		assert(state != AVAILABLE && storage == NOBODY); /* nobody else writes, and nobody reads */
		storage = me;
		publish(s, m, w, AVAILABLE, false, r);
		if
		:: r -> run_waiter(w)
		:: else -> lose()
		fi
	fi
}

/* Constructs in the storage, marks the payload or not, and sets the value available. */
proctype builder(byte me)
{
	byte s, was;
	bool m, w, r = false, lost = false;
	alive[me] = 1;
	storage = me;
	if
	:: true -> /* set_constructed() */
		d_step { touch(); s = state; m = mark; w = waiter };
		do
		:: s == FAILED -> lost = true; break
		:: else ->
			if
			:: d_step { state == s && mark == m && waiter == w -> touch(); state = CONSTRUCTED }
				break
			:: d_step { state != s || mark != m || waiter != w -> touch(); s = state; m = mark; w = waiter }
			fi
		od
	:: true -> skip
	fi;
	if
	:: lost -> lose()
	:: else ->
		d_step { touch(); s = state; m = mark; w = waiter };
		if
		:: s == FAILED -> lose()
		:: else ->
			publish(s, m, w, AVAILABLE, false, r);
			if
			:: r -> run_waiter(w)
			:: else -> lose()
			fi
		fi
	fi
}

/* With a borrowed reference if it wins: the owner may release its own as soon as the value is final. */
proctype failer()
{
	byte s, was;
	bool m, w, r = false;
	d_step { touch(); s = state; m = mark; w = waiter };
	do
	:: s == AVAILABLE || s == FAILED || r -> break
	:: s == UNCONSTRUCTED && !r ->
		publish(s, m, w, FAILED, false, r);
		if
		:: r -> run_waiter(w)
		:: else
		fi
	:: s == CONSTRUCTED && !r ->
#if defined(MUTANT) && MUTANT == 2 /* the payload is destroyed after the exchange without a reference */
		skip;
#else
		d_step { touch(); refs++ };
#endif
#if defined(MUTANT) && MUTANT == 3 /* both destroy it */
		publish(s, m, w, FAILED, false, r);
#else
		publish(s, m, w, FAILED, true, r);
#endif
		if
		:: r -> destroy_storage(); run_waiter(w)
		:: else
		fi;
#if defined(MUTANT) && MUTANT == 2
		skip
#else
		d_step { touch(); refs--; if :: refs == 0 -> freed = true :: else fi }
#endif
	od
}

proctype waiting()
{
	byte s;
	bool m, w;
	d_step { touch(); s = state; m = mark; w = waiter };
	do
	:: s == AVAILABLE || s == FAILED -> runs++; assert(runs == 1); break
	:: else ->
		if
		:: d_step { state == s && mark == m && waiter == w -> touch(); waiter = true }
			break
		:: d_step { state != s || mark != m || waiter != w -> touch(); s = state; m = mark; w = waiter }
		fi
	od
}

init {
	if
	:: true -> atomic { run emplacer(0); run emplacer(1); run failer(); run waiting() }
		(_nr_pr == 1);
	:: true -> atomic { run builder(2); run failer(); run waiting() }
		(_nr_pr == 1);
	:: true -> /* the owner releases a value that it sees failed, while the call of the borrower has not returned */
		atomic { alive[2] = 1; storage = 2; state = CONSTRUCTED; runs = 1; run failer() }
		(state == FAILED);
		d_step { touch(); refs--; if :: refs == 0 -> freed = true :: else fi };
		(_nr_pr == 1);
		assert(freed && storage == NOBODY)
	fi;
	assert(wins == 1 && runs == 1 && (state == AVAILABLE || state == FAILED));
	if
	:: state == AVAILABLE -> assert(storage != NOBODY && alive[storage] == 1); alive[storage] = 0
	:: else -> assert(storage == NOBODY)
	fi;
	assert(alive[0] + alive[1] + alive[2] + alive[3] == 0)
}
