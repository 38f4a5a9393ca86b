import type { StoreId } from '../../src/domain/ids.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import type { Ids } from '../../src/runtime/ids.ts'
import type { CheckoutRequest } from '../adapter.ts'
import type { WooCommercePolicy } from './orders/statuses.ts'
import type { AccessObserver } from './rest/access-notes.ts'
import type { RestClient } from './rest/rest-client.ts'

export interface WooCommerceOptions {
  storeId: StoreId
  restUrl: string
  consumerKey: string
  consumerSecret: string
  pairingSecret: string
  /** Language of order notes. */
  locale: CheckoutRequest['locale']
  policy: WooCommercePolicy
  /** Timeout of one call; one notification makes several. */
  timeoutMs: number
  allowPrivateAddresses: boolean
  /** Wall clock: the plugin checks signatures against its own. */
  clock: Clock
  ids: Ids
  linkRefund: LinkRefund
  access?: AccessObserver | undefined
}

/** Links a request key to a succeeded refund, so a request under that key returns it. */
export type LinkRefund = (link: { refundId: string; requestKey: string }) => Promise<void>

export interface SiteClient
  extends Pick<WooCommerceOptions, 'locale' | 'policy' | 'clock' | 'linkRefund'> {
  rest: RestClient
}
