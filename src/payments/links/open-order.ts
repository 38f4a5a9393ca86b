import type { DbQuery, OrderRow, PaymentLinkRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { boundedPlaces, lockPaymentLink, nextOrderOfLink } from '../../db/links/payment-links.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { isFrozen } from '../../db/stores/stores.ts'
import type { NewTask } from '../../db/tasks/outbox.ts'
import { referenceOfSource } from '../../domain/order-source.ts'
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
  /** A new order, or the order of an earlier submission of the same form. */
  | { outcome: 'opened'; order: OrderRow }
  | { outcome: 'not-open'; state: Exclude<LinkState, 'open'> }
  /** A person changed the amount after the page was rendered. */
  | { outcome: 'amount-changed' }
  /** The store is disabled or frozen. */
  | { outcome: 'unavailable' }
  /** The gateway refused the payment. The order is cancelled, and its place is free. */
  | { outcome: 'refused' }
  | { outcome: 'no-such-link' }

interface Form {
  /** 26 random characters from the rendered page. */
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
      // No answer yet: the pay link waits for it.
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
  const now = ctx.clock.now()
  const { taken } = await boundedPlaces(trx, link, now)
  const state = stateOfLink(link, { taken, now })
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
 * Derives the order's id from form, input and amount. A form submitted twice opens one order, even if
 * the merchant changed the link's fields in between. Other input or a new price opens another, because
 * the first would charge the old amount.
 */
const referenceOf = (
  { id }: PaymentLinkRow,
  { nonce, submission: { amount, sent } }: Form,
): string => referenceOfSource('link', referenceDigest([id, nonce, String(amount.minor), sent]))

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
    number: numberOf(link, ordinal),
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

/** Order number such as `K7QX-12`; the first part is unique to the link. */
const numberOf = ({ id }: PaymentLinkRow, ordinal: number): string =>
  `${id.slice(-4).toUpperCase()}-${ordinal}`

const descriptionOf = (
  { name }: PaymentLinkRow,
  { metadata, locale }: { metadata: Readonly<Record<string, string>>; locale: Language },
): string => {
  const labels: Readonly<Record<string, string>> = TEXTS[locale].paymentLinks.form.fields
  const answers = Object.entries(metadata).map(([field, answer]) => `${labels[field]}: ${answer}`)
  return [name, ...answers].join(' · ')
}
