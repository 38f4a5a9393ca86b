import type { Sender } from './send.ts'

/** The merchant's configuration at the gateway, and one switch for each behaviour that its contract leaves open. */
export interface Profile {
  merchant_name: string
  /** Charges of saved cards are enabled. */
  tokenized_charge: boolean
  sandbox_terminal: boolean
  /** Numeric ISO 4217 codes, the default first. */
  currencies: [string, ...string[]]
  fee_rate: string | number
  fee_fixed: string | number
  fee_threshold: string | number
  /** `HH:MM`, Honduras time. */
  settlement_time: string
  refund_opens: 'after_settlement' | 'after_charge'
  refund_opens_after_seconds: number
  /** `null`: unlimited. */
  refund_window_days: number | null
  lock_customer_fields_in_creation: boolean
  refunded_amount: 'on_every_charge' | 'on_paid_and_voided'
  refund_event_amount: 'single' | 'sum'
  payment_method_fields: 'as_in_event' | 'more'
  charge_response: 'more' | 'id_only'
  charge_metadata: 'returned' | 'dropped'
  transaction_details: 'more' | 'known_only'
  merchant_object: 'plain' | 'wrapped' | 'minimal'
  disable: 'pending_or_reusable' | 'pending_only'
  declined_charge: 'status_stays' | 'disables_payment'
  idempotency_key_reuse: 'replay' | 'ignored' | 'rejected_409' | 'rejected_422'
  new_payments_in_list: 'at_once' | 'after_five_minutes'
  reusable_returns_existing: boolean
  tip_types: 'fixed_percentage' | 'amount_percent'
  refund_response: 'payment' | 'refund' | 'empty'
  reversals_shown: 'at_once' | 'after_five_minutes' | 'after_45_minutes'
  delete_response: 'confirmation' | 'payment_method' | 'empty'
  confirm_declined_status: 200 | 422
  abandoned_challenge: 'fails_after_window' | 'never_ends'
  save_card_at_checkout: boolean
  key_scopes: 'all' | 'no_reversals'
  disabled_event: 'none' | 'payment.disabled'
  signature_time: 'each_attempt' | 'first_attempt'
  generic_422: 'message' | 'message_and_code' | 'errors_only'
  error_values: 'list' | 'text'
  receipt_unavailable_status: 404 | 409 | 422
  void_invalid_status: 404 | 409 | 422
  revoked_card_error: 'payment_method_revoked' | 'payment_method_not_found' | 'declined'
  method_not_found_code: 'payment_not_found' | 'payment_method_not_found'
  /** Per minute and key; `null`: unlimited. */
  rate_limit_per_minute: number | null
  per_page_max: number
  per_page_above_max: 'lowered' | 'rejected'
  metadata_max_keys: number | null
  metadata_max_bytes: number | null
  metadata_keys: 'any' | 'words'
  customer_fields: 'any' | 'strict'
  description_unit: 'characters' | 'bytes'
  reason_max_length: number | null
  nested_error_keys: 'path' | 'parent'
}

export interface ProfileSwitches {
  get(): Promise<Profile>
  /** Merges; returns the whole profile. */
  set(changes: Partial<Profile>): Promise<Profile>
}

const PATH = '/sandbox/profile'

export const profileOf = ({ send }: Sender): ProfileSwitches => ({
  get: () => send('GET', PATH),
  set: (changes) => send('PUT', PATH, changes),
})
