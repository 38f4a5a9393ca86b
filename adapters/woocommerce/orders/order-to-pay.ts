import { z } from 'zod'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { type ParsedMoney, parseMoney } from '../../../src/domain/money.ts'
import { type CheckoutRequest, customerOf, decorationText, orderNumber } from '../../adapter.ts'
import { listItems } from '../../list-items.ts'
import { fingerprintOf, metaData, metaOf } from './order.ts'

/** WooCommerce sends empty strings, and plugins write any type. */
const text = z.unknown().optional().transform(decorationText)

/** PHP encodes a list with gaps as an object, an empty object as a list. */
const line = z
  .object({ name: z.unknown(), quantity: z.unknown() })
  .catch({ name: '', quantity: '' })
const lines = z
  .union([z.array(line), z.record(z.string(), line).transform((all) => Object.values(all))])
  .catch([])

/**
 * Payable order from the REST API or the plugin, which adds the identity number. Only id, status,
 * currency and total can invalidate it.
 */
export const orderToPaySchema = z.object({
  id: z.int().positive(),
  number: text,
  order_key: text,
  status: z.string(),
  currency: z.string(),
  total: z.string(),
  customer_id: z.int().nonnegative().catch(0),
  billing: z
    .object({ first_name: text, last_name: text, company: text, email: text, phone: text })
    .partial()
    .catch({}),
  line_items: lines,
  /** Number of lines, if only the first were sent. */
  line_count: z.int().nonnegative().optional().catch(undefined),
  identity_number: text,
  meta_data: metaData.default([]),
})

export type OrderToPay = z.output<typeof orderToPaySchema>

export type WooOrderFacts = Pick<
  CheckoutRequest,
  'externalId' | 'fingerprint' | 'number' | 'amount' | 'description' | 'customer' | 'metadata'
>

export type FactsOutcome =
  | {
      outcome: 'read'
      facts: WooOrderFacts
      /** Owner of saved cards; `null` for a guest. */
      customerId: string | null
    }
  | { outcome: 'refused'; field: 'total' | 'currency'; reason: string }

const REASONS: Record<Extract<ParsedMoney, { ok: false }>['reason'], string> = {
  'not-a-decimal': 'is no decimal number',
  'too-many-decimals':
    'has more decimals than the currency: set the number of decimals of the shop',
  'too-large': 'has more digits than can be charged',
}

/** The contract does not show a limit on metadata (8). */
const LIMITS = { description: 120, items: 400 }

/** Refuses an unknown currency, and a total that is invalid or not above 0. */
export const factsOfOrder = (
  order: OrderToPay,
  {
    locale,
    identityField,
  }: { locale: CheckoutRequest['locale']; identityField?: string | undefined },
): FactsOutcome => {
  const currency = currencyByCode(order.currency)
  if (!currency) {
    return { outcome: 'refused', field: 'currency', reason: `${order.currency} is no currency` }
  }
  const parsed = parseMoney(order.total, currency)
  const refused = (reason: string): FactsOutcome => ({ outcome: 'refused', field: 'total', reason })
  if (!parsed.ok) return refused(`${order.total} ${currency.code} ${REASONS[parsed.reason]}`)
  if (parsed.money.minor <= 0n) return refused('There is nothing to be paid')
  const items = (maxLength: number) =>
    listItems(order.line_items, {
      maxLength,
      locale,
      count: order.line_count,
    })
  return {
    outcome: 'read',
    customerId: order.customer_id > 0 ? String(order.customer_id) : null,
    facts: {
      externalId: String(order.id),
      fingerprint: fingerprintOf(order.order_key),
      number: orderNumber(order.number) ?? null,
      amount: parsed.money,
      description: items(LIMITS.description),
      customer: customerOfOrder(order, identityField),
      metadata: { woocommerce_order: order.id, items: items(LIMITS.items) },
    },
  }
}

const customerOfOrder = (
  { billing, ...order }: OrderToPay,
  identityField: string | undefined,
): WooOrderFacts['customer'] => {
  const fullName = [billing.first_name, billing.last_name].filter(Boolean).join(' ')
  const field = identityField ? metaOf(order, identityField) : undefined
  const identityNumber = order.identity_number || field
  const { email, phone } = billing
  const name = fullName || billing.company
  return customerOf({ name, email, phone, identity_number: identityNumber })
}
