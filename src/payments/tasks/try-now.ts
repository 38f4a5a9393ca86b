import type { DbQuery, StoreRow } from '../../db/db.ts'
import { countWaitingWork } from '../../db/orders/orders-of-outages.ts'
import { circuitName, listCircuits } from '../../db/stores/circuits.ts'
import type { TaskState } from '../../db/tables/tasks.ts'
import {
  firstHeldTask,
  makeTaskDue,
  type Party,
  releaseHeldTasks,
} from '../../db/tasks/held-tasks.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { findTask } from '../../db/tasks/task-history.ts'
import type { StoreId } from '../../domain/ids.ts'
import { type CircuitState, isCircuitOpen, stateOfCircuit } from '../circuits/rules/circuit.ts'

export type TryTaskOutcome =
  | { outcome: 'due'; task: TaskRow }
  | { outcome: 'no-such-task' }
  | { outcome: 'not-waiting'; state: Exclude<TaskState, 'ready'> }

/**
 * Makes a waiting task due now and lets it through its circuit once. Leaves a running one alone.
 */
export const tryTaskNow = async (
  { query, now, storeId }: { query: DbQuery; now: Date; storeId: StoreId | undefined },
  id: bigint,
): Promise<TryTaskOutcome> => {
  const named = await findTask(query, { storeId, id })
  if (!named) return { outcome: 'no-such-task' }
  const task = await makeTaskDue(query, id, { now, passesCircuit: true })
  if (task) return { outcome: 'due', task }
  const { state } = (await findTask(query, { storeId, id })) ?? named
  // A worker tried it in between.
  return { outcome: 'not-waiting', state: state === 'ready' ? 'running' : state }
}

export interface CircuitOfStore {
  name: 'gateway' | 'store'
  state: CircuitState
  openUntil: Date | null
  pausedAt: Date | null
  failingSince: Date | null
  lastError: string | null
  /** Tasks of this store; others may share the gateway account. */
  tasksWaiting: number
  ordersWaiting: number
}

export const CIRCUIT_NAMES = ['gateway', 'store'] as const

const holderOf = (
  store: Pick<StoreRow, 'id' | 'gateway_account'>,
  name: CircuitOfStore['name'],
): Party & { storeId: StoreId } => {
  const needs = name === 'store' ? 'shop' : 'gateway'
  return { needs, circuit: circuitName(needs, store), storeId: store.id }
}

/** Loads both circuits with their backlog. */
export const readCircuitsOfStore = async (
  query: DbQuery,
  store: StoreRow,
  now: Date,
): Promise<CircuitOfStore[]> => {
  return Promise.all(
    CIRCUIT_NAMES.map(async (name) => {
      const holder = holderOf(store, name)
      const [circuit] = await listCircuits(query, [holder.circuit])
      const waiting = await countWaitingWork(query, {
        needs: holder.needs,
        storeIds: [store.id],
        failingSince: circuit?.failing_since,
        now,
      })
      return {
        name,
        state: stateOfCircuit(circuit, now),
        openUntil: circuit && isCircuitOpen(circuit, now) ? circuit.open_until : null,
        pausedAt: circuit?.paused_at ?? null,
        failingSince: circuit?.failing_since ?? null,
        lastError: circuit?.last_error ?? null,
        tasksWaiting: waiting.tasks,
        ordersWaiting: waiting.orders,
      }
    }),
  )
}

export type TryCircuitOutcome =
  /** `task` runs now; the others follow its success. */
  { outcome: 'tried'; task: TaskRow } | { outcome: 'nothing-waits' }

/**
 * Lets the first held task through a circuit. If the circuit is not open, also makes the store's
 * other held tasks due.
 */
export const tryCircuitNow = async (
  { query, now }: { query: DbQuery; now: Date },
  store: StoreRow,
  name: CircuitOfStore['name'],
): Promise<TryCircuitOutcome> => {
  const holder = holderOf(store, name)
  const [circuit] = await listCircuits(query, [holder.circuit])
  return query.transaction().execute(async (trx): Promise<TryCircuitOutcome> => {
    const first = await firstHeldTask(trx, holder, now)
    const task = first && (await makeTaskDue(trx, first, { now, passesCircuit: true }))
    if (!task) return { outcome: 'nothing-waits' }
    if (!circuit || !isCircuitOpen(circuit, now)) await releaseHeldTasks(trx, holder, { now })
    return { outcome: 'tried', task }
  })
}
