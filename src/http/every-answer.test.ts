import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../test/support/raw-request.ts'
import { useWorld } from '../../test/support/use-world.ts'
import { eventually, type Json } from '../../test/support/world.ts'
import { createLog } from '../runtime/log/log.ts'

const lines: Json[] = []
const log = createLog({
  level: 'info',
  service: 'test',
  destination: { write: (line) => void lines.push(JSON.parse(line)) },
})

const world = useWorld({ PUBLIC_URL: 'https://pay.puente.test', HSTS_SUBDOMAINS: 'true' }, { log })
let port: number
beforeAll(async () => {
  port = world.settings.PORT
})

interface Answer {
  status: number
  headers: Map<string, string>
  body: string
}

/** Sends raw bytes, valid HTTP or not. */
const answerTo = (bytes: string, localAddress = '127.0.0.1'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const [first = '', ...headers] = head.split('\r\n')
      resolve({
        status: Number(first.split(' ')[1]),
        headers: new Map(
          headers.map((line) => {
            const [name = '', value = ''] = line.split(': ')
            return [name.toLowerCase(), value]
          }),
        ),
        body,
      })
    })
  })

const requestTo = (target: string, body?: Buffer) =>
  sendRaw(port, {
    method: body ? 'POST' : 'GET',
    target,
    headers: [
      ['host', 'puente'],
      ['content-type', 'application/json'],
      ['authorization', `Bearer ${world.apiKey}`],
    ],
    body,
    framing: 'length',
  })

const LARGE = Buffer.alloc(3_000_000, ' ')

describe('every answer', () => {
  it.each<[string, number, () => Promise<Answer>]>([
    ['of the API', 200, () => requestTo('/v1/orders')],
    ['to an unknown address', 404, () => requestTo('/nothing')],
    ['to a delivery', 400, () => requestTo('/webhooks/gateway/tienda', Buffer.from('{}'))],
    ['to a delivery that is too large', 413, () => requestTo('/webhooks/gateway/tienda', LARGE)],
    ['to a body that is too large', 413, () => requestTo('/v1/checkouts', LARGE)],
    ['to what is no request', 400, () => answerTo('GARBAGE\r\n\r\n')],
    [
      'to headers that are too large',
      431,
      () => answerTo(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    ],
  ])('an answer %s (%i) carries a request id and an HSTS header', async (_, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(answer.headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('a problem repeats the request id in its body, also for an unread body', async () => {
    const { headers, body } = await requestTo('/v1/checkouts', LARGE)
    expect(JSON.parse(body)).toMatchObject({
      code: 'too_large',
      request_id: headers.get('x-request-id'),
    })
  })

  it('a connection above the cap gets a request id in its body and in the log', async () => {
    const from = '127.0.0.9'
    const held = await Promise.all(
      Array.from(
        { length: 500 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () =>
              resolve(socket),
            )
            socket.on('error', reject)
          }),
      ),
    )
    const answer = await eventually(async () => {
      const one = await answerTo('', from)
      return one.status === 503 ? one : undefined
    })
    for (const socket of held) socket.destroy()
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'too_busy', request_id: id })
    expect(answer.headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
    const line = lines.find(({ reason }) => reason === 'connections-of-address')
    expect(line).toHaveProperty('request', expect.stringMatching(/^[\da-f-]{36}$/))
  })
})
