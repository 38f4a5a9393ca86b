import { maskTypedCardNumbers } from '../runtime/text/masking.ts'
import { printable } from '../runtime/text/printable.ts'

const LONGEST_NAME = 100

/** One line without control or formatting characters; masks card numbers. */
export const personName = (typed: string): string =>
  maskTypedCardNumbers(printable(typed)).trim().slice(0, LONGEST_NAME).toWellFormed()
