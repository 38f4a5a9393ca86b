import type { PuenteAccess } from './ask-puente.ts'
import type { ShopOrders } from './orders.ts'

/** What a page needs to show the gateway's card fields. */
export interface CardFields {
  /** Where the gateway's script for browsers is. */
  sdkUrl: string
  /** May be seen by everybody. */
  publishableKey: string
}

/** What the shop's routes are given. */
export interface ShopContext {
  puente: PuenteAccess
  orders: ShopOrders
  /** Where customers reach the shop, without `/shop`. */
  publicUrl: string
  /** Without them, cards are typed on the gateway's own page only. */
  cardFields?: CardFields | undefined
}
