import type { Language } from '../../../src/locales/language.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

export type GatewayTexts = typeof en

/** The gateway's messages: plain strings, or ICU messages for `formatMessage`. */
export const GATEWAY_TEXTS: Readonly<Record<Language, GatewayTexts>> = { es, en }
