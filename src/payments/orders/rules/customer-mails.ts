import type { OrderRow } from '../../../db/db.ts'
import type { MailKind } from '../../../db/tables/customer-mails.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import { addMs, DAY } from '../../../runtime/clock.ts'
import type { AttemptFacts, DerivedOrder } from './derive-order-status.ts'
import { isPaid } from './notifications.ts'

/** An occasion for an e-mail to the customer. */
export interface MailOccasion {
  kind: Extract<MailKind, 'receipt' | 'refund' | 'void'>
  paymentId: PaymentId
  /** Amount of the refund or void. */
  amountMinor?: bigint | undefined
  /** Dedupe key. */
  key: string
}

/** Age limit of a receipt: a backfill finds charges of past months. */
const RECEIPT_WITHIN_MS = 3 * DAY

/**
 * Returns the e-mails of a change: a receipt once the order is paid, and each void and refund of a
 * known charge. An order on hold gets no receipt, because a person decides about its money.
 */
export const mailsOfChange = (
  before: DerivedOrder,
  after: DerivedOrder,
  now: Date,
): MailOccasion[] => {
  const { effectivePayment: paid } = after
  const receipts =
    paid && !isPaid(before) && isPaid(after) && isRecent(paid, now)
      ? [{ kind: 'receipt' as const, paymentId: paid.id, key: `receipt:${paid.id}` }]
      : []
  const known = new Map(before.charged.map((charge) => [charge.id, charge]))
  return [
    ...receipts,
    ...after.charged.flatMap((charge) => mailOfCharge(known.get(charge.id), charge)),
  ]
}

const mailOfCharge = (before: AttemptFacts | undefined, after: AttemptFacts): MailOccasion[] => {
  if (!before) return []
  const { id: paymentId, amount_minor, refunded_minor } = after
  if (after.state === 'voided') {
    const isNew = before.state !== 'voided'
    return isNew
      ? [{ kind: 'void', paymentId, amountMinor: amount_minor, key: `void:${paymentId}` }]
      : []
  }
  const amountMinor = refunded_minor - before.refunded_minor
  return amountMinor > 0n
    ? [{ kind: 'refund', paymentId, amountMinor, key: `refund:${paymentId}:${refunded_minor}` }]
    : []
}

const isRecent = ({ paid_at }: AttemptFacts, now: Date): boolean =>
  paid_at === null || addMs(paid_at, RECEIPT_WITHIN_MS) >= now

/** Reports whether an order has an e-mail address and no erased customer. */
export const hasReceiver = ({
  customer,
  people_erased_at,
}: Pick<OrderRow, 'customer' | 'people_erased_at'>): boolean =>
  customer.email !== undefined && people_erased_at === null
