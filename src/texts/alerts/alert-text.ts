import type { AlertRow } from '../../db/db.ts'
import type { Language } from '../../locales/language.ts'
import type { AlertWording, PlatformAdapter } from '../../payments/ports/platform.ts'
import { alertSentencesEn } from './en.ts'
import { alertSentencesEs } from './es.ts'
import { type DbOfAlert, factsOfAlert } from './facts.ts'
import { forMerchants } from './for-people.ts'
import type { AlertSentences } from './sentences.ts'
import { alertWording } from './wording.ts'

const SENTENCES: Readonly<Record<Language, AlertSentences>> = {
  es: alertSentencesEs,
  en: alertSentencesEn,
}

/**
 * Renders an alert: what happened, why and what to do, with amounts and payment. Without usable
 * facts, falls back to the platform's text for the kind, then to the general one.
 */
export const alertText = (
  alert: Pick<AlertRow, 'kind' | 'details'>,
  {
    db,
    locale,
    platform,
    hasButtons,
    isForMerchant = false,
  }: {
    db: DbOfAlert
    locale: Language
    platform?: Pick<PlatformAdapter, 'title' | 'alertTexts'> | undefined
    hasButtons?: boolean | undefined
    /** Whether the reader works for the merchant, without access to Puente's command line. */
    isForMerchant?: boolean | undefined
  },
): AlertWording => {
  const facts = factsOfAlert(alert, db, platform, { hasButtons: hasButtons || isForMerchant })
  const wording = {
    ...alertWording(alert.kind, locale),
    ...platform?.alertTexts?.[locale][alert.kind],
    ...(SENTENCES[locale][alert.kind]?.(facts) || {}),
  }
  return isForMerchant ? forMerchants(wording, { kind: alert.kind, locale }) : wording
}
