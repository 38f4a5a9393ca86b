import type { DbQuery, OrderRow, PaymentLinkRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { boundedPlaces, lockPaymentLink, nextOrderOfLink } from '../../db/links/payment-links.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { isFrozen } from '../../db/stores/stores.ts'
import type { NewTask } from '../../db/tasks/outbox.ts'
import { referenceOfSource } from '../../domain/order-source.ts'
import { numberInLink } from '../../domain/requests/numbers-of-orders.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { claimFor, intendPayment } from '../attempts/intend-payment.ts'
import { CALLS_OF_A_CREATION, createIntendedPayment } from '../checkout/start-checkout.ts'
import { writeHeld } from '../orders/held-order.ts'
import { importOrder } from '../orders/import-order.ts'
import { referenceDigest } from '../orders/reference-digest.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { signalDueTasks } from '../ports/wake.ts'
import type { Submission } from './read-submission.ts'
import { type LinkState, stateOfLink } from './rules/link-state.ts'

/**
 * Minutes that an order holds its place while its customer pays. The gateway reports the expiry up
 * to about five minutes later.
 */
const MINUTES_TO_PAY = 30

export type LinkOrderOutcome =
  /** A new order, or that of an earlier submission of the same form. */
  | { outcome: 'opened'; order: OrderRow }
  | { outcome: 'not-open'; state: Exclude<LinkState, 'open'> }
  /** A person has just changed the amount. */
  | { outcome: 'amount-changed' }
  /** The store is disabled or frozen. */
  | { outcome: 'unavailable' }
  /** The gateway refuses the payment: the order is cancelled, and its place free. */
  | { outcome: 'refused' }
  | { outcome: 'no-such-link' }

interface Form {
  /** 26 characters that the page drew when it was opened. */
  nonce: string
  submission: Submission & { ok: true }
  locale: Language
}

/**
 * Opens an order for one customer of a link, if a place is free. Decides under the link's lock and
 * commits order and intended payment together, so a killed process leaves no place without an order
 * and no order without a payment to resolve.
 */
export const openOrderOfLink = async (
  ctx: PaymentsContext,
  { link, store }: { link: PaymentLinkRow; store: StoreRow },
  form: Form,
): Promise<LinkOrderOutcome> => {
  const { decided, tasks } = await ctx.db.hot.query
    .transaction()
    .execute((trx) => decide(trx, ctx, { link, store, form }))
  signalDueTasks(ctx, tasks)
  if (decided.outcome !== 'intended') return decided
  const created = await createIntendedPayment(ctx, store, {
    payment: decided.payment,
    resumed: false,
  })
  switch (created.outcome) {
    case 'refused':
    case 'unauthorized':
    case 'not-found':
      return { outcome: 'refused' }
    default:
      // Its pay link waits for an answer that has not come yet.
      return { outcome: 'opened', order: decided.order }
  }
}

interface Decided {
  decided: LinkOrderOutcome | { outcome: 'intended'; order: OrderRow; payment: PaymentRow }
  tasks: readonly NewTask[]
}

const decide = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { link: { id }, store, form }: { link: PaymentLinkRow; store: StoreRow; form: Form },
): Promise<Decided> => {
  const link = await lockPaymentLink(trx, id)
  if (!link) return noChange({ outcome: 'no-such-link' })
  const externalId = referenceOf(link, form)
  const known = await findOrderOfStore(trx, store.id, externalId)
  if (known) return noChange({ outcome: 'opened', order: known })
  const { taken } = await boundedPlaces(trx, link)
  const state = stateOfLink(link, { taken, now: ctx.clock.now() })
  if (state !== 'open') return noChange({ outcome: 'not-open', state })

  const { amount } = form.submission
  if (link.amount_minor !== null && link.amount_minor !== amount.minor) {
    return noChange({ outcome: 'amount-changed' })
  }
  if (store.disabled_at || (await isFrozen(trx, store.id)))
    return noChange({ outcome: 'unavailable' })
  const ordinal = await nextOrderOfLink(trx, id)
  const request = requestOf(link, { externalId, ordinal, form })
  const held = await importOrder(trx, ctx, { store, request })
  const claim = claimFor(ctx, held.now, CALLS_OF_A_CREATION)
  const payment = intendPayment(held, ctx, { store, request, claim })
  await writeHeld(trx, held)
  return { decided: { outcome: 'intended', order: held.order, payment }, tasks: held.changes.tasks }
}

const noChange = (decided: LinkOrderOutcome): Decided => ({ decided, tasks: [] })

/**
 * A form submitted twice gives one order. A customer who goes back and types something else gets
 * another: the first one would charge the old amount. So does one who reads a new price.
 */
const referenceOf = (
  { id }: PaymentLinkRow,
  { nonce, submission: { amount, customer, metadata } }: Form,
): string => {
  return referenceOfSource(
    'link',
    referenceDigest([id, nonce, String(amount.minor), customer, metadata]),
  )
}

const requestOf = (
  link: PaymentLinkRow,
  { externalId, ordinal, form }: { externalId: string; ordinal: number; form: Form },
): CheckoutRequest => {
  const { amount, customer, metadata } = form.submission
  const locale = link.language ?? form.locale
  return {
    externalId,
    source: 'link',
    paymentLinkId: link.id,
    number: numberInLink(link.id, ordinal),
    amount,
    description: descriptionOf(link, { metadata, locale }),
    customer,
    metadata,
    locale,
    followsReader: link.language === null,
    mode: 'hosted',
    successUrl: null,
    cancelUrl: null,
    expiresInMinutes: MINUTES_TO_PAY,
  }
}

const descriptionOf = (
  { name }: PaymentLinkRow,
  { metadata, locale }: { metadata: Readonly<Record<string, string>>; locale: Language },
): string => {
  const labels: Readonly<Record<string, string>> = TEXTS[locale].paymentLinks.form.fields
  const answers = Object.entries(metadata).map(([field, answer]) => `${labels[field]}: ${answer}`)
  return [name, ...answers].join(' · ')
}
