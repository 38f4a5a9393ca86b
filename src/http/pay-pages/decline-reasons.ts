import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'

export type Reason = keyof (typeof TEXTS)['en']['payPages']['card']['reasons']

/** ISO 8583 codes that a customer can act on. */
export const REASONS_BY_CODE: Readonly<Record<string, Reason>> = {
  '14': 'wrong-details',
  '51': 'no-funds',
  '54': 'expired-card',
  '61': 'no-funds',
  '82': 'wrong-details',
  N7: 'wrong-details',
}

/** Maps the processor's code (4.13); its message is not for customers. */
export const reasonOfDecline = (code: string): Reason => REASONS_BY_CODE[code] ?? 'declined'

/** Explains a decline to the customer, by the processor's code. */
export const sentenceOfDecline = (code: string, locale: Language): string =>
  TEXTS[locale].payPages.card.reasons[reasonOfDecline(code)]
