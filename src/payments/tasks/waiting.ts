import type { z } from 'zod'
import type { DbQuery, RefundRow } from '../../db/db.ts'
import { refundsByIds } from '../../db/payments/refunds.ts'
import { type CircuitRow, circuitName, listCircuits } from '../../db/stores/circuits.ts'
import { frozenOf, listStores } from '../../db/stores/stores.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { tasksOfRefunds } from '../../db/tasks/task-history.ts'
import { RefundId, type StoreId } from '../../domain/ids.ts'
import { type refundFields, viewOfRefund } from '../../wire/order-view.ts'
import { carryOutRefundKind } from '../ports/tasks/payment-tasks.ts'
import { type PlannedStep, plannedStep } from '../refunds/rules/planned-step.ts'
import { type Wait, waitOfRefund, waitOfTask } from './rules/waiting.ts'

export interface WaitView {
  waiting_for: Wait['for'] | null
  waiting_until: string | null
}

export const viewOfWait = (wait: Wait | undefined): WaitView => ({
  waiting_for: wait?.for ?? null,
  waiting_until: wait?.until?.toISOString() ?? null,
})

export interface RefundStepView {
  next_step: PlannedStep['step'] | null
  resend_from: string | null
}

const viewOfStep = (refund: RefundRow, now: Date): RefundStepView => {
  const { step = null, resendFrom } = plannedStep(refund, now) ?? {}
  return { next_step: step, resend_from: resendFrom?.toISOString() ?? null }
}

export type RefundNowView = z.output<typeof refundFields> & WaitView & RefundStepView

/** Omits tasks that wait for nothing. */
export const waitsOfTasks = async (
  query: DbQuery,
  tasks: readonly TaskRow[],
  now: Date,
): Promise<Map<bigint, Wait>> => {
  const circuitOf = await circuitsInWay(query, tasks)
  const carried = tasks.filter(({ kind }) => kind === carryOutRefundKind.kind)
  const refunds = await refundsByIds(
    query,
    carried.flatMap((task) => refundIdOf(task) ?? []),
  )
  const frozen = await frozenStores(query, [...refunds.values()])
  const waits = tasks.map((task) => {
    const wait = waitOfTask(task, circuitOf(task), now)
    const refund = refunds.get(refundIdOf(task) ?? '')
    const isUnderWay = task.state === 'running'
    if (!refund || !wait) return [task.id, wait] as const
    const isFrozen = frozen.has(refund.store_id)
    return [task.id, waitOfRefund(refund, { isUnderWay, wait }, { isFrozen })] as const
  })
  return new Map(waits.flatMap(([id, wait]) => (wait ? [[id, wait]] : [])))
}

export const viewsOfRefunds = async (
  query: DbQuery,
  refunds: readonly RefundRow[],
  now: Date,
): Promise<RefundNowView[]> => {
  const open = refunds.filter((refund) => waitOfRefund(refund, undefined))
  const tasks = await tasksOfRefunds(query, { kind: carryOutRefundKind.kind, refunds: open })
  const circuitOf = await circuitsInWay(query, [...tasks.values()])
  const frozen = await frozenStores(query, open)
  return refunds.map((refund) => {
    const task = tasks.get(refund.id)
    const of = task && {
      isUnderWay: task.state === 'running',
      wait: waitOfTask(task, circuitOf(task), now),
    }
    const wait = viewOfWait(waitOfRefund(refund, of, { isFrozen: frozen.has(refund.store_id) }))
    return { ...viewOfRefund(refund), ...wait, ...viewOfStep(refund, now) }
  })
}

export const viewOfRefundNow = async (
  query: DbQuery,
  refund: RefundRow,
  now: Date,
): Promise<RefundNowView> => {
  const [view] = await viewsOfRefunds(query, [refund], now)
  const known = { ...viewOfRefund(refund), ...viewOfStep(refund, now) }
  return view ?? { ...known, ...viewOfWait(undefined) }
}

const frozenStores = (query: DbQuery, refunds: readonly RefundRow[]): Promise<Set<StoreId>> =>
  frozenOf(query, [...new Set(refunds.map(({ store_id: id }) => id))])

const refundIdOf = ({ payload }: TaskRow): RefundId | undefined =>
  RefundId.optional().parse(payload.refundId)

type CircuitOf = (task: Pick<TaskRow, 'needs' | 'store_id'>) => CircuitRow | undefined

const circuitsInWay = async (
  query: DbQuery,
  tasks: readonly Pick<TaskRow, 'needs' | 'store_id' | 'state'>[],
): Promise<CircuitOf> => {
  const isWaiting = tasks.some(({ needs, state }) => needs !== 'db' && state === 'ready')
  const circuits = isWaiting ? await listCircuits(query) : []
  if (circuits.length === 0) return () => undefined
  const byName = new Map(circuits.map((circuit) => [circuit.name, circuit]))
  const stores = new Map((await listStores(query)).map((store) => [store.id, store]))
  return ({ needs, store_id: id }) =>
    needs === 'db'
      ? undefined
      : byName.get(circuitName(needs, stores.get(id) ?? { id, gateway_account: null }))
}
