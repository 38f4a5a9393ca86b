import { minuteText, moneyInWords } from '../../domain/money-text.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { printable, printableLines } from '../../runtime/text/printable.ts'
import { ageText } from './age-text.ts'
import type { AlertMessage } from './alert-message.ts'

const MOST_SUBJECT = 150

interface Words {
  over: string
  worse: string
  stores: (count: number) => string
  lasted: (age: string) => string
  since: (at: string, age: string) => string
  alerts: (count: number) => string
  orders: (count: number, named: string, more: number) => string
  money: (sums: string) => string
}

const WORDS: Readonly<Record<AlertMessage['language'], Words>> = {
  en: {
    over: 'Over',
    worse: 'Worse',
    stores: (count) => `${count} stores`,
    lasted: (age) => `It is over. It took ${age}.`,
    since: (at, age) => `Since ${at} (${age}).`,
    alerts: (count) => (count === 1 ? '1 alert.' : `${count} alerts.`),
    orders: (count, named, more) =>
      `Orders: ${count}${named ? ` (${named}${more > 0 ? ` and ${more} more` : ''})` : ''}.`,
    money: (sums) => `Money at stake: ${sums}.`,
  },
  es: {
    over: 'Resuelto',
    worse: 'Empeora',
    stores: (count) => `${count} comercios`,
    lasted: (age) => `Ya pasó. Duró ${age}.`,
    since: (at, age) => `Desde el ${at} (${age}).`,
    alerts: (count) => (count === 1 ? '1 alerta.' : `${count} alertas.`),
    orders: (count, named, more) =>
      `Pedidos: ${count}${named ? ` (${named}${more > 0 ? ` y ${more} más` : ''})` : ''}.`,
    money: (sums) => `Dinero en juego: ${sums}.`,
  },
}

/** Renders plain text with a one-line subject. */
export const alertMessageText = (
  { type, language, data }: AlertMessage,
  now: Date,
): { subject: string; text: string; link: string } => {
  const words = WORDS[language]
  const isOver = type === 'alert.closed'
  const where = data.store ? data.store.name : words.stores(data.stores)
  const state = isOver ? `${words.over}: ` : data.repeated ? `${words.worse}: ` : ''
  const openedAt = new Date(data.opened_at)
  const until = data.closed_at ? new Date(data.closed_at) : now
  const age = ageText(until.getTime() - openedAt.getTime(), language)
  const sums = data.money.map(({ amount, currency }) => moneyInWords(amount, currency, language))
  const { orders, order_numbers: numbers } = data
  const lines = [
    `${where}: ${data.what}`,
    ...(isOver
      ? [words.lasted(age)]
      : [...data.why, data.todo, words.since(minuteText(openedAt, language), age)]),
    words.alerts(data.alerts),
    ...(orders > 0 ? [words.orders(orders, numbers.join(', '), orders - numbers.length)] : []),
    ...(sums.length > 0 ? [words.money(sums.join(', '))] : []),
  ]
  return {
    subject: fitText(printable(`[Puente] ${state}${where}: ${data.what}`), MOST_SUBJECT),
    text: printableLines(lines.join('\n')),
    link: data.link,
  }
}
