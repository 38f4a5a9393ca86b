import { runInNewContext } from 'node:vm'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  createPuente,
  isPuenteError,
  PuenteError,
  type PuenteFailure,
  type PuenteOptions,
  type Retrying,
  resultOf,
} from '../../../packages/node/src/index.ts'
import { merchantRoutes } from '../../../src/http/api/merchant/routes.ts'
import { problem } from '../../../src/runtime/http/problem.ts'
import { PROBLEMS, type ProblemCode } from '../../../src/runtime/http/problem-codes.ts'
import type { StubAnswer } from '../../support/gateway-stub.ts'
import { startGatewayStub } from '../../support/gateway-stub.ts'
import { useStarted } from '../../support/use-world.ts'

const KEY = 'puente_test_0123456789abcdef'
const server = useStarted(startGatewayStub)

const refusal = (code: ProblemCode, more = {}, headers = {}): StubAnswer => {
  const body = { ...problem({ code, title: `It is ${code}`, ...more }), request_id: 'req_1' }
  const type = { 'content-type': 'application/problem+json; charset=utf-8' }
  return { status: body.status, headers: { ...type, ...headers }, body }
}
const page = (body: unknown): StubAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body,
})
const html = (status: number, headers = {}): StubAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: '<h1>Hello</h1>',
})

/** Answers in turn; the last answer stays. */
const answers = (...given: StubAnswer[]): void => {
  server.requests.length = 0
  server.answer(() => (given.length > 1 ? given.shift() : given[0]) ?? html(500))
}

/** A client that does not wait, and notes its retries. */
const clientOf = (options: PuenteOptions = {}) => {
  const retries: Retrying[] = []
  const puente = createPuente({
    baseUrl: server.url,
    apiKey: KEY,
    wait: async () => {},
    onRetry: (retry) => retries.push(retry),
    ...options,
  })
  return { puente, retries }
}

const failureOf = async (call: Promise<unknown>): Promise<PuenteFailure> => {
  const result = await resultOf(call)
  if (result.ok) throw new Error('The call succeeded')
  return result.error
}

const checkout = { order: { id: 'A-1', amount: '125.50', currency: 'HNL' } }

it('every route of the merchant API is a method of the client', async () => {
  const seen = new Set<string>()
  const fetch: PuenteOptions['fetch'] = async (url, { method }) => {
    seen.add(`${method} ${new URL(url).pathname}`)
    return new Response('', { status: 404 })
  }
  const { puente } = clientOf({ fetch })
  const { listen, replay, baseUrl, environment, ...resources } = puente
  for (const methods of Object.values(resources)) {
    for (const [name, method] of Object.entries(methods)) {
      if (name.startsWith('listAll')) continue
      const call = method as (...given: unknown[]) => Promise<unknown>
      const given = call.length === 0 ? [] : ['id-1', 'ref-1', {}].slice(0, call.length)
      await call(...given).catch(() => {})
    }
  }
  const routes = merchantRoutes.map(({ method, path }) => {
    const filled = path.replace('{id}', 'id-1').replace('{refund_id}', 'ref-1')
    return `${method.toUpperCase()} ${filled}`
  })
  expect([...seen].toSorted()).toEqual(routes.toSorted())
})

describe('a request', () => {
  it('carries the key, the version and JSON, and encodes ids and filters', async () => {
    answers(page({ order: {} }))
    const { puente } = clientOf({ language: 'es' })
    await puente.orders.retrieve('A/1 ñ?', { ask: true })
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      path: '/v1/orders/A%2F1%20%C3%B1%3F?ask=true',
      headers: {
        authorization: `Bearer ${KEY}`,
        'user-agent': 'puente-node/0.1.0',
        'accept-language': 'es',
      },
    })
    expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key')
    await puente.checkouts.create(checkout)
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual(checkout)
  })

  it.each(['', ' ', '.', '..'])(
    'an id "%s" is refused: it would lead to another path',
    async (id) => {
      answers(page({}))
      await expect(clientOf().puente.orders.retrieve(id)).rejects.toThrow('readOrder needs an id')
      expect(server.requests).toEqual([])
    },
  )

  it('a PDF is bytes, and a CSV is text', async () => {
    const { puente } = clientOf()
    answers({ status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1' })
    expect(Buffer.from(await puente.orders.receiptPdf('A-1')).toString()).toBe('%PDF-1')
    answers({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body: 'a,b\n' })
    expect(await puente.settlements.csv({ from: '2026-01-01', to: '2026-01-02' })).toBe('a,b\n')
  })
})

