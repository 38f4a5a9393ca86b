import { addMs } from '../../../../src/runtime/clock.ts'
import { type FailedDelivery, rejectedDelivery, retryDelivery } from '../../../delivery-result.ts'
import { wordsOf } from '../../delivery-result.ts'
import {
  pendPaymentMutation,
  rejectPaymentMutation,
  resolvePaymentMutation,
  type SessionAnswer,
} from '../../graphql/operations/payment-sessions.ts'
import type { GraphqlOutcome } from '../../graphql/outcome.ts'
import { type PaymentSessionRow, updatePaymentSession } from '../../tables/payment-sessions.ts'
import { SHOPIFY_TEXTS } from '../../texts.ts'
import type { PaymentRejection } from '../rejection-reason.ts'
import type { SessionShop } from '../session-shop.ts'
import { retrySession, retrySessionLater } from '../waits.ts'

/** Bound on retries after a refusal: Shopify may not have processed our response yet. */
export const REFUSED_FOR_MS = 20 * 60_000

export const notHeardYet = (refusal: Parameters<typeof wordsOf>[0]): FailedDelivery =>
  retrySessionLater(`Shopify does not hear of it yet: ${wordsOf(refusal)}`)

/** `too-late`: Shopify had ended the session and does not accept the payment. */
export type Resolved = { outcome: 'resolved' } | { outcome: 'too-late' } | FailedDelivery

/**
 * Resolves a paid session. A lasting refusal means that Shopify ended the session first. After a
 * lost response, Shopify may instead refuse the repeat of a success, so an operator checks before
 * any refund.
 */
export const resolveSession = async (
  shop: SessionShop,
  session: PaymentSessionRow,
): Promise<Resolved> => {
  const { db, clock, graphql } = shop
  const wasTried = session.resolve_tried_at !== null
  if (!wasTried) {
    await updatePaymentSession(db.query, session, { resolve_tried_at: clock.now() })
  }
  const said = await graphql(resolvePaymentMutation, { id: session.gid })
  if (said.outcome !== 'failed' && said.value?.state === 'RESOLVED') {
    await storeEnd(shop, session, { state: 'resolved', said: said.value })
    return { outcome: 'resolved' }
  }
  const hadNoEffect = said.outcome === 'failed' ? said.effect === 'none' : said.outcome !== 'done'
  // Certainly without effect, so the next try counts as the first.
  if (!wasTried && hadNoEffect) {
    await updatePaymentSession(db.query, session, { resolve_tried_at: null })
  }
  if (said.outcome === 'failed') return retrySession(said)
  if (said.outcome === 'done') return retrySessionLater('Shopify does not show the session as paid')
  const mayPass = await waitAfterRefusal(shop, session, said)
  if (mayPass) return mayPass
  if (wasTried) return rejectedDelivery(`Shopify does not take the payment: ${wordsOf(said)}`)
  await storeEnd(shop, session, { state: 'rejected', said: said.value })
  return { outcome: 'too-late' }
}

const waitAfterRefusal = async (
  { db, clock }: SessionShop,
  session: PaymentSessionRow,
  said: Extract<GraphqlOutcome<SessionAnswer>, { outcome: 'user-errors' }>,
): Promise<FailedDelivery | undefined> => {
  const now = clock.now()
  const refusedAt = session.refused_at ?? now
  await updatePaymentSession(db.query, session, { refused_at: refusedAt })
  return now < addMs(refusedAt, REFUSED_FOR_MS) ? notHeardYet(said) : undefined
}

/** Shopify refuses a rejection within milliseconds of our response. */
const REJECTED_AFTER_MS = 2_000

export const rejectSession = async (
  shop: SessionShop,
  session: PaymentSessionRow,
): Promise<FailedDelivery | undefined> => {
  const earlyMs =
    addMs(session.created_at, REJECTED_AFTER_MS).getTime() - shop.clock.now().getTime()
  if (earlyMs > 0) return retryDelivery('Shopify may not have heard our answer yet', earlyMs)
  const code = reasonOf(session)
  const merchantMessage = SHOPIFY_TEXTS[shop.store.locale].rejections[code]
  const reason = { code, merchantMessage }
  const said = await shop.graphql(rejectPaymentMutation, { id: session.gid, reason })
  if (said.outcome === 'failed') return retrySession(said)
  const state = said.value?.state
  if (state === 'RESOLVED') {
    return rejectedDelivery('Shopify has the session as paid, and nothing was paid')
  }
  if (state !== 'REJECTED') {
    const mayPass =
      said.outcome === 'user-errors'
        ? await waitAfterRefusal(shop, session, said)
        : retrySessionLater('Shopify does not show the session as rejected')
    if (mayPass) return mayPass
  }
  // Over as well if Shopify ended or forgot it.
  await storeEnd(shop, session, { state: 'rejected', said: said.value })
  return undefined
}

/** An operator may review held money for a week; the buyer need not wait. */
const PENDING_FOR_MS = 7 * 24 * 60 * 60_000

/** Marks as pending; not final. */
export const pendSession = async (
  shop: SessionShop,
  session: PaymentSessionRow,
): Promise<FailedDelivery | undefined> => {
  const said = await shop.graphql(pendPaymentMutation, {
    id: session.gid,
    pendingExpiresAt: addMs(shop.clock.now(), PENDING_FOR_MS).toISOString(),
    reason: 'PARTNER_ACTION_REQUIRED',
  })
  if (said.outcome === 'failed') return retrySession(said)
  if (said.value?.state === 'PENDING') {
    await storeEnd(shop, session, { state: 'pending', said: said.value })
    return undefined
  }
  return said.outcome === 'user-errors' ? waitAfterRefusal(shop, session, said) : undefined
}

const storeEnd = async (
  { db, clock }: SessionShop,
  session: PaymentSessionRow,
  { state, said }: { state: PaymentSessionRow['state']; said: SessionAnswer },
): Promise<void> => {
  const redirectUrl = said?.redirectUrl ?? ''
  const next = /^https?:\/\//.test(redirectUrl) ? { next_url: redirectUrl } : {}
  await updatePaymentSession(db.query, session, { state, ...next, updated_at: clock.now() })
}

const reasonOf = ({ reason }: PaymentSessionRow): PaymentRejection =>
  reason !== null && Object.hasOwn(SHOPIFY_TEXTS.en.rejections, reason)
    ? (reason as PaymentRejection)
    : 'PROCESSING_ERROR'
