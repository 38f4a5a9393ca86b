import { z } from 'zod'
import { customerOf, decorationText, shortText } from '../../../payments/ports/order-texts.ts'
import { decodeEntities } from '../../../runtime/http/page/html-text.ts'
import { isStorable, toStorableText } from '../../../runtime/text/storable.ts'
import { customerView } from '../../../wire/order-view.ts'

/**
 * Parses decorative text without refusing any: numbers become text, other types are dropped, more
 * than `maxLength` UTF-16 units are cut. Decodes HTML entities (`Caf&eacute;`).
 */
export const longText = (maxLength: number) =>
  z
    .preprocess(
      (value) => shortText(decodeEntities(decorationText(value)), maxLength),
      z.string().optional(),
    )
    .optional()

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const { name, email, phone, identity_number } = customerView.shape

/** Rejects unknown fields, so that a typo shows in the first request. */
export const customer = z
  .preprocess(
    (value) => (isObject(value) ? { ...value, ...customerOf(value, decodeEntities) } : {}),
    z.strictObject({ name, email, phone, identity_number }),
  )
  .optional()
  .meta({
    description:
      'Customer details that prefill the checkout; Puente creates no customer record. Puente omits values that are not text or a number, invalid e-mail addresses, phone and identity numbers of more than 50 characters, and card numbers; it truncates a long name.',
  })

const MOST_KEYS = 30
const LONGEST_KEY = 40
const LONGEST_VALUE = 500

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

const readMetadata = (value: unknown): Record<string, z.output<typeof metadataValue>> => {
  const entries = Object.entries(isObject(value) ? value : {}).flatMap(([key, field]) => {
    const read = metadataValue.safeParse(field)
    if (!read.success || key === '' || key.length > LONGEST_KEY || !isStorable(key)) return []
    const { data } = read
    const kept =
      typeof data === 'string' ? (shortText(toStorableText(data), LONGEST_VALUE) ?? '') : data
    return [[key, kept] as const]
  })
  return Object.fromEntries(entries.slice(0, MOST_KEYS))
}

export const metadata = z
  .preprocess(readMetadata, z.record(z.string(), metadataValue))
  .optional()
  .meta({
    description: `Key-value pairs, returned unchanged except that \`[card number]\` replaces card numbers. Puente keeps the first ${MOST_KEYS} keys of 1 to ${LONGEST_KEY} characters, truncates texts to ${LONGEST_VALUE} characters, and omits lists and objects.`,
    example: { table: 4 },
  })
