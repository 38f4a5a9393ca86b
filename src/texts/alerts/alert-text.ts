import type { AlertRow } from '../../db/db.ts'
import type { Language } from '../../locales/language.ts'
import type { AlertWording, PlatformAdapter } from '../../payments/ports/platform.ts'
import { caseWording } from './case-wording.ts'
import { type DbOfAlert, factsOfAlert } from './facts.ts'
import { alertWording } from './wording.ts'

/**
 * Renders an alert: title, cause and action, with amounts and payment. Without usable facts, falls
 * back to the general text of its kind.
 */
export const alertText = (
  alert: Pick<AlertRow, 'kind' | 'details'>,
  {
    db,
    locale,
    platform,
    hasButtons = false,
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
  const facts = factsOfAlert(alert, db, platform)
  const reader = isForMerchant ? 'merchant' : hasButtons ? 'dashboard' : 'terminal'
  return {
    ...alertWording(alert.kind, locale, { platform, isForMerchant }),
    ...caseWording(alert.kind, facts, { locale, reader }),
  }
}
