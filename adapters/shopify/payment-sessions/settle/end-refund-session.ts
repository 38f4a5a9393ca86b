import { addMs } from '../../../../src/runtime/clock.ts'
import { type FailedDelivery, rejectedDelivery } from '../../../delivery-result.ts'
import { wordsOf } from '../../delivery-result.ts'
import {
  rejectRefundMutation,
  rejectVoidMutation,
  resolveRefundMutation,
  resolveVoidMutation,
} from '../../graphql/operations/payment-sessions.ts'
import { type RefundSessionRow, updateRefundSession } from '../../tables/payment-sessions.ts'
import { SHOPIFY_TEXTS } from '../../texts.ts'
import type { SessionShop } from '../session-shop.ts'
import { retrySession } from '../waits.ts'
import { notHeardYet, REFUSED_FOR_MS } from './end-session.ts'

/**
 * Reports the end. Needs attention if Shopify keeps refusing the report; the refund is unaffected.
 */
export const endRefundSession = async (
  shop: SessionShop,
  session: RefundSessionRow,
  end: 'resolved' | 'rejected',
): Promise<FailedDelivery | undefined> => {
  const said = await (end === 'resolved' ? resolve(shop, session) : reject(shop, session))
  if (said.outcome === 'failed') return retrySession(said)
  if (said.outcome === 'user-errors' && said.value?.state !== end.toUpperCase()) {
    // Shopify may not have processed our response yet.
    if (shop.clock.now() < addMs(session.created_at, REFUSED_FOR_MS)) return notHeardYet(said)
    const what = end === 'resolved' ? 'was made' : 'was not made'
    return rejectedDelivery(
      `Shopify does not hear that a ${session.kind} ${what}: ${wordsOf(said)}`,
    )
  }
  const changes = { state: end, updated_at: shop.clock.now() }
  await updateRefundSession(shop.db.query, session, changes)
  return undefined
}

const resolve = ({ graphql }: SessionShop, { kind, gid: id }: RefundSessionRow) =>
  graphql(kind === 'refund' ? resolveRefundMutation : resolveVoidMutation, { id })

const reject = ({ graphql, store }: SessionShop, { kind, gid: id }: RefundSessionRow) => {
  const merchantMessage = SHOPIFY_TEXTS[store.locale].sessions.refundNotMade
  // Shopify's only reason for this.
  const reason = { code: 'PROCESSING_ERROR', merchantMessage }
  return graphql(kind === 'refund' ? rejectRefundMutation : rejectVoidMutation, { id, reason })
}
