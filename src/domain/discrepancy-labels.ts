import type { Language } from '../locales/language.ts'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }

/** Names of discrepancy kinds and of fields; the dashboard shares this catalogue. */
export const discrepancyLabels: Readonly<Record<Language, typeof en.discrepancies>> = {
  es: es.discrepancies,
  en: en.discrepancies,
}
