import type { AlertKind } from '../../db/tables/alerts.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import type { AlertWording, PlatformAdapter } from '../../payments/ports/platform.ts'

/**
 * Returns the general text of an alert kind, without the facts of a case: the platform's if it has
 * one. Merchants read actions of their own where the general one needs a command line.
 */
export const alertWording = (
  kind: AlertKind,
  locale: Language,
  {
    platform,
    isForMerchant = false,
  }: { platform?: Pick<PlatformAdapter, 'alertTexts'> | undefined; isForMerchant?: boolean } = {},
): AlertWording => {
  const { kinds, merchants } = TEXTS[locale].alerts
  const wording = { ...kinds[kind], ...platform?.alertTexts?.[locale][kind] }
  const actions: { readonly [Kind in AlertKind]?: string } = merchants
  return { ...wording, todo: (isForMerchant && actions[kind]) || wording.todo }
}
