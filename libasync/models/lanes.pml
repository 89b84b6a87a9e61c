/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two threads add a task each to the lanes, and each a turn to the queue behind; two workers run turns. A turn runs the best task, which
 * may be that of the other thread, before that thread has added its own turn. The owner destroys the lanes, and then the
 * queue, as soon as one of the tasks has run. No task is lost, and nobody uses lanes or queue afterwards.
 *
 * models src/lanes.c: bool added = async__task_ring_push(&lane->tasks, lanes->allocator, task);
 * models src/lanes.c: async__store_relaxed(&lanes->unfinished, lanes->unfinished + added);
 * models src/lanes.c: bool taken = take_best(lanes, &task); async__store_relaxed(&lanes->unfinished, lanes->unfinished - 1);
 * models src/lanes.c: for (unsigned tries = 0; !all_taken(lanes); tries++) {
 * models src/lanes.c: async_queue_quiesce(lanes->queue); for (int i = 0; i < LANES; i++) async__task_ring_finish(&lanes->lanes[i].tasks, lanes->allocator);
 * models src/lanes.c: if (added) add_turn(lanes);
 *
 * What happens with the lock held is one step here; adding to the queue is another. */
bool lanes_gone, queue_gone;
byte added, tasks, unfinished, turns, ran, busy;

proctype adder()
{
	d_step { assert(!lanes_gone); tasks++; unfinished++; added++ }
	d_step { assert(!queue_gone); turns++ } /* the last access */
}

proctype worker()
{
	bool taken;
end:	do
	:: d_step { turns > 0 -> turns--; busy++ };
		d_step {
			assert(!lanes_gone);
			taken = (tasks > 0);
			tasks = tasks - taken;
			unfinished--
		}
		if
		:: taken -> ran++; assert(!lanes_gone) /* a traced task looks at its lane when it ends */
		:: else
		fi;
		d_step { assert(!queue_gone); busy-- }
	od
}

proctype owner()
{
	(added == 2 && ran >= 1); /* both tasks are in the lanes, and the awaited value of one is available */
#if defined(MUTANT) && MUTANT == 1 /* the lanes are destroyed as soon as the queue behind is quiet */
	(turns == 0 && busy == 0);
#elif defined(MUTANT) && MUTANT == 2 /* as soon as each task was taken */
	unfinished == 0;
#else
	unfinished == 0;
	(turns == 0 && busy == 0); /* tasks that were taken have ended */
#endif
	lanes_gone = true;
	(turns == 0 && busy == 0); /* destroying the queue waits until it is quiet */
	queue_gone = true
}

init {
	atomic { run adder(); run adder(); run worker(); run worker(); run owner() }
	queue_gone;
	assert(ran == 2 && tasks == 0 && unfinished == 0)
}
