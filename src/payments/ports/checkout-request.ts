import type { CheckoutMode, OrderCustomer } from '../../db/tables/orders.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { Money } from '../../domain/money.ts'

/** An order as a shop hands it over to be paid. */
export interface CheckoutRequest {
  /** The shop's own id of the order. */
  externalId: string
  /** Tells the order from a later one of the same id; absent where the platform has none. */
  fingerprint?: string | null | undefined
  number: string | null
  amount: Money
  description: string | null
  customer: OrderCustomer
  metadata: Record<string, unknown>
  /** Of what the gateway shows, and of the pages unless they follow their reader. */
  locale: Locale
  /** `locale: auto`: the pages are in the language of whoever reads them. */
  followsReader?: boolean | undefined
  /** Where the order's pay link leads. */
  mode: CheckoutMode
  successUrl: string | null
  cancelUrl: string | null
  expiresInMinutes: number | null
}
