import type { DbQuery, StoreRow } from '../../db/db.ts'
import { findStore } from '../../db/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import { taskIdOf, taskName } from '../../payments/operations/task-name.ts'
import {
  CIRCUIT_NAMES,
  readCircuitsOfStore,
  tryCircuitNow,
  tryTaskNow,
} from '../../payments/operations/try-now.ts'
import { UserError } from '../../runtime/failure.ts'
import { counted } from '../counted.ts'
import { noSuchShop } from '../no-such-store.ts'

/** Prints a store's open circuits with start and cause. */
export const tellCircuits = async (query: DbQuery, store: StoreRow, now: Date): Promise<void> => {
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

export const tryOne = async (query: DbQuery, name: string, now: Date): Promise<void> => {
  const id = taskIdOf(name)
  const outcome =
    id === undefined
      ? { outcome: 'no-such-task' as const }
      : await tryTaskNow({ query, now, storeId: undefined }, id)
  switch (outcome.outcome) {
    case 'no-such-task':
      throw new UserError(`There is no task ${name}.`)
    case 'not-waiting':
      throw new UserError(`${name} does not wait: it is ${outcome.state}.`)
    case 'due':
      console.log(`${name} is tried now.`)
  }
}

export const tryStore = async (query: DbQuery, storeId: StoreId, now: Date): Promise<void> => {
  const store = await findStore(query, storeId)
  if (!store) throw await noSuchShop(query, storeId)
  for (const name of CIRCUIT_NAMES) {
    const outcome = await tryCircuitNow({ query, now }, store, name)
    console.log(
      outcome.outcome === 'tried'
        ? `${name}: ${taskName(outcome.task.id)} is tried now, and what waits follows when it is done.`
        : `${name}: nothing waits.`,
    )
  }
}
