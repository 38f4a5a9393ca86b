import { fastify } from 'fastify'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import {
  fastifyPlugin,
  fetchHandler,
  type HandlerOptions,
} from '../../../packages/node/src/index.ts'
import { PAID, postOf, SECRET } from './signed-notification.ts'

const { headers } = postOf()
const forged = { ...headers, 'webhook-id': 'msg_2' }

const shopOf = () => {
  const ids: string[] = []
  const options: HandlerOptions = { secret: SECRET, onEvent: ({ id }) => void ids.push(id) }
  return { ids, options }
}

describe('a shop on Fastify', () => {
  const startShop = () => {
    const { ids, options } = shopOf()
    const app = fastify()
    app.register(fastifyPlugin(options), { path: '/puente' })
    app.post('/other', async (request) => ({ parsed: request.body }))
    const post = (url: string, given: Record<string, string>, payload = PAID) =>
      app.inject({ method: 'POST', url, headers: given, payload })
    return { ids, post }
  }

  it('the plugin verifies raw bodies', async () => {
    const { ids, post } = startShop()
    const answer = await post('/puente', headers)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(ids).toEqual(['msg_1'])
    const refused = await post('/puente', forged)
    expect(refused.statusCode).toBe(400)
    expect(refused.headers['content-type']).toContain('text/plain')
    expect(refused.body).toContain('The signature is wrong')
    expect(ids).toEqual(['msg_1'])
  })

  it('other routes keep their parsers', async () => {
    const { post } = startShop()
    const answer = await post('/other', { 'content-type': 'application/json' })
    expect(answer.json()).toEqual({ parsed: JSON.parse(PAID) })
  })

  it('a body without a content type is read, and one that is too large is refused', async () => {
    const { post } = startShop()
    const { 'content-type': _, ...untyped } = headers
    expect((await post('/puente', untyped)).statusCode).toBe(204)
    expect((await post('/puente', headers, 'x'.repeat(1_048_577))).statusCode).toBe(413)
  })
})

describe('a shop on Hono', () => {
  const startShop = () => {
    const { ids, options } = shopOf()
    const handle = fetchHandler(options)
    const app = new Hono()
    app.post('/puente', (context) => handle(context.req.raw))
    app.post('/parsed', async (context) => {
      await context.req.json()
      return handle(context.req.raw)
    })
    const post = (path: string, given: Record<string, string>) =>
      app.request(path, { method: 'POST', headers: given, body: PAID })
    return { ids, post }
  }

  it('the handler verifies the raw request', async () => {
    const { ids, post } = startShop()
    expect((await post('/puente', headers)).status).toBe(204)
    expect((await post('/puente', forged)).status).toBe(400)
    expect(ids).toEqual(['msg_1'])
  })

  it('a middleware that parsed the body is named in a 500', async () => {
    const { ids, post } = startShop()
    const answer = await post('/parsed', headers)
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain('read the body of the request before')
    expect(ids).toEqual([])
  })
})
