import { z } from 'zod'
import { currencyByCode } from '../../src/domain/currencies.ts'
import { type ParsedMoney, parseMoney } from '../../src/domain/money.ts'
import { fitText } from '../../src/runtime/fit-text.ts'
import { textOfName } from '../../src/runtime/html-text.ts'
import { keepableText } from '../../src/runtime/keepable.ts'
import type { CheckoutRequest } from '../adapter.ts'
import { listItems } from '../list-items.ts'
import { fingerprintOf } from './fingerprint.ts'
import { metaData, metaOf } from './order.ts'
import { TEXTS } from './texts.ts'

/**
 * A text field. WooCommerce has empty texts and plugins write any type: a value that is not a text
 * becomes empty.
 */
const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch('')
  .transform((value) => keepableText(value ?? '').trim())

/** PHP writes a list with gaps as an object, and an empty object as a list. */
const line = z
  .object({ name: z.unknown(), quantity: z.unknown() })
  .catch({ name: '', quantity: '' })
const lines = z
  .union([z.array(line), z.record(z.string(), line).transform((all) => Object.values(all))])
  .catch([])

/**
 * A payable order as the REST API or the plugin writes it; the plugin adds the identity number. Amount,
 * currency, status and id decide. The other fields decorate the order, and unreadable ones are dropped.
 */
export const orderToPaySchema = z.object({
  id: z.int().positive(),
  number: text,
  order_key: text,
  status: z.string(),
  currency: z.string(),
  /** A decimal string, as precise as the shop has it. */
  total: z.string(),
  customer_id: z.int().nonnegative().catch(0),
  billing: z
    .object({ first_name: text, last_name: text, company: text, email: text, phone: text })
    .partial()
    .catch({}),
  line_items: lines,
  /** Total number of lines, if the platform sent only the first ones. */
  line_count: z.int().nonnegative().optional().catch(undefined),
  identity_number: text,
  meta_data: metaData.default([]),
})

export type OrderToPay = z.output<typeof orderToPaySchema>

/** What an order says of what is to be paid; how and where is not for it to say. */
export type OrderFacts = Pick<
  CheckoutRequest,
  'externalId' | 'fingerprint' | 'number' | 'amount' | 'description' | 'customer' | 'metadata'
>

export type FactsOutcome =
  | {
      outcome: 'read'
      facts: OrderFacts
      /** Who saved cards belong to; `null` for a guest. */
      customerId: string | null
    }
  | { outcome: 'refused'; field: 'total' | 'currency'; reason: string }

const REASONS: Record<Extract<ParsedMoney, { ok: false }>['reason'], string> = {
  'not-a-decimal': 'is no decimal number',
  'too-many-decimals':
    'has more decimals than the currency: set the number of decimals of the shop',
  'too-large': 'has more digits than can be charged',
}

/** The most that the gateway's fields and ours take; what it takes of metadata is not shown (8). */
const LIMITS = {
  number: 100,
  description: 120,
  items: 400,
  name: 191,
  email: 191,
  phone: 50,
  id: 50,
}

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
      andMore: TEXTS[locale].andMore,
      count: order.line_count,
    })
  return {
    outcome: 'read',
    customerId: order.customer_id > 0 ? String(order.customer_id) : null,
    facts: {
      externalId: String(order.id),
      fingerprint: fingerprintOf(order.order_key),
      number: fitText(textOfName(order.number), LIMITS.number) || null,
      amount: parsed.money,
      description: items(LIMITS.description),
      customer: customerOf(order, identityField),
      metadata: { woocommerce_order: order.id, items: items(LIMITS.items) },
    },
  }
}

const customerOf = (
  { billing, ...order }: OrderToPay,
  identityField: string | undefined,
): OrderFacts['customer'] => {
  const fullName = [billing.first_name, billing.last_name].filter(Boolean).join(' ')
  const field = identityField ? metaOf(order, identityField) : undefined
  const identityNumber = order.identity_number || keepableText(field ?? '').trim()
  return {
    name: fitText(textOfName(fullName || billing.company || ''), LIMITS.name) || undefined,
    // Half an address or a number is none.
    email: whole(billing.email, LIMITS.email),
    phone: whole(billing.phone, LIMITS.phone),
    identity_number: whole(identityNumber, LIMITS.id),
  }
}

const whole = (value: string | undefined, maxLength: number): string | undefined =>
  value && value.length <= maxLength ? value : undefined
