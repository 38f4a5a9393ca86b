import { z } from 'zod'
import { currencyByNumericCode } from '../../src/domain/currencies.ts'

const choice = <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values)

const DECIMALS = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 })

/** A rate, as a number or in text; kept as plain decimals, since it is reckoned with exactly. */
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
 * How this gateway is configured for its merchant, and which of the possible behaviours it shows
 * where `gateway-api.md` says "not shown". Clients must work with every value. The first variant
 * of each switch is its default.
 */
export const profileSchema = z.strictObject({
  merchant_name: z
    .string()
    .min(1)
    .max(100)
    // It becomes the name of payments: PostgreSQL keeps neither NUL nor half a character.
    .refine((name) => !name.includes('\0') && name.isWellFormed(), 'expected text'),
  /** Mode 3A is enabled for the account (4.10, 4.15). */
  tokenized_charge: z.boolean(),
  /** The sandbox is provisioned for the merchant (5.4). */
  sandbox_terminal: z.boolean(),
  /** Numeric codes enabled on the terminal; the first one is the terminal's own (1.1). */
  currencies: z
    .tuple([z.string()], z.string())
    .refine(
      (codes) => codes.every((code) => currencyByNumericCode(code)),
      'numeric ISO 4217 codes',
    ),
  /** The commission of a charge, as a fraction of what is charged (4.3, `service_fee_enabled`). */
  fee_rate: rate,
  /** The fixed part of the commission, in units of the payment's currency ... */
  fee_fixed: amount,
  /** ... charged from this amount on. */
  fee_threshold: amount,
  /** When a day's charges are settled: `HH:MM`, Honduras time (3, 8: the values are not shown). */
  settlement_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** From when on a charge can be refunded (4.7) ... */
  refund_opens: choice('after_settlement', 'after_charge'),
  /** ... how much later than that ... */
  refund_opens_after_seconds: z.number().int().min(0).max(31_536_000),
  /** ... and for how many days; `null`: for ever. */
  refund_window_days: z.number().int().min(0).max(3_650).nullable(),

  /** 2.1: "may be absent from the creation response". */
  lock_customer_fields_in_creation: z.boolean(),
  /** 2.1: `refunded_amount` is "present on paid payments and on voided ones"; on which others? */
  refunded_amount: choice('on_every_charge', 'on_paid_and_voided'),
  /** 2.1: whether `refund_amount` of a refund event is that refund alone or the sum so far. */
  refund_event_amount: choice('single', 'sum'),
  /** 2.5: items of the list, "not shown beyond the event shape". */
  payment_method_fields: choice('as_in_event', 'more'),
  /** 2.5: the answer to a charge, "not shown beyond `id`". */
  charge_response: choice('more', 'id_only'),
  /** 4.12, 4.13: whether the payment of a charge has its `metadata` is not shown; 2.1 speaks of all payments. */
  charge_metadata: choice('returned', 'dropped'),
  /** 2.6: "Further fields of transaction_details: not shown". */
  transaction_details: choice('more', 'known_only'),
  /** 2.7, 4.1: "Fields of the merchant object: not shown". */
  merchant_object: choice('plain', 'wrapped', 'minimal'),
  /** 3: "Transitions into and out of disabled: not shown". */
  disable: choice('pending_or_reusable', 'pending_only'),
  /** 3: "Effect of a declined charge on the payment status: not shown". */
  declined_charge: choice('status_stays', 'disables_payment'),
  /** 4: "Behavior when a key is reused: not shown". */
  idempotency_key_reuse: choice('replay', 'ignored', 'rejected_409', 'rejected_422'),
  /** 4.2: how soon the list shows a new payment is said nowhere. */
  new_payments_in_list: choice('at_once', 'after_five_minutes'),
  /** 4.3: creating a reusable payment again "may return the existing payment". */
  reusable_returns_existing: z.boolean(),
  /** 4.3: `tip_type`, "Allowed values not shown". */
  tip_types: choice('fixed_percentage', 'amount_percent'),
  /** 4.7: "Response body: not shown". */
  refund_response: choice('payment', 'refund', 'empty'),
  /** 4.6, 4.7: how soon GET and events show a void or a refund that was answered with 200. */
  reversals_shown: choice('at_once', 'after_five_minutes', 'after_45_minutes'),
  /** 4.11: "Response body: not shown". */
  delete_response: choice('confirmation', 'payment_method', 'empty'),
  /** 4.13: a decline is listed under 200 and under 422. */
  confirm_declined_status: z.union([z.literal(200), z.literal(422)]),
  /** 4.13: what becomes of a challenge that nobody answers. */
  abandoned_challenge: choice('fails_after_window', 'never_ends'),
  /** 4.15: whether the account's hosted checkout offers to keep the card. */
  save_card_at_checkout: z.boolean(),
  /** 5: "Permissions or scopes per key: not shown". */
  key_scopes: choice('all', 'no_reversals'),
  /** 6.2: "Event emitted when a payment becomes disabled: not shown". */
  disabled_event: choice('none', 'payment.disabled'),
  /** 6.4: whether `t` is the time of the attempt or, in every attempt, of the first one. */
  signature_time: choice('each_attempt', 'first_attempt'),
  /** 7: "Top-level keys of a generic 422 body other than `errors`: not shown". */
  generic_422: choice('message', 'message_and_code', 'errors_only'),
  /** 7: whether each key under `errors` holds a list of messages or one text. */
  error_values: choice('list', 'text'),
  /** 7: "HTTP status of receipt_unavailable and void_invalid: not shown". */
  receipt_unavailable_status: httpStatus,
  void_invalid_status: httpStatus,
  /** 7: "Error code for a charge on a revoked saved card: not shown". */
  revoked_card_error: choice('payment_method_revoked', 'payment_method_not_found', 'declined'),
  /** 4.11, 4.12: the code of "method not found", which section 7 does not list. */
  method_not_found_code: choice('payment_not_found', 'payment_method_not_found'),
  /** 8: "Rate limits: not shown". Requests per minute and key; `null`: none. */
  rate_limit_per_minute: z.number().int().min(1).nullable(),
  /** 8: "Maximum per_page: not shown". */
  per_page_max: z.number().int().min(1).max(1_000),
  /** A larger one is lowered to the maximum, or refused. */
  per_page_above_max: choice('lowered', 'rejected'),
  /** 8: "Size or key limits for metadata: not shown". `null`: none but the body's size. */
  metadata_max_keys: z.number().int().min(1).nullable(),
  metadata_max_bytes: z.number().int().min(2).nullable(),
  /** 8: whether a metadata key may be any text or must be a word of ASCII letters. */
  metadata_keys: choice('any', 'words'),
  /**
   * 4.3: formats of the customer's fields; `strict` limits names to 40 characters and phones to digits.
   */
  customer_fields: choice('any', 'strict'),
  /** 4.3, 8: unit of the description's length; 4.13 states no limit. */
  description_unit: choice('characters', 'bytes'),
  /** 4.6, 4.7: longest reason of a void or refund; `null`: the limit of section 8. */
  reason_max_length: z.number().int().min(1).nullable(),
  /** 7: whether `errors` names a nested field by its path or by its parent. */
  nested_error_keys: choice('path', 'parent'),
})

