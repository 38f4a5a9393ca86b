import { decodeEntities } from '../../runtime/html-text.ts'
import { canBeInPath } from '../../runtime/path-segment.ts'
import { plainText } from '../../runtime/plain-text.ts'

/** Callers pass a copy: zod mutates its argument. */
const NO_PART_OF_AN_ADDRESS = {
  message:
    'Cannot be written into an address: use something visible, without control characters, and no "." or ".."',
  params: {
    es: 'No se puede escribir en una dirección: use algo visible, sin caracteres de control, y no "." ni ".."',
  },
} as const

/** The shop's order id: part of the paths that read, refund and cancel the order. */
export const orderIdText = (maxLength: number) =>
  plainText(maxLength).refine(canBeInPath, { ...NO_PART_OF_AN_ADDRESS })

/** A name or description for people; decodes HTML entities (`Caf&eacute;`). */
export const nameText = (maxLength: number) => plainText(maxLength).overwrite(decodeEntities)
