import { RefundId, type StoreId } from '../../src/domain/ids.ts'
import { type Clock, systemClock } from '../../src/runtime/clock.ts'
import type { Ids } from '../../src/runtime/ids.ts'
import {
  type CheckoutRequest,
  cardOfPayment,
  type DbQuery,
  linkRefund,
  noteAccessRefused,
  resumeAfterAccess,
  type Store,
} from '../adapter.ts'
import {
  credentialsOf,
  isDisconnecting,
  type OpenSiteConnection,
  siteOf,
} from './connect/connection.ts'
import { type WooCommercePolicy, wooPolicyOf } from './policy.ts'
import type { RestClient, RestConnection } from './rest/rest-client.ts'

export interface WooCommerceDeps {
  open: OpenSiteConnection
  ids: Ids
  publicUrl: string
  /** Permits private addresses, localhost included. */
  allowPrivateAddresses: boolean
  query: DbQuery
  clock: Clock
}

export interface WooCommerceOptions extends RestConnection {
  storeId: StoreId
  pairingSecret: string
  /** Language of the store, as of connecting. */
  locale: CheckoutRequest['locale']
  policy: WooCommercePolicy
  /** Wall clock: the plugin checks signatures against its own. */
  clock: Clock
  ids: Ids
  /** Links a request key to a succeeded refund, which later requests under that key return. */
  linkRefund(link: { refundId: string; requestKey: string }): Promise<void>
  /** The saved card that made a payment; `undefined` if unknown. */
  cardOf(paymentId: string): ReturnType<typeof cardOfPayment>
}

export interface SiteClient
  extends Pick<WooCommerceOptions, 'locale' | 'policy' | 'clock' | 'linkRefund' | 'cardOf'> {
  rest: RestClient
  /** Returns the language of the shop now; `locale` if the shop does not say. */
  readLocale(): Promise<WooCommerceOptions['locale']>
}

/** Timeout per call; a notification's task has 30 seconds for several. */
const TIMEOUT_MS = 12_000

export const optionsOf = (
  store: Store,
  { open, ids, allowPrivateAddresses, query, clock }: WooCommerceDeps,
): WooCommerceOptions => {
  const credentials = credentialsOf(store, open)
  const storeId = store.id
  return {
    storeId,
    restUrl: siteOf(store).rest_url,
    consumerKey: credentials.consumer_key,
    consumerSecret: credentials.consumer_secret,
    pairingSecret: credentials.pairing_secret,
    locale: store.locale,
    policy: wooPolicyOf(store),
    timeoutMs: TIMEOUT_MS,
    allowPrivateAddresses,
    clock: systemClock,
    ids,
    linkRefund: ({ refundId, requestKey }) =>
      linkRefund(query, { refundId: RefundId.parse(refundId), requestKey, now: clock.now() }),
    cardOf: (paymentId) => cardOfPayment(query, paymentId),
    access: {
      allowed: (part) =>
        resumeAfterAccess(query, { storeId, parts: part ? [part] : [], now: clock.now() }),
      refused: async (part, reason) => {
        const isConnected = (latest: Store) => !isDisconnecting(latest)
        await noteAccessRefused(query, { storeId, part, reason, isConnected, now: clock.now() })
      },
    },
  }
}
