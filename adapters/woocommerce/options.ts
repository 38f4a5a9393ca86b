import type { StoreId } from '../../src/domain/ids.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import type { Ids } from '../../src/runtime/ids.ts'
import type { CheckoutRequest } from '../adapter.ts'
import type { AccessNotes } from './access-notes.ts'
import type { RestClient } from './rest-client.ts'
import type { WooCommercePolicy } from './statuses.ts'

export interface WooCommerceOptions {
  storeId: StoreId
  /** The root of the site's REST API: `https://shop.example/wp-json/`. */
  restUrl: string
  consumerKey: string
  consumerSecret: string
  /** What the plugin and we sign with, `pps_…`. */
  pairingSecret: string
  /** The language of what the shop's people read. */
  locale: CheckoutRequest['locale']
  policy: WooCommercePolicy
  /** Of one call; notifying of one order takes several. */
  timeoutMs: number
  allowPrivateAddresses: boolean
  /** The wall clock: the plugin checks the age of a signature by its own. */
  clock: Clock
  ids: Ids
  linkRefund: LinkRefund
  access?: AccessNotes | undefined
}

/** Sees to it that asking for a refund under a key asks for a void or refund that is done already. */
export type LinkRefund = (link: { refundId: string; requestKey: string }) => Promise<void>

/** A WooCommerce shop as notifying it sees it. */
export interface Shop
  extends Pick<WooCommerceOptions, 'locale' | 'policy' | 'clock' | 'linkRefund'> {
  rest: RestClient
}
