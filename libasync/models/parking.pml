/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parking: two workers search, announce themselves, look once more and sleep, while a thread adds tasks, as a worker to its deque
 * or as a foreign thread to the injector, which looks for sleepers before it publishes the task. No task may be left over while all
 * workers sleep: then nothing would ever run it.
 *
 * models src/queue_threads.c: if (async__parking_found(&self->parking) && any_task(self))
 * models src/queue_threads.c: async__parking_wake_one(&self->parking);
 * models src/queue_threads.c: async__parking_announce(&self->parking);
 * models src/queue_threads.c: if (must_leave(worker) || any_task(self))
 * models src/queue_threads.c: return !async__parking_retract(&self->parking);
 * models src/queue_threads.c: async__parking_sleep(&self->parking);
 * models src/queue_threads.c: else if (!async__parking_nap(&self->parking, nap) && async__parking_retract(&self->parking))
 * models src/queue_threads.c: async__parking_search(&self->parking);
 * models src/queue_threads.c: return !async__injector_is_empty(&self->injector) || async__posted_any(&self->posted);
 * models src/posted.h: async__store_seq_cst(&list->first, posted);
 * models src/injector.h: return head == async__load_seq_cst(&injector->tail);
 * models src/injector.c: if (!(tail & LOCKED) && async__cas_weak_seq_cst(&injector->tail, &tail, tail | LOCKED))
 * models src/injector.c: if (ASYNC__UNLIKELY(async__parking_has_sleepers(injector->parking, &crowd)))
 * models src/injector.c: publish(injector, tail + 2);
 * models src/parking.h: async__add_seq_cst(&parking->crowd, ASYNC__SEARCHING);
 * models src/parking.h: return async__sub_seq_cst(&parking->crowd, ASYNC__SEARCHING) < 2 * ASYNC__SEARCHING;
 * models src/parking.h: async__add_seq_cst(&parking->crowd, ASYNC__IDLE - ASYNC__SEARCHING);
 * models src/parking.h: if (ASYNC__UNLIKELY(crowd != 0 && crowd < ASYNC__SEARCHING))
 * models src/parking.h: if (ASYNC__UNLIKELY(crowd % ASYNC__SEARCHING != 0))
 * models src/parking.c: if (idle == 0 || searching >= tasks)
 * models src/parking.c: woken = tasks - searching < idle ? (uint32_t)(tasks - searching) : idle;
 * models src/parking.c: crowd - woken * ASYNC__IDLE + woken * ASYNC__SEARCHING));
 * models src/parking.c: give_tokens(parking, woken);
 * models src/parking.c: if (async__cas_weak_seq_cst(&parking->crowd, &crowd, crowd - ASYNC__IDLE))
 * models src/parking.c: if (try_take_token(parking))
 *
 * A worker may nap instead of sleeping: it may wake up by itself, at most NAPS times here, so that the end is reached.
 *
 * All operations on crowd and on the tasks that count here are seq_cst in the code. `crowd` is one word there, two variables
 * that change together here. */
#ifndef TASKS
#define TASKS 3
#endif
#define WORKERS 2
#define NAPS 1

byte tasks = 0, done = 0, added = 0;
bool locked = false; /* the injector: being put into, and so not empty */
byte idle = 0, searching = 0, tokens = 0; /* crowd; tokens of the futex */
byte naps = 0;

/* wake_slow(), whose loop ends when the exchange succeeds or there is nobody to wake; wake_one() is wake(1). */
inline wake(wanted)
{
	byte woken = 0;
	d_step {
		if
		:: idle > 0 && searching < wanted ->
			if :: wanted - searching < idle -> woken = wanted - searching :: else -> woken = idle fi;
			idle = idle - woken;
			searching = searching + woken
		:: else -> skip
		fi
	}
	if :: woken > 0 -> d_step { tokens = tokens + woken; woken = 0 } :: else -> skip fi
}

inline find()
{
	d_step { found = (tasks > 0); if :: found -> tasks-- :: else -> skip fi }
}

proctype worker()
{
	bool found, last, any;
	bool is_searching = false;
	do
	:: true ->
		if
		:: !is_searching ->
running:		find();
			if :: found -> done++; goto running :: else -> searching++ fi
		:: else -> skip
		fi;
		find();
		if
		:: found ->
			d_step { last = (searching == 1); searching-- }
			if
			:: last -> any = (tasks > 0 || locked); if :: any -> wake(1) :: else -> skip fi
			:: else -> skip
			fi;
			is_searching = false;
			done++
		:: else ->
			d_step { searching--; idle++ }
#if defined(MUTANT) && MUTANT == 1 /* no last look */
			any = false;
#elif defined(MUTANT) && MUTANT == 2 /* a locked injector passes for empty */
			any = (tasks > 0);
#else
			any = (tasks > 0 || locked);
#endif
			if
			:: any ->
				if /* retract(): stuck here the worker would count as busy for ever, so this is no end state */
				:: d_step { idle > 0 -> idle-- } is_searching = false
				:: d_step { tokens > 0 -> tokens-- } is_searching = true
				fi
			:: else ->
end_sleeping:			if
				:: d_step { tokens > 0 -> tokens-- } is_searching = true
				:: d_step { naps < NAPS -> naps++ } /* woke up by itself: retract(), then searches */
					if
					:: d_step { idle > 0 -> idle-- }
#if defined(MUTANT) && MUTANT == 3 /* searches without counting as a searcher */
						skip;
#else
						searching++;
#endif
						is_searching = true
					:: d_step { tokens > 0 -> tokens-- } is_searching = true
					fi
				fi
			fi
		fi
	od
}

/* Adds one or two tasks at a time. How many it believes to wait is an old number, so it may be any. */
proctype adder()
{
	bool sleepers;
	do
	:: added < TASKS ->
		sleepers = true;
		if
		:: skip
		:: locked = true; /* the injector; only one thread adds here */
			sleepers = (idle > 0)
		fi;
		if
		:: d_step { tasks++; added++; locked = false }
		:: d_step { added + 1 < TASKS -> tasks = tasks + 2; added = added + 2; locked = false }
		fi;
		if
		:: !sleepers
		:: sleepers -> wake(1)
		:: sleepers -> wake(2)
		:: sleepers -> wake(3)
		fi
	:: else -> break
	od
}

/* When nobody can go on, all must be done. */
init {
	atomic { run worker(); run worker(); run adder() }
	timeout -> assert(done == TASKS)
}
