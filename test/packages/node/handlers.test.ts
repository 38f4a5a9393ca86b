import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  expressHandler,
  fastifyPlugin,
  fetchHandler,
  type HandlerOptions,
  keepRawBody,
  type NotificationEvent,
} from '../../../packages/node/src/index.ts'
import { PAID, postOf, SECRET } from './signed-notification.ts'

/** A handler's options, and what it was given. */
const shopOf = (more: Partial<HandlerOptions> = {}) => {
  const events: NotificationEvent[] = []
  const refusals: string[] = []
  const options: HandlerOptions = {
    secret: SECRET,
    onEvent: (event) => void events.push(event),
    onRefused: ({ reason }) => void refusals.push(reason),
    ...more,
  }
  return { events, refusals, options }
}

const serving = async (listener: Parameters<typeof createServer>[1]): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/puente`
}

const send = async (url: string, post: RequestInit = postOf()) => {
  const response = await fetch(url, post)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** Each handler, behind one way to send it a request. */
const HANDLERS = {
  Express: async (options: HandlerOptions) => {
    const url = await serving(express().all('/puente', expressHandler(options)))
    return (post?: RequestInit) => send(url, post)
  },
  'node:http': async (options: HandlerOptions) => {
    const url = await serving(expressHandler(options))
    return (post?: RequestInit) => send(url, post)
  },
  fetch: async (options: HandlerOptions) => {
    const handle = fetchHandler(options)
    return async (post: RequestInit = postOf()) => {
      const response = await handle(new Request('https://shop.example/puente', post))
      return { status: response.status, text: await response.text(), headers: response.headers }
    }
  },
}

describe.each(Object.entries(HANDLERS))('the handler for %s', (_, start) => {
  it('the handler hands a genuine notification to the shop and answers 204', async () => {
    const { options, events } = shopOf()
    const post = await start(options)
    expect(await post()).toMatchObject({ status: 204, text: '' })
    expect(events).toEqual([{ id: 'msg_1', ...JSON.parse(PAID) }])
  })

  it('the handler answers 400 in words to a wrong signature, and the shop sees nothing', async () => {
    const { options, events, refusals } = shopOf()
    const post = await start(options)
    const answer = await post(postOf(PAID, { 'webhook-id': 'msg_2' }))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('The signature is wrong')
    expect(refusals).toEqual(['wrong_signature'])
    expect(events).toEqual([])
  })

  it('the handler answers 500 if the shop fails, so that Puente repeats the notification', async () => {
    const onError = vi.fn()
    const onEvent = async () => Promise.reject(new Error('the database of the shop is away'))
    const post = await start(shopOf({ onEvent, onError }).options)
    const answer = await post()
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('database')
    expect(onError).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'the database of the shop is away' }),
      expect.objectContaining({ id: 'msg_1' }),
    )
  })

  it('the handler answers 405 to a browser, and names the method', async () => {
    const post = await start(shopOf().options)
    const answer = await post({ method: 'GET' })
    expect(answer).toMatchObject({ status: 405 })
    expect(answer.headers.get('allow')).toBe('POST')
    expect(answer.text).toContain('by POST')
  })

  it('the handler answers 413 to a body that no notification has', async () => {
    const post = await start(shopOf().options)
    expect(await post(postOf('x'.repeat(1_048_577)))).toMatchObject({ status: 413 })
  })

  it('the handler answers 413 to an endless body without a length', async () => {
    const post = await start(shopOf().options)
    const { headers } = postOf()
    const chunk = new Uint8Array(1_048_576)
    let left = 5
    const body = new ReadableStream({
      pull: (controller) => {
        if (left-- > 0) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const streamed = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    expect(await post(streamed)).toMatchObject({ status: 413 })
  })

  it('the handler reads its secret at each request if it gets a function', async () => {
    const secrets: (string | undefined)[] = [undefined, SECRET]
    const onError = vi.fn()
    const post = await start(shopOf({ secret: () => secrets.shift(), onError }).options)
    const answer = await post()
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('whsec_')
    const said = expect.objectContaining({ message: expect.stringContaining('no notify secret') })
    expect(onError).toHaveBeenCalledWith(said, undefined)
    expect(await post()).toMatchObject({ status: 204 })
  })

  it('the handler answers 500 if even onError fails', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => print.mockRestore())
    const failing = () => Promise.reject(new Error('away'))
    const post = await start(shopOf({ onEvent: failing, onError: failing }).options)
    expect(await post()).toMatchObject({ status: 500 })
    expect(print).toHaveBeenCalledOnce()
    const strict = await start(shopOf({ onRefused: failing, onError: () => {} }).options)
    expect(await strict(postOf(PAID, { 'webhook-id': 'msg_2' }))).toMatchObject({ status: 500 })
  })

  it('the handler answers the question of a reconciliation about orders', async () => {
    const question = JSON.stringify({
      type: 'orders.requested',
      timestamp: 't',
      data: { order_ids: ['A-1', 'A-2'] },
    })
    const onOrdersRequested: HandlerOptions['onOrdersRequested'] = async (ids) =>
      ids.slice(0, 1).map((id) => ({ id, status: 'paid' }))
    const post = await start(shopOf({ onOrdersRequested }).options)
    const answer = await post(postOf(question))
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toEqual({ orders: [{ id: 'A-1', status: 'paid' }] })
    const silent = await start(shopOf().options)
    expect(await silent(postOf(question))).toMatchObject({ status: 501 })
  })
})

describe('Express with a parser', () => {
  const posted = async (parser: express.RequestHandler) => {
    const { options, events, refusals } = shopOf()
    const app = express()
    app.use(parser)
    const url = await serving(app.post('/puente', expressHandler(options)))
    return { answer: await send(url), events, refusals }
  }

  it('express.json() before the handler is named in a 500, and no notification is lost', async () => {
    const { answer, events, refusals } = await posted(express.json())
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('express.json()')
    expect(answer.text).toContain('keepRawBody')
    expect(refusals).toEqual(['not_raw'])
    expect(events).toEqual([])
  })

  it.each([
    ['express.json({ verify: keepRawBody })', express.json({ verify: keepRawBody })],
    ['express.raw()', express.raw({ type: () => true })],
    ['express.text()', express.text({ type: () => true })],
    ['a parser of other types', express.urlencoded()],
    [
      'a parser of Express 4 that skips the request',
      ((request, _response, next) => {
        request.body = {}
        next()
      }) satisfies express.RequestHandler,
    ],
  ])('%s leaves what the handler needs', async (_, parser) => {
    const { answer, events } = await posted(parser)
    expect(answer.status).toBe(204)
    expect(events).toHaveLength(1)
  })
})

it('a request that is cut off in its body does not end the process of the shop', async () => {
  const { options, events } = shopOf()
  const handle = expressHandler(options)
  const outcomes: Promise<void>[] = []
  const url = await serving((request, response) => void outcomes.push(handle(request, response)))
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /puente HTTP/1.1\r\nhost: shop\r\ncontent-length: 100\r\n\r\n{"type":')
  await vi.waitFor(() => expect(outcomes).toHaveLength(1))
  socket.destroy()
  await expect(outcomes[0]).resolves.toBeUndefined()
  expect(events).toEqual([])
  expect(await send(url)).toMatchObject({ status: 204 })
})

it('an answer that the shop gave meanwhile is kept', async () => {
  const handle = expressHandler(
    shopOf({ onEvent: () => new Promise((end) => setTimeout(end, 50)) }).options,
  )
  const outcomes: Promise<void>[] = []
  const url = await serving((request, response) => {
    outcomes.push(handle(request, response))
    setTimeout(() => response.writeHead(503).end(), 10)
  })
  expect(await send(url)).toMatchObject({ status: 503 })
  await expect(outcomes[0]).resolves.toBeUndefined()
})

it('a request whose body was read before is named in a 500', async () => {
  const { options, refusals } = shopOf()
  const request = new Request('https://shop.example/puente', postOf())
  await request.json()
  const response = await fetchHandler(options)(request)
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('read the body of the request before')
  expect(refusals).toEqual(['not_raw'])
})

it('a shop without a secret fails when it starts, not at its first payment', () => {
  const options = shopOf({ secret: [undefined] }).options
  for (const make of [expressHandler, fetchHandler, fastifyPlugin]) {
    expect(() => make(options)).toThrow('There is no notify secret')
  }
})

it('an error of the shop is printed if it sets no onError', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  const failing = shopOf({ onEvent: () => Promise.reject(new Error('away')) }).options
  await fetchHandler(failing)(new Request('https://shop.example/puente', postOf()))
  const said = 'The notification msg_1 (order.paid) was not handled:'
  expect(print).toHaveBeenCalledWith(said, new Error('away'))
})
