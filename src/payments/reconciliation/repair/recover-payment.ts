import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import type { PaymentObject } from '../../../contract/payment.ts'
import type { DbQuery, StoreRow } from '../../../db/db.ts'
import { countLostOrder } from '../../../db/links/payment-links.ts'
import { ordersOfCharges } from '../../../db/payments/payments.ts'
import type { OrderCustomer } from '../../../db/tables/orders.ts'
import type { OrderId, PaymentId } from '../../../domain/ids.ts'
import { moneyFromDecimal } from '../../../domain/money.ts'
import { sourceOfReference } from '../../../domain/order-source.ts'
import { readNumberInLink } from '../../../domain/requests/numbers-of-orders.ts'
import { OUR_REFERENCE } from '../../../gateway/retry-without.ts'
import { LANGUAGES } from '../../../locales/language.ts'
import { TEXTS } from '../../../locales/texts.ts'
import { checkoutUrlOf } from '../../attempts/create-at-gateway.ts'
import { creationRequest } from '../../attempts/creation-request.ts'
import { nextPollAt } from '../../attempts/rules/next-poll.ts'
import { addLine, addPayment } from '../../orders/change-held.ts'
import { nextRequestNumber } from '../../orders/charges/accept-payment.ts'
import { decideOrder, type HeldOrder } from '../../orders/held-order.ts'
import { importOrder } from '../../orders/import-order.ts'
import { recordObservation } from '../../orders/record-observation.ts'
import type { Observation } from '../../orders/rules/observe.ts'
import type { CheckoutRequest } from '../../ports/checkout-request.ts'
import { policyOf } from '../../ports/policy.ts'
import type { OrderAtStore } from '../../ports/storefront.ts'
import { detailsOfUnknown, isCharged, mayBePaid } from '../compare/unmatched-payment.ts'
import type { PlannedAttempt } from '../dry-run.ts'
import { decideRecovery, type LostPaymentFacts } from '../rules/decide-recovery.ts'
import { numberOfLostOrder } from '../rules/number-of-lost-order.ts'
import type { RunContext } from '../work.ts'
import { DROPPED, type Resolution, recorded } from './close-discrepancies.ts'
import { knowledgeOfOthers, readAtStore } from './read-at-store.ts'

interface LostPayment {
  found: PaymentObject
  observed: Observation
  reference: PaymentId | undefined
  /** Known to the database. */
  orderId: OrderId | null
}

/**
 * Recovers a payment that a restored database lacks, with its order, from the gateway's version. It
 * keeps its id: notifications keep theirs too, and the store dedupes repeated ones.
 */
export const recoverPayment = async (work: RunContext, lost: LostPayment): Promise<Resolution> => {
  const { ctx, run, store } = work
  const { query } = ctx.db
  const { found, observed, reference } = lost
  const { transaction_id: transactionId } = found
  if (reference === undefined && transactionId) {
    const [known] = await ordersOfCharges(query, [{ storeId: store.id, transactionId }])
    if (known) return DROPPED
  }
  const atStore = await readAtStore(ctx, store, found.external_reference)
  if (atStore.is === 'not-read') return { outcome: 'unexpected', detail: atStore.detail }
  const decided = decideRecovery({
    hasReference: reference !== undefined,
    namesOrder: Boolean(found.external_reference) && amountOf(lost) !== undefined,
    state: stateOf(observed),
    atStore: atStore.is,
    others: await knowledgeOfOthers(work, found.external_reference),
  })
  const details = {
    ...detailsOfUnknown(found),
    at_store: atStore.order?.status ?? (atStore.is === 'unknown' ? 'absent' : null),
  }
  const day = found.created_at ? hondurasDayOf(found.created_at) : undefined
  if (decided !== 'recovered' || reference === undefined) {
    const action = decided === 'counted' ? 'counted' : 'for_a_person'
    return recorded({ kind: 'payment_unknown', action, details, day })
  }
  const recovers = lost.orderId ? 'payment' : 'order'
  const about = { kind: 'payment_unknown', action: 'repaired' } as const
  if (run.dry) {
    const planned = plannedOf(lost, reference)
    return recorded({ ...about, details: { ...details, recovers, planned } })
  }
  const payment = await recover(work, { ...lost, reference, atStore: atStore.order })
  const { order_id: orderId, id: paymentId } = payment
  return recorded({ ...about, details: { ...details, recovers }, orderId, paymentId })
}

const stateOf = (observed: Observation): LostPaymentFacts['state'] => {
  if (observed.kind === 'unreadable') return 'unreadable'
  if (isCharged(observed)) return 'charged'
  return mayBePaid(observed) ? 'payable' : 'over'
}