describe('retries', () => {
  it('an error that passes is retried under one Idempotency-Key, with growing pauses', async () => {
    answers(refusal('try_again'), 'reset', html(502), page({ refund: {} }))
    const { puente, retries } = clientOf()
    await puente.refunds.create('A-1', { amount: '1.00' })
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(retries.map(({ error }) => error.code)).toEqual([
      'try_again',
      'connection_failed',
      'unexpected_answer',
    ])
    for (const [index, { waitMs }] of retries.entries()) {
      expect(waitMs).toBeGreaterThanOrEqual(250 * 2 ** index)
      expect(waitMs).toBeLessThanOrEqual(500 * 2 ** index)
    }
  })

  it('two calls have two keys, and a key of the caller is kept', async () => {
    answers(page({}))
    const { puente } = clientOf()
    await puente.refunds.create('A-1')
    await puente.refunds.create('A-1')
    await puente.refunds.create('A-1', {}, { idempotencyKey: 'shop-refund-17' })
    const [first, second, third] = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(first).not.toBe(second)
    expect(third).toBe('shop-refund-17')
    const call = puente.refunds.create('A-1', {}, { idempotencyKey: 'a b' })
    await expect(call).rejects.toThrow('"idempotencyKey" has 1 to 191 visible ASCII characters')
  })

  it('a call gives up after its retries and says how often it tried', async () => {
    answers(refusal('too_busy'))
    const error = await failureOf(clientOf({ maxRetries: 2 }).puente.store.retrieve())
    expect(error).toMatchObject({ code: 'too_busy', tries: 3 })
    expect(server.requests).toHaveLength(3)
  })

  it('Retry-After is the least pause, in seconds and as a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString()
    const late = (value: string) => refusal('try_again', {}, { 'retry-after': value })
    answers(late('20'), late(date), page({}))
    const { puente, retries } = clientOf()
    await puente.store.retrieve()
    expect(retries[0]?.waitMs).toBe(20_000)
    expect(retries[1]?.waitMs).toBeGreaterThan(25_000)
  })

  it('a Retry-After beyond the limit ends the call, and the error names it', async () => {
    answers(refusal('try_again', {}, { 'retry-after': '3600' }))
    const error = await failureOf(clientOf().puente.store.retrieve())
    expect(error).toMatchObject({ code: 'try_again', retryAfterMs: 3_600_000, tries: 1 })
  })

  it.each([
    refusal('invalid_fields', { errors: [{ path: 'order.amount', message: 'Is no amount' }] }),
    refusal('wrong_api_key'),
    refusal('card_declined'),
    refusal('token_refused'),
    refusal('refund_under_way'),
    html(404),
    html(200),
  ])('%o is not retried', async (answer) => {
    answers(answer)
    await failureOf(clientOf().puente.checkouts.create(checkout))
    expect(server.requests).toHaveLength(1)
  })

  it('a decline whose checkout is still to be made is retried, as the answer says', async () => {
    answers(
      refusal('card_declined', { retry: 'retry', checkout_code: 'gateway_unreachable' }),
      page({}),
    )
    await clientOf().puente.checkouts.create(checkout)
    expect(server.requests).toHaveLength(2)
  })

  it('a refusal after a lost answer says that the call may have been carried out', async () => {
    answers('reset', refusal('task_done_by_replay'))
    const error = await failureOf(clientOf().puente.tasks.replay('tsk_12'))
    expect(error).toMatchObject({ code: 'task_done_by_replay', tries: 2 })
    expect(error.stack).toContain('An earlier try of this call got no answer')
    expect(error.mayBeDone).toBe(true)
    answers(refusal('try_again'), refusal('task_done_by_replay'))
    const refused = await failureOf(clientOf().puente.tasks.replay('tsk_12'))
    expect(refused.message).not.toContain('An earlier try')
  })

  it('a rotation whose answer was lost is repeated under its key, which has the answer', async () => {
    answers('reset', page({ notify_secret: 'whsec_new' }))
    const rotated = await clientOf().puente.store.rotateNotifySecret()
    expect(rotated).toMatchObject({ notify_secret: 'whsec_new' })
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
  })

  it('a change without an answer names its key, so that the shop can repeat it without a second refund', async () => {
    answers('reset', page({ refund: {} }))
    const { puente } = clientOf({ maxRetries: 0 })
    const error = await failureOf(puente.refunds.create('A-1', { amount: '1.00' }))
    expect(error).toMatchObject({ code: 'connection_failed', mayBeDone: true })
    expect(error.message).toContain('Puente may have carried out the call')
    expect(error.stack).toContain('repeat it under the idempotencyKey of this error')
    const { idempotencyKey } = error
    await puente.refunds.create('A-1', { amount: '1.00' }, { idempotencyKey })
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([idempotencyKey, idempotencyKey])
  })

  it.each([
    ['a refusal', refusal('refund_above_rest')],
    ['a redirect', html(301, { location: 'https://other.example/' })],
    ['a page that a proxy refuses with', html(403)],
  ])('a change that ends with %s was not carried out', async (_, answer) => {
    answers(answer)
    const error = await failureOf(clientOf().puente.refunds.create('A-1'))
    expect(error.mayBeDone).toBe(false)
    expect(error.message).not.toContain('may have carried')
  })

  it('a lost answer of a call that only reads leaves nothing to repeat', async () => {
    answers('reset')
    const error = await failureOf(clientOf({ maxRetries: 0 }).puente.store.retrieve())
    expect(error).toMatchObject({ mayBeDone: false, idempotencyKey: undefined })
  })

  it('a key whose first request still runs is retried', async () => {
    answers(refusal('idempotency_key_in_use', {}, { 'retry-after': '1' }), page({ refund: {} }))
    const { puente, retries } = clientOf()
    await puente.refunds.create('A-1')
    expect(retries.map(({ waitMs }) => waitMs)).toEqual([1_000])
  })
})

