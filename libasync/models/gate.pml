/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A race of two values and a timer: the creator registers its parts while other threads complete the values and while the
 * time comes. A producer may also give its value up: then the reference of the gate is the last, and releasing it runs the waiter.
 * The result is completed once; each value is released once and not accessed afterwards; nothing is released while the creator
 * still adds waiters; the memory of the gate is freed once, after the last access.
 *
 * models src/gate.c: static struct async_value *take_value(struct leg *leg) { return async__exchange_acq_rel(&leg->value, NULL); }
 * models src/gate.c: if (!async__cas_strong_seq_cst(&gate->claimed, &open, 1u)) {
 * models src/gate.c: if (async__add_seq_cst(&gate->steps, step) != 0) finish(gate);
 * models src/gate.c: async_value_release(take_value(&gate->legs[i]));
 * models src/gate.c: if (gate->timers && async__owned_timer_cancel(gate->timers, &gate->timer)) drop(gate);
 * models src/gate.c: for (size_t i = 0; i < gate->count && !is_claimed(gate); i++) { add_part(gate); async_value_and_then(gate->legs[i].value, &gate->legs[i].waiter); }
 * models src/gate.c: do_step(gate, REGISTERED);
 * models src/gate.c: struct async_value *value = take_value(leg);
 * models src/gate.c: if (async__sub_acq_rel(&gate->refs, 1u) != 1)
 *
 * spin steps through every interleaving of sequentially consistent operations; the operations of the gate are acquire-release or
 * stronger, and each publishes through the word that it changes. */
#define VALUES 2
#define NONE 255

byte value_refs[VALUES]; /* the producer's and the gate's */
bool final[VALUES], waiting[VALUES];
bool held[VALUES];       /* leg->value is not NULL */
byte refs = 1;           /* of the gate: the creator */
bool claimed, freed, timer_pending;
byte steps, completed, winner = NONE;

inline drop()
{
	d_step { assert(!freed && refs > 0); refs-- ; if :: refs == 0 -> freed = true :: else fi }
}

/* The last reference to a value that is not final runs its waiter, which finds no reference: it drops the gate's memory. */
inline release_value(v)
{
	d_step {
		assert(value_refs[v] > 0);
		value_refs[v]--;
		if
		:: value_refs[v] == 0 && !final[v] && waiting[v] -> waiting[v] = false; orphan[v] = true
		:: else
		fi
	}
	if
	:: orphan[v] -> orphan[v] = false; take(v); assert(!got[v]); drop()
	:: else
	fi
}

inline take(v) { d_step { assert(!freed); got[v] = held[v]; held[v] = false } }

inline finish()
{
	assert(!freed && steps == 3);
	for (i : 0 .. VALUES - 1) {
		take(i);
		if
		:: got[i] -> got[i] = false; release_value(i)
		:: else
		fi
	}
	if
	:: d_step { timer_pending -> timer_pending = false }; drop()
	:: d_step { !timer_pending -> skip }
	fi;
	d_step { assert(!freed && completed == 0); completed++ }
	if
	:: winner != NONE -> assert(value_refs[winner] > 0); i = winner; release_value(i)
	:: else
	fi
}

inline step(which)
{
	d_step { assert(!freed); before = steps; steps = steps + which }
#if defined(MUTANT) && MUTANT == 1 /* the event finishes at once, whether or not the creator has registered all */
	if
	:: which == 2 -> steps = 3; finish()
	:: else
	fi
#else
	if
	:: before != 0 -> finish()
	:: else
	fi
#endif
}

/* `w`: the value, whose reference is passed, or NONE for the time */
inline determine(w)
{
	d_step { assert(!freed); won = !claimed; claimed = true }
	if
	:: won -> winner = w; step(2)
	:: !won && w != NONE -> release_value(w)
	:: else
	fi
}

/* The waiter of value `v`. */
inline run_leg(v)
{
#if defined(MUTANT) && MUTANT == 2 /* the waiter uses the value without taking its reference */
	assert(value_refs[v] > 0 && !freed); got[v] = held[v]; held[v] = false;
	if
	:: !got[v] -> assert(value_refs[v] > 1)
	:: else
	fi;
#else
	take(v);
#endif
	if
	:: got[v] -> got[v] = false; determine(v)
	:: else
	fi;
	drop()
}

proctype producer(byte v)
{
	bool got[VALUES], orphan[VALUES], won, runs;
	byte i, before;
	if
	:: d_step { assert(value_refs[v] > 0); final[v] = true; runs = waiting[v]; waiting[v] = false };
		if
		:: runs -> run_leg(v)
		:: else
		fi
	:: skip /* gives up */
	fi;
	/* a value given up whose waiter nobody else will run */
	release_value(v)
}

proctype time()
{
	bool got[VALUES], orphan[VALUES], won, runs;
	byte i, before;
	if
	:: d_step { timer_pending -> timer_pending = false; runs = true };
		determine(NONE);
		drop()
	:: d_step { claimed && !timer_pending -> skip } /* never started, or taken back */
	fi
}

init {
	bool got[VALUES], orphan[VALUES], won, runs;
	byte i, before, n;
	value_refs[0] = 2; value_refs[1] = 2;
	held[0] = true; held[1] = true;
	atomic { run producer(0); run producer(1); run time() }
	n = 0;
	do
	:: n < VALUES && !claimed ->
		refs++;
		d_step {
			assert(value_refs[n] > 0);
			runs = final[n];
			if
			:: !runs -> waiting[n] = true
			:: else
			fi
		}
		if
		:: runs -> run_leg(n)
		:: else
		fi;
		n++
	:: else -> break
	od;
	if
	:: !claimed -> d_step { refs++; timer_pending = true }
	:: else
	fi;
	step(1);
	drop();
	(_nr_pr == 1);
	assert(freed && completed == 1);
	assert(value_refs[0] == 0 && value_refs[1] == 0)
}
