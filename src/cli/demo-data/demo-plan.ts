import type { OrderToMake } from '../trigger/steps.ts'

/** Course of a demo order. */
export type DemoStory =
  | 'paid'
  | 'declined_at_gateway'
  | 'declined_by_card_fields'
  | 'voided'
  | 'refunded'
  | 'half_refunded'
  | 'paid_twice'
  | 'waiting'
  | 'saves_card'
  | 'pays_with_saved_card'

export interface DemoOrder {
  order: OrderToMake
  story: DemoStory
}

export interface DemoDay {
  daysAgo: number
  orders: readonly DemoOrder[]
}

const STORIES: Readonly<Record<string, DemoStory>> = {
  P: 'paid',
  D: 'declined_at_gateway',
  C: 'declined_by_card_fields',
  V: 'voided',
  R: 'refunded',
  H: 'half_refunded',
  T: 'paid_twice',
  W: 'waiting',
  S: 'saves_card',
  A: 'pays_with_saved_card',
}

/** One letter per order, one word per day; today is last. */
const MONTH =
  'PP P PV PH P PD PS P PR PP PC P PA PP PH P PD PPV PA P PR PC PP P PH PA P PDP PPT PWPW'.split(
    ' ',
  )

/** Refunds follow days later, once the charge is settled. */
export const REFUND_AFTER_DAYS = 2

const GOODS = [
  ['Café de Marcala', '185.00'],
  ['Hamaca de algodón', '1450.00'],
  ['Lámina «Guara roja»', '320.50'],
  ['Miel de Copán, 500 g', '140.00'],
  ['Rosquillas de Yuscarán', '95.75'],
] as const

const CUSTOMERS = ['Ana Mejía', 'Luis Zelaya', 'Karla Rosales', 'José Núñez', 'Sofía Paz'] as const

/** Customer with a saved card, charged later. */
export const REGULAR = { name: 'Ana Mejía', identity_number: '0801-1990-12345' } as const

const USES_SAVED_CARD: ReadonlySet<DemoStory> = new Set(['saves_card', 'pays_with_saved_card'])

/** The sandbox loses its event, for the reconciliation to find. */
export const LOST_EVENT_ORDER: DemoOrder = {
  story: 'paid',
  order: {
    id: 'demo-lost-event',
    number: '1999',
    amount: '320.50',
    currency: 'HNL',
    description: GOODS[2][0],
    customer: { name: CUSTOMERS[3] },
  },
}

/**
 * Plans a month, oldest day first. The ids never change, so a second run adds only what is missing.
 */
export const demoMonth = (): DemoDay[] => {
  let made = 0
  return MONTH.map((letters, index) => ({
    daysAgo: MONTH.length - 1 - index,
    orders: [...letters].map((letter) => {
      const story = STORIES[letter] ?? 'paid'
      return { story, order: orderOf(++made, story) }
    }),
  }))
}

const orderOf = (n: number, story: DemoStory): OrderToMake => {
  const [description, amount] = GOODS[n % GOODS.length] ?? GOODS[0]
  // Different cycles: customers buy different goods.
  const name = CUSTOMERS[(n * 2 + Math.floor(n / 5)) % CUSTOMERS.length] ?? CUSTOMERS[0]
  const customer = USES_SAVED_CARD.has(story) ? REGULAR : { name }
  const number = String(1_000 + n)
  return { id: `demo-${number}`, number, amount, currency: 'HNL', description, customer }
}
