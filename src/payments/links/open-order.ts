import type { DbQuery, OrderRow, PaymentLinkRow, PaymentRow } from '../../db/db.ts'
import {
  countPlaces,
  countUnpaidOfLine,
  lockPaymentLink,
  nextOrderOfLink,
  noteLineOfPlace,
} from '../../db/links/payment-links.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { isFrozen } from '../../db/stores/stores.ts'
import type { NewTask } from '../../db/tasks/outbox.ts'
import { referenceOfSource } from '../../domain/order-source.ts'
import { numberInLink } from '../../domain/requests/numbers-of-orders.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { isLockConflict } from '../../runtime/postgres/database.ts'
import type { Bulkhead } from '../../runtime/queue/bulkhead.ts'
import { claimFor, intendPayment } from '../attempts/intend-payment.ts'
import { CALLS_OF_A_CREATION, createIntendedPayment } from '../checkout/start-checkout.ts'
import { writeHeld } from '../orders/held-order.ts'
import { importOrder } from '../orders/import-order.ts'
import { referenceDigest } from '../orders/reference-digest.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { signalDueTasks } from '../ports/wake.ts'
import type { OpenedLink } from './find-link.ts'
import type { Submission } from './read-submission.ts'
import { type LinkState, stateOfLink } from './rules/link-state.ts'
import { unpaidBoundOf } from './unpaid-bound.ts'

/**
 * Minutes that an order holds its place while its customer pays. The gateway reports the expiry up
 * to about five minutes later.
 */
export const MINUTES_TO_PAY = 30

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
  /** The process opens as many orders as it admits at once. Nothing happened. */
  | { outcome: 'busy' }
  /** Customers of this internet connection hold too many places without paying. Nothing happened. */
  | { outcome: 'too-many-unpaid' }

interface Form {
  /** 26 random characters from the rendered page. */
  nonce: string
  submission: Submission & { ok: true }
  locale: Language
}

interface Opening {
  form: Form
  bulkhead: Bulkhead
  /** Internet connection of the customer; `undefined`: unknown, or one that many share. */
  line: string | undefined
}

/**
 * Opens an order for one customer of a link, if a place is free. Answers a repeated form, and a link
 * that takes no order, without the link's lock. Otherwise decides under the lock and commits order and
 * intended payment together, so a killed process leaves no place without an order and no order without
 * a payment to resolve.
 */
export const openOrderOfLink = async (
  ctx: PaymentsContext,
  { link, store, state }: OpenedLink,
  { form, bulkhead, line }: Opening,
): Promise<LinkOrderOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, referenceOf(link, form))
  if (known) return { outcome: 'opened', order: known }
  if (state === 'unavailable') return { outcome: 'unavailable' }
  if (state !== 'open') return { outcome: 'not-open', state }
  const admitted = await bulkhead.run<Decision>(link.id, async ({ hasWaited }) => {
    const since = hasWaited ? await withoutLock(ctx, { link, store, form }) : undefined
    return since ?? decideUnderLock(ctx, { link, store, form, line })
  })
  if (admitted.outcome === 'busy') return admitted
  const decided = admitted.value
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

/**
 * Answers a form that waited: the last place may be taken by now, and the rest of a rush needs no lock
 * to learn it. The same form, submitted twice, may have taken it.
 */
const withoutLock = async (
  ctx: PaymentsContext,
  { link, store, form }: Omit<Opened, 'line'>,
): Promise<Decision | undefined> => {
  // In this order: an order seen after the state may have taken the last place itself.
  const state = await stateAt(ctx.db.query, { link, now: ctx.clock.now() })
  const known = await findOrderOfStore(ctx.db.query, store.id, referenceOf(link, form))
  if (known) return { outcome: 'opened', order: known }
  return state === 'open' ? undefined : { outcome: 'not-open', state }
}

/** `busy`: another opening held the lock for too long. */
const decideUnderLock = async (ctx: PaymentsContext, opened: Opened): Promise<Decision> => {
  try {
    const { decided, tasks } = await ctx.db.hot.query
      .transaction()
      .execute((trx) => decide(trx, ctx, opened))
    signalDueTasks(ctx, tasks)
    return decided
  } catch (error) {
    if (isLockConflict(error)) return { outcome: 'busy' }
    throw error
  }
}

const stateAt = async (
  query: DbQuery,
  { link, now }: { link: PaymentLinkRow; now: Date },
): Promise<LinkState> => {
  const taken = link.stock === null ? 0 : await countPlaces(query, link, now)
  return stateOfLink(link, { taken, now })
}

type Opened = Pick<OpenedLink, 'link' | 'store'> & Pick<Opening, 'form' | 'line'>

type Decision = LinkOrderOutcome | { outcome: 'intended'; order: OrderRow; payment: PaymentRow }

interface Decided {
  decided: Decision
  tasks: readonly NewTask[]
}

const decide = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { link: { id }, store, form, line }: Opened,
): Promise<Decided> => {
  const link = await lockPaymentLink(trx, id)
  if (!link) return noChange({ outcome: 'no-such-link' })
  const externalId = referenceOf(link, form)
  const known = await findOrderOfStore(trx, store.id, externalId)
  if (known) return noChange({ outcome: 'opened', order: known })
  const now = ctx.clock.now()
  const state = await stateAt(trx, { link, now })
  if (state !== 'open') return noChange({ outcome: 'not-open', state })

  const { amount } = form.submission
  if (link.amount_minor !== null && link.amount_minor !== amount.minor) {
    return noChange({ outcome: 'amount-changed' })
  }
  if (store.disabled_at || (await isFrozen(trx, store.id)))
    return noChange({ outcome: 'unavailable' })
  const bound = unpaidBoundOf(link, line)
  if (bound && (await countUnpaidOfLine(trx, { id, line: bound.line, now })) >= bound.most) {
    return noChange({ outcome: 'too-many-unpaid' })
  }
  const ordinal = await nextOrderOfLink(trx, id)
  const request = requestOf(link, { externalId, ordinal, form })
  const held = await importOrder(trx, ctx, { store, request })
  const claim = claimFor(ctx, held.now, CALLS_OF_A_CREATION)
  const payment = intendPayment(held, ctx, { store, request, claim })
  await writeHeld(trx, held)
  if (bound) await noteLineOfPlace(trx, { id, line: bound.line, orderId: held.order.id })
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
