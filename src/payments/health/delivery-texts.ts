import { RETRY_WINDOW_MS } from '../../contract/events.ts'
import type { StoreRow } from '../../db/db.ts'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { MINUTE } from '../../runtime/clock.ts'
import type { DeliveryFacts, DeliveryVerdict, Refusal } from '../inbound/rules/webhook-health.ts'

export interface DeliveryTexts {
  text: string
  /** `null` if no action is needed. */
  todo: string | null
}

interface About {
  store: Pick<StoreRow, 'id' | 'environment' | 'locale'>
  webhookUrl: string
  facts: DeliveryFacts
  /** Place to paste the signing secret, as a phrase after a colon. */
  pasteAt?: Record<Language, string> | undefined
}

export const deliveryTexts = (verdict: DeliveryVerdict, about: About): DeliveryTexts => {
  const { store, facts, webhookUrl, pasteAt } = about
  const texts = TEXTS[store.locale].webhookHealth
  const format = (message: string, values: MessageValues) =>
    formatMessage(message, values, store.locale)
  const place = pasteAt?.[store.locale] ?? format(texts.place, { store: store.id })
  const paste = format(texts.paste, { place })
  const register = format(texts.register, { url: webhookUrl, environment: store.environment })
  const last = { at: facts.lastAcceptedAt ? timeOf(facts.lastAcceptedAt) : 'none' }
  const lastAccepted = format(texts.lastAccepted, last)
  const wrongSecret = ({ at }: Refusal) => format(texts.wrongSecret, { at: timeOf(at) })
  const changed = (gaps: { count: number } | null | undefined) =>
    gaps ? [format(texts.changed, { count: gaps.count })] : []
  switch (verdict.verdict) {
    case 'arriving': {
      const said = [format(texts.arriving, last), ...changed(facts.gaps.all)]
      return { text: said.join(' '), todo: null }
    }
    case 'not_known':
      return { text: format(texts[verdict.because], { minutes: RETRY_MINUTES }), todo: register }
    case 'refused': {
      const said = [wrongSecret(verdict.refusal), lastAccepted, texts.perhapsStrangers]
      return { text: said.join(' '), todo: paste }
    }
    case 'failing': {
      const { cause, refusal, gaps } = verdict
      const rest = [...changed(gaps), lastAccepted]
      if (cause === 'nothing_arrives' || !refusal) return { text: rest.join(' '), todo: register }
      if (cause === 'clock') {
        const clock = format(texts.clock, { at: timeOf(refusal.at), ...distanceOf(refusal) })
        return { text: [clock, ...rest].join(' '), todo: texts.setClock }
      }
      const { reason } = refusal
      const signed = reason === 'former-secret' || reason === 'other-store' ? [texts[reason]] : []
      return { text: [wrongSecret(refusal), ...signed, ...rest].join(' '), todo: paste }
    }
  }
}

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const RETRY_MINUTES = Math.round(RETRY_WINDOW_MS / MINUTE)

const distanceOf = ({ ageSeconds }: Refusal): { age: string; direction: 'ahead' | 'behind' } => {
  const seconds = Math.abs(ageSeconds ?? 0)
  const age =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7_200
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3_600)} h`
  return { age, direction: (ageSeconds ?? 0) < 0 ? 'ahead' : 'behind' }
}
