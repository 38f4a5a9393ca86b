import { z } from 'zod'
import { defaultProfile, type Profile, profileSchema } from '../../../sandbox/gateway/profile.ts'

export interface Variant {
  name: string
  profile: Partial<Profile>
}

/** Switches that cannot move, hide or double money in Puente; new ones are tested by default. */
const LEFT_OUT: Partial<Record<keyof Profile, string>> = {
  merchant_name: 'a text',
  fee_rate: 'Puente reads fees and never reckons them (4.3); the default is above zero',
  fee_fixed: 'as fee_rate',
  fee_threshold: 'as fee_rate',
  currencies: 'no switch: which currencies a merchant has',
  sandbox_terminal: 'no switch: without it there are no payments at all',
  tokenized_charge: 'no switch: without it saved cards are refused before anything is charged',
  merchant_object: 'nobody reads it while orders are paid',
  reusable_returns_existing: 'Puente creates no reusable payments',
  tip_types: 'Puente sends no fixed tips',
  delete_response: 'revoking a card moves no money',
  receipt_unavailable_status: 'reading a receipt moves no money',
  save_card_at_checkout: 'a customer who keeps a card pays the same',
}

const VALUES_OF_NUMBERS: {
  [Field in
    | 'settlement_time'
    | 'refund_opens_after_seconds'
    | 'refund_window_days'
    | 'rate_limit_per_minute'
    | 'per_page_max'
    | 'metadata_max_keys'
    | 'metadata_max_bytes'
    | 'reason_max_length']: readonly Profile[Field][]
} = {
  settlement_time: ['12:00'],
  refund_opens_after_seconds: [7_200],
  refund_window_days: [1],
  rate_limit_per_minute: [60],
  per_page_max: [1],
  metadata_max_keys: [1],
  metadata_max_bytes: [100],
  reason_max_length: [5],
}

const valuesOf = (field: keyof Profile): readonly unknown[] => {
  if (Object.hasOwn(VALUES_OF_NUMBERS, field)) {
    return VALUES_OF_NUMBERS[field as keyof typeof VALUES_OF_NUMBERS]
  }
  const schema = profileSchema.shape[field]
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodBoolean) return [true, false]
  const options: readonly unknown[] = schema instanceof z.ZodUnion ? schema.options : []
  const literals = options.flatMap((option) =>
    option instanceof z.ZodLiteral ? [...option.values] : [],
  )
  if (literals.length === 0 || literals.length < options.length) {
    throw new Error(`Say in ${import.meta.filename} which values of ${field} are to be tried`)
  }
  return literals
}

const FIELDS = Object.keys(profileSchema.shape) as (keyof Profile)[]

export const VARIANTS: readonly Variant[] = [
  { name: 'the defaults', profile: {} },
  ...FIELDS.filter((field) => !LEFT_OUT[field]).flatMap((field) =>
    valuesOf(field)
      .filter((value) => value !== defaultProfile[field])
      .map((value) => ({ name: `${field}: ${value}`, profile: { [field]: value } })),
  ),
]

const { key_scopes, rate_limit_per_minute, refunded_amount } = defaultProfile

/**
 * Fixed before the comparison: key scopes and rate limits would stop the test too, and without sums
 * the gateway never shows a partial refund with a lost event.
 */
export const FINAL_PROFILE: Partial<Profile> = {
  key_scopes,
  rate_limit_per_minute,
  refunded_amount,
}
