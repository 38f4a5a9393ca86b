import { z } from 'zod'
import { TEXTS } from '../../locales/texts.ts'
import { isStorable } from './storable.ts'

const NOT_PLAIN = { error: TEXTS.en.validation.invalidCharacter, abort: true }

/** Accepts 1 to `maxLength` UTF-16 units, without surrounding blanks. */
export const plainText = (maxLength: number) =>
  z.string().refine(isStorable, NOT_PLAIN).trim().min(1).max(maxLength)
