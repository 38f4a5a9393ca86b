import { describe, expect, test } from 'vitest'
import { API_VERSION } from '../../../adapters/shopify/api-version.ts'
import { useStarted } from '../use-world.ts'
import { startFakeShopify } from './fake-shopify.ts'

const standIn = useStarted(startFakeShopify)

const ask = async (query: string, token = standIn.shop().access.token()) => {
  const response = await fetch(`${standIn.url}/admin/api/${API_VERSION}/graphql.json`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shop': standIn.shop().name,
      'x-shopify-access-token': token,
    },
    body: JSON.stringify({ query }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('the simulated Shopify', () => {
  test('the simulated Shopify rejects a token that it did not issue', async () => {
    expect(await ask('query Shop { shop { name } }', 'shpat_other')).toMatchObject({ status: 401 })
  })

  test('the simulated Shopify rejects a field outside the schema', async () => {
    const { body } = await ask('query Shop { shop { nickname } }')
    expect(body.errors[0].message).toContain('nickname')
    expect(body.data).toBeUndefined()
  })

  test('the simulated Shopify rejects a refund without an idempotency key', async () => {
    const { gid } = standIn.shop().placeOrder()
    const { body } = await ask(
      `mutation Refund { refundCreate(input: { orderId: "${gid}" }) { userErrors { message } } }`,
    )
    expect(body.errors[0].message).toContain('@idempotent')
  })

  test('the simulated Shopify throttles a query above the remaining points', async () => {
    const shop = standIn.shop('slow.myshopify.com')
    Object.assign(shop.bucket, { available: 1, restoreRate: 0 })
    const answer = await shop.answerAdmin({ query: 'query Shop { shop { plan { shopifyPlus } } }' })
    expect(JSON.parse(JSON.stringify(answer.body)).errors[0].extensions.code).toBe('THROTTLED')
  })

  test('the simulated Shopify sends ids with more digits than a double holds', async () => {
    const shop = standIn.shop('ids.myshopify.com')
    const { id } = shop.placeOrder()
    expect(shop.webhooks.due[0]?.body).toContain(`"id":${id},`)
    expect(String(Number(id))).not.toBe(id)
  })
})
