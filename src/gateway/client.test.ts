import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HANG_MS } from '../../test/support/eventually.ts'
import { type GatewayStub, startGatewayStub } from '../../test/support/gateway-stub.ts'
import type { CreatePaymentRequest } from '../contract/create-payment.ts'
import { createLog } from '../runtime/log/log.ts'
import { createGateway, type Gateway } from './client.ts'

let stub: GatewayStub
let gateway: Gateway
beforeAll(async () => {
  stub = await startGatewayStub()
  gateway = gatewayAt(stub.url)
})
beforeEach(() => stub.requests.splice(0))
afterAll(() => stub.close())

const gatewayAt = (url: string, language: 'es' | 'en' = 'es', timeoutMs = HANG_MS) =>
  createGateway({
    baseUrl: `${url}/v1`,
    embedBaseUrl: `${url}/embed/v1`,
    secretKey: 'sk_test_client',
    timeoutMs,
    language,
    log: createLog({ level: 'silent', service: 'test' }),
  })

const request: CreatePaymentRequest = { amount: '125.50', external_reference: 'A-1', name: 'Café' }
const payment = {
  id: 71,
  status: 'pending',
  amount: 125.5,
  total: 130.75,
  service_fee_amount: 5.25,
  currency: '340',
  currency_iso: 'HNL',
  external_reference: 'A-1',
  metadata: {},
  checkout_url: 'https://gateway.example/checkout/abcdefghijkl',
  transaction_id: null,
  expires_at: '2026-05-04 12:00:00',
}
const create = () => gateway.createPayment(request, 'key-1')

