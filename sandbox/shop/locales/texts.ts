import type { Language } from '../../../src/locales/language.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** The shop's messages: plain strings, or ICU messages for `formatMessage`. */
export const SHOP_TEXTS: Readonly<Record<Language, typeof en>> = { es, en }

export type ProductId = keyof typeof en.products

export const SHOP_NAME = 'Pulpería La Ceiba'
