import { expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { startMedusaShop } from './medusa-shop.ts'

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const shop = useStarted(() =>
  startMedusaShop(world, { node: node.tarball, medusa: provider.tarball }),
)

/** Pays at the gateway, as a customer who closes the window afterwards. */
const pay = async ({ data }: Json): Promise<void> => {
  const opened = await fetch(data.pay_url, { redirect: 'manual' })
  const { status } = await world.pay(opened.headers.get('location') ?? '')
  expect(status).toBe('approved')
}

const placedOrder = async (cartId: string): Promise<Json> => {
  await expect.poll(() => shop.ordersOfCart(cartId)).toHaveLength(1)
  return (await shop.ordersOfCart(cartId))[0]
}

it('a customer who never returns has one order, captured once', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)

  await pay(session)

  const order = await placedOrder(cart.id)
  expect(order).toMatchObject({ payment_status: 'captured', total: 319.99 })
  expect(order.payment_collections[0].payments).toEqual([
    expect.objectContaining({ amount: 319.99, data: expect.objectContaining({ id: session.id }) }),
  ])
})
