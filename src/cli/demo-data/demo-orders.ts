import type { OrderToMake } from '../trigger/steps.ts'
import { TRIGGERS, type Trigger } from '../trigger/triggers.ts'

/** An order of the demo store, and what happens to it. */
export interface DemoOrder {
  order: OrderToMake
  trigger: Trigger
}

/** Its customer has not paid yet. */
const waiting: Trigger = {
  play: async (steps) => {
    await steps.checkout()
  },
  isOver: () => true,
}

/** Declined on a page of the store's own, where the answer comes at once. */
const declinedByCardFields: Trigger = {
  play: async (steps) => {
    await steps.checkout()
    await steps.payByCardFields('declined')
  },
  isOver: () => true,
}

/** How many orders each thing happens to. */
type Counts = readonly (readonly [Trigger, number])[]

/** What is voided comes before the first settlement, after which nothing is. */
const BEFORE_SETTLEMENT: Counts = [
  [TRIGGERS['order.paid'], 20],
  [TRIGGERS['order.voided'], 2],
  [TRIGGERS['payment.declined'], 1],
  [declinedByCardFields, 3],
  [TRIGGERS['order.conflict'], 1],
  [waiting, 3],
]
const AFTERWARDS: Counts = [
  [TRIGGERS['order.refunded'], 2],
  [TRIGGERS['order.partially_refunded'], 4],
]

const GOODS = [
  ['Café de Marcala', '185.00'],
  ['Hamaca de algodón', '1450.00'],
  ['Lámina «Guara roja»', '320.50'],
  ['Miel de Copán, 500 g', '140.00'],
  ['Rosquillas de Yuscarán', '95.75'],
] as const

const CUSTOMERS = ['Ana Mejía', 'Luis Zelaya', 'Karla Rosales', 'José Núñez', 'Sofía Paz'] as const

/** Orders in two parts, of which the first is over before the second begins. `run`: part of their ids. */
export const demoOrders = (run: string): readonly [readonly DemoOrder[], readonly DemoOrder[]] => {
  let made = 0
  const orders = (counts: Counts): DemoOrder[] =>
    counts.flatMap(([trigger, count]) =>
      Array.from({ length: count }, () => ({ trigger, order: orderOf(run, ++made) })),
    )
  return [orders(BEFORE_SETTLEMENT), orders(AFTERWARDS)]
}

const orderOf = (run: string, n: number): OrderToMake => {
  const [description, amount] = GOODS[n % GOODS.length] ?? GOODS[0]
  // Names and goods do not go in step.
  const name = CUSTOMERS[(n * 2 + Math.floor(n / 5)) % CUSTOMERS.length] ?? CUSTOMERS[0]
  const id = `demo-${run}-${n}`
  return { id, number: String(1_000 + n), amount, currency: 'HNL', description, customer: { name } }
}
