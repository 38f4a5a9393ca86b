import type { Language } from '../locales/language.ts'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }

export const DOMAIN_TEXTS: Readonly<Record<Language, typeof en>> = { es, en }
