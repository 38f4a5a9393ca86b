/**
 * Lower-case names of gateways, other forms of money, and Shopify's own manual methods in English
 * and Spanish. https://help.shopify.com/en/manual/payments/manual-payments
 */
const NEVER_OURS: ReadonlySet<string> = new Set([
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

export const isNeverOurMethod = (name: string): boolean => name === '' || NEVER_OURS.has(name)

const WAITING: ReadonlySet<string> = new Set(['PENDING', 'PARTIALLY_PAID'])

/** Returns `false` for an unknown status. */
export const isAwaitingMoney = (financialStatus: string | null | undefined): boolean =>
  WAITING.has(financialStatus?.toUpperCase() ?? '')
