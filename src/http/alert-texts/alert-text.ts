import type { ProblemRow } from '../../ledger/ledger.ts'
import type { Locale } from '../../ledger/tables/stores.ts'
import { type ProblemText, problemText } from '../../payments/problem-texts.ts'
import { alertSentencesEn } from './en.ts'
import { alertSentencesEs } from './es.ts'
import { factsOfAlert, type LedgerOfAlert } from './facts.ts'
import type { AlertSentences } from './sentences.ts'

const SENTENCES: Readonly<Record<Locale, AlertSentences>> = {
  es: alertSentencesEs,
  en: alertSentencesEn,
}

/**
 * An alert for who has to look at it: what is about money names the amount, its currency, the
 * payment and the next step. Where too little is known of it, it says what its kind means.
 */
export const alertText = (
  alert: Pick<ProblemRow, 'kind' | 'details'>,
  { ledger, locale }: { ledger: LedgerOfAlert; locale: Locale },
): ProblemText => ({
  ...problemText(alert.kind, locale),
  ...(SENTENCES[locale][alert.kind]?.(factsOfAlert(alert, ledger)) || {}),
})
