import type { Language } from '../../src/locales/language.ts'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }

export const SHOPIFY_TEXTS: Readonly<Record<Language, typeof en>> = { es, en }
