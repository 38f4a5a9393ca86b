import { minuteText } from '../../domain/minute-text.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { formatList } from '../../locales/format-list.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { stateName } from '../state-names.ts'
import type { AlertFacts } from './facts.ts'

/** Lists the requests for a refund; `undefined` if there are none. */
export const refundRequests = ({ asked }: AlertFacts, locale: Language): string | undefined => {
  const { words } = TEXTS[locale].alerts
  const requests = asked.map(({ at, kind = 'refund', answer = 'none' }) =>
    formatMessage(words.request, { kind, answer, at: minuteText(at, locale) }, locale),
  )
  return formatList(requests, locale) || undefined
}

/** Lists the states that the gateway showed since the requests; `undefined` if there are none. */
export const refundObservations = (
  { shown, currency }: AlertFacts,
  locale: Language,
): string | undefined => {
  const { words } = TEXTS[locale].alerts
  const observations = shown.map(({ at, state, refunded_amount: refunded }) => {
    const amount = refunded && currency ? moneyInWords(refunded, currency, locale) : 'none'
    const named = state === undefined ? words.unknownState : stateName(state, locale)
    const values = { at: minuteText(at, locale), state: named, amount }
    return formatMessage(words.observation, values, locale)
  })
  return formatList(observations, locale) || undefined
}
