/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work of a request: two workers end units of work, one of them after it asked for idle, the other after a unit nested in its
 * own, while the owner of the request asks for idle, releases the request, waits, and destroys the host. Nobody may touch the
 * request after it was freed, nor free it after the host is gone; a chain is completed once, by a thread that keeps it alive, and
 * not before the units that had begun when it was asked for have ended; and the owner never waits for ever.
 *
 * models src/request.c: async__add_relaxed(&request->word, count * (WORK + REFERENCE));
 * models src/request.c: uint64_t word = async__load_acquire(&request->word), left;
 * models src/request.c: left = word - count * (WORK + REFERENCE);
 * models src/request.c: if (ASYNC__UNLIKELY((word & IDLE_WANTED) && WORK_OF(left) == 0)) {
 * models src/request.c: left -= IDLE_WANTED;
 * models src/request.c: } while (!async__cas_weak_acq_rel(&request->word, &word, left));
 * models src/request.c: return REFERENCES_OF(left) == 0;
 * models src/request_private.h: if (WORK_OF(word) == 0)
 * models src/request_private.h: } while (!async__cas_weak_acq_rel(&request->word, &word, word + WORK + REFERENCE));
 * models src/request.c: if (async__load_acquire(&request->word) & IDLE_WANTED)
 * models src/request.c: request->idle = async_value_retain(chain);
 * models src/request.c: async__or_release(&request->word, IDLE_WANTED);
 * models src/request.c: if (!async__request_join_work(request))
 *
 * The word of a request is three variables here that change together. All orders are sequentially consistent: what the word
 * publishes is published by the word. */
#define WORKERS 2
#define CHAINS 4
#define NONE 255

byte refs = 1 + WORKERS, units = WORKERS; /* the word */
bool wanted = false;
byte slot = NONE;                         /* request->idle */
bool locked = false;
bool freed = false, host_gone = false;
byte working = WORKERS;                   /* units that began before anybody asked */
byte chains = 0;                          /* ever made */
byte chain_refs[CHAINS];
bool available[CHAINS];

inline touch() { assert(!freed) }

inline free_request()
{
	assert(!freed && !host_gone && refs == 0 && units == 0);
	freed = true
}

inline release_chain(c)
{
	assert(chain_refs[c] > 0);
	chain_refs[c]--
}

/* `first`: one of the units that the model begins with. */
inline end_work(first)
{
	d_step { touch(); r = refs; u = units; w = wanted };
	do
	:: true ->
		mine = NONE;
#if !defined(MUTANT) || MUTANT != 3
		if
		:: w && u == 1 -> touch(); mine = slot
		:: else
		fi;
#endif
#if defined(MUTANT) && MUTANT == 1 /* fetch_sub, and then a look at what is left */
		d_step { touch(); refs--; units--; if :: first -> working-- :: else fi; mine = NONE };
		d_step { touch(); r = refs + 1; u = units; w = wanted };
		if
		:: u == 0 && w -> touch(); mine = slot; wanted = false
		:: else
		fi;
		break
#else
		if
		:: d_step { refs == r && units == u && wanted == w ->
				touch();
				refs--;
				units--;
				if :: u == 1 -> wanted = false :: else fi;
				if :: first -> working-- :: else fi }
#if defined(MUTANT) && MUTANT == 3 /* the chain is taken after the exchange */
			if
			:: w && u == 1 -> touch(); mine = slot
			:: else
			fi;
#endif
			break
		:: d_step { refs != r || units != u || wanted != w -> touch(); r = refs; u = units; w = wanted }
		fi
#endif
	od;
	if
	:: r == 1 -> free_request()
	:: else
	fi;
	if
	:: mine != NONE ->
		d_step { assert(chain_refs[mine] > 0 && !available[mine]); available[mine] = true };
		release_chain(mine)
	:: else
	fi
}

/* `asked`: the chain, which the caller has a reference to; NONE: the immortal one. */
inline ask()
{
	asked = NONE;
	d_step { touch(); r = refs; u = units; w = wanted };
	do
	:: u == 0 -> break
#if defined(MUTANT) && MUTANT == 2 /* without a unit of its own the period may end meanwhile */
	:: u != 0 -> asked = CHAINS; break
#else
	:: u != 0 ->
		if
		:: d_step { refs == r && units == u && wanted == w -> touch(); refs++; units++ }
			asked = CHAINS;
			break
		:: d_step { refs != r || units != u || wanted != w -> touch(); r = refs; u = units; w = wanted }
		fi
#endif
	od;
	if
	:: asked == CHAINS ->
		d_step { chain = chains; chains++; chain_refs[chain] = 1 };
#if defined(MUTANT) && MUTANT == 4 /* no lock: two callers may both find that there is no chain */
		skip;
#else
		d_step { !locked -> touch(); locked = true };
#endif
		d_step { touch(); w = wanted };
		if
		:: w -> touch(); asked = slot
		:: else ->
			d_step { touch(); chain_refs[chain]++; slot = chain };
			d_step { touch(); wanted = true };
			asked = chain
		fi;
		d_step { touch(); locked = false };
		d_step { assert(chain_refs[asked] > 0); chain_refs[asked]++ };
		release_chain(chain);
#if !defined(MUTANT) || MUTANT != 2
		end_work(false)
#endif
	:: else
	fi
}

proctype worker(bool asks)
{
	byte r, u, mine, asked, chain;
	bool w;
	if
	:: asks ->
		ask();
		assert(asked != NONE); /* this worker's own unit has not ended */
		release_chain(asked)
	:: else ->
		d_step { touch(); refs++; units++ };
		end_work(false)
	fi;
	end_work(true)
}

proctype owner()
{
	byte r, u, mine, asked, chain, again = 0;
	bool w;
	do
	:: true ->
		ask();
		if
		:: asked == NONE -> break
		:: asked != NONE && again == 0 -> /* keeps the request and asks once more */
			again = 1;
			available[asked];
			assert(working == 0);
			release_chain(asked)
		:: asked != NONE -> break
		fi
	od;
	skip; /* async_request_release() */
	d_step { touch(); refs--; r = refs };
	if
	:: r == 0 -> free_request()
	:: else
	fi;
	if
	:: asked != NONE -> available[asked]; release_chain(asked)
	:: else
	fi;
	assert(working == 0);
	host_gone = true
}

init {
	atomic { run worker(true); run worker(false); run owner() }
	(_nr_pr == 1);
	assert(freed && chain_refs[0] == 0 && chain_refs[1] == 0 && chain_refs[2] == 0 && chain_refs[3] == 0)
}
