import type { Language } from '../src/locales/language.ts'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }

/** Messages that several platforms use. */
export const COMMON_TEXTS: Readonly<Record<Language, typeof en>> = { es, en }
