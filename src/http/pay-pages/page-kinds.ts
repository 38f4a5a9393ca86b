import type { PaymentErrorCode } from '../../db/tables/orders.ts'
import type { TEXTS } from '../../locales/texts.ts'

/** Pages that a customer may see in place of a checkout. */
export type PageKind = keyof (typeof TEXTS)['en']['payPages']['pages']

/** Pages show no details, which are for the store. */
export const KIND_OF_PAYMENT_ERROR = {
  currency_refused: 'currency-refused',
  amount_refused: 'amount-refused',
  terminal_unavailable: 'order-refused',
  request_refused: 'order-refused',
} as const satisfies Record<PaymentErrorCode, PageKind>
