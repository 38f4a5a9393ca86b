import { createHash } from 'node:crypto'
import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { PaymentList, PaymentObject, UnreadablePayment } from '../../contract/payment.ts'
import type { DbQuery, PaymentRow } from '../../db/db.ts'
import type { NewDiscrepancy } from '../../db/discrepancies.ts'
import { paymentsByIds } from '../../db/payments.ts'
import { ordersByExternalIds, paymentsByGatewayIds } from '../../db/reconciliation-batches.ts'
import type { SeenSums } from '../../db/reconciliation-sums.ts'
import { rememberForeign } from '../../db/reconciliations.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import { type Observation, observePayment } from '../orders/rules/observe.ts'
import { type DifferenceDetails, detailsOf } from './describe-discrepancy.ts'
import { type Difference, paymentDifference } from './rules/classify-discrepancy.ts'
import {
  detailsOfUnknown,
  detailsOfUnreadable,
  isCharged,
  isNews,
  referenceIn,
} from './unmatched-payment.ts'
import type { Work } from './work.ts'

/** One item of a page. `seenAs`: its number, or a number below zero that stands for its content. */
export type PageItem = { seenAs: bigint } & (
  | { kind: 'payment'; payment: PaymentObject }
  | { kind: 'unreadable'; unreadable: UnreadablePayment }
)

/** The items of a page, each once. */
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

/**
 * Compares the payments of a page that the run has not seen before with the ledger's, with one query
 * for all. What differs is only suspected: the ledger may have moved since the page was read, so
 * each is asked for before anything is said or done about it.
 */
