import { z } from 'zod'
import { currencyByNumericCode } from '../../src/domain/currencies.ts'
import { withoutDefaults } from './without-defaults.ts'

/** The first variant is the default. */
const choice = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values).default(values[0])

const DECIMALS = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 })

/** Decimal string, for exact arithmetic. */
const rate = z
  .union([z.number().transform((value) => DECIMALS.format(value)), z.string()])
  .refine(
    (value) => /^0(\.\d{1,8})?$/.test(value) && Number(value) <= 0.5,
    'expected decimals from 0 to 0.5',
  )
const amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/))
const httpStatus = z.union([z.literal(404), z.literal(409), z.literal(422)])

/**
 * Merchant configuration, and one switch per behaviour that the contract leaves open ("not shown").
 * Clients must work with every value.
 */
const profileWithDefaults = z.strictObject({
  merchant_name: z
    .string()
    .min(1)
    .max(100)
    // PostgreSQL rejects NUL and lone surrogates.
    .refine((name) => !name.includes('\0') && name.isWellFormed(), 'expected text')
    .default('Comercio de prueba'),
  /** Mode 3A (4.10, 4.15). */
  tokenized_charge: z.boolean().default(true),
  /** Provisioned sandbox (5, rule 4). */
  sandbox_terminal: z.boolean().default(true),
  /** Numeric codes, the terminal's default first (1.1). */
  currencies: z
    .tuple([z.string()], z.string())
    .refine((codes) => codes.every((code) => currencyByNumericCode(code)), 'numeric ISO 4217 codes')
    .default(['340', '840']),
  /** Commission, as a fraction of the charge (4.3). */
  fee_rate: rate.default('0.0425'),
  /** Fixed part of the commission, decimal units. */
  fee_fixed: amount.default('2.50'),
  /** Lowest amount that incurs the fixed part. */
  fee_threshold: amount.default('0.00'),
  /** Daily settlement, `HH:MM` Honduras time (3, 8: not shown). */
  settlement_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('00:00'),
  /** Start of the refund window (4.7). */
  refund_opens: choice('after_settlement', 'after_charge'),
  refund_opens_after_seconds: z.number().int().min(0).max(31_536_000).default(0),
  /** `null`: unlimited. */
  refund_window_days: z.number().int().min(0).max(3_650).nullable().default(null),

  /** 2.1: "may be absent from the creation response". */
  lock_customer_fields_in_creation: z.boolean().default(false),
  /** 2.1: "present on paid payments and on voided ones"; else not shown. */
  refunded_amount: choice('on_every_charge', 'on_paid_and_voided'),
  /** 2.1: this refund alone, or the sum so far. */
  refund_event_amount: choice('single', 'sum'),
  /** 2.5: "not shown beyond the event shape". */
  payment_method_fields: choice('as_in_event', 'more'),
  /** 2.5: "not shown beyond `id`". */
  charge_response: choice('more', 'id_only'),
  /** 4.12, 4.13: not shown, but 2.1 covers all payments. */
  charge_metadata: choice('returned', 'dropped'),
  /** 2.6: "further fields: not shown". */
  transaction_details: choice('more', 'known_only'),
  /** 2.7, 4.1: not shown. */
  merchant_object: choice('plain', 'wrapped', 'minimal'),
  /** 3: "transitions into and out of disabled: not shown". */
  disable: choice('pending_or_reusable', 'pending_only'),
  /** 3: effect on the payment's status, not shown. */
  declined_charge: choice('status_stays', 'disables_payment'),
  /** 4: reuse of a key, not shown. */
  idempotency_key_reuse: choice('replay', 'ignored', 'rejected_409', 'rejected_422'),
  /** 4.2: lag of the list, not in the contract. */
  new_payments_in_list: choice('at_once', 'after_five_minutes'),
  /** 4.3: "may return the existing payment". */
  reusable_returns_existing: z.boolean().default(true),
  /** 4.3: "allowed values not shown". */
  tip_types: choice('fixed_percentage', 'amount_percent'),
  /** 4.7: "response body: not shown". */
  refund_response: choice('payment', 'refund', 'empty'),
  /** 4.6, 4.7: lag of GET and events after a void or refund. */
  reversals_shown: choice('at_once', 'after_five_minutes', 'after_45_minutes'),
  /** 4.11: "response body: not shown". */
  delete_response: choice('confirmation', 'payment_method', 'empty'),
  /** 4.13 lists declines under both statuses. */
  confirm_declined_status: z.union([z.literal(200), z.literal(422)]).default(200),
  /** 4.13: outcome of an unanswered challenge. */
  abandoned_challenge: choice('fails_after_window', 'never_ends'),
  /** 4.15: hosted checkout offers to save cards. */
  save_card_at_checkout: z.boolean().default(false),
  /** 5: "permissions or scopes per key: not shown". */
  key_scopes: choice('all', 'no_reversals'),
  /** 6.2: event of a disabled payment, not shown. */
  disabled_event: choice('none', 'payment.disabled'),
  /** 6.4: timestamp `t` of retries, not shown. */
  signature_time: choice('each_attempt', 'first_attempt'),
  /** 7: "top-level keys other than `errors`: not shown". */
  generic_422: choice('message', 'message_and_code', 'errors_only'),
  /** 7: type of the values under `errors`. */
  error_values: choice('list', 'text'),
  /** 7: "HTTP status: not shown". */
  receipt_unavailable_status: httpStatus.default(422),
  void_invalid_status: httpStatus.default(422),
  /** 7: "error code: not shown". */
  revoked_card_error: choice('payment_method_revoked', 'payment_method_not_found', 'declined'),
  /** 4.11, 4.12: code not listed in section 7. */
  method_not_found_code: choice('payment_not_found', 'payment_method_not_found'),
  /** 8: not shown. Per minute and key; `null`: unlimited. */
  rate_limit_per_minute: z.number().int().min(1).nullable().default(null),
  /** 8: not shown. */
  per_page_max: z.number().int().min(1).max(1_000).default(100),
  per_page_above_max: choice('lowered', 'rejected'),
  /** 8: not shown. `null`: only the body limit applies. */
  metadata_max_keys: z.number().int().min(1).nullable().default(null),
  metadata_max_bytes: z.number().int().min(2).nullable().default(null),
  /** 8: metadata keys of any text, or only words of ASCII letters. */
  metadata_keys: choice('any', 'words'),
  /** 4.3: `strict` limits names to 40 characters and phones to digits. */
  customer_fields: choice('any', 'strict'),
  /** 4.3, 8: unit of the description's length; 4.13 states no limit. */
  description_unit: choice('characters', 'bytes'),
  /** 4.6, 4.7: longest reason; `null`: the limit of section 8. */
  reason_max_length: z.number().int().min(1).nullable().default(null),
  /** 7: key of a nested field's errors. */
  nested_error_keys: choice('path', 'parent'),
})

export type Profile = z.output<typeof profileWithDefaults>

export const defaultProfile: Profile = profileWithDefaults.parse({})

export const profileSchema = withoutDefaults(profileWithDefaults)
