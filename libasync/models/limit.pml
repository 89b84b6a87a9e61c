/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A limit of one running task, two threads that add a task each, one of which takes its task back if it still can, and two workers of
 * the queue. Each task runs once or was removed, never more than one runs, no task is left, and the limit is freed once, after
 * the last access.
 *
 * models src/limit.c: bool may = limit->permits < limit->waiting && limit->running + limit->permits < limit->most_running;
 * models src/limit.c: bool last = !limit->owned && limit->running == 0 && limit->permits == 0;
 * models src/limit.c: append(limit, task); permitted = take_permit(limit);
 * models src/limit.c: struct async_limited *task = limit->first; limit->permits--;
 * models src/limit.c: take_out(limit, task); limit->running++;
 * models src/limit.c: limit->running--; bool permitted = take_permit(limit);
 *
 * What happens with the lock held is one step here; adding to the queue is another. */
#define TASKS 2
#define MOST 1
#define NONE 255

bool waits[TASKS], freed, owned = true;
byte ran[TASKS], removed[TASKS];
byte waiting, running, permits, queued, adders = TASKS;

/* with the lock */
inline take_permit(may)
{
#if defined(MUTANT) && MUTANT == 1 /* permits that have not begun are forgotten */
	may = (waiting > 0 && running < MOST);
#else
	may = (permits < waiting && running + permits < MOST);
#endif
	permits = permits + may
}

inline free_if_last()
{
#if defined(MUTANT) && MUTANT == 2 /* a permit on its way does not keep the limit */
	if :: !owned && running == 0 -> assert(!freed); freed = true :: else fi
#else
	if :: !owned && running == 0 && permits == 0 -> assert(!freed); freed = true :: else fi
#endif
}

proctype adder(byte t)
{
	bool may;
	d_step { assert(!freed); waits[t] = true; waiting++; take_permit(may) }
	if :: may -> queued++ :: else fi;
	if
	:: t == 0 -> d_step {
			assert(!freed);
			if :: waits[t] -> waits[t] = false; waiting--; removed[t]++ :: else fi
		}
	:: else
	fi;
	adders--
}

proctype owner()
{
	adders == 0;
	d_step { assert(!freed); owned = false; free_if_last() }
}

proctype worker()
{
	byte t;
	bool may;
end:	do
	:: d_step { queued > 0 -> queued--; t = NONE };
		d_step {
			assert(!freed && permits > 0);
			permits--;
			if
			:: waits[0] -> t = 0
			:: !waits[0] && waits[1] -> t = 1
			:: else -> free_if_last()
			fi;
			if :: t != NONE -> waits[t] = false; waiting--; running++; assert(running <= MOST) :: else fi
		}
		if
		:: t != NONE ->
			ran[t]++;
			d_step { assert(!freed); running--; take_permit(may); free_if_last() }
			if :: may -> queued++ :: else fi
		:: else
		fi
	od
}

init {
	atomic { run adder(0); run adder(1); run owner(); run worker(); run worker() }
	(freed && queued == 0);
	assert(ran[0] + removed[0] == 1 && ran[1] == 1 && removed[1] == 0 && waiting == 0)
}
