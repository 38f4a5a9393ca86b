import type { PaymentErrorCode } from '../../db/tables/orders.ts'
import type { TEXTS } from '../../locales/texts.ts'

/** Pages that a customer may see instead of a checkout. */
export type PageKind = keyof (typeof TEXTS)['en']['payPages']['pages']

/** Refused orders as customers see them; details are for the store. */
export const KIND_OF_PAYMENT_ERROR = {
  currency_refused: 'currency-refused',
  amount_refused: 'amount-refused',
  terminal_unavailable: 'order-refused',
  request_refused: 'order-refused',
} as const satisfies Record<PaymentErrorCode, PageKind>
