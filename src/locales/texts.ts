import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import type { Language } from './language.ts'

/** Messages of the server: plain strings, or ICU messages for `formatMessage`. */
export const TEXTS: Readonly<Record<Language, typeof en>> = { es, en }
