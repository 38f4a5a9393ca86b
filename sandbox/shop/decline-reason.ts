import { formatMessage } from '../../src/locales/format-message.ts'
import type { Language } from '../../src/locales/language.ts'
import { SHOP_TEXTS } from './locales/texts.ts'

type DeclineReason = keyof (typeof SHOP_TEXTS)['en']['reasons']

/** ISO 8583 codes that a customer can act on. */
const REASONS_BY_CODE: Readonly<Record<string, DeclineReason>> = {
  '14': 'details',
  '51': 'funds',
  '54': 'expired',
  '61': 'funds',
  '82': 'details',
  N7: 'details',
}

export const declineReason = (code: string, language: Language): string =>
  SHOP_TEXTS[language].reasons[REASONS_BY_CODE[code] ?? 'bank']

export const declineMessage = (code: string, language: Language): string =>
  formatMessage(
    SHOP_TEXTS[language].card.declined,
    { reason: declineReason(code, language) },
    language,
  )
