import { CompiledQuery } from 'kysely'
import { writeAlerts } from './alerts.ts'
import type { Changes } from './changes.ts'
import type { DbQuery, OrderRow, PaymentRow, RefundRow } from './db.ts'
import { HANDLED_MESSAGE, markingHandled } from './inbox.ts'
import { type AddedTask, addTasks, dropSpentTasks, TASK_COLUMNS, taskRow } from './outbox.ts'
import { insertRefundEvents } from './refund-events.ts'
import { arraysOf, givenRows, rowsToInsert } from './rows.ts'
import { TIMELINE_COLUMNS, timelineRow } from './timeline.ts'
import { insertGaps } from './webhook-gaps.ts'

/**
 * What changes of an order, a payment or a refund while the order's lock is held. Nobody changes these
 * columns without that lock, so all of them are written whichever has changed: one statement serves all.
 */
const ORDER_STATE = [
  ...([
    'status',
    'conflict',
    'current_payment_id',
    'request_number',
    'last_payment_error',
  ] as const),
  ...(['payable_until', 'time_over_at', 'paid_at', 'cancelled_at', 'cancelled_by'] as const),
  'updated_at',
] as const satisfies readonly (keyof OrderRow)[]

/** What its store says of an order. */
const ORDER_TERMS = [
  ...(['number', 'fingerprint', 'amount_minor', 'currency', 'description', 'customer'] as const),
  ...(['metadata', 'locale', 'follows_reader', 'checkout_mode', 'success_url'] as const),
  ...(['cancel_url', 'people_erased_at'] as const),
] as const satisfies readonly (keyof OrderRow)[]

const PAYMENT_STATE = [
  ...(['state', 'amount_minor', 'currency', 'request_number', 'pending_update'] as const),
  ...(['claimed_by', 'claimed_until', 'gateway_payment_id', 'checkout_url', 'charge_id'] as const),
  ...(['transaction_id', 'decline', 'total_minor', 'sales_tax_minor'] as const),
  ...(['service_fee_minor', 'tip_minor', 'refunded_minor', 'paid_at', 'updated_at'] as const),
] as const satisfies readonly (keyof PaymentRow)[]

const NEW_PAYMENT = [
  ...PAYMENT_STATE,
  ...(['id', 'store_id', 'order_id', 'attempt', 'mode', 'idempotency_key', 'request'] as const),
  ...(['payment_method_id', 'previous_payment_id', 'next_ask_at', 'expires_at'] as const),
  'created_at',
] as const satisfies readonly (keyof PaymentRow)[]

const REFUND_STATE = [
  ...(['kind', 'state', 'idempotency_key', 'requested_at', 'sends', 'readings'] as const),
  ...(['needs_attention', 'accepted_at', 'refusal', 'updated_at', 'done_at'] as const),
] as const satisfies readonly (keyof RefundRow)[]

const NEW_REFUND = [
  ...REFUND_STATE,
  ...(['id', 'store_id', 'order_id', 'payment_id', 'origin', 'amount_minor', 'currency'] as const),
  ...(['reason', 'request_hash', 'created_at'] as const),
] as const satisfies readonly (keyof RefundRow)[]

/** What a decision may change of a row. */
export type OrderChanges = Partial<
  Pick<OrderRow, (typeof ORDER_STATE)[number] | (typeof ORDER_TERMS)[number]>
>
export type PaymentChanges = Partial<Pick<PaymentRow, (typeof PAYMENT_STATE)[number]>>
export type RefundChanges = Partial<Pick<RefundRow, (typeof REFUND_STATE)[number]>>

export const changesTerms = (changes: OrderChanges): boolean =>
  ORDER_TERMS.some((column) => column in changes)

/** SQL that brings rows of a table up to date by those that it is given from parameter `first` on. */
const updating = (table: string, columns: readonly string[], first = 1): string =>
  `UPDATE ${table} SET ${columns.map((column) => `${column} = given.${column}`).join()}
   FROM ${givenRows(['id', ...columns], first)} WHERE ${table}.id = given.id`

const inserting = (table: string, columns: readonly string[], first: number): string =>
  `INSERT INTO ${table} (${columns.join()}) SELECT ${columns.join()} FROM ${givenRows(columns, first)}`

const CLOSED_GAP = ['payment_id', 'state'] as const

