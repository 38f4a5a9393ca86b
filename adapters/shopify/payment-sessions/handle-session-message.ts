import {
  type Core,
  type PlatformMessage,
  type PlatformMessageOutcome,
  storeById,
} from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import { rejectCaptureMutation } from '../graphql/operations/payment-sessions.ts'
import { connectionOf, isUninstalled } from '../shops/connection.ts'
import { findPaymentSession } from '../tables/payment-sessions.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { parseExactly } from '../webhooks/exact-json.ts'
import { requestSessionRefund } from './request-session-refund.ts'
import { type RefundSessionBody, refundSessionBody, sessionToReject } from './session-bodies.ts'
import { type SessionShop, sessionShopOf } from './session-shop.ts'
import { rejectSession } from './settle/end-session.ts'
import { retrySession } from './waits.ts'

const SESSION_TOPICS = [
  'payment_sessions/reject',
  'refund_sessions/create',
  'void_sessions/create',
  'capture_sessions/create',
] as const

export type SessionTopic = (typeof SESSION_TOPICS)[number]

export const isSessionTopic = (topic: string): topic is SessionTopic =>
  (SESSION_TOPICS as readonly string[]).includes(topic)

export const handleSessionMessage = async (
  core: Core,
  deps: ShopifyDeps,
  { storeId, body }: PlatformMessage,
  topic: SessionTopic,
): Promise<PlatformMessageOutcome> => {
  const store = await storeById(core.db.query, storeId)
  if (!store || isUninstalled(store)) return { outcome: 'handled', note: 'uninstalled' }
  const shop = sessionShopOf(store, deps)
  const json = parseExactly(body)
  if (topic === 'payment_sessions/reject') return reject(shop, sessionToReject.parse(json).id)
  const given = refundSessionBody.parse(json)
  if (topic === 'capture_sessions/create') return refuseCapture(shop, given)
  const kind = topic === 'refund_sessions/create' ? 'refund' : 'void'
  const requested = await requestSessionRefund(core, shop, { kind, body: given })
  return requested.outcome === 'failed' ? requested : handled(requested.outcome)
}

const handled = (note: string): PlatformMessageOutcome => ({ outcome: 'handled', note })

const reject = async (shop: SessionShop, id: string): Promise<PlatformMessageOutcome> => {
  const name = { shop: connectionOf(shop.store).shop, id }
  const session = await findPaymentSession(shop.db.query, name)
  if (session?.state !== 'rejecting') return handled('settled')
  return (await rejectSession(shop, session)) ?? handled('rejected')
}

const refuseCapture = async (
  { graphql, store }: SessionShop,
  { gid: id }: RefundSessionBody,
): Promise<PlatformMessageOutcome> => {
  const merchantMessage = SHOPIFY_TEXTS[store.locale].sessions.captureNotPossible
  const reason = { code: 'PROCESSING_ERROR', merchantMessage }
  const said = await graphql(rejectCaptureMutation, { id, reason })
  return said.outcome === 'failed' ? retrySession(said) : handled('rejected')
}
