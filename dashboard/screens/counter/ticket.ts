import { type Currency, currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMinor, parseMoney } from '../../../src/domain/money.ts'

/** A favourite on the ticket. */
export interface TicketLine {
  id: string
  name: string
  /** Unit price, decimal string. */
  price: string
  count: number
}

export const TIPS = ['none', '5', '10', '15', 'own'] as const
/** Percentage of the ticket, a custom amount (`own`), or none. */
export type Tip = (typeof TIPS)[number]

/** One customer's items, amount and tip before the charge. */
export interface Ticket {
  /** Amount as typed on the keypad, beside the lines. */
  typed: string
  lines: readonly TicketLine[]
  tip: Tip
  /** Custom tip, as typed. */
  ownTip: string
}

export const EMPTY_TICKET: Ticket = { typed: '', lines: [], tip: 'none', ownTip: '' }

const MOST_DIGITS = 9
export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const
export type Key = (typeof KEYS)[number]

/** Returns the text after a key. Ignores keys that do not form an amount. */
export const typedAfter = (typed: string, key: Key, { exponent }: Currency): string => {
  if (key === 'back') return typed.slice(0, -1)
  const [whole = '', decimals] = typed.split('.')
  if (key === '.') {
    if (decimals !== undefined || exponent === 0) return typed
    return `${typed || '0'}.`
  }
  if (decimals !== undefined) return decimals.length < exponent ? `${typed}${key}` : typed
  if (whole.length >= MOST_DIGITS) return typed
  return whole === '0' ? key : `${typed}${key}`
}

const minorOf = (typed: string, currency: Currency): bigint => {
  const read = parseMoney(typed.replace(/\.$/, '') || '0', currency)
  return read.ok && read.money.minor > 0n ? read.money.minor : 0n
}

export interface TicketTotals {
  /** Minor units. */
  sold: bigint
  tip: bigint
  total: bigint
}

const PERCENT = 100n

/** Sums a ticket. A percentage of a tip is rounded to the minor unit, half up. */
export const totalsOf = (
  { typed, lines, tip, ownTip }: Ticket,
  currency: Currency,
): TicketTotals => {
  const sold = lines.reduce(
    (sum, { price, count }) => sum + minorOf(price, currency) * BigInt(count),
    minorOf(typed, currency),
  )
  const tipMinor =
    tip === 'own'
      ? minorOf(ownTip, currency)
      : tip === 'none'
        ? 0n
        : (sold * BigInt(tip) + PERCENT / 2n) / PERCENT
  return { sold, tip: sold > 0n ? tipMinor : 0n, total: sold > 0n ? sold + tipMinor : 0n }
}

export const withItem = (ticket: Ticket, item: Omit<TicketLine, 'count'>): Ticket => {
  const has = ticket.lines.some(({ id }) => id === item.id)
  return {
    ...ticket,
    lines: has
      ? ticket.lines.map((line) =>
          line.id === item.id ? { ...line, ...item, count: line.count + 1 } : line,
        )
      : [...ticket.lines, { ...item, count: 1 }],
  }
}

export const withoutOne = (ticket: Ticket, id: string): Ticket => ({
  ...ticket,
  lines: ticket.lines
    .map((line) => (line.id === id ? { ...line, count: line.count - 1 } : line))
    .filter(({ count }) => count > 0),
})

const MOST_DESCRIPTION = 120

/** Describes the ticket to the customer: `2 × Café, Pan`. */
export const descriptionOf = ({ lines }: Ticket): string | undefined => {
  const names = lines.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(', ')
  return names.length > MOST_DESCRIPTION
    ? `${names.slice(0, MOST_DESCRIPTION - 1)}…`
    : names || undefined
}

export const currencyOf = (code: string): Currency => {
  const currency = currencyByCode(code) ?? currencyByCode('HNL')
  if (!currency) throw new Error(`${code} is no currency`)
  return currency
}

export const decimalOf = (minor: bigint, { code }: Currency): string => formatMinor(minor, code)