export type Profile = z.output<typeof profileSchema>

export const defaultProfile: Profile = {
  merchant_name: 'Comercio de prueba',
  tokenized_charge: true,
  sandbox_terminal: true,
  currencies: ['340', '840'],
  fee_rate: '0.0425',
  fee_fixed: '2.50',
  fee_threshold: '0.00',
  settlement_time: '00:00',
  refund_opens: 'after_settlement',
  refund_opens_after_seconds: 0,
  refund_window_days: null,
  lock_customer_fields_in_creation: false,
  refunded_amount: 'on_every_charge',
  refund_event_amount: 'single',
  payment_method_fields: 'as_in_event',
  charge_response: 'more',
  charge_metadata: 'returned',
  transaction_details: 'more',
  merchant_object: 'plain',
  disable: 'pending_or_reusable',
  declined_charge: 'status_stays',
  idempotency_key_reuse: 'replay',
  new_payments_in_list: 'at_once',
  reusable_returns_existing: true,
  tip_types: 'fixed_percentage',
  refund_response: 'payment',
  reversals_shown: 'at_once',
  delete_response: 'confirmation',
  confirm_declined_status: 200,
  abandoned_challenge: 'fails_after_window',
  save_card_at_checkout: false,
  key_scopes: 'all',
  disabled_event: 'none',
  signature_time: 'each_attempt',
  generic_422: 'message',
  error_values: 'list',
  receipt_unavailable_status: 422,
  void_invalid_status: 422,
  revoked_card_error: 'payment_method_revoked',
  method_not_found_code: 'payment_not_found',
  rate_limit_per_minute: null,
  per_page_max: 100,
  per_page_above_max: 'lowered',
  metadata_max_keys: null,
  metadata_max_bytes: null,
  metadata_keys: 'any',
  customer_fields: 'any',
  description_unit: 'characters',
  reason_max_length: null,
  nested_error_keys: 'path',
}
