/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The completion of ONE indirect value by several threads at once: two of them forward it, each to a target that completes at
 * any time in another thread, and one fails it. The claim of the target decides; what each other call brings is released; the
 * value takes the state of the claimed target, once, after that target is final; the waiter runs once, afterwards.
 *
 * models src/value_private.h: struct async_value *none = NULL;
 * models src/value_private.h: return ASYNC__LIKELY(async__cas_strong_relaxed(&self->target, &none, target));
 * models src/complete.c: if (!async__claim_target((struct async__indirect *)(void *)value, &async__no_target)) return false;
 * models src/indirect.c: if (async__claim_target(self, target)) return true; async_value_release(target); return false;
 * models src/indirect.c: if (async__waiters_add(target, &self->waiter)) return 0;
 * models src/indirect.c: else if (!async__word_is_final(seen) && async__publish(indirect, &seen, word))
 * models src/indirect.c: if (!async__word_is_final(seen) && async__publish(&self->value, &seen, resolve(self)) &&
 */
#define EMPTY 0
#define NO_TARGET 3 /* targets are 1 and 2 */

byte target = EMPTY;
bool final = false, waiter = true; /* the word of the value: its waiter was added before */
byte kind = 0;                     /* 0: indirect; 1: concrete, since it failed */
byte result = EMPTY;               /* the target whose state it took, or NO_TARGET */
byte wins = 0, runs = 0;
byte refs[3];                      /* of the targets */
bool ready[3], watched[3];         /* the word of a target: is it final, and does the value wait for it? */

inline publish(from)
{
	do
	:: d_step { !final -> w = waiter; final = true; waiter = false; result = from }
		break
	:: d_step { final -> assert(false) } /* the claim gave the only right */
	od;
	if
	:: w -> runs++; assert(runs == 1)
	:: else
	fi
}

inline claim(what)
{
#if defined(MUTANT) && MUTANT == 1 /* a load and a store */
	r = (target == EMPTY);
	if
	:: r -> target = what
	:: else
	fi
#else
	d_step { r = (target == EMPTY); if :: r -> target = what :: else fi }
#endif
}

proctype forward(byte to)
{
	bool r, w;
	refs[to]++;
	claim(to);
	if
	:: !r -> refs[to]--
	:: else ->
		wins++;
		if
		:: d_step { !ready[to] -> watched[to] = true } /* the target completes the value */
		:: ready[to] -> publish(to)
		fi
	fi
}

proctype complete_target(byte to)
{
	bool w, last;
	d_step { ready[to] = true; last = watched[to] };
	if
	:: last -> assert(target == to); publish(to)
	:: else
	fi
}

proctype failer()
{
	bool r, w;
#if defined(MUTANT) && MUTANT == 2 /* only the state is compared, not the claim */
	r = !final;
	if
	:: r -> kind = 1
	:: else
	fi;
#else
	claim(NO_TARGET);
#endif
	if
	:: r -> wins++; kind = 1; publish(NO_TARGET)
	:: else
	fi
}

init {
	atomic { run forward(1); run forward(2); run failer(); run complete_target(1); run complete_target(2) }
	(_nr_pr == 1);
	assert(wins == 1 && runs == 1 && final && result == target);
	assert((kind == 1) == (target == NO_TARGET));
	assert(refs[1] == (target == 1) && refs[2] == (target == 2))
}
