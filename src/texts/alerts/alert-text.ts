import type { AlertRow } from '../../db/db.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import type { AlertWording, PlatformAdapter } from '../../payments/ports/platform.ts'
import { type AlertAudience, alertReader, caseWording } from './case-wording.ts'
import { type AlertFacts, type DbOfAlert, factsOfAlert } from './facts.ts'

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
    ...audience
  }: {
    db: DbOfAlert
    locale: Language
    platform?: Pick<PlatformAdapter, 'title' | 'alertTexts'> | undefined
  } & AlertAudience,
): AlertWording => {
  const facts = factsOfAlert(alert, db, platform)
  const wording = {
    ...alertWording(alert.kind, locale, { platform, ...audience }),
    ...caseWording(alert.kind, facts, { locale, reader: alertReader(audience) }),
  }
  return { ...wording, why: withLastError(wording.why, alert.kind, facts, locale) }
}

/** These explain their reason in their own words. */
const EXPLAINED: ReadonlySet<AlertKind> = new Set([
  'webhooks_stopped',
  'refund_not_shown',
  'store_refund_not_possible',
])

/** Adds the last error to a cause, if the alert has one. */
export const withLastError = (
  why: string,
  kind: AlertKind,
  { error }: Pick<AlertFacts, 'error'>,
  locale: Language,
): string =>
  error === undefined || EXPLAINED.has(kind)
    ? why
    : `${why} ${formatMessage(TEXTS[locale].alerts.words.lastError, { error }, locale)}`

/**
 * Returns the general text of an alert kind: the platform's if it has one. Only readers at a terminal
 * get commands; merchants read an alternative.
 */
export const alertWording = (
  kind: AlertKind,
  locale: Language,
  {
    platform,
    ...audience
  }: { platform?: Pick<PlatformAdapter, 'alertTexts'> | undefined } & AlertAudience = {},
): AlertWording => {
  const { kinds, merchants } = TEXTS[locale].alerts
  const reader = alertReader(audience)
  const todo = formatMessage(kinds[kind].todo, { reader }, locale)
  const wording = { ...kinds[kind], todo, ...platform?.alertTexts?.[locale][kind] }
  const actions: { readonly [Kind in AlertKind]?: string } = merchants
  return { ...wording, todo: (reader === 'merchant' && actions[kind]) || wording.todo }
}
