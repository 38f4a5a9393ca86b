import { expect } from 'vitest'
import { eventually, type Json } from '../support/world.ts'
import type { RealShop } from './real-shop.ts'

const PATIENCE_MS = 120_000

export const paid = ({ shop }: RealShop, id: number) =>
  eventually(async () => {
    const order = await shop.look(String(id))
    return order.isPaid && order
  }, PATIENCE_MS)

export const isPaidOnce = async (real: RealShop, id: number): Promise<void> => {
  const order = await paid(real, id)
  const payments = (await real.atGateway(id)).filter(({ status }: Json) => status === 'paid')
  expect(payments).toMatchObject([{ transaction_id: order.transaction_id }])
  expect(order).toMatchObject({ status: 'processing', payment_method: 'puente' })
}
