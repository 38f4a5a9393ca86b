import { z } from 'zod'
import type { StoreRow } from '../../db/db.ts'
import { CHECKOUT_MODES } from '../../db/tables/orders.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { parseMoney } from '../../domain/money.ts'

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'expected a decimal such as "7.50"')
const percentage = decimal.refine((value) => Number(value) <= 100, 'expected at most 100')

/** What a template can have in it, as `{number}`. */
export type Placeholder = 'number' | 'id' | 'store' | 'description'
const PLACEHOLDERS: readonly string[] = [
  'number',
  'id',
  'store',
  'description',
] satisfies Placeholder[]
export const PLACEHOLDER = /\{(\w+)\}/g

/** A limit per alphabetic currency code. */
const limitsByCurrency = z
  .record(z.string().regex(/^[A-Z]{3}$/, 'expected a currency such as "HNL"'), decimal)
  .superRefine((limits, context) => {
    for (const [code, limit] of Object.entries(limits)) {
      const currency = currencyByCode(code)
      const message = currency
        ? `has more decimals than ${code}`
        : `${code} is no currency that we know`
      if (!currency || !parseMoney(limit, currency).ok) {
        context.addIssue({ code: 'custom', path: [code], message })
      }
    }
  })

const template = z.string().min(1).max(500)

const salesTax = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fixed'), value: decimal }),
  z.strictObject({ type: z.literal('percentage'), value: percentage }),
])

/** A tip that the customer picks at the checkout; the gateway shows no other kind's values (4.3). */
const tip = z.strictObject({
  preset_percentages: z.array(percentage).max(10).default([]),
  allow_custom: z.boolean().default(true),
})

/** What a store has decided about its payments; each has its default. */
export const policySchema = z.strictObject({
  /**
   * Money that does not fit its order (paid twice, paid after it was cancelled, another amount): a
   * person decides, or it is refunded at once.
   */
  on_conflict: z.enum(['hold', 'refund']).default('hold'),
  /**
   * Limits per currency: Puente confirms a payment above them by `GET` before it notifies the storefront.
   * Costs one call per payment, and delays notifications while the gateway is down. Off by default.
   */
  confirm_above: limitsByCurrency.optional(),
  /** An order whose time to pay is over: left as it is (a new checkout opens it again), or cancelled. */
  on_expiry: z.enum(['leave', 'cancel']).default('leave'),
  /** Where pay links lead, unless a checkout's request says otherwise. */
  checkout_mode: z.enum(CHECKOUT_MODES).default('hosted'),
  /** How the card page looks; `auto` is as the customer's device is set (4.14). */
  card_page_theme: z.enum(['auto', 'light', 'dark']).default('auto'),
  card_page_accent_color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'expected a colour such as "#0b6e4f"')
    .optional(),
  /** The card page offers to keep the card: for stores whose account has mode 3A (4.15). */
  save_cards: z.boolean().default(false),
  /** Two routes of the gateway charge saved cards; their answers differ (`gateway-api.md` 4.12). */
  saved_card_route: z.enum(['by-method', 'by-token']).default('by-method'),
  /** What follows when a saved card is declined: a checkout for the order, or nothing. */
  saved_card_on_decline: z.enum(['checkout', 'stop']).default('checkout'),
  /** What the customer reads at the checkout; without one, "Order" or "Pedido" and the number. */
  name_template: template.optional(),
  description_template: template.default('{description}'),
  /** What the shop knows of the customer cannot be changed at the checkout (4.3). */
  lock_customer_fields: z.boolean().default(false),
  sales_tax: salesTax.optional(),
  tip: tip.optional(),
  /** Every night the last days are compared with the gateway and with the store. */
  reconcile: z
    .strictObject({
      nightly: z.boolean().default(true),
      days: z.int().min(1).max(366).default(35),
    })
    .prefault({}),
  /** What only stores of one platform can decide; its adapter knows what that is. */
  platform: z.record(z.string(), z.unknown()).default({}),
  /** The customer carries the gateway's commission, so that the store nets the amount (4.3). */
  service_fee: z.boolean().default(false),
})

export type Policy = z.output<typeof policySchema>

/** What a store's owner has decided, and nothing else. */
export type GivenPolicy = z.input<typeof policySchema>

/**
 * Reads a policy as an owner writes it. What is not in it stays out, so that a default that changes
 * later reaches the store, too.
 */
export const readGivenPolicy = (
  given: unknown,
): { ok: true; policy: GivenPolicy } | { ok: false; problems: string[] } => {
  if (isGivenPolicy(given)) {
    const problems = unknownPlaceholders(given)
    return problems.length > 0 ? { ok: false, problems } : { ok: true, policy: given }
  }
  const issues = policySchema.safeParse(given).error?.issues ?? []
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`)
  return { ok: false, problems }
}

/** Not in the schema: a store that was connected with one goes on, and shows it as it is. */
const unknownPlaceholders = (given: GivenPolicy): string[] =>
  (['name_template', 'description_template'] as const).flatMap((field) =>
    [...(given[field] ?? '').matchAll(PLACEHOLDER)]
      .filter(([, name = '']) => !PLACEHOLDERS.includes(name))
      .map(([part]) => `${field}: there is no ${part}; known are ${PLACEHOLDERS.join(', ')}`),
  )

const isGivenPolicy = (given: unknown): given is GivenPolicy =>
  policySchema.safeParse(given).success

export const policyOf = (store: Pick<StoreRow, 'policy'>): Policy =>
  policySchema.parse(store.policy)
