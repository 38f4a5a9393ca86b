import { createHash } from 'node:crypto'
import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentList, PaymentObject, UnreadablePayment } from '../../../contract/payment.ts'
import { paymentsWithAlert } from '../../../db/alerts/alerts-of-payments.ts'
import type { DbQuery, OrderRow, PaymentRow } from '../../../db/db.ts'
import { paymentsByIds } from '../../../db/payments/payments.ts'
import type { NewDiscrepancy } from '../../../db/reconciliation/discrepancies.ts'
import {
  ordersByExternalIds,
  paymentsByGatewayIds,
} from '../../../db/reconciliation/reconciliation-batches.ts'
import type { SeenSums } from '../../../db/reconciliation/reconciliation-sums.ts'
import { type RunRow, recordUnmatchedPayments } from '../../../db/reconciliation/reconciliations.ts'
import type { OrderId, StoreId } from '../../../domain/ids.ts'
import { referenceIn } from '../../attempts/creation-request.ts'
import { wasCharged } from '../../orders/rules/advance.ts'
import { type Observation, observePayment } from '../../orders/rules/observe.ts'
import { type FoundDiscrepancy, paymentDifference } from '../rules/classify-discrepancy.ts'
import type { RunContext } from '../work.ts'
import { type DifferenceDetails, detailsOf } from './describe-discrepancy.ts'
import {
  detailsOfUnknown,
  detailsOfUnreadable,
  isCharged,
  mayBeLost,
  mayBePaid,
  needsCheck,
} from './unmatched-payment.ts'

/** An item of a page. `seenAs`: its gateway id, or a negative hash of its content. */
export type PageItem = { seenAs: bigint } & (
  | { kind: 'payment'; payment: PaymentObject }
  | { kind: 'unreadable'; unreadable: UnreadablePayment }
)

export const itemsOf = ({ data, unreadable }: PaymentList): PageItem[] => {
  const items: PageItem[] = [
    ...data.map((payment) => ({ kind: 'payment' as const, seenAs: BigInt(payment.id), payment })),
    ...unreadable.map((each) => ({
      kind: 'unreadable' as const,
      seenAs: each.id === undefined ? hashOf(each.item) : BigInt(each.id),
      unreadable: each,
    })),
  ]
  return [...new Map(items.map((item) => [item.seenAs, item])).values()]
}

const hashOf = (item: unknown): bigint => {
  const digest = createHash('sha256')
    .update(JSON.stringify(item) ?? '')
    .digest()
  return -(digest.readBigUInt64BE() >> 2n) - 1n
}

export interface ComparedPage {
  discrepancies: NewDiscrepancy[]
  sums: SeenSums[]
  foreign: number
  unreadable: number
}

type PaymentItem = Extract<PageItem, { kind: 'payment' }>
type Suspicion = Pick<NewDiscrepancy, 'kind' | 'subject'> &
  Partial<Omit<NewDiscrepancy, 'details'>> & { details: DifferenceDetails }

/**
 * Compares a page's new payments with the database, in batches. Records suspicions only: the
 * database may have changed since the page, so each repair polls first.
 */
export const comparePage = async (
  trx: DbQuery,
  { run, store, ctx }: RunContext,
  items: readonly PageItem[],
): Promise<ComparedPage> => {
  const now = ctx.clock.now()
  const known = await readKnown(trx, store.id, items)
  const suspicions: Suspicion[] = []
  const unmatched: PaymentItem[] = []
  const sums = new Map<string, SeenSums>()
  for (const item of items) {
    if (item.kind === 'unreadable') {
      suspicions.push(unreadableItem(item, known))
      continue
    }
    const observed = observePayment(item.payment)
    const found = judge(item, observed, { known, run, storeId: store.id, now })
    addTo(sums, { payment: item.payment, observed, ours: found.is === 'ours' })
    if (found.suspicion) suspicions.push(found.suspicion)
    if (found.is === 'unmatched') unmatched.push(item)
  }
  const newUnmatched = await recordUnmatchedPayments(trx, {
    storeId: store.id,
    gatewayIds: unmatched.map(({ seenAs }) => seenAs),
    dry: run.dry,
  })
  const counted = unmatched.filter(({ seenAs }) => newUnmatched.has(seenAs))
  suspicions.push(...counted.map((item) => unmatchedPayment(item, now)))
  return {
    discrepancies: suspicions.map(({ details, ...suspicion }) => ({
      run_id: run.id,
      action: 'found',
      found_at: now,
      details: JSON.stringify(details),
      ...suspicion,
    })),
    sums: [...sums.values()],
    foreign: unmatched.length,
    unreadable: items.filter(({ kind }) => kind === 'unreadable').length,
  }
}

interface Known {
  payments: Map<bigint, PaymentRow>
  /** By reference, if the gateway id is unknown; of any store. */
  attempts: Map<string, PaymentRow>
  /** By store order id, if no attempt has the reference. */
  orders: Map<string, OrderRow>
  /** Named by an open alert: each run looks at them again. */
  alerted: ReadonlySet<bigint>
}

const readKnown = async (
  trx: DbQuery,
  storeId: StoreId,
  items: readonly PageItem[],
): Promise<Known> => {
  const seen = items.map(({ seenAs }) => seenAs)
  const payments = await paymentsByGatewayIds(trx, storeId, seen)
  const unknown = items.flatMap((item) =>
    item.kind === 'payment' && !payments.has(item.seenAs) ? [item.payment] : [],
  )
  const references = unknown.flatMap((payment) => referenceIn(payment) ?? [])
  const attempts = await paymentsByIds(trx, references)
  const alerted = await paymentsWithAlert(trx, { storeId, gatewayIds: seen })
  const ofOtherDb = unknown.filter((payment) => {
    const reference = referenceIn(payment)
    return reference !== undefined && !attempts.has(reference)
  })
  const externalIds = ofOtherDb.flatMap((payment) => payment.external_reference ?? [])
  const orders = await ordersByExternalIds(trx, storeId, externalIds)
  return { payments, attempts, orders, alerted }
}