export const comparePage = async (
  trx: DbQuery,
  work: Work,
  items: readonly PageItem[],
): Promise<ComparedPage> => {
  const { run, store, ctx } = work
  const now = ctx.clock.now()
  const known = await paymentsByGatewayIds(
    trx,
    store.id,
    items.map(({ seenAs }) => seenAs),
  )
  const payments = items.flatMap((item) => (item.kind === 'payment' ? [item] : []))
  const unknown = payments.filter(({ seenAs }) => !known.has(seenAs))
  const named = await paymentsByIds(
    trx,
    unknown.flatMap(({ payment }) => referenceIn(payment) ?? []),
  )
  const ofOtherDb = unknown.filter(({ payment }) => {
    const reference = referenceIn(payment)
    return reference !== undefined && !named.has(reference)
  })
  const orders = await ordersByExternalIds(
    trx,
    store.id,
    ofOtherDb.flatMap(({ payment }) => payment.external_reference ?? []),
  )

  const suspect = (
    about: Pick<NewDiscrepancy, 'kind' | 'subject'>,
    more: Partial<NewDiscrepancy>,
  ) => ({
    run_id: run.id,
    details: '{}',
    action: 'found' as const,
    found_at: now,
    ...about,
    ...more,
  })
  const suspectPayment = (payment: PaymentRow, seenAs: bigint, difference: Difference) =>
    suspect(
      { kind: difference.kind, subject: payment.id },
      {
        order_id: payment.order_id,
        payment_id: payment.id,
        gateway_payment_id: seenAs,
        details: json(detailsOf(difference, { side: 'gateway', currency: payment.currency })),
      },
    )
  const discrepancies: NewDiscrepancy[] = []
  const foreign: (typeof unknown)[number][] = []
  const sums = new Map<string, SeenSums>()

  for (const item of items) {
    const { seenAs } = item
    const row = known.get(seenAs)
    if (item.kind === 'unreadable') {
      discrepancies.push(
        suspect(
          { kind: 'unreadable_payment', subject: row?.id ?? `gateway:${seenAs}` },
          {
            order_id: row?.order_id ?? null,
            payment_id: row?.id ?? null,
            gateway_payment_id: seenAs > 0n ? seenAs : null,
            details: json(detailsOfUnreadable(item.unreadable)),
          },
        ),
      )
      continue
    }
    const { payment } = item
    const observed = observePayment(payment)
    if (row) {
      addTo(sums, { payment, observed, ours: true })
      const difference: Difference | undefined =
        observed.kind === 'seen'
          ? paymentDifference(row, observed)
          : {
              kind: 'unreadable_payment',
              repair: 'person',
              fields: { state: [row.state, payment.status] },
            }
      if (difference) discrepancies.push(suspectPayment(row, seenAs, difference))
      continue
    }
    const attempt = named.get(referenceIn(payment) ?? '')
    if (attempt?.store_id === store.id) {
      addTo(sums, { payment, observed, ours: true })
      if (isNews(attempt, observed, now)) {
        const fields: Difference['fields'] = { state: [null, payment.status] }
        discrepancies.push(
          suspect(
            { kind: 'payment_unknown', subject: `gateway:${seenAs}` },
            {
              order_id: attempt.order_id,
              gateway_payment_id: seenAs,
              details: json(detailsOf({ fields }, { side: 'gateway', currency: attempt.currency })),
            },
          ),
        )
      }
      continue
    }
    addTo(sums, { payment, observed, ours: false })
    // A reference that no attempt has: the ledger has lost the attempt, or it is another ledger's.
    const isLost = referenceIn(payment) !== undefined && !attempt
    const order = isLost ? orders.get(payment.external_reference ?? '') : undefined
    if (order || (isLost && isCharged(observed))) {
      discrepancies.push(
        suspect(
          { kind: 'payment_unknown', subject: `gateway:${seenAs}` },
          {
            order_id: order?.id ?? null,
            gateway_payment_id: seenAs,
            details: json(detailsOfUnknown(payment)),
          },
        ),
      )
      continue
    }
    foreign.push({ ...item, payment })
  }

  const newForeign = await rememberForeign(trx, {
    storeId: store.id,
    gatewayIds: foreign.map(({ seenAs }) => seenAs),
    dry: run.dry,
  })
  for (const { seenAs, payment } of foreign.filter((item) => newForeign.has(item.seenAs))) {
    const { status: state, amount, currency_iso, currency } = payment
    discrepancies.push(
      suspect(
        { kind: 'payment_foreign', subject: `gateway:${seenAs}` },
        {
          gateway_payment_id: seenAs,
          details: json({ state, amount, currency: currency_iso ?? currency }),
          action: 'counted',
          settled_at: now,
        },
      ),
    )
  }
  return {
    discrepancies,
    sums: [...sums.values()],
    foreign: foreign.length,
    unreadable: items.length - payments.length,
  }
}

const json = (details: DifferenceDetails): string => JSON.stringify(details)

/** Adds a charge to the sums of its days. */
const addTo = (
  sums: Map<string, SeenSums>,
  { payment, observed, ours }: { payment: PaymentObject; observed: Observation; ours: boolean },
): void => {
  if (observed.kind !== 'seen' || !observed.amount || !wasCharged(observed.derived.state)) return
  const { state, totalMinor, refundedMinor, serviceFeeMinor, paidAt } = observed.derived
  const createdAt = payment.created_at ?? paidAt
  const chargedAt = paidAt ?? createdAt
  if (!createdAt || !chargedAt) return
  const currency = observed.amount.currency.code
  const createdDay = hondurasDayOf(createdAt)
  const chargedDay = hondurasDayOf(chargedAt)
  const key = [createdDay, chargedDay, currency, ours].join()
  const total = totalMinor ?? observed.amount.minor
  const isVoided = state === 'voided'
  const before = sums.get(key)
  const fee = isVoided ? null : serviceFeeMinor
  sums.set(key, {
    createdDay,
    chargedDay,
    currency,
    ours,
    payments: (before?.payments ?? 0n) + 1n,
    charged: (before?.charged ?? 0n) + total,
    voided: (before?.voided ?? 0n) + (isVoided ? total : 0n),
    refunded: (before?.refunded ?? 0n) + refundedMinor,
    fees: fee === null ? (before?.fees ?? null) : (before?.fees ?? 0n) + fee,
  })
}
