import { describe, expect, it } from 'vitest'
import { shopifyTables } from '../../../adapters/shopify/tables/rows.ts'
import { CHECKED, usePaymentSessions } from './use-payment-sessions.ts'

const { world, shop, query, door } = usePaymentSessions()

describe('a session that is not from Shopify', () => {
  const kept = async () => {
    const { count } = await shopifyTables(query())
      .selectFrom('shopify_payment_sessions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  it.each([
    ['without the word of the proxy', {}],
    ['with another word', { 'x-client-verify': 'NONE' }],
  ])('a session %s is refused, and not stored', async (_, headers) => {
    const before = await kept()
    const { status } = await shop.payments.pay(door('payment'), { headers })
    expect(status).toBe(401)
    expect(await kept()).toBe(before)
  })

  it.each(['payment', 'refund', 'void', 'capture'])(
    'an unverified %s session is refused up front, however its address is written',
    async (kind) => {
      const path = `/shopify/${kind}_sessions`
      for (const address of [path, `${path}/`, path.toUpperCase()]) {
        const headers = { 'shopify-shop-domain': shop.name }
        const sent = await fetch(`${world.url}${address}`, { method: 'POST', headers, body: '{}' })
        expect(sent.status).toBe(401)
      }
    },
  )

  it.each(['cafe.example.com', 'cafe.myshopify.com.example.com', ''])(
    'a session from the shop "%s" is refused',
    async (name) => {
      const headers = { ...CHECKED, 'shopify-shop-domain': name }
      expect((await shop.payments.pay(door('payment'), { headers })).status).toBe(400)
    },
  )

  it('a session of a shop that is not connected is refused', async () => {
    const headers = { ...CHECKED, 'shopify-shop-domain': 'nobody.myshopify.com' }
    expect((await shop.payments.pay(door('payment'), { headers })).status).toBe(404)
  })

  it('an unreadable session is refused', async () => {
    const headers = { ...CHECKED, 'shopify-shop-domain': shop.name }
    const sent = await fetch(door('payment'), { method: 'POST', headers, body: '{"id": 7' })
    expect(sent.status).toBe(400)
  })
})
