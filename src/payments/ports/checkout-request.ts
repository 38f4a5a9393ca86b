import type { CheckoutMode, OrderCustomer } from '../../db/tables/orders.ts'
import type { Money } from '../../domain/money.ts'
import type { OrderSource } from '../../domain/order-source.ts'
import type { Language } from '../../locales/language.ts'

export interface CheckoutRequest {
  externalId: string
  /** Of a new order; by default, the storefront. */
  source?: OrderSource | undefined
  /** Distinguishes the order from a later one with its id; absent if the platform has none. */
  fingerprint?: string | null | undefined
  number: string | null
  amount: Money
  description: string | null
  customer: OrderCustomer
  metadata: Record<string, unknown>
  /** Language at the gateway, and on our pages unless they follow the reader. */
  locale: Language
  /** `locale: auto`: pages use the reader's language. */
  followsReader?: boolean | undefined
  mode: CheckoutMode
  successUrl: string | null
  cancelUrl: string | null
  expiresInMinutes: number | null
}