/** `lost`: has our reference, but the database lacks it. */
interface Finding {
  is: 'ours' | 'lost' | 'unmatched'
  suspicion?: Suspicion | undefined
}

const judge = (
  { seenAs, payment }: PaymentItem,
  observed: Observation,
  about: { known: Known; run: RunRow; storeId: StoreId; now: Date },
): Finding => {
  const { known, run, storeId, now } = about
  const row = known.payments.get(seenAs)
  if (row) return { is: 'ours', suspicion: differingPayment(row, { seenAs, payment, observed }) }
  const attempt = known.attempts.get(referenceIn(payment) ?? '')
  if (attempt?.store_id === storeId) {
    if (!needsCheck(attempt, observed, now)) return { is: 'ours' }
    const fields: FoundDiscrepancy['fields'] = { state: [null, payment.status] }
    const details = detailsOf({ fields }, { side: 'gateway', currency: attempt.currency })
    return { is: 'ours', suspicion: unknownPayment(seenAs, details, attempt.order_id) }
  }
  const reference = payment.external_reference
  if (referenceIn(payment) === undefined) {
    // A charge may come without our metadata (4.12, 4.13).
    const isSuspect = mayBeLost(run, payment) || known.alerted.has(seenAs)
    return isSuspect && reference && isCharged(observed)
      ? { is: 'lost', suspicion: unknownPayment(seenAs, detailsOfUnknown(payment), null) }
      : { is: 'unmatched' }
  }
  // The database lost the attempt, or another database made it.
  const order = attempt ? undefined : known.orders.get(reference ?? '')
  const isSuspect = isCharged(observed) || (mayBeLost(run, payment) && mayBePaid(observed))
  if (!order && (attempt || !isSuspect)) return { is: 'unmatched' }
  const details = detailsOfUnknown(payment)
  return { is: 'lost', suspicion: unknownPayment(seenAs, details, order?.id ?? null) }
}

const differingPayment = (
  row: PaymentRow,
  { seenAs, payment, observed }: { seenAs: bigint; payment: PaymentObject; observed: Observation },
): Suspicion | undefined => {
  const difference: FoundDiscrepancy | undefined =
    observed.kind === 'seen'
      ? paymentDifference(row, observed)
      : {
          kind: 'unreadable_payment',
          repair: 'needs-attention',
          fields: { state: [row.state, payment.status] },
        }
  return (
    difference && {
      kind: difference.kind,
      subject: row.id,
      order_id: row.order_id,
      payment_id: row.id,
      gateway_payment_id: seenAs,
      details: detailsOf(difference, { side: 'gateway', currency: row.currency }),
    }
  )
}

const unknownPayment = (
  seenAs: bigint,
  details: DifferenceDetails,
  orderId: OrderId | null,
): Suspicion => ({
  kind: 'payment_unknown',
  subject: `gateway:${seenAs}`,
  order_id: orderId,
  gateway_payment_id: seenAs,
  details,
})

const unreadableItem = (
  { seenAs, unreadable }: Extract<PageItem, { kind: 'unreadable' }>,
  { payments }: Known,
): Suspicion => {
  const row = payments.get(seenAs)
  return {
    kind: 'unreadable_payment',
    subject: row?.id ?? `gateway:${seenAs}`,
    order_id: row?.order_id ?? null,
    payment_id: row?.id ?? null,
    gateway_payment_id: seenAs > 0n ? seenAs : null,
    details: detailsOfUnreadable(unreadable),
  }
}

const unmatchedPayment = ({ seenAs, payment }: PaymentItem, now: Date): Suspicion => {
  const { status: state, amount, currency_iso, currency } = payment
  return {
    kind: 'payment_foreign',
    subject: `gateway:${seenAs}`,
    gateway_payment_id: seenAs,
    details: { state, amount, currency: currency_iso ?? currency },
    action: 'counted',
    settled_at: now,
  }
}

const addTo = (
  sums: Map<string, SeenSums>,
  { payment, observed, ours }: { payment: PaymentObject; observed: Observation; ours: boolean },
): void => {
  if (observed.kind !== 'seen' || !observed.amount || !wasCharged(observed.derived.state)) return
  const { state, total_minor, refunded_minor, service_fee_minor, paid_at } = observed.derived
  const createdAt = payment.created_at ?? paid_at
  const chargedAt = paid_at ?? createdAt
  if (!createdAt || !chargedAt) return
  const currency = observed.amount.currency.code
  const createdDay = hondurasDayOf(createdAt)
  const chargedDay = hondurasDayOf(chargedAt)
  const key = [createdDay, chargedDay, currency, ours].join()
  const total = total_minor ?? observed.amount.minor
  const isVoided = state === 'voided'
  const before = sums.get(key)
  const fee = isVoided ? null : service_fee_minor
  sums.set(key, {
    createdDay,
    chargedDay,
    currency,
    ours,
    payments: (before?.payments ?? 0n) + 1n,
    charged: (before?.charged ?? 0n) + total,
    voided: (before?.voided ?? 0n) + (isVoided ? total : 0n),
    refunded: (before?.refunded ?? 0n) + refunded_minor,
    fees: fee === null ? (before?.fees ?? null) : (before?.fees ?? 0n) + fee,
  })
}
