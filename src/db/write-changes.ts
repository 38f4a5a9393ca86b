import { CompiledQuery } from 'kysely'
import {
  executeAndCommit,
  executeTogether,
} from '../runtime/postgres/statements/joined-statements.ts'
import { writeAlerts } from './alerts/alerts.ts'
import { listsReference } from './alerts/alerts-of-payments.ts'
import type { DbQuery, OrderRow, PaymentRow, RefundRow } from './db.ts'
import type { Changes } from './installation/changes.ts'
import { SEARCH_TERM_COLUMNS } from './orders/order-search-terms.ts'
import { TIMELINE_COLUMNS, timelineRow } from './orders/timeline.ts'
import { writingDeclines } from './payments/declines.ts'
import { writingKnownCards } from './payments/known-cards.ts'
import { writingRequestDetails } from './payments/payment-requests.ts'
import { arraysOf, givenRows, inserting, updating, writing } from './rows.ts'
import {
  addingTasks,
  droppingSpentTasks,
  insertingTasks,
  isForStore,
  isTraced,
  TASK_COLUMNS,
  TRACED_TASK_COLUMNS,
  taskRows,
} from './tasks/outbox.ts'

/**
 * Columns that change only under the order's lock. Each write sets them all, so one statement
 * serves every change.
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

const ORDER_TERMS = [
  ...(['number', 'fingerprint', 'amount_minor', 'currency', 'description', 'customer'] as const),
  ...(['metadata', 'locale', 'follows_reader', 'checkout_mode', 'success_url'] as const),
  ...(['cancel_url', 'people_erased_at'] as const),
] as const satisfies readonly (keyof OrderRow)[]

const PAYMENT_STATE = [
  ...(['state', 'amount_minor', 'currency', 'request_number', 'pending_update'] as const),
  ...(['claimed_by', 'claimed_until', 'gateway_payment_id', 'checkout_url', 'charge_id'] as const),
  ...(['transaction_id', 'decline', 'charge_check', 'total_minor', 'sales_tax_minor'] as const),
  ...(['service_fee_minor', 'tip_minor', 'refunded_minor', 'paid_at', 'reported_at'] as const),
  'updated_at',
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
  ...(['confirmed_at', 'approval'] as const),
] as const satisfies readonly (keyof RefundRow)[]

const NEW_REFUND = [
  ...REFUND_STATE,
  ...(['id', 'store_id', 'order_id', 'payment_id', 'origin', 'amount_minor', 'currency'] as const),
  ...(['reason', 'request_hash', 'created_at'] as const),
] as const satisfies readonly (keyof RefundRow)[]

const NEW_ORDER = [
  ...(['id', 'store_id', 'external_id', 'source', 'pay_token', 'created_at'] as const),
  ...ORDER_STATE,
  ...ORDER_TERMS,
] as const satisfies readonly (keyof OrderRow)[]

export type OrderChanges = Partial<
  Pick<OrderRow, (typeof ORDER_STATE)[number] | (typeof ORDER_TERMS)[number]>
>
export type PaymentChanges = Partial<Pick<PaymentRow, (typeof PAYMENT_STATE)[number]>>
export type RefundChanges = Partial<Pick<RefundRow, (typeof REFUND_STATE)[number]>>

export const changesTerms = (changes: OrderChanges): boolean =>
  ORDER_TERMS.some((column) => column in changes)

const GAP = ['store_id', 'order_id', 'payment_id', 'state', 'found_by', 'found_at'] as const
const REFUND_EVENT = ['payment_id', 'event_id', 'amount_minor', 'seen_at', 'refunded_at'] as const
const CLOSED_GAP = ['payment_id', 'state'] as const
const HANDLED_MESSAGE = ['row_address', 'seq', 'outcome'] as const
const UPDATED_PAYMENT = ['id', ...PAYMENT_STATE] as const
const UPDATED_ORDER = ['id', ...ORDER_STATE] as const

/** Columns of rows that may belong to a trace. */
const UNTRACED = { task: TASK_COLUMNS, newPayment: NEW_PAYMENT }
const TRACED = {
  task: TRACED_TASK_COLUMNS,
  newPayment: [...NEW_PAYMENT, 'traceparent'],
} as const
type OfTraces = typeof UNTRACED | typeof TRACED

