import { z } from 'zod'
import type { CheckoutRequest } from '../../src/payments/take-order.ts'
import { currencyByCode } from '../../src/platform/currencies.ts'
import { keepableText } from '../../src/platform/keepable.ts'
import { parseMoney } from '../../src/platform/money.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => keepableText(value ?? '').trim())

/**
 * An order as the plugin sends it to be paid: names and types of WooCommerce's REST API v3, and the
 * identity number of the checkout field that the shop has chosen. What is more is not looked at.
 */
export const orderToPay = z
  .object({
    id: z.int().positive(),
    number: text,
    status: z.string(),
    currency: z.string(),
    /** A decimal string: `"19.95"`. */
    total: z.string(),
    /** 0 for a guest. */
    customer_id: z.int().nonnegative(),
    billing: z.object({
      first_name: text,
      last_name: text,
      company: text,
      email: text,
      phone: text,
    }),
    line_items: z.array(z.object({ name: text, quantity: z.number() })),
    identity_number: text,
  })
  .transform(({ currency: code, total, ...order }, context) => {
    const currency = currencyByCode(code)
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (!currency) {
      issue('currency', 'Must be an alphabetic ISO 4217 code such as "HNL"')
      return z.NEVER
    }
    const parsed = parseMoney(total, currency)
    if (!parsed.ok) {
      issue('total', `${total} is no amount in ${code}: ${REASONS[parsed.reason]}`)
      return z.NEVER
    }
    if (parsed.money.minor <= 0n) {
      issue('total', 'There is nothing to pay')
      return z.NEVER
    }
    return { ...order, amount: parsed.money }
  })

export type OrderToPay = z.output<typeof orderToPay>

const REASONS = {
  'not-a-decimal': 'it is no decimal',
  'too-many-decimals': 'it has more decimals than the currency',
  'too-large': 'it has more digits than can be charged',
}

/** The most that the gateway's fields and ours take. */
const NAME_LENGTH = 191
const PHONE_LENGTH = 50
/** What the gateway takes of metadata is not shown (8), so it gets little. */
const ITEMS_LENGTH = 400

/** The request that has such an order paid; `how` is what the order does not say. */
export const requestToPay = (
  order: OrderToPay,
  how: Pick<CheckoutRequest, 'locale' | 'mode' | 'successUrl' | 'cancelUrl' | 'expiresInMinutes'>,
): CheckoutRequest => {
  const { billing, identity_number: identityNumber } = order
  const name = `${billing.first_name} ${billing.last_name}`.trim() || billing.company
  const items = itemsIn(order.line_items, MORE[how.locale])
  return {
    externalId: String(order.id),
    number: order.number || null,
    amount: order.amount,
    description: items || null,
    customer: {
      ...(name ? { name: name.slice(0, NAME_LENGTH) } : {}),
      ...(billing.email ? { email: billing.email.slice(0, NAME_LENGTH) } : {}),
      ...(billing.phone ? { phone: billing.phone.slice(0, PHONE_LENGTH) } : {}),
      ...(identityNumber ? { identity_number: identityNumber.slice(0, PHONE_LENGTH) } : {}),
    },
    metadata: { woocommerce_order: order.id, ...(items ? { items } : {}) },
    ...how,
  }
}

const MORE = {
  es: (count: number) => `y ${count} más`,
  en: (count: number) => `and ${count} more`,
}

/** The items in words, by whole ones: what does not fit is counted. */
const itemsIn = (lines: OrderToPay['line_items'], more: (count: number) => string): string => {
  const items = lines
    .filter(({ name }) => name)
    .map(({ name, quantity }) => `${quantity} × ${name}`)
  for (let shown = items.length; shown > 0; shown--) {
    const rest = items.length - shown
    const all = [...items.slice(0, shown), ...(rest > 0 ? [more(rest)] : [])].join(', ')
    if (all.length <= ITEMS_LENGTH) return all
  }
  return items.length > 0 ? more(items.length) : ''
}