const amountOf = ({ found, observed }: Pick<LostPayment, 'found' | 'observed'>) =>
  (observed.kind === 'seen' ? observed.amount : undefined) ??
  moneyFromDecimal(found.amount, found.currency_iso ?? '')

const plannedOf = (
  { observed, found }: LostPayment,
  reference: PaymentId,
): PlannedAttempt | undefined => {
  const amount = amountOf({ found, observed })
  if (observed.kind !== 'seen' || !amount) return undefined
  const { state, refunded_minor, paid_at } = observed.derived
  return {
    id: reference,
    state,
    amount: String(amount.minor),
    currency: amount.currency.code,
    refunded: String(refunded_minor),
    paid_at: paid_at?.toISOString() ?? null,
  }
}

const recover = (
  { ctx, store }: RunContext,
  lost: LostPayment & { reference: PaymentId; atStore: OrderAtStore | undefined },
) => {
  const { found, observed, reference } = lost
  const createdAt = found.created_at ?? ctx.clock.now()
  const request = requestOf(lost, store)
  return decideOrder(
    ctx,
    async (trx) => {
      const paymentLinkId = await linkOf(trx, { store, request, lost })
      return importOrder(trx, ctx, { store, request: { ...request, paymentLinkId }, createdAt })
    },
    (held) => {
      const known = held.payments.find(({ id }) => id === reference)
      if (known?.gateway_payment_id === BigInt(found.id)) return known
      const expiresAt = found.expires_at ?? null
      const about = { store, paymentId: reference, expiresAt, publicUrl: ctx.publicUrl }
      // The gateway created two payments for one request.
      const id = known ? ctx.ids.next('pay') : reference
      const payment = addPayment(held, {
        id,
        mode: 'hosted',
        state: 'pending',
        amount_minor: request.amount.minor,
        currency: request.amount.currency.code,
        idempotency_key: known ? `adopted:${store.id}:${found.id}` : reference,
        request: { ...creationRequest(held.order, about) },
        request_number: requestNumberOf(held, createdAt),
        gateway_payment_id: BigInt(found.id),
        checkout_url: checkoutUrlOf({ mode: 'hosted' }, found),
        expires_at: expiresAt,
        next_ask_at: mayBePaid(observed) ? nextPollAt(createdAt, held.now) : null,
        created_at: createdAt,
      })
      const details = { gateway_payment_id: found.id, attempt: payment.attempt }
      addLine(held, { payment_id: id, kind: 'payment_recovered', details })
      if (observed.kind !== 'seen') return payment
      return recordObservation(held, { paymentId: id, observed, polled: payment }).payment
    },
  )
}

/** Finds the link whose place a lost order holds. */
const linkOf = async (
  trx: DbQuery,
  {
    store: { id: storeId },
    request: { source, number },
    lost: { orderId },
  }: { store: StoreRow; request: CheckoutRequest; lost: LostPayment },
) => {
  const inLink = source === 'link' && orderId === null ? readNumberInLink(number) : undefined
  return inLink && countLostOrder(trx, { storeId, ...inLink })
}

/** An older checkout does not replace a later one. */
const requestNumberOf = ({ order, payments }: HeldOrder, createdAt: Date): number =>
  payments.some(({ created_at }) => created_at > createdAt) ? 0 : nextRequestNumber(order, payments)

const requestOf = (
  { found, observed, atStore }: LostPayment & { atStore: OrderAtStore | undefined },
  store: StoreRow,
): CheckoutRequest => {
  const amount = amountOf({ found, observed })
  if (!amount) throw new Error(`payment ${found.id} has no amount`)
  const { [OUR_REFERENCE]: _, ...metadata } = found.metadata ?? {}
  const externalId = found.external_reference ?? ''
  const source = sourceOfReference(externalId)
  return {
    externalId,
    source,
    fingerprint: atStore?.fingerprint,
    number: numberOfLostOrder({ source, externalId, name: found.name, labels: labelsOf(store) }),
    amount,
    description: found.description,
    customer: customerOf(found),
    metadata,
    locale: store.locale,
    mode: 'hosted',
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes: null,
  }
}

const labelsOf = (store: StoreRow): string[] =>
  policyOf(store).name_template === undefined
    ? LANGUAGES.map((language) => TEXTS[language].payPages.labels.order)
    : []

const customerOf = ({ customer }: PaymentObject): OrderCustomer => ({
  ...(customer?.name ? { name: customer.name } : {}),
  ...(customer?.email ? { email: customer.email } : {}),
  ...(customer?.phone ? { phone: customer.phone } : {}),
  ...(customer?.identity_number ? { identity_number: customer.identity_number } : {}),
})
