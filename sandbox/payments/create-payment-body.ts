import { z } from 'zod'
import { LIMITS } from '../../src/contract/create-payment.ts'
import { decimal } from '../../src/contract/decimals.ts'
import type { Violation } from '../messages.ts'

/** The error of every type check: `required` for a missing field, else what it should have been. */
const isA = (violation: Violation) => ({
  error: (issue: { input?: unknown }): Violation =>
    issue.input === undefined || issue.input === null ? 'required' : violation,
})

const broken = (violation: Violation): Violation => violation

/** `null` counts as missing. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional())

/** `null` and the empty string count as missing. */
const optionalText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), schema.optional())

/** NUL is no character of a text: PostgreSQL cannot keep it. */
const text = z.string(isA('string')).refine((value) => !value.includes('\0'), broken('string'))

const shorterThan = (limit: number) =>
  text.refine((value) => [...value].length <= limit, broken(`max_length:${limit}`))

const requiredText = (limit: number) =>
  shorterThan(limit).refine((value) => value.trim() !== '', broken('required'))

const boolean = z.boolean(isA('boolean'))

/** A JSON number or a numeric string; comes out as a decimal string. */
const number = z
  .union([z.number(), z.string()], isA('numeric'))
  .pipe(decimal.catch('').refine((value) => value !== '', broken('numeric')))

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const webUrl = text.refine((value) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol)
}, broken('url'))

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, isA(`choice:${values.join(', ')}`))

const customerPrefill = z.object(
  {
    name: optionalText(text),
    email: optionalText(text),
    phone: optionalText(text),
    identity_number: optionalText(text),
  },
  isA('object'),
)

/** The body of `POST /payments`, field by field as in `gateway-api.md` 4.3. */
export const createPaymentBody = z.object(
  {
    amount: number,
    external_reference: requiredText(LIMITS.externalReferenceLength),
    name: requiredText(LIMITS.nameLength),
    currency_code: optionalText(
      z.string(isA('string')).regex(/^\d{3}$/, broken('numeric_currency')),
    ),
    description: optionalText(shorterThan(LIMITS.descriptionLength)),
    metadata: optional(z.custom<Record<string, unknown>>(isPlainObject, broken('object'))),
    success_url: optionalText(webUrl),
    cancel_url: optionalText(webUrl),
    expires_at: optionalText(text),
    customer: optional(customerPrefill),
    lock_customer_fields: optional(boolean),
    reusable: optional(boolean),
    sales_tax_type: optionalText(oneOf(['none', 'fixed', 'percentage'])),
    sales_tax_value: optionalText(number),
    tip_enabled: optional(boolean),
    /** 4.3: "Allowed values not shown". Chosen like `sales_tax_type`. */
    tip_type: optionalText(oneOf(['fixed', 'percentage'])),
    tip_value: optionalText(number),
    tip_customer_selectable: optional(boolean),
    tip_preset_percentages: optional(z.array(number, isA('array'))),
    tip_allow_custom: optional(boolean),
    tip_min_amount: optionalText(number),
    tip_max_amount: optionalText(number),
    service_fee_enabled: optional(boolean),
  },
  broken('malformed_body'),
)

export type CreatePaymentBody = z.output<typeof createPaymentBody>

/** The names of the fields that 4.3 does not know (1.8); those of the customer as `customer.x`. */
export const droppedFields = (body: Record<string, unknown>): string[] => [
  ...unknownKeys(body, createPaymentBody.shape),
  ...(isPlainObject(body.customer)
    ? unknownKeys(body.customer, customerPrefill.shape).map((key) => `customer.${key}`)
    : []),
]

const unknownKeys = (value: Record<string, unknown>, shape: object): string[] =>
  Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
