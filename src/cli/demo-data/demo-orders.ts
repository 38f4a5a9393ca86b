import type { OrderToMake } from '../trigger/steps.ts'
import { TRIGGERS, type Trigger } from '../trigger/triggers.ts'

export interface DemoOrder {
  order: OrderToMake
  trigger: Trigger
}

const waiting: Trigger = {
  play: async (steps) => {
    await steps.checkout()
  },
  isOver: () => true,
}

/** The store's own card page answers a decline synchronously. */
const declinedByCardFields: Trigger = {
  play: async (steps) => {
    await steps.checkout()
    await steps.payByCardFields('declined')
  },
  isOver: () => true,
}

type Counts = readonly (readonly [Trigger, number])[]

/** Voids run first: the first settlement makes them impossible. */
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

/** Builds orders in two parts; finish the first before the second. `run` makes ids unique. */
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
  // Different cycles: customers buy different goods.
  const name = CUSTOMERS[(n * 2 + Math.floor(n / 5)) % CUSTOMERS.length] ?? CUSTOMERS[0]
  const id = `demo-${run}-${n}`
  return { id, number: String(1_000 + n), amount, currency: 'HNL', description, customer: { name } }
}