/** `given`: columns of the inputs, in order. New payments, the widest, only where there are any. */
const writesOf = ({ task, newPayment }: OfTraces) => {
  const given: (readonly string[])[] = [
    ...[HANDLED_MESSAGE, UPDATED_PAYMENT, UPDATED_ORDER, SEARCH_TERM_COLUMNS, TIMELINE_COLUMNS],
    ...[CLOSED_GAP, task, newPayment],
  ]
  /** `$1` is the time of the write. */
  const rowsOf = (columns: readonly string[]): string =>
    givenRows(columns, 2 + given.slice(0, given.indexOf(columns)).flat().length)
  const newPayments = `, new_payments AS (${inserting('payments', newPayment, rowsOf(newPayment))})`
  const tasks = insertingTasks(task, rowsOf(task))
  return {
    given,
    usual: writeOf(rowsOf, tasks),
    withNewPayments: writeOf(rowsOf, tasks, newPayments),
  }
}

const writeOf = (
  given: (columns: readonly string[]) => string,
  tasks: string,
  rare = '',
): string => `
  WITH no_longer_waiting AS (
    DELETE FROM inbox_waiting USING ${given(HANDLED_MESSAGE)}
    WHERE inbox_waiting.ctid = row_address AND inbox_waiting.seq = given.seq
    RETURNING month, inbox_waiting.seq, outcome
  ), handled AS (
    INSERT INTO inbox_outcomes (month, seq, outcome, handled_at)
    SELECT month, seq, outcome, $1::timestamptz FROM no_longer_waiting
  ),
  changed_payments AS (${updating('payments', PAYMENT_STATE, given(UPDATED_PAYMENT))}),
  changed_orders AS (${updating('orders', ORDER_STATE, given(UPDATED_ORDER))}),
  term AS (${inserting('order_search_terms', SEARCH_TERM_COLUMNS, given(SEARCH_TERM_COLUMNS))}
    ON CONFLICT DO NOTHING),
  line AS (${inserting('timeline', TIMELINE_COLUMNS, given(TIMELINE_COLUMNS))}),
  gap AS (
    UPDATE webhook_gaps SET event_came_at = $1 FROM ${given(CLOSED_GAP)}
    WHERE webhook_gaps.payment_id = given.payment_id AND webhook_gaps.state = given.state
      AND event_came_at IS NULL
  )${rare}
  ${tasks}`

const WRITES = writesOf(UNTRACED)
const TRACED_WRITES = writesOf(TRACED)

const IS_NEW = 'EXISTS (SELECT FROM new_order)'

/** `given`: columns of the inputs, in order. */
const writeOfNewOrder = ({ task, newPayment }: OfTraces) => {
  const given: (readonly string[])[] = [
    ...[NEW_ORDER, SEARCH_TERM_COLUMNS, TIMELINE_COLUMNS, newPayment, task],
  ]
  const ofNew = (columns: readonly string[]): string =>
    givenRows(columns, 1 + given.slice(0, given.indexOf(columns)).flat().length)
  const ifNew = (columns: readonly string[]): string => `${ofNew(columns)} WHERE ${IS_NEW}`
  const text = `
  WITH new_order AS (
    ${inserting('orders', NEW_ORDER, ofNew(NEW_ORDER))}
    WHERE NOT EXISTS (SELECT FROM alerts
      WHERE alerts.store_id = given.store_id AND ${listsReference('given.external_id')})
    ON CONFLICT (store_id, external_id) DO NOTHING RETURNING id
  ),
  term AS (${inserting('order_search_terms', SEARCH_TERM_COLUMNS, ifNew(SEARCH_TERM_COLUMNS))}
    ON CONFLICT DO NOTHING),
  line AS (${inserting('timeline', TIMELINE_COLUMNS, ifNew(TIMELINE_COLUMNS))}),
  payment AS (${inserting('payments', newPayment, ifNew(newPayment))}),
  task AS (${insertingTasks(task, ofNew(task), IS_NEW)})
  SELECT id FROM new_order`
  return { given, text }
}

const WRITE_NEW_ORDER = writeOfNewOrder(UNTRACED)
const WRITE_NEW_TRACED_ORDER = writeOfNewOrder(TRACED)

/** Rare changes, each sent only if needed. */
const UPDATE_TERMS = updating('orders', ORDER_TERMS)
const UPDATE_REFUNDS = updating('refunds', REFUND_STATE)
const INSERT_REFUNDS = inserting('refunds', NEW_REFUND)
const INSERT_REFUND_EVENTS = `${inserting('refund_events', REFUND_EVENT)} ON CONFLICT DO NOTHING`
const INSERT_GAPS = `${inserting('webhook_gaps', GAP)} ON CONFLICT DO NOTHING`

