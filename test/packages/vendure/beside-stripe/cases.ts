import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../../support/world.ts'
import type { Case } from '../../stripe/beside-stripe.ts'
import type { Customer } from '../vendure-customer.ts'
import type { Contender } from './contender.ts'

interface Cart {
  customer: Customer
  code: string
  opened: string
}

const openedCart = async (contender: Contender): Promise<Cart> => {
  const customer = contender.shop.customer()
  const code = await customer.fillCart()
  const opened = await contender.open(customer)
  if (opened === undefined) throw new Error(`Order ${code} has nothing to pay`)
  return { customer, code, opened }
}

const carts = async (contender: Contender, count: number): Promise<Cart[]> => {
  const all: Cart[] = []
  while (all.length < count) all.push(await openedCart(contender))
  return all
}

const paidOrders = async (contender: Contender, count: number): Promise<string[]> => {
  const opened = await carts(contender, count)
  for (const cart of opened) await contender.pay(cart.opened)
  await contender.deliver()
  return opened.map(({ code }) => code)
}

const countOf = async (
  codes: readonly string[],
  isWrong: (code: string) => Promise<boolean>,
): Promise<number> => {
  let count = 0
  for (const code of codes) if (await isWrong(code)) count++
  return count
}

const isPlaced = ({ state }: Json): boolean => state === 'PaymentSettled'

const refundInVendure = (contender: Contender, paymentId: string, amount: number): Promise<Json> =>
  contender.shop.admin(
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename
      ... on Refund { state } } }`,
    { input: { paymentId, amount, lines: [], shipping: 0, adjustment: 0, reason: 'Broken' } },
  )

/** Repeats a refund until Vendure has it, as a merchant does who sees no refund. */
const refundPersistently = async (contender: Contender, code: string): Promise<void> => {
  const [payment] = (await contender.shop.order(code)).payments
  const refunded = async (): Promise<number> => {
    const { payments } = await contender.shop.order(code)
    return payments[0].refunds
      .filter(({ state }: Json) => state !== 'Failed')
      .reduce((sum: number, { total }: Json) => sum + total, 0)
  }
  for (let tries = 0; tries < 3 && (await refunded()) === 0; tries++) {
    await refundInVendure(contender, payment.id, 500).catch(() => undefined)
    await contender.deliver()
  }
}

export const CASES: readonly Case<Contender>[] = [
  {
    what: 'Vendure is killed while customers pay who never return: orders not placed',
    orders: 20,
    wrong: async (contender, orders) => {
      const all = await carts(contender, orders)
      const paying = Promise.all(
        all.map(async ({ opened }, index) => {
          await sleep(index * 100)
          await contender.pay(opened)
        }),
      )
      await sleep(orders * 50)
      await contender.shop.kill()
      await contender.shop.start()
      await paying
      await contender.deliver()
      return countOf(
        all.map(({ code }) => code),
        async (code) => !isPlaced(await contender.shop.order(code)),
      )
    },
  },
  {
    what: 'The event arrives three times at once: orders without exactly one payment',
    orders: 20,
    wrong: async (contender, orders) => {
      const all = await carts(contender, orders)
      for (const { code, opened } of all) await contender.payWithEvents(opened, code, 3)
      await contender.deliver()
      return countOf(
        all.map(({ code }) => code),
        async (code) => (await contender.shop.order(code)).payments.length !== 1,
      )
    },
  },
  {
    what: 'The cart grows while its customer pays, who then pays what the shop asks for: orders that cost another sum',
    orders: 10,
    wrong: async (contender, orders) => {
      const all = await carts(contender, orders)
      for (const { customer, opened } of all) {
        await customer.shop(
          'mutation { transitionOrderToState(state: "AddingItems") { __typename } }',
        )
        await customer.shop(
          `mutation ($variant: ID!) { addItemToOrder(productVariantId: $variant, quantity: 1) { __typename } }`,
          { variant: contender.shop.variant },
        )
        await contender.pay(opened)
        await contender.deliver()
        const rest = await contender.open(customer)
        if (rest !== undefined) await contender.pay(rest)
        await contender.deliver()
      }
      return countOf(
        all.map(({ code }) => code),
        async (code) => {
          const { totalWithTax } = await contender.shop.order(code)
          return (await contender.kept(code)) !== totalWithTax
        },
      )
    },
  },
  {
    what: 'The merchant cancels an order whose customer pays a moment later: charges that Vendure shows nowhere',
    orders: 5,
    wrong: async (contender, orders) => {
      const all = await carts(contender, orders)
      for (const { code, opened } of all) {
        const { id } = await contender.shop.order(code)
        await contender.shop.admin(
          'mutation ($orderId: ID!) { cancelOrder(input: { orderId: $orderId, reason: "Fraud" }) { __typename } }',
          { orderId: id },
        )
        await contender.pay(opened)
      }
      await contender.deliver()
      return countOf(
        all.map(({ code }) => code),
        async (code) => {
          const { payments, notes } = await contender.shop.order(code)
          const isCharged = (await contender.kept(code)) > 0
          return isCharged && payments.length === 0 && notes.length === 0
        },
      )
    },
  },
  {
    what: 'A refund in the provider’s dashboard: orders that do not show it',
    orders: 5,
    wrong: async (contender, orders) => {
      const codes = await paidOrders(contender, orders)
      await contender.settle()
      for (const code of codes) await contender.refundAtProvider(code, 300)
      await contender.deliver()
      return countOf(codes, async (code) => {
        const { payments } = await contender.shop.order(code)
        return payments[0].refunds.length !== 1
      })
    },
  },
  {
    what: 'The answer to a refund is lost, and the merchant repeats it: refunds that moved the money twice',
    orders: 5,
    wrong: async (contender, orders) => {
      const codes = await paidOrders(contender, orders)
      await contender.settle()
      for (const code of codes) {
        contender.loseRefundAnswer(code)
        await refundPersistently(contender, code)
      }
      return countOf(codes, async (code) => {
        const { totalWithTax } = await contender.shop.order(code)
        return (await contender.kept(code)) !== totalWithTax - 500
      })
    },
  },
  {
    what: 'An event with a wrong signature: accepted events, or orders that it changed',
    orders: 5,
    wrong: async (contender, orders) => {
      const all = await carts(contender, orders)
      return countOf(
        all.map(({ code }) => code),
        async (code) => {
          const before = await contender.shop.order(code)
          const status = await contender.forge(code)
          const after = await contender.shop.order(code)
          return status < 400 || JSON.stringify(after) !== JSON.stringify(before)
        },
      )
    },
  },
]
