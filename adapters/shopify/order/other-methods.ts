/**
 * Names, in lower case, that are never the manual method of a merchant for cards: gateways that
 * Shopify names itself, money in other shapes, and the manual methods whose names Shopify gives, in
 * English and in Spanish. https://help.shopify.com/en/manual/payments/manual-payments
 */
const NOBODYS: ReadonlySet<string> = new Set([
  'shopify_payments',
  'shopify_installments',
  'shop_pay',
  'shop_pay_installments',
  'shop_cash',
  'paypal',
  'paypal express checkout',
  'paypal_express',
  'amazon_payments',
  'apple_pay',
  'google_pay',
  'stripe',
  'klarna',
  'authorize_net',
  'mercado_pago',
  'bogus',
  'gift_card',
  'shopify_store_credit',
  'exchange_credit',
  'cash',
  'manual',
  'cash on delivery (cod)',
  'money order',
  'bank deposit',
  'pago contra entrega (cod)',
  'pago contra reembolso',
  'contra reembolso',
  'giro postal',
  'depósito bancario',
])

/** Whether a name (in lower case) is known to be none that a merchant could have given to our method. */
export const isNobodysMethod = (name: string): boolean => name === '' || NOBODYS.has(name)

const WAITING: ReadonlySet<string> = new Set(['PENDING', 'PARTIALLY_PAID'])

/** Whether an order waits for money; one that does not say is not taken for one. */
export const isWaiting = (financialStatus: string | null | undefined): boolean =>
  WAITING.has(financialStatus?.toUpperCase() ?? '')
