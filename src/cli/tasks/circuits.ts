import type { DbQuery, StoreRow } from '../../db/db.ts'
import { readCircuitsOfStore } from '../../payments/tasks/try-now.ts'
import { counted } from '../terminal/counted.ts'

/** Prints a store's open circuits with start and cause. */
export const printOpenCircuits = async (
  query: DbQuery,
  store: StoreRow,
  now: Date,
): Promise<void> => {
  for (const circuit of await readCircuitsOfStore(query, store, now)) {
    if (circuit.state === 'closed') continue
    const { name, state, openUntil, failingSince, lastError, tasksWaiting } = circuit
    const parts = [
      openUntil ? `${state} until ${openUntil.toISOString()}` : state,
      `failing since ${failingSince?.toISOString()}`,
      counted(tasksWaiting, 'task', ['waits', 'wait']),
      lastError ?? '',
    ]
    console.log(`${name} of ${store.id}\t${parts.join('\t')}`)
  }
}
