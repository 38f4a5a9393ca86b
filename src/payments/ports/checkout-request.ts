import type { RequestDetails } from '../../db/payments/payment-requests.ts'
import type { CheckoutMode, OrderCustomer } from '../../db/tables/orders.ts'
import type { PaymentLinkId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import type { OrderSource } from '../../domain/order-source.ts'
import type { Language } from '../../locales/language.ts'

export interface CheckoutRequest {
  externalId: string
  /** Source of a new order; by default, the storefront. */
  source?: OrderSource | undefined
  /** Payment link of a new order. */
  paymentLinkId?: PaymentLinkId | undefined
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
  /** E-mails the pay link of a new order to its customer, with one reminder before it expires. */
  isMailed?: boolean | undefined
  /** Of a new order that a person requests: written with it. */
  details?: RequestDetails | undefined
}