describe('payment creation', () => {
  it('a creation request carries the exact amount, both keys and the language', async () => {
    stub.answer({ status: 201, body: payment })
    await gateway.createPayment({ ...request, amount: '9007199254740993.10' }, 'key-1')
    await gatewayAt(stub.url, 'en').createPayment(request, 'key-2')
    const [first, second] = stub.requests
    expect(first).toMatchObject({ method: 'POST', path: '/v1/payments' })
    expect(first?.body).toContain('"amount":9007199254740993.10,')
    expect(first?.headers).toMatchObject({
      authorization: 'Bearer sk_test_client',
      'idempotency-key': 'key-1',
      'accept-language': 'es',
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(second?.headers).toMatchObject({ 'accept-language': 'en', 'idempotency-key': 'key-2' })
  })

  it('a created payment has exact amounts and UTC times', async () => {
    stub.answer({ status: 201, body: payment })
    expect(await create()).toMatchObject({
      outcome: 'created',
      warnings: [],
      payment: {
        id: 71,
        amount: '125.5',
        total: '130.75',
        expires_at: new Date('2026-05-04T18:00:00Z'),
      },
    })
  })

  it('a created payment lists the fields that the gateway dropped', async () => {
    stub.answer({ status: 201, body: { ...payment, warnings: ['colour'] } })
    expect(await create()).toMatchObject({ outcome: 'created', warnings: ['colour'] })
  })

  it('unknown fields and states of a payment pass through', async () => {
    stub.answer({ status: 201, body: { ...payment, status: 'settling', colour: 'green' } })
    expect(await create()).toMatchObject({ payment: { status: 'settling', colour: 'green' } })
  })
})

describe('refusals by the gateway', () => {
  it('a 422 lists one or several messages per field', async () => {
    const errors = { amount: ['demasiado', 'otra vez'], currency_code: 'no' }
    stub.answer({ status: 422, body: { message: 'Datos no válidos', errors } })
    expect(await create()).toEqual({
      outcome: 'refused',
      retry: 'permanent',
      code: undefined,
      message: 'Datos no válidos',
      fields: { amount: ['demasiado', 'otra vez'], currency_code: ['no'] },
    })
  })

  it('a 422 carries the code of its business rule', async () => {
    stub.answer({ status: 422, body: { code: 'sandbox_terminal_unavailable' } })
    expect(await create()).toMatchObject({
      outcome: 'refused',
      code: 'sandbox_terminal_unavailable',
      fields: {},
    })
  })

  it.each(['', 'not JSON', '[]', 'null', '{"errors":"none"}', '{"code":7,"errors":{"a":[{}]}}'])(
    'a 422 is a refusal even with the body %o',
    async (body) => {
      stub.answer({ status: 422, body })
      expect(await create()).toMatchObject({ outcome: 'refused', retry: 'permanent' })
    },
  )

  it.each([401, 403])('HTTP %i means that a person must correct the key', async (status) => {
    stub.answer({ status, body: { message: 'Unauthenticated.' } })
    expect(await create()).toEqual({ outcome: 'unauthorized', retry: 'ask-a-person' })
  })

  it.each(['payment_not_found', 'transaction_id_expected', 'not_found', undefined])(
    'a 404 carries its code: %s',
    async (code) => {
      stub.answer({ status: 404, body: { code, message: 'siempre otro texto' } })
      expect(await gateway.getPayment(71)).toEqual({
        outcome: 'not-found',
        retry: 'permanent',
        kind: code,
      })
    },
  )
})

describe('refusals with objects as messages', () => {
  const errorsOf = (rule: string) => ({
    [rule]: { code: 'refused', message: 'Ya fue liquidada' },
    hint: null,
  })

  it('a refused void of a settled charge is not voidable and keeps its message', async () => {
    stub.answer({ status: 422, body: { errors: errorsOf('void') } })
    expect(await gateway.voidTransaction('t-1', undefined)).toEqual({
      outcome: 'not-voidable',
      words: ['refused Ya fue liquidada'],
    })
  })

  it.each([
    ['refund', 'not-refundable'],
    ['amount', 'amount-refused'],
  ])('a refund refused for its %s has the outcome %s', async (rule, outcome) => {
    stub.answer({ status: 422, body: { errors: errorsOf(rule) } })
    expect(await gateway.refundTransaction('t-1', { amount: '1.00' })).toMatchObject({ outcome })
  })
})

describe('missing and unusable responses', () => {
  const unreachable = (effect: 'none' | 'unknown', retryAfterSeconds?: number) => ({
    outcome: 'unreachable',
    retry: 'retry',
    effect,
    retryAfterSeconds,
  })

  it('a 429 keeps its Retry-After and leaves the effect of a creation unknown', async () => {
    stub.answer({ status: 429, headers: { 'retry-after': '7' } })
    expect(await create()).toMatchObject(unreachable('unknown', 7))
    expect(await gateway.getPayment(71)).toMatchObject(unreachable('none', 7))
  })

  it.each([
    [400, {}],
    [405, {}],
    [409, { code: 'conflict' }],
    [410, {}],
    [425, {}],
    [429, {}],
    [422, { code: 'idempotency_key_used' }],
    [422, { errors: { idempotency_key: ['usada'] } }],
  ])(
    'HTTP %i %j leaves the effect of a charge unknown, since a proxy may have sent it twice',
    async (status, body) => {
      stub.answer({ status, body })
      const charge = { amount: '1.00', currency: 'HNL', external_reference: 'A-1', metadata: {} }
      const confirmation = { ...charge, token: 'tok_1', publishableKey: 'pk_test_1' }
      const options = { idempotencyKey: 'key-1', route: 'by-method' } as const
      for (const outcome of [
        await create(),
        await gateway.chargeCard('pm_1', charge, options),
        await gateway.chargeCard('pm_1', charge, { ...options, route: 'by-token' }),
      ]) {
        expect(outcome).toMatchObject({ outcome: 'unreachable', effect: 'unknown' })
      }
      if (status !== 422) {
        expect(await gateway.confirm(confirmation)).toMatchObject({ effect: 'unknown' })
      }
    },
  )

  it.each(['', '-5', 'Infinity', 'soon', '1e99', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'the client ignores the Retry-After %o',
    async (wait) => {
      stub.answer({ status: 429, headers: { 'retry-after': wait } })
      expect(await create()).toMatchObject(unreachable('unknown', undefined))
    },
  )

  it.each([408, 500, 502, 503, 504])('HTTP %i leaves the effect unknown', async (status) => {
    stub.answer({ status, body: '<html>Bad Gateway</html>' })
    expect(await create()).toMatchObject(unreachable('unknown'))
  })

  it.each([
    ['a page instead of JSON', '<!doctype html><p>Login</p>'],
    ['half a JSON document', '{"id": 71, "status": "pend'],
    ['nothing', ''],
    ['JSON that is no payment', '{"ok":true}'],
    ['a payment without an id', JSON.stringify({ ...payment, id: undefined })],
    ['a payment whose amount is no amount', JSON.stringify({ ...payment, amount: 'viel' })],
  ])('a success with %s leaves the effect unknown', async (_, body) => {
    stub.answer({ status: 201, body })
    expect(await create()).toMatchObject(unreachable('unknown'))
  })

  it('the client does not follow a redirect with our key', async () => {
    stub.answer({ status: 307, headers: { location: `${stub.url}/elsewhere` } })
    expect(await create()).toMatchObject(unreachable('unknown'))
    expect(stub.requests).toHaveLength(1)
  })

  it('a connection reset after the request leaves the effect unknown', async () => {
    stub.answer('reset')
    expect(await create()).toMatchObject(unreachable('unknown'))
  })

  it('a timeout leaves the effect unknown', async () => {
    stub.answer('silence')
    const impatient = gatewayAt(stub.url, 'es', 50)
    expect(await impatient.createPayment(request, 'key-1')).toMatchObject(unreachable('unknown'))
  })

  it('a refused connection has no effect', async () => {
    const gone = await startGatewayStub()
    await gone.close()
    const { port } = new URL(gone.url)
    for (const host of ['127.0.0.1', 'localhost']) {
      const outcome = await gatewayAt(`http://${host}:${port}`).createPayment(request, 'key-1')
      expect(outcome).toMatchObject({ ...unreachable('none'), detail: 'ECONNREFUSED' })
    }
  })

  it('a failed DNS lookup has no effect', async () => {
    const outcome = await gatewayAt('http://gateway.invalid').createPayment(request, 'key-1')
    expect(outcome).toMatchObject(unreachable('none'))
  })
})

describe('lists of payments', () => {
  const page = (current: number, last: number) => ({
    data: [{ ...payment, id: current }],
    meta: { current_page: current, per_page: 1, total: last, last_page: last },
  })
  const ids = async (query: Parameters<Gateway['eachPage']>[0]) => {
    const found: unknown[] = []
    for await (const outcome of gateway.eachPage(query)) {
      found.push(outcome.outcome === 'page' ? outcome.page.data[0]?.id : outcome.outcome)
    }
    return found
  }

  it('the iterator stops at the last page', async () => {
    stub.answer(({ path }) => {
      const query = new URL(path, stub.url).searchParams
      return { status: 200, body: page(Number(query.get('page')), 3) }
    })
    expect(await ids({ external_reference: 'A&1=ñ', status: 'paid', per_page: 1 })).toEqual([
      1, 2, 3,
    ])
    expect(stub.requests.map(({ path }) => path)[1]).toBe(
      '/v1/payments?external_reference=A%261%3D%C3%B1&status=paid&per_page=1&page=2',
    )
  })

  it('the iterator trusts the total over a smaller last_page and stops at an empty page', async () => {
    stub.answer(({ path }) => {
      const number = Number(new URL(path, stub.url).searchParams.get('page'))
      const { data, meta } = page(number, 9)
      return {
        status: 200,
        body: { data: number > 3 ? [] : data, meta: { ...meta, last_page: 1 } },
      }
    })
    expect(await ids({})).toEqual([1, 2, 3, undefined])
  })

  it('the iterator stops after an empty list', async () => {
    const meta = { current_page: 1, per_page: 20, total: 0, last_page: 1 }
    stub.answer({ status: 200, body: { data: [], meta } })
    expect(await ids({})).toEqual([undefined])
  })

  it('the iterator ends with the failure, so a partial list does not look complete', async () => {
    stub.answer(({ path }) =>
      path.includes('page=2') ? { status: 503 } : { status: 200, body: page(1, 3) },
    )
    expect(await ids({})).toEqual([1, 'unreachable'])
  })

  it('an unknown filter is a refusal', async () => {
    stub.answer({ status: 422, body: { errors: { status: ['no'] } } })
    expect(await gateway.listPayments({})).toMatchObject({ outcome: 'refused' })
  })
})

describe('the merchant of a key', () => {
  it('the merchant passes through unparsed because its shape is not shown', async () => {
    stub.answer({ status: 200, body: { anything: [1] } })
    expect(await gateway.me()).toEqual({ outcome: 'authorized', merchant: { anything: [1] } })
    expect(stub.requests[0]).toMatchObject({ method: 'GET', path: '/v1/me', body: '' })
  })

  it('a wrong key is unauthorized', async () => {
    stub.answer({ status: 401 })
    expect(await gateway.me()).toMatchObject({ outcome: 'unauthorized' })
  })
})
