import type { PaymentLinkId } from '../ids.ts'

const USUAL_LENGTH = 6

/** Returns the order number of a request without a reference: the first characters of its id. */
export const usualNumber = (reference: string): string =>
  reference
    .slice(reference.indexOf('_') + 1, reference.indexOf('_') + 1 + USUAL_LENGTH)
    .toUpperCase()

const LINK_PART_LENGTH = 4

/** Returns an order number such as `K7QX-12`; the first part is unique to the link. */
export const numberInLink = (linkId: PaymentLinkId, ordinal: number): string =>
  `${linkId.slice(-LINK_PART_LENGTH).toUpperCase()}-${ordinal}`

/** Parses the number of a link's order into the end of the link's id and the ordinal. */
export const readNumberInLink = (
  number: string | null,
): { linkIdEnd: string; ordinal: number } | undefined => {
  const [, part, ordinal] = /^([0-9A-Z]{4})-(\d{1,9})$/.exec(number ?? '') ?? []
  return part && ordinal ? { linkIdEnd: part.toLowerCase(), ordinal: Number(ordinal) } : undefined
}
