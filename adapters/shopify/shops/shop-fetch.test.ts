import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, serve } from '../../../src/runtime/http/http-server.ts'
import { callingShops, shopFetch } from './shop-fetch.ts'

let server: RunningServer
let address: string
beforeAll(async () => {
  server = await serve(
    (request, response) => {
      if (request.url === '/silence') return
      if (request.url === '/elsewhere') return void response.writeHead(302, { location: '/' }).end()
      if (request.url === '/huge') return void response.end(Buffer.alloc(9 * 1_048_576))
      if (request.url === '/admin/oauth/access_token') {
        return void response
          .writeHead(404, { 'content-type': 'text/html' })
          .end('<title>Closed</title>')
      }
      response.end(String(request.headers['x-shop']))
    },
    { host: '127.0.0.1', port: 0 },
  )
  address = `http://127.0.0.1:${server.port}`
})
afterAll(() => server.close())

const call = (url: string, timeoutMs = 5_000): Promise<Response> =>
  callingShops({ address, timeoutMs }, () => shopFetch(url))

describe("calls of Shopify's library", () => {
  it('a call reaches the shop, or the stand-in that replaces it', async () => {
    const answer = await call('https://cafe.myshopify.com/admin')
    expect(await answer.text()).toBe('cafe.myshopify.com')
  })

  it.each([
    'https://evil.example/admin',
    'http://cafe.myshopify.com/admin',
    'https://cafe.myshopify.com.evil.example/admin',
    'https://cafe.myshopify.io/admin',
  ])('a call to another address is refused: %s', async (url) => {
    await expect(call(url)).rejects.toThrow('no address of a shop')
  })

  it('a call with a token follows no redirect', async () => {
    const answer = await call('https://cafe.myshopify.com/elsewhere')
    expect([answer.status, answer.ok]).toEqual([302, false])
  })

  it('a call ends at its timeout and at its size limit', async () => {
    await expect(call('https://cafe.myshopify.com/silence', 50)).rejects.toThrow(/timeout/)
    await expect(call('https://cafe.myshopify.com/huge')).rejects.toThrow('more than')
  })

  it('the page of a closed shop counts as a refusal, not as truncated JSON', async () => {
    const answer = await call('https://cafe.myshopify.com/admin/oauth/access_token')
    expect([answer.status, await answer.json()]).toEqual([404, { said: '“Closed”' }])
  })
})
