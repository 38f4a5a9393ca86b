import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../../support/world.ts'
import type { Case } from '../../stripe/beside-stripe.ts'
import type { Contender, Opened } from './contender.ts'

const openedCart = async (contender: Contender): Promise<Opened> => {
  const { id } = await contender.shop.cart()
  return contender.open(id)
}

const openedCarts = async (contender: Contender, count: number): Promise<Opened[]> => {
  const all: Opened[] = []
  while (all.length < count) all.push(await openedCart(contender))
  return all
}

const paidCarts = async (contender: Contender, count: number): Promise<Opened[]> => {
  const opened = await openedCarts(contender, count)
  for (const each of opened) await contender.pay(each)
  await contender.deliver()
  return opened
}

const countOf = async (
  opened: readonly Opened[],
  isWrong: (opened: Opened) => Promise<boolean>,
): Promise<number> => {
  let count = 0
  for (const each of opened) if (await isWrong(each)) count++
  return count
}

const isCapturedOnce = async ({ shop }: Contender, { cartId }: Opened): Promise<boolean> => {
  const orders = await shop.ordersOfCart(cartId)
  const payments = orders.flatMap(({ payment_collections }) =>
    payment_collections.flatMap((each: Json) => each.payments),
  )
  return (
    orders.length === 1 &&
    payments.length === 1 &&
    orders[0].payment_status === 'captured' &&
    isBalanced(orders[0])
  )
}

/** Whether an order's transactions cover its total, to less than a cent: Medusa keeps more decimals. */
const isBalanced = ({ summary }: Json): boolean => Math.abs(summary.pending_difference) < 0.01

/** Milliseconds from the events to the customer's returns: before, while and after Medusa handles them. */
const RETURNS_MS = [0, 500, 1_000, 1_500, 2_500, 4_900, 5_100]

/** Adds a second piece, as a customer does in another tab; Medusa may refuse it. */
const grow = async ({ shop }: Contender, { cartId }: Opened): Promise<void> => {
  const line = { variant_id: shop.seed.variant, quantity: 1 }
  await shop.store('POST', `/carts/${cartId}/line-items`, line).catch(() => undefined)
}

/** Whether a cart has no order, or its order costs another sum than its customer paid. */
const isMispaid = async (contender: Contender, opened: readonly Opened[]): Promise<boolean> => {
  const [order] = await contender.shop.ordersOfCart(opened[0]?.cartId ?? '')
  if (order === undefined) return true
  return (await contender.kept(opened)) !== Math.round(order.total * 100)
}

const paymentOf = async ({ shop }: Contender, { cartId }: Opened): Promise<Json> => {
  const [order] = await shop.ordersOfCart(cartId)
  if (order === undefined) throw new Error(`Cart ${cartId} has no order`)
  return order.payment_collections[0].payments[0]
}

export const CASES: readonly Case<Contender>[] = [
  {
    what: 'Medusa is killed while customers pay who never return: orders not placed',
    orders: 20,
    wrong: async (contender, orders) => {
      const all = await openedCarts(contender, orders)
      const paying = Promise.all(
        all.map(async (opened, index) => {
          await sleep(index * 100)
          await contender.pay(opened)
        }),
      )
      await sleep(orders * 50)
      await contender.shop.kill()
      await contender.shop.start()
      await paying
      await contender.deliver()
      return countOf(all, async (opened) => !(await isCapturedOnce(contender, opened)))
    },
  },
  {
    what: 'The event arrives three times at once, while the customer returns again and again: carts without one order and one capture',
    orders: 20,
    wrong: async (contender, orders) => {
      const all = await openedCarts(contender, orders)
      for (const opened of all) {
        const returns = RETURNS_MS.map(async (ms) => {
          await sleep(ms)
          await contender.shop.complete(opened.cartId)
        })
        await Promise.all([contender.payWithEvents(opened, 3), ...returns])
      }
      await contender.deliver()
      return countOf(all, async (opened) => !(await isCapturedOnce(contender, opened)))
    },
  },
  {
    what: 'The cart grows while its customer pays, who then pays what the shop asks for: carts without an order of that sum',
    orders: 10,
    wrong: async (contender, orders) => {
      let wrong = 0
      for (const opened of await openedCarts(contender, orders)) {
        const all = [opened]
        await grow(contender, opened)
        if (!(await contender.pay(opened))) {
          const again = await contender.open(opened.cartId)
          await contender.pay(again)
          all.push(again)
        }
        await contender.deliver()
        if (await isMispaid(contender, all)) wrong++
      }
      return wrong
    },
  },
  {
    what: 'The cart grows after its customer paid and before the event arrives: carts without an order of the paid sum',
    orders: 10,
    wrong: async (contender, orders) => {
      const all = await openedCarts(contender, orders)
      for (const opened of all) {
        await contender.payUnheard(opened)
        await grow(contender, opened)
      }
      await contender.deliver()
      return countOf(all, (opened) => isMispaid(contender, [opened]))
    },
  },
  {
    what: 'A refund in the provider’s dashboard: orders that do not show it',
    orders: 5,
    wrong: async (contender, orders) => {
      const all = await paidCarts(contender, orders)
      await contender.settle()
      for (const opened of all) await contender.refundAtProvider(opened, 300)
      await contender.deliver()
      return countOf(all, async (opened) => {
        const { refunds } = await paymentOf(contender, opened)
        return refunds.length !== 1
      })
    },
  },
  {
    what: 'The answer to a refund is lost, and the merchant repeats it: refunds that moved the money twice',
    orders: 5,
    wrong: async (contender, orders) => {
      const all = await paidCarts(contender, orders)
      await contender.settle()
      const before = new Map<Opened, number>()
      for (const opened of all) {
        before.set(opened, await contender.kept([opened]))
        const { id } = await paymentOf(contender, opened)
        const refund = () =>
          contender.shop
            .admin('POST', `/payments/${id}/refund`, { amount: 5 })
            .catch(() => undefined)
        await contender.losingRefundAnswers(refund)
        await contender.deliver()
        // The merchant sees no refund, and repeats it.
        if ((await paymentOf(contender, opened)).refunds.length === 0) await refund()
      }
      return countOf(all, async (opened) => {
        return (await contender.kept([opened])) !== (before.get(opened) ?? 0) - 500
      })
    },
  },
  {
    what: 'An event with a wrong signature: orders that it placed',
    orders: 5,
    wrong: async (contender, orders) => {
      const all = await openedCarts(contender, orders)
      for (const opened of all) {
        await contender.payUnheard(opened)
        await contender.forge(opened)
      }
      const placed = await countOf(all, async ({ cartId }) => {
        const orders = await contender.shop.ordersOfCart(cartId)
        return orders.length > 0
      })
      await contender.deliver()
      return placed
    },
  },
]
