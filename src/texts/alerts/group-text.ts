import type { AlertKind } from '../../db/tables/alerts.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import { namedMoney } from './affected-orders.ts'
import { alertText, alertWording, withLastError } from './alert-text.ts'
import { type AlertAudience, alertReader } from './case-wording.ts'
import type { AlertOfGroup } from './extent.ts'
import { factsOfAlert } from './facts.ts'

const MOST_CAUSES = 5

interface GroupReader extends AlertAudience {
  locale: Language
  platform?: Pick<PlatformAdapter, 'title' | 'alertTexts'> | undefined
}

/** Names one alert in full, several of a kind by their number, with one action. */
export const groupWording = (
  kind: AlertKind,
  alerts: readonly AlertOfGroup[],
  reader: GroupReader,
): { what: string; todo: string } => {
  const [only, ...others] = alerts
  if (only && others.length === 0) return alertText(only.alert, { db: only.db, ...reader })
  const { locale, isForMerchant } = reader
  const { several, merchants } = TEXTS[locale].alerts
  const ofSeveral: { readonly [Kind in AlertKind]?: { what: string; todo?: string } } = several
  const counted = ofSeveral[kind]
  if (!counted) return sharedWording(kind, alerts, reader)
  const actions: { readonly [Kind in AlertKind]?: string } = merchants
  const todo = counted.todo && formatMessage(counted.todo, { reader: alertReader(reader) }, locale)
  return {
    what: formatMessage(counted.what, { count: alerts.length }, locale),
    todo: (isForMerchant && actions[kind]) || (todo ?? alertWording(kind, locale, reader).todo),
  }
}

/** Describes alerts about stores or channels: in full if all say the same. */
const sharedWording = (
  kind: AlertKind,
  alerts: readonly AlertOfGroup[],
  reader: GroupReader,
): { what: string; todo: string } => {
  const texts = alerts.map(({ alert, db }) => alertText(alert, { db, ...reader }))
  const [first] = texts
  const isShared = texts.every(({ what, todo }) => what === first?.what && todo === first.todo)
  return first && isShared ? first : alertWording(kind, reader.locale, reader)
}

/** Lists each cause once. Causes of charges name no order: one for all. */
export const groupCauses = (
  kind: AlertKind,
  alerts: readonly AlertOfGroup[],
  reader: GroupReader,
): string[] => {
  const facts = alerts.map(({ alert, db }) => factsOfAlert(alert, db))
  const areOfCharges = alerts.length > 1 && facts.some((each) => namedMoney(kind, each).length > 0)
  if (!areOfCharges) {
    const whys = alerts.map(({ alert, db }) => alertText(alert, { db, ...reader }).why)
    const causes = [...new Set(whys)]
    if (causes.length <= MOST_CAUSES) return causes
  }
  const error = facts.find((each) => each.error !== undefined)?.error
  const { why } = alertWording(kind, reader.locale, reader)
  return [withLastError(why, kind, { error }, reader.locale)]
}
