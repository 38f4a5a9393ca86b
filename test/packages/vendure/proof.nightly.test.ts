import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callGateway, merchantOf, pass, setSandbox } from '../../support/merchant.ts'
import { type PuenteProcess, startPuenteOf } from '../../support/puente-process.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json } from '../../support/world.ts'
import { notify } from '../signed-by.ts'
import type { Customer } from './vendure-customer.ts'
import { useVendureShop } from './vendure-shop.ts'

/** Customers who never return, and customers who return while the notification arrives. */
const NEVER_RETURN = Number(process.env.VENDURE_ORDERS ?? 40)
const RACES = Number(process.env.VENDURE_RACES ?? 20)
const AT_ONCE = 4
/** Restarts take most of it. */
const LIMIT_MS = 30 * 60_000

const world = useWorld()
const shop = useVendureShop(world)
let puente: PuenteProcess

const startPuente = async (): Promise<void> => {
  puente = await startPuenteOf(world)
}

beforeAll(async () => {
  await world.puente.close()
  await startPuente()
})
afterAll(() => puente.kill())

const killPuente = async (): Promise<void> => {
  await puente.kill()
  await startPuente()
}

const killVendure = async (): Promise<void> => {
  await shop.kill()
  await shop.start()
}

/** Works on each item, several at a time; runs `disasters` at their share of the way. */
const work = async <Item>(
  items: readonly Item[],
  each: (item: Item) => Promise<void>,
  disasters: readonly (() => Promise<void>)[],
): Promise<void> => {
  const waiting = [...items]
  const dueAt = disasters.map((_, index) =>
    Math.floor((items.length * (index + 1)) / (disasters.length + 1)),
  )
  let struck = Promise.resolve()
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const done = items.length - waiting.length
      const index = dueAt.indexOf(done)
      const disaster = index < 0 ? undefined : disasters[index]
      if (disaster) struck = struck.then(disaster)
      await each(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await struck
}

/** What a customer's browser does while a server is away. */
const persistently = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await ask()
    } catch {
      await sleep(500)
    }
  }
}

const payUrlOf = (customer: Customer): Promise<string> =>
  persistently(async () => {
    const { payUrl, message } = await customer.checkout()
    if (payUrl === undefined) throw new Error(message)
    return payUrl
  })

const chargesAtGateway = async (code: string): Promise<number> => {
  const { data } = await callGateway(world, 'GET', `/v1/payments?external_reference=${code}`)
  return data.filter(({ status }: Json) => status !== 'pending').length
}

const expectPaidOnce = async (codes: readonly string[]): Promise<void> => {
  for (const code of codes) {
    const { state, totalWithTax, payments, notes } = await shop.order(code)
    expect({ code, state, amounts: payments.map(({ amount }: Json) => amount), notes }).toEqual({
      code,
      state: 'PaymentSettled',
      amounts: [totalWithTax],
      notes: [],
    })
    expect(await chargesAtGateway(code)).toBe(1)
  }
}

it(
  `${NEVER_RETURN} customers who never return have ${NEVER_RETURN} orders, each paid once, though Vendure and Puente are killed and events come twice and in any order`,
  async () => {
    await setSandbox(world, 'faults', { webhooks: { duplicate: 0.3, reorder: 0.3 } })
    const carts = await Promise.all(
      Array.from({ length: NEVER_RETURN }, () => shop.customer()).map(async (customer, index) => {
        await sleep(index * 100)
        return { customer, code: await customer.fillCart() }
      }),
    )
    const opened: { code: string; checkoutUrl: string }[] = []
    await work(
      carts,
      async ({ customer, code }) => {
        const payUrl = await payUrlOf(customer)
        const checkoutUrl = await persistently(async () => {
          const page = await fetch(payUrl, { redirect: 'manual' })
          const location = page.headers.get('location')
          if (location === null) throw new Error(`The pay link answers ${page.status}`)
          return location
        })
        opened.push({ code, checkoutUrl })
      },
      [killPuente, killVendure],
    )
    const refused: number[] = []
    await work(
      opened,
      async ({ code, checkoutUrl }) => {
        expect((await world.pay(checkoutUrl)).status).toBe('approved')
        const forged = { type: 'order.paid', data: { order: { id: code } } }
        const secret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
        refused.push(await persistently(() => notify(shop.notifyUrl, secret, forged)))
      },
      [killVendure, killPuente, killVendure, killPuente],
    )
    const codes = opened.map(({ code }) => code)
    await eventually(async () => {
      await pass(world, 60)
      const states = await Promise.all(codes.map(async (code) => (await shop.order(code)).state))
      return states.every((state) => state === 'PaymentSettled')
    })
    // A reordered event waits for the next one.
    await setSandbox(world, 'faults', { webhooks: { duplicate: 0, reorder: 0 } })
    expect(codes).toHaveLength(NEVER_RETURN)
    await expectPaidOnce(codes)
    expect(new Set(refused)).toEqual(new Set([400]))
  },
  LIMIT_MS,
)

it(
  `${RACES} customers who return while the notification arrives have ${RACES} orders, each with one payment`,
  async () => {
    const codes: string[] = []
    const answers: string[] = []
    for (let race = 0; race < RACES; race++) {
      const customer = shop.customer()
      const code = await customer.fillCart()
      await shop.pay(await payUrlOf(customer))
      const seen = await eventually(async () => {
        const returns = await Promise.all([customer.settle(code), customer.settle(code)])
        return returns.find(({ __typename }) => __typename === 'PuenteOrderPaid')
      })
      answers.push(seen.__typename)
      codes.push(code)
    }
    await eventually(async () => {
      const { status, body } = await world.api('GET', '/v1/notifications?state=waiting')
      expect(status).toBe(200)
      return body.data.length === 0
    })
    expect(answers).toHaveLength(RACES)
    await expectPaidOnce(codes)
  },
  LIMIT_MS,
)

it('refunds of Vendure and of the gateway’s portal are the same money on both sides', async () => {
  const paid = []
  for (let order = 0; order < 4; order++) paid.push(await shop.paidOrder())
  await world.control('/sandbox/settle', {})
  for (const [index, { code, payment }] of paid.entries()) {
    const { payment: charged } = await merchantOf(world).read(code)
    const byPortal = { transaction_id: charged.transaction_id, amount: 3 }
    if (index % 2 === 0) await world.control('/sandbox/portal/refund', byPortal)
    await shop.admin(
      `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename } }`,
      { input: { paymentId: payment.id, amount: 500, lines: [], shipping: 0, adjustment: 0 } },
    )
    if (index % 2 === 1) await world.control('/sandbox/portal/refund', byPortal)
  }
  for (const { code, order } of paid) {
    const refunds = async () => (await shop.order(code)).payments[0].refunds
    await expect.poll(async () => (await refunds()).length).toBe(2)
    const returned = (await refunds()).reduce((sum: number, { total }: Json) => sum + total, 0)
    const kept = await merchantOf(world).keptAtGateway(code)
    expect(order.totalWithTax - returned).toBe(Math.round(kept * 100))
  }
})
