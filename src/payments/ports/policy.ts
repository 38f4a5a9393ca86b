import { z } from 'zod'
import type { PaymentRow, StoreRow } from '../../db/db.ts'
import { CHECKOUT_MODES } from '../../db/tables/orders.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { moneyFromDecimal, parseMoney } from '../../domain/money.ts'

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'expected a decimal such as "7.50"')
const percentage = decimal.refine((value) => Number(value) <= 100, 'expected at most 100')

export type Placeholder = 'number' | 'id' | 'store' | 'description'
const PLACEHOLDERS: readonly string[] = [
  'number',
  'id',
  'store',
  'description',
] satisfies Placeholder[]
export const PLACEHOLDER = /\{(\w+)\}/g

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

/** A tip that the customer picks; the contract documents no values for other kinds (4.3). */
const tip = z.strictObject({
  preset_percentages: z.array(percentage).max(10).default([]),
  allow_custom: z.boolean().default(true),
})

/**
 * E-mails to customers: receipts, refunds, voids. They need a mail server and the order's address.
 */
export const customerMailsSchema = z.strictObject({
  /**
   * `own`: orders made at Puente; `all`: also the storefront's, whose shop usually sends its own.
   */
  orders: z.enum(['none', 'own', 'all']).default('own'),
  /** Reply-to address. */
  reply_to: z.email().max(254).optional(),
})

export const policySchema = z.strictObject({
  /**
   * Conflicts (paid twice, paid after cancellation, another amount): hold for an operator, or
   * refund immediately.
   */
  on_conflict: z.enum(['hold', 'refund']).default('hold'),
  /**
   * Limits per currency: Puente confirms larger payments by `GET` before it notifies the
   * storefront. Costs a call each, and delays notifications while the gateway is down. Off by
   * default.
   */
  confirm_above: limitsByCurrency.optional(),
  /** An order past its time to pay: stays as is (a new checkout reopens it), or is cancelled. */
  on_expiry: z.enum(['leave', 'cancel']).default('leave'),
  checkout_mode: z.enum(CHECKOUT_MODES).default('hosted'),
  /** `auto` follows the customer's device (4.14). */
  card_page_theme: z.enum(['auto', 'light', 'dark']).default('auto'),
  card_page_accent_color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'expected a colour such as "#0b6e4f"')
    .optional(),
  /** Offers to save the card; needs mode 3A (4.15). */
  save_cards: z.boolean().default(false),
  /** The gateway's two routes for saved cards, with different responses (`gateway-api.md` 4.12). */
  saved_card_route: z.enum(['by-method', 'by-token']).default('by-method'),
  saved_card_on_decline: z.enum(['checkout', 'stop']).default('checkout'),
  /** Default: "Order" or "Pedido" with the number. */
  name_template: template.optional(),
  description_template: template.default('{description}'),
  /** Locks prefilled customer fields at checkout (4.3). */
  lock_customer_fields: z.boolean().default(false),
  sales_tax: salesTax.optional(),
  tip: tip.optional(),
  reconcile: z
    .strictObject({
      nightly: z.boolean().default(true),
      days: z.int().min(1).max(366).default(35),
    })
    .prefault({}),
  customer_mails: customerMailsSchema.prefault({}),
  platform: z.record(z.string(), z.unknown()).default({}),
  /** The customer pays the gateway's commission; the store nets the amount (4.3). */
  service_fee: z.boolean().default(false),
})

export type Policy = z.output<typeof policySchema>

export type PolicyInput = z.input<typeof policySchema>

/** Validates a policy from an owner. Adds no defaults, so later ones reach the store. */
export const parsePolicyInput = (
  given: unknown,
): { ok: true; policy: PolicyInput } | { ok: false; problems: string[] } => {
  if (isGivenPolicy(given)) {
    const problems = unknownPlaceholders(given)
    return problems.length > 0 ? { ok: false, problems } : { ok: true, policy: given }
  }
  const issues = policySchema.safeParse(given).error?.issues ?? []
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`)
  return { ok: false, problems }
}

/**
 * Outside the schema: a store connected with an unknown placeholder keeps working and shows it
 * verbatim.
 */
const unknownPlaceholders = (given: PolicyInput): string[] =>
  (['name_template', 'description_template'] as const).flatMap((field) =>
    [...(given[field] ?? '').matchAll(PLACEHOLDER)]
      .filter(([, name = '']) => !PLACEHOLDERS.includes(name))
      .map(([part]) => `${field}: there is no ${part}; known are ${PLACEHOLDERS.join(', ')}`),
  )

const isGivenPolicy = (given: unknown): given is PolicyInput =>
  policySchema.safeParse(given).success

export const policyOf = (store: Pick<StoreRow, 'policy'>): Policy =>
  policySchema.parse(store.policy)

/**
 * Reports whether a payment exceeds the store's limit, above which a `GET` must confirm it before
 * Puente notifies the storefront.
 */
export const mustBeConfirmed = (
  store: Pick<StoreRow, 'policy'> | undefined,
  { amount_minor, currency: code }: Pick<PaymentRow, 'amount_minor' | 'currency'>,
): boolean => {
  // Fast path: few stores have a limit, and parsing a policy is expensive.
  if (!store?.policy.confirm_above) return false
  const limit = policyOf(store).confirm_above?.[code]
  const most = limit ? moneyFromDecimal(limit, code) : undefined
  return most !== undefined && amount_minor > most.minor
}
