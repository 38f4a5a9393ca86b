import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { SiteCall } from './call-site.ts'
import { restClient } from './rest-client.ts'

const KEYS = { consumerKey: `ck_${'a1'.repeat(20)}`, consumerSecret: `cs_${'b2'.repeat(20)}` }

const sentTo = async (restUrl: string): Promise<SiteCall[]> => {
  const calls: SiteCall[] = []
  const bounds = { timeoutMs: 1_000, allowPrivateAddresses: false }
  const rest = restClient({ restUrl, ...KEYS, ...bounds }, async (call) => {
    calls.push(call)
    return { outcome: 'answered', url: '', status: 200, headers: {}, text: '\ufeff{"id":17}' }
  })
  const order = z.object({ id: z.int() })
  expect(await rest.get('orders/17', order, { _fields: 'id,total' })).toEqual({
    outcome: 'done',
    value: { id: 17 },
  })
  await rest.put('orders/17', order, { set_paid: true })
  return calls
}

describe('REST API calls', () => {
  it('a call over https carries the keys in a header and none of them in its URL', async () => {
    const [get, put] = await sentTo('https://shop.example/tienda/wp-json/')
    const basic = Buffer.from(`${KEYS.consumerKey}:${KEYS.consumerSecret}`).toString('base64')
    expect(get).toMatchObject({
      method: 'GET',
      url: 'https://shop.example/tienda/wp-json/wc/v3/orders/17?dp=4&_fields=id%2Ctotal',
      headers: { authorization: `Basic ${basic}` },
      body: undefined,
    })
    expect(put).toMatchObject({
      method: 'PUT',
      url: 'https://shop.example/tienda/wp-json/wc/v3/orders/17?dp=4',
      body: '{"set_paid":true}',
    })
  })

  it('a call over http is signed with the secret and never carries it', async () => {
    const calls = await sentTo('http://shop.example/wp-json')
    for (const { url, headers } of calls) {
      expect(headers).toEqual({})
      expect(url).toContain('oauth_signature=')
      expect(url).not.toContain(KEYS.consumerSecret)
    }
  })

  it('a call goes to the REST root of the site, under any name', async () => {
    const [call] = await sentTo('https://shop.example/api')
    expect(call?.url).toBe('https://shop.example/api/wc/v3/orders/17?dp=4&_fields=id%2Ctotal')
  })
})
