import type { SandboxLanguage } from '../../language.ts'
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
export type CheckoutTexts = Readonly<Record<keyof typeof spanish, string>>

/** Both languages must have the same keys. */
const english: CheckoutTexts = {
  ...commonTexts.en,
  ...formTexts.en,
  ...declineTexts.en,
  ...screenTexts.en,
  ...challengeTexts.en,
}

export const checkoutTextsIn = (language: SandboxLanguage): CheckoutTexts =>
  language === 'es' ? spanish : english