/** What almost every decision leads to, in one statement; it answers which tasks it has added. */
const WRITE = ((): string => {
  let next = 2
  const from = (columns: number): number => {
    next += columns
    return next - columns
  }
  return `
  WITH ${markingHandled({ now: '$1', first: from(HANDLED_MESSAGE.length) })},
  changed_payments AS (${updating('payments', PAYMENT_STATE, from(1 + PAYMENT_STATE.length))}),
  changed_orders AS (${updating('orders', ORDER_STATE, from(1 + ORDER_STATE.length))}),
  line AS (${inserting('timeline', TIMELINE_COLUMNS, from(TIMELINE_COLUMNS.length))}),
  gap AS (
    UPDATE webhook_gaps SET event_came_at = $1 FROM ${givenRows(CLOSED_GAP, from(CLOSED_GAP.length))}
    WHERE webhook_gaps.payment_id = given.payment_id AND webhook_gaps.state = given.state
      AND event_came_at IS NULL
  ),
  added AS (${inserting('tasks', TASK_COLUMNS, from(TASK_COLUMNS.length))}
    ON CONFLICT (unique_key) DO NOTHING RETURNING id, needs, unique_key)
  SELECT id, needs, unique_key FROM added`
})()

const UPDATE_TERMS = updating('orders', ORDER_TERMS)
const UPDATE_REFUNDS = updating('refunds', REFUND_STATE)

/**
 * Writes what was decided about some orders whose locks are held, in the transaction that holds them:
 * one statement for what decisions lead to as a rule, and one more for each rare kind of change.
 */
export const writeChanges = async (
  trx: DbQuery,
  changes: readonly Changes[],
  now: Date,
): Promise<void> => {
  const all = <T>(of: (each: Changes) => Iterable<T>): T[] =>
    changes.flatMap((each) => [...of(each)])
  const orders = all(({ orders }) => orders.values())
  const payments = all(({ payments }) => payments.values())
  const refunds = all(({ refunds }) => refunds.values())
  const rows = <Row>(of: readonly { row: Row }[]): Row[] => of.map(({ row }) => row)
  const run = (text: string, values: unknown[]) =>
    trx.executeQuery<AddedTask>(CompiledQuery.raw(text, values))

  const terms = rows(orders.filter((order) => order.terms))
  if (terms.length > 0) await run(UPDATE_TERMS, arraysOf(terms, ['id', ...ORDER_TERMS]))
  const newPayments = rows(payments.filter(({ isNew }) => isNew))
  if (newPayments.length > 0) await rowsToInsert('payments', NEW_PAYMENT, newPayments).execute(trx)
  const newRefunds = rows(refunds.filter(({ isNew }) => isNew))
  if (newRefunds.length > 0) await rowsToInsert('refunds', NEW_REFUND, newRefunds).execute(trx)
  const changedRefunds = rows(refunds.filter(({ isNew }) => !isNew))
  if (changedRefunds.length > 0) {
    await run(UPDATE_REFUNDS, arraysOf(changedRefunds, ['id', ...REFUND_STATE]))
  }
  const refundEvents = all((each) => each.refundEvents)
  if (refundEvents.length > 0) await insertRefundEvents(trx, refundEvents)
  const gaps = all((each) => each.gaps)
  if (gaps.length > 0) await insertGaps(trx, gaps)
  const alerts = await writeAlerts(
    trx,
    all((each) => each.alerts),
  )

  const lines = all(({ timeline }) => timeline).filter(({ of }) => !of || alerts.has(of))
  const changedPayments = rows(payments.filter(({ isNew }) => !isNew))
  const closedGaps = all((each) => each.closedGaps)
  const tasks = all((each) => each.tasks)
  await addTasks(
    trx,
    tasks.filter(({ unlessWaiting }) => unlessWaiting),
  )
  const plainTasks = tasks.filter(({ unlessWaiting }) => !unlessWaiting)
  const { rows: added } = await run(WRITE, [
    now,
    ...arraysOf(
      all(({ handled }) => handled),
      HANDLED_MESSAGE,
    ),
    ...arraysOf(changedPayments, ['id', ...PAYMENT_STATE]),
    ...arraysOf(rows(orders), ['id', ...ORDER_STATE]),
    ...arraysOf(lines.map(timelineRow), TIMELINE_COLUMNS),
    ...arraysOf(closedGaps, CLOSED_GAP),
    ...arraysOf(plainTasks.map(taskRow), TASK_COLUMNS),
  ])
  await dropSpentTasks(trx, added)
}
