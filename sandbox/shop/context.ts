import type { PuenteAccess } from './call-puente.ts'
import type { ShopOrders } from './orders.ts'

export interface CardFields {
  sdkUrl: string
  /** Public. */
  publishableKey: string
}

export interface ShopContext {
  puente: PuenteAccess
  orders: ShopOrders
  /** Without `/shop`. */
  publicUrl: string
  /** Unset: customers type cards only on the gateway's page. */
  cardFields?: CardFields | undefined
}
