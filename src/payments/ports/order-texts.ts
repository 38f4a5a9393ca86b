import { decodeEntities } from '../../runtime/html-text.ts'
import { canBeInPath } from '../../runtime/path-segment.ts'
import { plainText } from '../../runtime/plain-text.ts'

/** Handed on as a copy: zod changes what it is given. */
const NO_PART_OF_AN_ADDRESS = {
  message:
    'Cannot be written into an address: use something visible, without control characters, and no "." or ".."',
  params: {
    es: 'No se puede escribir en una dirección: use algo visible, sin caracteres de control, y no "." ni ".."',
  },
} as const

/** The shop's id of an order: read, refunded and cancelled by a path that it is a part of. */
export const orderIdText = (maxLength: number) =>
  plainText(maxLength).refine(canBeInPath, { ...NO_PART_OF_AN_ADDRESS })

/** A name or description for people, whose references of HTML (`Caf&eacute;`) are decoded. */
export const nameText = (maxLength: number) => plainText(maxLength).overwrite(decodeEntities)
