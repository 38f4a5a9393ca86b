import { minuteText } from '../../domain/minute-text.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { MINUTE } from '../../runtime/clock.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { printable, printableLines } from '../../runtime/text/printable.ts'
import type { AlertMessage } from './alert-message.ts'

const MOST_SUBJECT = 150

export const alertMessageText = (
  { type, language, data }: AlertMessage,
  now: Date,
): { subject: string; text: string; link: string } => {
  const words = TEXTS[language].alertMessages
  const format = (message: string, values: MessageValues) =>
    formatMessage(message, values, language)
  const isOver = type === 'alert.closed'
  const where = data.store ? data.store.name : format(words.stores, { count: data.stores })
  const state = isOver ? 'over' : data.repeated ? 'worse' : 'new'
  const openedAt = new Date(data.opened_at)
  const until = data.closed_at ? new Date(data.closed_at) : now
  const age = ageText(until.getTime() - openedAt.getTime(), language)
  const sums = data.money.map(({ amount, currency }) => moneyInWords(amount, currency, language))
  const { orders, order_numbers: numbers } = data
  const named = numbers.join(', ') || 'none'
  const lines = [
    `${where}: ${data.what}`,
    ...(isOver
      ? [format(words.lasted, { age })]
      : [...data.why, data.todo, format(words.since, { at: minuteText(openedAt, language), age })]),
    format(words.alerts, { count: data.alerts }),
    ...(orders > 0
      ? [format(words.orders, { count: orders, named, more: orders - numbers.length })]
      : []),
    ...(sums.length > 0 ? [format(words.money, { sums: sums.join(', ') })] : []),
  ]
  const subject = format(words.subject, { state, where, what: data.what })
  return {
    subject: fitText(printable(subject), MOST_SUBJECT),
    text: printableLines(lines.join('\n')),
    link: data.link,
  }
}

const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR

/** Renders the two largest units: `2 h 5 min`, `3 d 4 h`. */
export const ageText = (ms: number, language: Language): string => {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return TEXTS[language].alertMessages.underAMinute
  const days = Math.floor(minutes / MINUTES_OF_DAY)
  const hours = Math.floor((minutes % MINUTES_OF_DAY) / MINUTES_OF_HOUR)
  const rest = minutes % MINUTES_OF_HOUR
  const parts = [days && `${days} d`, hours && `${hours} h`, !days && rest && `${rest} min`]
  return parts.filter(Boolean).join(' ')
}
