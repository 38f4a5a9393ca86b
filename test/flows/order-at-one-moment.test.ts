import { beforeAll, describe, expect, it } from 'vitest'
import { type Merchant, merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'O' })
})

const ORDERS = 8
const READERS = 4

const saidBy = ({ order, payment, refunds }: Json): string =>
  [order.status, payment.state, refunds.some(({ state }: Json) => state === 'succeeded')].join(' ')

describe('an order that is read while it is refunded', () => {
  it('the order appears as before or as after the refund, never half of each', async () => {
    const seen = new Set<string>()
    const paid = await Promise.all(Array.from({ length: ORDERS }, () => merchant.paid()))
    for (const { id } of paid) {
      let isOver = false
      const readers = Array.from({ length: READERS }, async () => {
        while (!isOver) {
          seen.add(saidBy(await merchant.read(id)))
          const { body } = await world.api('GET', '/v1/orders')
          seen.add(saidBy(body.data.find(({ order }: Json) => order.id === id)))
        }
      })
      await merchant.refundInFull(id)
      isOver = true
      await Promise.all(readers)
    }
    expect([...seen].toSorted()).toEqual(['paid paid false', 'voided voided true'])
  })
})
