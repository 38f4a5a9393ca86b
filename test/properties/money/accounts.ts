import type { Db, PaymentRow, RefundRow } from '../../../src/db/db.ts'
import { paymentsOfOrder } from '../../../src/db/payments/payments.ts'
import { refundsOfOrder } from '../../../src/db/payments/refunds.ts'
import { OrderId } from '../../../src/domain/ids.ts'
import type { Shop } from '../../support/shop.ts'
import type { Json } from '../../support/world.ts'
import { type Account, atGateway, minor, type People } from './act.ts'
import { CURRENCY_REFUSED } from './steps.ts'

export interface Bookshelf extends Pick<People, 'api' | 'sandboxUrl' | 'gatewayTables'> {
  shop: Pick<Shop, 'messages'>
  db: Pick<Db, 'pool' | 'query'>
}

interface Books {
  account: Account
  isCancelled: boolean
  gateway: Json[]
  /** Puente's charges without a 3DS challenge. */
  ownCharges: number
  /** Number of declines per saved card and amount. */
  declines: number[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  seen: { order: Json; payment: Json; refunds: Json[] }
  told: Shop['messages']
  openAlerts: { kind: string; subject: string }[]
  deadTasks: { id: string; kind: string; last_error: string }[]
  waitingTasks: { kind: string; last_error: string | null }[]
  isRefundedByPolicy: boolean
}

export const readBooks = async (
  world: Bookshelf,
  { account, isRefundedByPolicy }: { account: Account; isRefundedByPolicy: boolean },
): Promise<Books | undefined> => {
  const { pool, query } = world.db
  const { id } = account
  const search = `/v1/payments?external_reference=${id}&per_page=100`
  const gateway: Json[] = (await atGateway(world, 'GET', search)).data
  const known = await pool.query('SELECT id, cancelled_at FROM orders WHERE external_id = $1', [id])
  const orderId: string | undefined = known.rows[0]?.id
  if (orderId === undefined) {
    if (gateway.length > 0) throw new Error(`${id}: the gateway has payments of an unknown order`)
    return undefined
  }
  const problems = await pool.query(
    'SELECT kind, subject FROM alerts WHERE closed_at IS NULL AND order_id = $1',
    [orderId],
  )
  const tasks = await pool.query(
    `SELECT id, kind, state, last_error FROM tasks WHERE order_id = $1 AND state <> 'done'`,
    [orderId],
  )
  const own = await world.gatewayTables.query(
    `SELECT payments.id FROM sandbox.payments
     JOIN sandbox.transactions ON transactions.id = payments.transaction_id
     WHERE external_reference = $1 AND origin <> 'checkout' AND payments.paid_at IS NOT NULL
       AND authenticate_by IS NULL`,
    [id],
  )
  const declined = await world.gatewayTables.query<{ times: number }>(
    `SELECT count(*)::int AS times FROM sandbox.payments
     JOIN sandbox.transactions ON transactions.payment_id = payments.id
     WHERE external_reference = $1 AND origin = 'saved_card' AND transactions.status = 'declined'
     GROUP BY transactions.subtotal_minor, transactions.card_last_four`,
    [id],
  )
  return {
    account,
    declines: declined.rows.map(({ times }) => times),
    isCancelled: known.rows[0].cancelled_at !== null,
    gateway,
    ownCharges: own.rows.length,
    payments: await paymentsOfOrder(query, OrderId.parse(orderId)),
    refunds: await refundsOfOrder(query, OrderId.parse(orderId)),
    seen: (await world.api('GET', `/v1/orders/${id}`)).body,
    told: world.shop.messages
      .filter(({ order }) => order.id === id)
      .toSorted((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp)),
    openAlerts: problems.rows,
    deadTasks: tasks.rows.filter(({ state }) => state === 'dead'),
    waitingTasks: tasks.rows.filter(({ state }) => state !== 'dead'),
    isRefundedByPolicy,
  }
}

/** Returns an order's failed checks. */
export const wrongIn = (books: Books): string[] => [
  ...gatewayAgainstDatabase(books),
  ...refundsAgainstPayments(books),
  ...refundsExceedRequests(books),
  ...nothingIsChargedAgain(books),
  ...chargedTwiceIsNoticed(books),
  ...policyKeepsWhatFits(books),
  ...orderAgainstGateway(books),
  ...notificationsAgainstDatabase(books),
  ...aRefusedChangeChangesNothing(books),
  ...aDeclineIsFinal(books),
  ...nothingIsLeftBehind(books),
]

export const THINGS = [
  'charge',
  'charge without the hosted checkout',
  'two charges',
  'partial refund',
  'void',
  'portal refund',
  'refund by policy',
  'conflict',
  'decline told',
  'refused change',
] as const

export const thingsIn = ({ gateway, payments, refunds, told }: Books): string[] => {
  const charged = payments.filter(({ state }) => CHARGED.includes(state))
  const done = refunds.filter(({ state }) => state === 'succeeded')
  const happened: Record<(typeof THINGS)[number], boolean> = {
    charge: charged.length > 0,
    'charge without the hosted checkout': charged.some(({ mode }) => mode !== 'hosted'),
    'two charges': charged.length > 1,
    'partial refund': gateway.some(({ refund_status }) => refund_status === 'partial'),
    void: done.some(({ kind }) => kind === 'void'),
    'portal refund': done.some(({ origin }) => origin === 'portal'),
    'refund by policy': done.some(({ origin }) => origin === 'policy'),
    conflict: told.some(({ type }) => type === 'order.attention_required'),
    'decline told': told.some(({ type }) => type === 'order.payment_failed'),
    'refused change': payments.some(({ currency }) => currency === CURRENCY_REFUSED),
  }
  return THINGS.filter((thing) => happened[thing])
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

const isKept = ({ paid_at, status }: Json): boolean =>
  paid_at !== null && status !== 'voided' && status !== 'refunded'

const CHARGED: readonly string[] = ['paid', 'partially_refunded', 'refunded', 'voided']

/** A void reports the amount as refunded, although nothing was (2.1). */
const refundedMinor = ({ status, refunded_amount }: Json): number =>
  status === 'voided' ? 0 : minor(refunded_amount ?? 0)

/**
 * An order created by a rejected request has no earlier state to keep, until a later request is
 * accepted.
 */
const aRefusedChangeChangesNothing = ({
  gateway,
  isCancelled,
  payments,
  seen: { order },
}: Books): string[] => {
  if (order.currency !== CURRENCY_REFUSED) return []
  const isMadeByIt = payments[0]?.currency === CURRENCY_REFUSED
  if (isMadeByIt && (isCancelled || gateway.length === 0)) return []
  const attempts = payments.map(({ attempt, currency, state, gateway_payment_id: id }) => [
    attempt,
    currency,
    state,
    id,
  ])
  return [
    `the order is in ${order.currency}, which the gateway refuses; its attempts: ${json(attempts)}`,
  ]
}

const aDeclineIsFinal = ({ declines }: Books): string[] =>
  declines
    .filter((times) => times > 1)
    .map((times) => `the gateway declined a saved card ${times} times for one amount`)

const gatewayAgainstDatabase = ({ gateway, payments }: Books): string[] => [
  ...gateway.flatMap((shown) => {
    const known = payments.find(({ gateway_payment_id: id }) => Number(id) === shown.id)
    const db = known && [
      known.state,
      Number(known.total_minor),
      Number(known.refunded_minor),
      known.transaction_id,
    ]
    if (!shown.paid_at) {
      return known && CHARGED.includes(known.state)
        ? [`the database says ${known.state} of payment ${shown.id}, which took no money`]
        : []
    }
    const wanted = [shown.status, minor(shown.total), refundedMinor(shown), shown.transaction_id]
    return JSON.stringify(db) === JSON.stringify(wanted)
      ? []
      : [`payment ${shown.id} is ${wanted} at the gateway and ${db} in the database`]
  }),
  ...payments
    .filter(({ state }) => CHARGED.includes(state))
    .filter(({ gateway_payment_id: id }) => !gateway.some((shown) => shown.id === Number(id)))
    .map(({ id, state }) => `the database says ${state} of ${id}, which the gateway does not have`),
]

const refundsAgainstPayments = ({ payments, refunds }: Books): string[] =>
  payments.flatMap((payment) => {
    const done = refunds.filter(
      ({ payment_id, state }) => payment_id === payment.id && state === 'succeeded',
    )
    const amounts = (kind: string) =>
      done.filter((refund) => refund.kind === kind).map((each) => Number(each.amount_minor))
    const voids = payment.state === 'voided' ? [Number(payment.total_minor)] : []
    return [
      ...(sum(amounts('refund')) === Number(payment.refunded_minor)
        ? []
        : [`refunds ${amounts('refund')} of ${payment.id} are not ${payment.refunded_minor}`]),
      ...(String(amounts('void')) === String(voids)
        ? []
        : [`voids ${amounts('void')} of ${payment.id}, which is ${payment.state}`]),
    ]
  })

/**
 * A refund rejected after an unanswered send, because the gateway's larger refunded sum may include
 * it.
 */
const mayBeAmongWhatIsShown = ({ refusal, sends }: Books['refunds'][number]): boolean =>
  refusal?.code === 'given_back_already' && sends.some(({ answer }) => answer === 'none')

const refundsExceedRequests = ({ account, gateway, refunds }: Books): string[] => {
  const refundedSums = sum(
    gateway.filter(({ paid_at }) => paid_at).map(({ refunded_amount }) => minor(refunded_amount)),
  )
  const ours = refunds.filter(
    (refund) =>
      refund.origin !== 'portal' &&
      (refund.state === 'succeeded' || isLeftToPerson(refund) || mayBeAmongWhatIsShown(refund)),
  )
  const wanted = account.portalMinor + sum(ours.map(({ amount_minor }) => Number(amount_minor)))
  const refundRequests = refunds.filter(({ origin }) => origin === 'store')
  return [
    ...(refundedSums <= wanted ? [] : [`${refundedSums} were refunded, and ${wanted} were wanted`]),
    ...[...account.refundRequests].flatMap(([key, amount]) => {
      const kept = refundRequests.filter(({ idempotency_key }) => idempotency_key === key)
      const isAsWished = kept.every(
        ({ amount_minor }) => amount === undefined || Number(amount_minor) === minor(amount),
      )
      return kept.length <= 1 && isAsWished ? [] : [`${key} became ${kept.length} refunds`]
    }),
    ...(refundRequests.every(({ idempotency_key: key }) => account.refundRequests.has(key ?? ''))
      ? []
      : ['the shop is said to have wanted what it did not want']),
    ...gateway
      .filter(({ paid_at, refunded_amount, total }) => paid_at && refunded_amount > total)
      .map(({ id }) => `more was refunded of payment ${id} than it took`),
  ]
}

/** Customers can pay twice and pass challenges late. Puente charges once. */
const nothingIsChargedAgain = ({ ownCharges }: Books): string[] =>
  ownCharges > 1 ? [`Puente itself charged ${ownCharges} times`] : []

const chargedTwiceIsNoticed = ({
  gateway,
  seen,
  told,
  openAlerts,
  refunds,
  isRefundedByPolicy,
}: Books): string[] => {
  if (gateway.filter(isKept).length < 2) return []
  const { conflict } = seen.order
  const isReported = openAlerts.some(({ kind }) => kind === `order_${conflict}`)
  const isTold = told.some(({ type }) => type === 'order.attention_required')
  const mayRemain = refunds.some(
    (refund) => (refund.origin === 'policy' && refund.state === 'failed') || isLeftToPerson(refund),
  )
  return [
    ...(conflict ? [] : ['two charges are kept, and the order is not in conflict']),
    ...(isReported ? [] : [`two charges are kept, and the problems are ${json(openAlerts)}`]),
    ...(isTold ? [] : ['two charges are kept, and the shop does not know']),
    ...(isRefundedByPolicy && !mayRemain ? ['the policy left two charges'] : []),
  ]
}

/** Refunds surplus charges, never all of them. */
const policyKeepsWhatFits = ({
  isCancelled,
  gateway,
  payments,
  refunds,
  seen,
}: Books): string[] => {
  if (isCancelled) return []
  const fitting = payments.filter(
    ({ gateway_payment_id: id, amount_minor }) =>
      Number(amount_minor) === minor(seen.order.amount) &&
      gateway.some((shown) => shown.id === Number(id) && shown.paid_at),
  )
  const isReversed = ({ id }: PaymentRow) =>
    refunds.some(({ payment_id, origin }) => payment_id === id && origin === 'policy')
  return fitting.length > 0 && fitting.every(isReversed)
    ? ['the policy refunded the charge that pays the order']
    : []
}

const orderAgainstGateway = ({
  account,
  isCancelled,
  gateway,
  seen,
  openAlerts,
}: Books): string[] => {
  const charged = gateway.filter(({ paid_at }) => paid_at)
  const kept = charged.filter(isKept)
  const { status, conflict, amount } = seen.order
  const isWrong = (
    statuses: readonly string[],
    conflicts: readonly (string | null)[],
  ): string[] => [
    ...(statuses.includes(status) ? [] : [`the order is ${status}, not ${statuses}`]),
    ...(conflicts.includes(conflict) ? [] : [`the conflict is ${conflict}, not ${conflicts}`]),
    ...openAlerts
      .filter(({ kind }) => kind.startsWith('order_paid') && kind !== `order_${conflict}`)
      .map(({ kind }) => `${kind} is open, and the conflict is ${conflict}`),
    ...(conflict && !openAlerts.some(({ kind }) => kind === `order_${conflict}`)
      ? [`the order is ${conflict}, and no problem says so`]
      : []),
  ]
  if (account.isCancelled && !isCancelled) return ['the shop cancelled it, and it is not cancelled']
  if (charged.length === 0) {
    return isWrong(isCancelled ? ['cancelled'] : ['awaiting_payment', 'payment_expired'], [null])
  }
  const statuses = (some: readonly Json[]) => some.map((payment) => String(payment.status))
  if (kept.length === 0) return isWrong(statuses(charged), [null])
  if (isCancelled) return isWrong(['on_hold'], ['paid_after_cancellation'])
  if (kept.length > 1) return isWrong(statuses(kept), ['paid_twice'])
  // A refund of the excess ends the conflict.
  const fits = kept.some((payment) => {
    const charged = minor(payment.amount)
    return [charged, charged - refundedMinor(payment)].includes(minor(amount))
  })
  return fits ? isWrong(statuses(kept), [null]) : isWrong(['on_hold'], ['paid_other_amount'])
}

/** Sent at most once per payment. */
const ONCE: readonly string[] = ['order.paid', 'order.payment_expired']

/** Sent at most once per charge. */
const ONCE_PER_CHARGE: readonly string[] = ['order.refunded', 'order.voided']

const refundsIn = (refunds: readonly Json[]): string =>
  json(
    refunds
      .filter(({ state }) => state === 'succeeded')
      .map(({ kind, origin, amount, payment_id }) => [kind, origin, amount, payment_id]),
  )

const notificationsAgainstDatabase = ({ gateway, seen, told }: Books): string[] => {
  const last = told.at(-1)
  const idsOf = Map.groupBy(
    // An order without a payment can expire, reopen and expire again.
    told.filter(({ type, payment }) => ONCE.includes(type) && payment),
    ({ type, payment }) => `${type} of ${payment.id}`,
  )
  const repeated = [...idsOf]
    .filter(([, messages]) => new Set(messages.map(({ id }) => id)).size > 1)
    .map(([what]) => `the shop was notified twice: ${what}`)
  const charges = gateway.filter(({ paid_at }) => paid_at).length
  const ends = told.filter(({ type }) => ONCE_PER_CHARGE.includes(type))
  if (new Set(ends.map(({ id }) => id)).size > charges) {
    repeated.push(`the shop was notified ${ends.map(({ type }) => type)} of ${charges} charges`)
  }
  if (charges === 0) {
    const untrue = told.filter(({ order }) => CHARGED.includes(order.status))
    return [...repeated, ...untrue.map(({ type }) => `the shop was notified ${type}: nobody paid`)]
  }
  if (!last) return [...repeated, 'the shop was notified nothing, and money was taken']
  const bookOf = ({ order, refunds }: { order: Json; refunds: Json[] }) => [
    order.status,
    order.conflict,
    order.amount,
    refundsIn(refunds),
  ]
  const [toldBook, ledgerBook] = [json(bookOf(last)), json(bookOf(seen))]
  return toldBook === ledgerBook
    ? repeated
    : [...repeated, `the shop was notified last ${toldBook} by ${last.type}; it is ${ledgerBook}`]
}

const isLeftToPerson = ({ needs_attention }: RefundRow): boolean => needs_attention !== null

const isOpen = (state: PaymentRow['state']): boolean =>
  state === 'pending' || state === 'authenticating'

const nothingIsLeftBehind = ({
  payments,
  refunds,
  openAlerts,
  deadTasks,
  waitingTasks,
}: Books): string[] => [
  ...payments
    .filter(({ mode, state }) => state === 'intended' || (mode !== 'hosted' && isOpen(state)))
    .map(({ id, mode, state }) => `nobody found out what became of ${mode} ${id}: ${state}`),
  ...refunds
    .filter(({ state }) => !['succeeded', 'failed', 'cancelled'].includes(state))
    .filter((refund) => !isLeftToPerson(refund) || !isOnTheList(refund, openAlerts))
    .map(({ id, state }) => `refund ${id} is still ${state}, and nobody is told`),
  ...refunds
    .filter(({ state, refusal }) => state === 'failed' && refusal?.code !== 'given_back_already')
    .filter(({ id }) => !openAlerts.some(({ subject }) => subject === id))
    .map(({ id }) => `refund ${id} was refused, and nobody is told`),
  ...refunds
    .filter(({ refusal }) => refusal?.code === 'given_back_already')
    .filter(({ payment_id, amount_minor }) =>
      payments.some(
        ({ id, state, total_minor, refunded_minor }) =>
          id === payment_id &&
          state !== 'voided' &&
          amount_minor <= (total_minor ?? 0n) - refunded_minor,
      ),
    )
    .map(({ id }) => `refund ${id} was refused as refunded, and enough is left for it`),
  ...deadTasks
    .filter(({ id }) => !openAlerts.some(({ subject }) => subject === String(id)))
    .map(({ kind, last_error }) => `${kind} was given up, and nobody is told: ${last_error}`),
  ...waitingTasks
    .filter(({ kind }) => kind !== 'carry-out-refund' || !refunds.some(isLeftToPerson))
    .map(({ kind, last_error }) => `${kind} still waits: ${last_error}`),
]

const isOnTheList = ({ id }: RefundRow, openAlerts: Books['openAlerts']): boolean =>
  openAlerts.some(({ kind, subject }) => kind === 'refund_not_shown' && subject === id)

const json = (value: unknown): string => JSON.stringify(value)
