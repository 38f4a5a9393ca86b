import type { Language } from '../../language.ts'
import { challengeTexts } from './challenge.ts'
import { commonTexts } from './common.ts'
import { declineTexts } from './declines.ts'
import { formTexts } from './form.ts'
import { screenTexts } from './screens.ts'

const spanish = {
  ...commonTexts.es,
  ...formTexts.es,
  ...declineTexts.es,
  ...screenTexts.es,
  ...challengeTexts.es,
}

/** `fill` replaces the `:x` placeholders. */
export type Texts = Readonly<Record<keyof typeof spanish, string>>

/** Both languages must have the same keys. */
const english: Texts = {
  ...commonTexts.en,
  ...formTexts.en,
  ...declineTexts.en,
  ...screenTexts.en,
  ...challengeTexts.en,
}

export const textsIn = (language: Language): Texts => (language === 'es' ? spanish : english)
