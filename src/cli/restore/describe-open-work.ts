import type { DbQuery } from '../../db/db.ts'
import { openRefunds } from '../../db/payments/refunds.ts'
import { countOpenTasks } from '../../db/tasks/open-work.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { awaitsApproval } from '../../payments/orders/rules/refunds/approval.ts'
import type { DiscrepancyView } from '../../payments/reconciliation/report.ts'

export interface OpenRefund {
  refund: string
  store: string
  order: string
  kind: 'void' | 'refund'
  amount: string
  currency: string
  /** The gateway shows money refunded since: Puente asks a person before it sends anything. */
  needs_answer: boolean
  happens: string
}

const MOST_REFUNDS = 1_000

/**
 * Describes refunds that the backup holds as open. Some were made since. Puente reads the payment
 * before it sends one, and asks a person about money that was refunded since.
 */
export const describeOpenRefunds = async (
  query: DbQuery,
  differences: readonly DiscrepancyView[],
): Promise<OpenRefund[]> => {
  const changed = new Map(
    differences.flatMap(({ payment_id: id, details: { differs } }) =>
      id && (differs?.refunded || differs?.state) ? [[id as string, differs]] : [],
    ),
  )
  const refunds = await openRefunds(query, { limit: MOST_REFUNDS })
  return refunds.map((refund) => {
    const differs = changed.get(refund.payment_id)
    const isVoided = differs?.state?.[1] === 'voided'
    const isHeld = awaitsApproval(refund)
    const money = moneyFromMinor(refund.amount_minor, refund.currency)
    return {
      refund: refund.id,
      store: refund.store_id,
      order: refund.external_id,
      kind: refund.kind,
      amount: formatMoney(money),
      currency: refund.currency,
      needs_answer: differs !== undefined && !isVoided && !isHeld,
      happens: happeningTo({ isVoided, isHeld, isChanged: differs !== undefined }),
    }
  })
}

const happeningTo = ({
  isVoided,
  isHeld,
  isChanged,
}: {
  isVoided: boolean
  isHeld: boolean
  isChanged: boolean
}): string => {
  if (isVoided) return 'The gateway has voided the payment: nothing is sent'
  if (isHeld) {
    return 'It waits for a second person: Puente reads the payment again after the approval'
  }
  return isChanged
    ? 'The gateway has refunded money since: nothing is sent until you answer the alert'
    : 'The gateway shows no refund since: Puente reads the payment again, then makes it'
}

export interface OpenTasks {
  kind: string
  count: number
  happens: string
}

const READS_FIRST = 'reads the other side first, and does what is left to do'
const SAME_ID = 'sent again under the id that it had; the store ignores what it knows'

const HAPPENS: Readonly<Record<string, string>> = {
  'notify-storefront': SAME_ID,
  'notify-saved-card': SAME_ID,
  'notify-endpoint': SAME_ID,
  'mail-owners': 'the owners get the e-mail again',
  'mail-customer':
    'one that was due is not sent, because the customer may have it: an alert asks you. A later reminder is sent if the order still needs it',
  'carry-out-refund': 'see the refunds above',
  'expire-refund-approval': 'cancels the refund if no second person approves it in time',
  'apply-gateway-event': 'applied to the state from the gateway; a state never goes back',
  'end-time-to-pay': 'ends nothing that the gateway has as paid',
}

export const describeOpenTasks = async (query: DbQuery): Promise<OpenTasks[]> =>
  (await countOpenTasks(query))
    // The comparison's own.
    .filter(({ kind }) => kind !== 'reconcile')
    .map(({ kind, count }) => ({ kind, count, happens: HAPPENS[kind] ?? READS_FIRST }))
