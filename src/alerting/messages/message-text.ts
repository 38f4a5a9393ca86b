import { minuteText } from '../../domain/minute-text.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { MINUTE } from '../../runtime/clock.ts'
import { oneLine } from '../../runtime/text/printable.ts'
import type { AlertMessage } from './alert-message.ts'

const MOST_SUBJECT = 150
const MOST_STORE = 60
const MOST_ORDER = 60
const MOST_PARAGRAPH = 1_200
const MOST_ORDERS = 10

interface NamedLink {
  label: string
  url: string
}

export interface OrderText {
  order: string
  customer: string
  sum: string
  links: readonly NamedLink[]
}

/** Single lines, without invisible characters. */
export interface AlertMessageText {
  subject: string
  title: string
  /** Facts first, the action last. */
  paragraphs: readonly string[]
  orders: readonly OrderText[]
  /** May be empty. */
  moreOrders: string
  /** Time and extent. */
  footer: readonly string[]
  open: NamedLink
}

type AffectedOrder = AlertMessage['data']['affected_orders'][number]

export const alertMessageText = (
  { type, language, data }: AlertMessage,
  now: Date,
  { mostOrders = MOST_ORDERS }: { mostOrders?: number } = {},
): AlertMessageText => {
  const words = TEXTS[language].alertMessages
  const format = (message: string, values: MessageValues) =>
    oneLine(formatMessage(message, values, language), MOST_PARAGRAPH)
  const isOver = type === 'alert.closed'
  const isTest = data.kind === 'test'
  const where = data.store
    ? oneLine(data.store.name, MOST_STORE) || data.store.id
    : format(words.stores, { count: data.stores })
  const state = isTest ? 'test' : isOver ? 'over' : data.repeated ? 'worse' : 'new'
  const openedAt = new Date(data.opened_at)
  const until = data.closed_at ? new Date(data.closed_at) : now
  const age = ageText(until.getTime() - openedAt.getTime(), language)
  const { orders } = data
  const affected = data.affected_orders.slice(0, mostOrders)
  const more = Math.max(0, orders - affected.length)
  const subject = format(words.subject, { state, where, what: data.what })
  const lines = isOver ? [format(words.lasted, { age })] : [...data.why, ...data.todo.split('\n')]
  return {
    subject: oneLine(subject.replace(/\.$/, ''), MOST_SUBJECT),
    title: oneLine(`${isTest ? '' : `${where}: `}${data.what}`, MOST_PARAGRAPH),
    paragraphs: lines.map((line) => oneLine(line, MOST_PARAGRAPH)).filter(Boolean),
    orders: affected.map((order) => orderText(order, language)),
    moreOrders: affected.length > 0 && more > 0 ? format(words.moreOrders, { more }) : '',
    footer: isTest
      ? []
      : [
          ...(isOver ? [] : [format(words.since, { at: minuteText(openedAt, language), age })]),
          ...(data.alerts > 1 ? [format(words.alerts, { count: data.alerts })] : []),
          ...(orders > 1 ? [format(words.orders, { count: orders })] : []),
          ...(data.money.length > 0
            ? [format(words.money, { sums: sumsOf(data.money, language) })]
            : []),
        ],
    open: { label: words.open, url: data.link },
  }
}

const orderText = (
  { number, money, customer, link, payment_link }: AffectedOrder,
  language: Language,
): OrderText => {
  const words = TEXTS[language].alertMessages
  return {
    order: `${words.order} ${oneLine(number, MOST_ORDER)}`,
    customer: customer?.name ?? customer?.email ?? words.noCustomer,
    sum: oneLine(sumsOf(money, language), MOST_PARAGRAPH),
    links: [
      { label: words.openOrder, url: link },
      ...(customer?.link ? [{ label: words.customerOrders, url: customer.link }] : []),
      ...(payment_link ? [{ label: words.openPayment, url: payment_link }] : []),
    ],
  }
}

const sumsOf = (money: AffectedOrder['money'], language: Language): string =>
  money.map(({ amount, currency }) => moneyInWords(amount, currency, language)).join(', ')

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