type One<Kind extends keyof Changes> =
  ReturnType<Changes[Kind]['values']> extends Iterable<infer Each> ? Each : never

/**
 * Writes decisions about locked orders in the locking transaction: one statement for common
 * changes, one more per rare kind. `commits`: ends the transaction in the same round trip.
 */
export const writeChanges = async (
  trx: DbQuery,
  changes: readonly Changes[],
  { now, commits = false }: { now: Date; commits?: boolean },
): Promise<void> => {
  const all = <Kind extends keyof Changes>(kind: Kind) =>
    changes.flatMap((each) => [...each[kind].values()] as One<Kind>[])
  const rows = <Row>(of: readonly { row: Row; isNew?: boolean }[], { isNew = false } = {}): Row[] =>
    of.flatMap((each) => (isNew === (each.isNew ?? false) ? [each.row] : []))
  const orders = all('orders')
  const [payments, refunds] = [all('payments'), all('refunds')]
  const terms = rows(orders.filter((order) => order.terms))
  const alerts = await writeAlerts(trx, all('alerts'))
  const lines = all('timeline').filter(({ of }) => !of || alerts.has(of))
  const tasks = all('tasks')
  const { unlessWaiting = [], always = [] } = Object.groupBy(tasks, ({ unlessWaiting }) =>
    unlessWaiting ? 'unlessWaiting' : 'always',
  )
  const newPayments = rows(payments, { isNew: true })
  const usual = [
    ...[all('handled'), rows(payments), rows(orders), all('searchTerms'), lines.map(timelineRow)],
    ...[all('closedGaps'), taskRows(always)],
  ]
  const { given, ...texts } = isTraced(always) ? TRACED_WRITES : WRITES
  const [text, written] =
    newPayments.length > 0 ? [texts.withNewPayments, [...usual, newPayments]] : [texts.usual, usual]
  const values = written.flatMap((each, index) => arraysOf(each, given[index] ?? []))
  const isAnyWritten = written.some(({ length }) => length > 0)

  const statements = [
    ...writing(UPDATE_TERMS, [['id', ...ORDER_TERMS], terms]),
    ...(isAnyWritten ? [CompiledQuery.raw(text, [now, ...values])] : []),
    ...writing(INSERT_REFUNDS, [NEW_REFUND, rows(refunds, { isNew: true })]),
    ...writing(UPDATE_REFUNDS, [['id', ...REFUND_STATE], rows(refunds)]),
    ...writing(INSERT_REFUND_EVENTS, [REFUND_EVENT, all('refundEvents')]),
    ...writing(INSERT_GAPS, [GAP, all('gaps')]),
    ...addingTasks(unlessWaiting),
    ...writingKnownCards(all('cards')),
    ...writingRequestDetails(all('requestDetails')),
    // After the payments, because it completes their rows.
    ...writingDeclines(all('declines')),
    ...droppingSpentTasks(tasks),
  ]
  if (commits && statements.length > 0) await executeAndCommit(trx, statements)
  else await executeTogether(trx, statements)
}

/** Kinds of changes that `writeNewOrder` writes; others need the order's transaction. */
const OF_NEW_ORDERS = new Set<string>([
  ...(['orders', 'payments', 'searchTerms', 'timeline', 'tasks'] as const),
] satisfies (keyof Changes)[])

const countOf = (changed: Changes[keyof Changes]): number =>
  changed instanceof Map ? changed.size : changed.length

/**
 * Writes a new order with the changes of its first decision, in one statement. Writes nothing and
 * returns false if the order exists, if an open alert lists a payment of the gateway for it, or if
 * the changes are of other kinds.
 */
export const writeNewOrder = async (
  query: DbQuery,
  order: OrderRow,
  changes: Changes,
): Promise<boolean> => {
  const isOther = Object.entries(changes).some(
    ([kind, changed]) => !OF_NEW_ORDERS.has(kind) && countOf(changed) > 0,
  )
  const { tasks } = changes
  if (isOther || tasks.some((task) => task.unlessWaiting || isForStore(task))) {
    return false
  }
  const rows = [
    [order],
    changes.searchTerms,
    changes.timeline.map(timelineRow),
    [...changes.payments.values()].map(({ row }) => row),
    taskRows(tasks),
  ]
  const { given, text } = isTraced(tasks) ? WRITE_NEW_TRACED_ORDER : WRITE_NEW_ORDER
  const values = rows.flatMap((each, index) => arraysOf(each, given[index] ?? []))
  const written = await query.executeQuery(CompiledQuery.raw(text, values))
  return written.rows.length > 0
}
