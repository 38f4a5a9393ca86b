import type { GatewayProxy } from '../../support/gateway-proxy.ts'
import { DAY_SECONDS, type Merchant, pass, setSandbox } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { eventually, type Json, type World } from '../../support/world.ts'

interface Parts {
  world: World
  proxy: GatewayProxy
  merchant: Merchant
}

export const deadTasks = async (world: World, kind: string): Promise<Json[]> =>
  (await world.api('GET', `/v1/tasks?kind=${kind}&limit=100`)).body.data

/** Makes paid orders without an event, each with a dead poll task that the gateway refused. */
export const deadPolls = async (
  { world, proxy, merchant }: Parts,
  count: number,
): Promise<string[]> => {
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  const before = (await deadTasks(world, 'ask-gateway')).length
  const orders: string[] = []
  for (let n = 0; n < count; n++) {
    const { id, checkoutUrl } = await merchant.open()
    await world.pay(checkoutUrl)
    orders.push(id)
  }
  proxy.always({ kind: 'answer', status: 401 })
  await pass(world, 5 * 60 + 1)
  await eventually(async () => (await deadTasks(world, 'ask-gateway')).length === before + count)
  proxy.always(undefined)
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  return orders
}

/** Makes a paid order with a settled charge; `sent` counts its refund requests. */
export const settledOrder = async ({ world, proxy, merchant }: Parts) => {
  const order = await merchant.paid()
  await pass(world, DAY_SECONDS)
  await settled(world)
  const route = `POST /v1/payments/${order.transactionId}/refund`
  return { ...order, route, sent: () => proxy.seen.filter((each) => each === route).length }
}

export const REFUND_REFUSED = {
  kind: 'answer',
  status: 422,
  body: JSON.stringify({
    errors: { refund: ['Invalid transaction'] },
    Errors: [{ Code: '12', Message: 'Invalid transaction' }],
  }),
} as const
