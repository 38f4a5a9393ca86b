import type { z } from 'zod'
import { type CircuitRow, circuitName, listCircuits } from '../ledger/circuits.ts'
import type { LedgerQuery, ReversalRow } from '../ledger/ledger.ts'
import type { TaskRow } from '../ledger/outbox.ts'
import { reversalsByIds } from '../ledger/reversals.ts'
import { listStores } from '../ledger/stores.ts'
import { tasksOfReversals } from '../ledger/task-history.ts'
import { type reversalView, viewOfReversal } from './order-view.ts'
import { type Wait, waitOfReversal, waitOfTask } from './rules/waiting.ts'

const CARRIES_OUT = 'carry-out-reversal'

/** As it is shown to people and shops. */
export interface WaitView {
  waiting_for: Wait['for'] | null
  waiting_until: string | null
}

export const viewOfWait = (wait: Wait | undefined): WaitView => ({
  waiting_for: wait?.for ?? null,
  waiting_until: wait?.until?.toISOString() ?? null,
})

/** What each of these tasks waits for; one that waits for nothing is left out. */
export const waitsOfTasks = async (
  query: LedgerQuery,
  tasks: readonly TaskRow[],
  now: Date,
): Promise<Map<bigint, Wait>> => {
  const circuitOf = await circuitsInWay(query, tasks)
  const carried = tasks.filter(({ kind }) => kind === CARRIES_OUT)
  const reversals = await reversalsByIds(query, carried.map(reversalIdOf))
  const waits = tasks.map((task) => {
    const wait = waitOfTask(task, circuitOf(task), now)
    const reversal = reversals.get(reversalIdOf(task))
    const isUnderWay = task.state === 'running'
    return [
      task.id,
      reversal && wait ? waitOfReversal(reversal, { isUnderWay, wait }) : wait,
    ] as const
  })
  return new Map(waits.flatMap(([id, wait]) => (wait ? [[id, wait]] : [])))
}

/** Refunds as merchants see them, with what each waits for. */
export const viewsOfReversals = async (
  query: LedgerQuery,
  reversals: readonly ReversalRow[],
  now: Date,
): Promise<(z.output<typeof reversalView> & WaitView)[]> => {
  const open = reversals.filter((reversal) => waitOfReversal(reversal, undefined))
  const tasks = await tasksOfReversals(query, open)
  const circuitOf = await circuitsInWay(query, [...tasks.values()])
  return reversals.map((reversal) => {
    const task = tasks.get(reversal.id)
    const of = task && {
      isUnderWay: task.state === 'running',
      wait: waitOfTask(task, circuitOf(task), now),
    }
    return { ...viewOfReversal(reversal), ...viewOfWait(waitOfReversal(reversal, of)) }
  })
}

/** One of them. */
export const viewOfReversalNow = async (
  query: LedgerQuery,
  reversal: ReversalRow,
  now: Date,
): Promise<z.output<typeof reversalView> & WaitView> => {
  const [view] = await viewsOfReversals(query, [reversal], now)
  return view ?? { ...viewOfReversal(reversal), ...viewOfWait(undefined) }
}

const reversalIdOf = ({ payload }: TaskRow): string => String(payload.reversalId ?? '')

type CircuitOf = (task: Pick<TaskRow, 'needs' | 'store_id'>) => CircuitRow | undefined

const circuitsInWay = async (
  query: LedgerQuery,
  tasks: readonly Pick<TaskRow, 'needs' | 'store_id' | 'state'>[],
): Promise<CircuitOf> => {
  const isWaiting = tasks.some(({ needs, state }) => needs !== 'ledger' && state === 'ready')
  const circuits = isWaiting ? await listCircuits(query) : []
  if (circuits.length === 0) return () => undefined
  const byName = new Map(circuits.map((circuit) => [circuit.name, circuit]))
  const stores = new Map((await listStores(query)).map((store) => [store.id, store]))
  return ({ needs, store_id: id }) =>
    needs === 'ledger'
      ? undefined
      : byName.get(circuitName(needs, stores.get(id) ?? { id, gateway_account: null }))
}
