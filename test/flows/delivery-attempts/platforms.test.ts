import { describe, expect, it } from 'vitest'
import { pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWooShop } from '../../support/use-woo-shop.ts'
import { eventually, type Json } from '../../support/world.ts'
import { useManualPayments } from '../shopify-manual/use-manual-payments.ts'
import { useAttempts } from './use-attempts.ts'

const callsOf = (notification: Json): Json[] =>
  notification.attempts.flatMap(({ calls }: Json) => calls)

describe('attempts at a WooCommerce shop', () => {
  const { world, newOrder, pay } = useWooShop()
  const { notificationOf } = useAttempts(world)

  it('each REST call shows its method, address, status, answer and payload, without keys', async () => {
    const id = newOrder()
    world.woo.failNext(/PUT.*orders/, { status: 503, body: 'maintenance' })
    await pay(id)
    const notification = await eventually(async () => {
      await pass(world, 10 * 60)
      await settled(world)
      const found = await notificationOf(String(id), 'order.paid')
      return found.state === 'told' && found
    })
    const failed = notification.attempts.at(-1)
    expect(failed.outcome).toBe('failed')
    expect(failed.calls.at(-1)).toMatchObject({ method: 'PUT', status: 503, answer: 'maintenance' })
    const calls = callsOf(notification)
    const read = calls.find(({ method }) => method === 'GET')
    expect(read).toMatchObject({ status: 200, sent: null, answer: null, answer_kind: 'read' })
    const paid = calls.find(({ method, status }) => method === 'PUT' && status === 200)
    expect(JSON.parse(paid?.sent)).toMatchObject({ set_paid: true })
    expect(paid?.address).toContain(`/wc/v3/orders/${id}`)
    expect(JSON.stringify(notification)).not.toMatch(/oauth_signature=[^…]|c[ks]_[0-9a-f]{40}/)
  })
})

describe('attempts at a Shopify shop', () => {
  const { world, shop, paid } = useManualPayments()
  const { notificationOf } = useAttempts(world)

  it('each GraphQL call shows its address, status, answer and payload, without the token', async () => {
    const { id } = await paid()
    const notification = await notificationOf(id, 'order.paid')
    const calls = callsOf(notification)
    const address = expect.stringMatching(/^https:\/\/[^/]+\/admin\/api\/[\d-]+\/graphql\.json$/)
    const reads = calls.filter(({ answer_kind }) => answer_kind === 'read')
    expect(reads[0]).toMatchObject({ method: 'POST', address, status: 200, answer: null })
    const mutation = calls.find(({ sent }) => JSON.parse(sent).query.startsWith('mutation'))
    expect(mutation).toMatchObject({ address, status: 200, answer: expect.stringContaining('{') })
    expect(JSON.stringify(notification)).not.toContain('shpat_')
    expect(shop.order(id)).toBeDefined()
  })
})
