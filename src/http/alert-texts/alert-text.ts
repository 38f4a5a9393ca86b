import type { AlertRow } from '../../db/db.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { AlertWording, PlatformAdapter } from '../../payments/ports/platform.ts'
import { alertSentencesEn } from './en.ts'
import { alertSentencesEs } from './es.ts'
import { type DbOfAlert, factsOfAlert } from './facts.ts'
import { forPeople } from './for-people.ts'
import type { AlertSentences } from './sentences.ts'
import { alertWording } from './wording.ts'

const SENTENCES: Readonly<Record<Locale, AlertSentences>> = {
  es: alertSentencesEs,
  en: alertSentencesEn,
}

/**
 * An alert for who has to look at it: what is about money names the amount, its currency, the
 * payment and the next step; a platform has words of its own for some. Where too little is known of it, it says what its kind means.
 */
export const alertText = (
  alert: Pick<AlertRow, 'kind' | 'details'>,
  {
    db,
    locale,
    platform,
    hasButtons,
    isForPeople = false,
  }: {
    db: DbOfAlert
    locale: Locale
    platform?: Pick<PlatformAdapter, 'title' | 'alertTexts'> | undefined
    hasButtons?: boolean | undefined
    /** Whether a shop's people read it, in the shop's own pages or in a mail. */
    isForPeople?: boolean | undefined
  },
): AlertWording => {
  const facts = factsOfAlert(alert, db, platform, { hasButtons: hasButtons || isForPeople })
  const wording = {
    ...alertWording(alert.kind, locale),
    ...platform?.alertTexts?.[locale][alert.kind],
    ...(SENTENCES[locale][alert.kind]?.(facts) || {}),
  }
  return isForPeople ? forPeople(wording, { kind: alert.kind, locale }) : wording
}