describe('an error', () => {
  it('has its code, status, fields and request id, and says all of it in its message', async () => {
    const errors = [{ path: 'order.amount', message: 'Is no amount' }]
    answers(refusal('invalid_fields', { title: 'Fields are not valid', errors }))
    const error = await failureOf(clientOf().puente.checkouts.create(checkout))
    expect(error).toBeInstanceOf(PuenteError)
    expect(isPuenteError(error)).toBe(true)
    expect(error).toMatchObject({ status: 422, retry: 'permanent', requestId: 'req_1' })
    expect(error.message).toBe(
      'Fields are not valid. order.amount: Is no amount (invalid_fields, request req_1).',
    )
    if (error.code !== 'invalid_fields') throw error
    expectTypeOf(error.problem.errors).toEqualTypeOf<{ path: string; message: string }[]>()
    expect(error.problem.errors).toEqual(errors)
  })

  it('a decline has the code of the processor and a sentence for the customer', async () => {
    answers(refusal('card_declined', { decline_code: '51', customer_message: 'No funds.' }))
    const error = await failureOf(clientOf().puente.checkouts.create(checkout))
    if (error.code !== 'card_declined') throw error
    expectTypeOf(error.problem.customer_message).toEqualTypeOf<string>()
    expect(error.problem).toMatchObject({ decline_code: '51', customer_message: 'No funds.' })
  })

  it('every code of the API narrows the union', () => {
    expectTypeOf<ProblemCode>().toExtend<PuenteFailure['code']>()
    expect(Object.keys(PROBLEMS).length).toBeGreaterThan(50)
  })

  it('a code of a later version is an unknown code that keeps its document', async () => {
    const body = { title: 'Too new', status: 409, code: 'too_new', retry: 'permanent' }
    answers({ status: 409, headers: { 'content-type': 'application/problem+json' }, body })
    const error = await failureOf(clientOf().puente.store.retrieve())
    if (error.code !== 'unknown_code') throw error
    expectTypeOf(error.problem.code).toEqualTypeOf<string>()
    expect(error.problem).toEqual(body)
    expect(error.message).toContain('too_new, which this version of @puente/node does not know')
  })

  it('a wrong key is explained without being printed', async () => {
    answers(refusal('wrong_api_key'))
    const error = await failureOf(clientOf().puente.store.retrieve())
    expect(error.message).toContain(`The client sent a test key to ${server.url}`)
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY)
  })

  it.each([
    ['a page of a proxy', html(403), 'HTTP 403', "is not an answer of Puente's API (text/html)"],
    [
      'a page instead of JSON',
      html(200),
      'HTTP 200',
      'Check that "baseUrl" is the address of Puente',
    ],
    ['broken JSON', page('{"a":'), 'HTTP 200', 'is not an answer'],
    ['JSON that is no object', page('[]'), 'HTTP 200', 'is not an answer'],
    [
      'JSON of another API',
      { status: 404, headers: { 'content-type': 'application/json' }, body: { message: 'no' } },
      'HTTP 404',
      'is not an answer',
    ],
    [
      'a redirect',
      html(301, { location: 'https://other.example/v1/store' }),
      'redirects to https://other.example/v1/store',
      'follows no redirect with an API key',
    ],
  ] as [string, StubAnswer, string, string][])(
    '%s is an unexpected answer',
    async (_, answer, ...says) => {
      answers(answer)
      const error = await failureOf(clientOf().puente.store.retrieve())
      expect(error.code).toBe('unexpected_answer')
      for (const words of says) expect(error.message).toContain(words)
      expect(server.requests).toHaveLength(1)
    },
  )

  it('an address where nothing listens is named with the reason', async () => {
    const baseUrl = 'http://127.0.0.1:1'
    const error = await failureOf(clientOf({ baseUrl, maxRetries: 0 }).puente.store.retrieve())
    expect(error).toMatchObject({ code: 'connection_failed', status: undefined })
    expect(error.message).toMatch(/^No answer of Puente at http:\/\/127\.0\.0\.1:1: /)
  })

  it('the causes of a failed fetch are named, also of another realm, as in jest', async () => {
    const failure = runInNewContext(
      "new TypeError('fetch failed', { cause: new AggregateError([new Error('connect ECONNREFUSED')]) })",
    )
    const fetch = () => Promise.reject(failure)
    const error = await failureOf(clientOf({ fetch, maxRetries: 0 }).puente.store.retrieve())
    expect(error.message).toContain('fetch failed: connect ECONNREFUSED. Check that it runs there')
  })

  it('no answer within the limit is a timeout', async () => {
    answers('silence')
    const { puente } = clientOf({ maxRetries: 0 })
    const error = await failureOf(puente.store.retrieve({ timeoutMs: 50 }))
    expect(error).toMatchObject({ code: 'timed_out', retry: 'retry' })
    expect(error.message).toContain('did not answer within 50 ms')
  })

  it('an abort ends the request, and the pause before a retry', async () => {
    answers('silence')
    const { puente } = clientOf()
    const first = new AbortController()
    const call = failureOf(puente.store.retrieve({ signal: first.signal }))
    first.abort(new Error('the customer left'))
    expect(await call).toMatchObject({ code: 'aborted', tries: 1 })
    const unsent = puente.refunds.create('A-1', {}, { signal: first.signal })
    expect(await failureOf(unsent)).toMatchObject({ code: 'aborted', tries: 0, mayBeDone: false })

    answers(refusal('try_again'))
    const second = new AbortController()
    const patient = createPuente({
      baseUrl: server.url,
      apiKey: KEY,
      onRetry: () => second.abort(),
    })
    expect(await failureOf(patient.store.retrieve({ signal: second.signal }))).toMatchObject({
      code: 'aborted',
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('lists', () => {
  const order = (id: string) => ({ order: { id } })

  it('an iterator reads page after page, and only those that the loop needs', async () => {
    const pages = () =>
      answers(
        page({ data: [order('A-1'), order('A-2')], next_cursor: 'c1' }),
        page({ data: [order('A-3')], next_cursor: 'c2' }),
        page({ data: [], next_cursor: null }),
      )
    pages()
    const { puente } = clientOf()
    const ids: string[] = []
    for await (const { order: each } of puente.orders.listAll({ status: 'paid', limit: 2 })) {
      ids.push(each.id)
    }
    expect(ids).toEqual(['A-1', 'A-2', 'A-3'])
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/orders?status=paid&limit=2',
      '/v1/orders?status=paid&limit=2&cursor=c1',
      '/v1/orders?status=paid&limit=2&cursor=c2',
    ])
    pages()
    for await (const _ of puente.orders.listAll()) break
    expect(server.requests).toHaveLength(1)
  })

  it('an iterator reads the differences of all pages of a report', async () => {
    const report = (id: string, next_cursor: string | null) =>
      page({ id: 'rec_1', differences: { data: [{ id }], next_cursor } })
    answers(report('dif_1', 'c1'), report('dif_2', null))
    const ids: string[] = []
    const { reconciliations } = clientOf().puente
    for await (const { id } of reconciliations.listAllDifferences('rec_1', { limit: 1 })) {
      ids.push(id)
    }
    expect(ids).toEqual(['dif_1', 'dif_2'])
    expect(server.requests.at(-1)?.path).toBe('/v1/reconciliations/rec_1?limit=1&cursor=c1')
  })

  it('a cursor that repeats ends the loop', async () => {
    answers(page({ data: [order('A-1')], next_cursor: 'c1' }))
    const rows: unknown[] = []
    for await (const row of clientOf().puente.orders.listAll()) rows.push(row)
    expect(rows).toHaveLength(2)
  })
})
