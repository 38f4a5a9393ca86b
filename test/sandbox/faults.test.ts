import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { order } from '../contract/support/harness.ts'
import { type Received, startReceiver } from '../contract/support/receiver.ts'
import { eventually } from '../support/eventually.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

let secret: string

const gateway = useGateway()
const receiver = useStarted(startReceiver)
beforeEach(async () => {
  await gateway.control('POST', '/reset')
  secret = (await gateway.addEndpoint(receiver.url)).secret
  receiver.received.length = 0
  receiver.answerWith(200)
})

const faults = (input: object): Promise<Json> => gateway.control('PUT', '/faults', input)
const refusal = async (input: unknown): Promise<string[]> => {
  const { status, body } = await gateway.call('PUT', '/sandbox/faults', { key: null, body: input })
  expect(status).toBe(422)
  return Object.keys(body.errors)
}
const create = () => gateway.call('POST', '/v1/payments', { body: order })
const list = () => gateway.call('GET', '/v1/payments')
const total = async (): Promise<number> => (await list()).body.meta.total

const isSignedWith = (key: string, { headers, raw }: Received): boolean => {
  const [, t, v1] = /^t=(\d+),v1=([\da-f]{64})$/.exec(`${headers['service-signature']}`) ?? []
  return createHmac('sha256', key).update(`${t}.${raw}`).digest('hex') === v1
}

const faultsInJournal = async (type: string): Promise<string[]> => {
  const { entries } = await gateway.control('GET', '/journal')
  return entries
    .filter((entry: Json) => entry.type === type && entry.fault)
    .map(({ fault }: Json) => fault)
}

describe('webhook faults', () => {
  test('drop loses the event for good', async () => {
    await faults({ webhooks: { drop: 1 } })
    await gateway.payNew()
    await gateway.advance(2 * 60 * 60)
    expect(receiver.received).toEqual([])
    expect(await gateway.journal('delivery')).toEqual([])
    expect(await faultsInJournal('dropped')).toEqual(['drop'])
  })

  test('fail_attempt loses one attempt and keeps the retry schedule', async () => {
    await faults({ next: [{ on: 'payment.approved', fault: 'fail_attempt', times: 2 }] })
    await gateway.payNew()
    await gateway.advance(59)
    expect(receiver.received).toEqual([])
    await gateway.advance(2 + 5 * 60)
    expect(await receiver.waitFor(1)).toHaveLength(1)
    const attempts = await gateway.journal('delivery')
    expect(attempts.map(({ attempt, status, fault }) => ({ attempt, status, fault }))).toEqual([
      { attempt: 1, status: null, fault: 'fail_attempt' },
      { attempt: 2, status: null, fault: 'fail_attempt' },
      { attempt: 3, status: 200, fault: undefined },
    ])
  })

  test('each event consumes one plan, in order', async () => {
    await faults({
      next: [
        { on: 'payment.approved', fault: 'wrong_secret' },
        { on: 'payment.approved', fault: 'duplicate' },
        { on: 'payment.approved', fault: 'fail_attempt' },
        { on: 'payment.approved', fault: 'drop' },
      ],
    })
    const ids: number[] = []
    for (let payment = 0; payment < 5; payment++) ids.push((await gateway.payNew()).id)
    await eventually(async () => (await gateway.journal('delivery')).length === 5)
    const about = (index: number) =>
      receiver.received.filter(({ event }) => event.data.id === ids[index])
    await eventually(async () => about(4).length === 1)
    expect(about(0).map((each) => isSignedWith(secret, each))).toEqual([false])
    expect(about(1).map((each) => isSignedWith(secret, each))).toEqual([true, true])
    expect([about(2).length, about(3).length]).toEqual([0, 0])
    expect(await faultsInJournal('dropped')).toEqual(['drop'])
    expect((await gateway.control('GET', '/faults')).next).toEqual([])
    await gateway.advance(61)
    expect(about(2).map((each) => isSignedWith(secret, each))).toEqual([true])
  })

  test('a cleared fault does not affect pending retries', async () => {
    await faults({ webhooks: { fail_attempt: 1 } })
    await gateway.payNew()
    await eventually(async () => (await gateway.journal('delivery')).length === 1)
    await faults({ webhooks: { fail_attempt: 0 } })
    await gateway.advance(61)
    expect(await receiver.waitFor(1)).toHaveLength(1)
  })

  test('duplicate delivers the event twice', async () => {
    await faults({ webhooks: { duplicate: 1 } })
    await gateway.payNew()
    const [one, other] = await receiver.waitFor(2)
    expect(other?.raw).toBe(one?.raw)
    await gateway.advance(2 * 60 * 60)
    expect(receiver.received).toHaveLength(2)
    expect(await faultsInJournal('delivery')).toEqual(['duplicate'])
  })

  test('delay postpones delivery by the sandbox clock', async () => {
    await faults({ webhooks: { delay: 1, delay_seconds: 600 } })
    await gateway.payNew()
    await gateway.advance(590)
    expect(receiver.received).toEqual([])
    await gateway.advance(20)
    expect(await receiver.waitFor(1)).toHaveLength(1)
    expect(await faultsInJournal('delivery')).toEqual(['delay'])
  })

  test('reorder holds an event back until a later one is sent', async () => {
    await faults({ webhooks: { reorder: 1 } })
    const first = await gateway.payNew()
    const second = await gateway.payNew()
    const received = await receiver.waitFor(2)
    expect(received.map(({ event }) => event.data.id)).toEqual([second.id, first.id])
    expect(await faultsInJournal('delivery')).toEqual(['reorder'])
  })

  test('reorder holds an event back for at most a minute', async () => {
    await faults({ next: [{ on: 'payment.approved', fault: 'reorder' }] })
    const { id } = await gateway.payNew()
    await gateway.advance(55)
    expect(receiver.received).toEqual([])
    await gateway.advance(6)
    expect((await receiver.waitFor(1)).map(({ event }) => event.data.id)).toEqual([id])
  })

  test('tamper alters the signed body, and the retry is authentic again', async () => {
    await faults({ next: [{ on: 'payment.approved', fault: 'tamper' }] })
    receiver.answerWith(400)
    await gateway.payNew()
    await receiver.waitFor(1)
    receiver.answerWith(200)
    await gateway.advance(61)
    const [lie, truth] = await receiver.waitFor(2)
    if (!lie || !truth) throw new Error('Nothing arrived')
    expect(isSignedWith(secret, lie)).toBe(false)
    expect(lie.event.data.total).not.toBe(100)
    expect(isSignedWith(secret, truth)).toBe(true)
    expect(truth.event.data.total).toBe(100)
  })

  test('wrong_secret signs the authentic body with another secret', async () => {
    await faults({ webhooks: { wrong_secret: 1 } })
    await gateway.payNew()
    const [forged] = await receiver.waitFor(1)
    if (!forged) throw new Error('Nothing arrived')
    expect(isSignedWith(secret, forged)).toBe(false)
    expect(forged.event.data.total).toBe(100)
    expect(await faultsInJournal('delivery')).toEqual(['wrong_secret'])
  })

  test('a plan applies only to its event types', async () => {
    await faults({ next: [{ on: ['payment.voided', 'payment.refunded'], fault: 'drop' }] })
    const { transactionId } = await gateway.payNew()
    await receiver.waitFor(1)
    await gateway.control('POST', '/portal/void', { transaction_id: transactionId })
    await eventually(async () => (await faultsInJournal('dropped')).length === 1)
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['payment.approved'])
    expect((await gateway.control('GET', '/faults')).next).toEqual([])
  })
})

describe('API faults', () => {
  test.each([
    ['error_500', 500],
    ['error_503', 503],
    ['rate_429', 429],
  ])('%s responds before any work', async (fault, status) => {
    await faults({ api: { [fault]: 1, only: 'POST /v1/payments' } })
    expect((await create()).status).toBe(status)
    expect(await total()).toBe(0)
    expect(await faultsInJournal('request')).toEqual([fault])
  })

  test('rate_429 sets Retry-After', async () => {
    await faults({ api: { rate_429: 1, retry_after: 7 } })
    expect((await list()).headers.get('retry-after')).toBe('7')
  })

  test('lost_answer cuts the connection after the work', async () => {
    await faults({ next: [{ on: 'POST /v1/payments', fault: 'lost_answer' }] })
    await expect(create()).rejects.toThrow('fetch failed')
    expect(await total()).toBe(1)
    expect((await create()).status).toBe(201)
    const [entry] = (await gateway.journal('request')).filter(({ fault }) => fault)
    expect(entry).toMatchObject({ path: '/v1/payments', status: 201, fault: 'lost_answer' })
  })

  test('error_after responds 500 after the work', async () => {
    await faults({ next: [{ on: 'POST /v1/payments', fault: 'error_after' }] })
    expect((await create()).status).toBe(500)
    expect(await total()).toBe(1)
  })

  test('latency_ms delays a response by a fixed or random time', async () => {
    const took = async () => {
      const startedMs = performance.now()
      expect((await list()).status).toBe(200)
      return performance.now() - startedMs
    }
    await faults({ api: { latency_ms: 150 } })
    expect(await took()).toBeGreaterThanOrEqual(149)
    await faults({ api: { latency_ms: [60, 90] } })
    expect(await took()).toBeGreaterThanOrEqual(59)
    await faults({ api: { latency_ms: 0 } })
    await took()
    // The last one has no latency.
    expect(await faultsInJournal('request')).toEqual(['latency', 'latency'])
  })

  test('only accepts one or several patterns with wildcards', async () => {
    const { id } = await gateway.createPayment()
    for (const pattern of ['GET /v1/payments/{id}', 'GET /v1/payments/:id', '/v1/*/*']) {
      await faults({ api: { error_503: 1, only: pattern } })
      expect((await gateway.call('GET', `/v1/payments/${id}`)).status).toBe(503)
      expect((await list()).status).toBe(200)
    }
    await faults({ api: { only: ['GET /v1/me', 'POST /embed/v1/confirm'] } })
    expect((await gateway.call('GET', '/v1/me')).status).toBe(503)
    expect((await gateway.call('POST', '/embed/v1/confirm')).status).toBe(503)
    expect((await list()).status).toBe(200)
    await faults({ api: { only: null } })
    expect((await list()).status).toBe(503)
  })

  test('plans apply in order, and GET shows the remaining ones', async () => {
    await faults({
      next: [
        { on: 'GET /v1/payments', fault: 'error_503', times: 2 },
        { on: 'GET /v1/payments', fault: 'rate_429', retry_after: 3 },
      ],
    })
    expect((await list()).status).toBe(503)
    expect((await gateway.control('GET', '/faults')).next).toEqual([
      { on: 'GET /v1/payments', fault: 'error_503', times: 1 },
      { on: 'GET /v1/payments', fault: 'rate_429', times: 1, retry_after: 3 },
    ])
    expect((await list()).status).toBe(503)
    expect((await list()).headers.get('retry-after')).toBe('3')
    expect((await list()).status).toBe(200)
    expect((await gateway.control('GET', '/faults')).next).toEqual([])
  })

  test('concurrent requests consume each use of a plan once', async () => {
    await faults({ next: [{ on: 'GET /v1/payments', fault: 'error_500', times: 3 }] })
    const answers = await Promise.all(Array.from({ length: 10 }, list))
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(3)
  })

  test('a refund that the processor rejects refunds nothing, by API or portal', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    await faults({ refund_rejected_by_processor: true })
    const body = { amount: 10 }
    const refunds = [
      await gateway.call('POST', `/v1/payments/${transactionId}/refund`, { body }),
      await gateway.call('POST', '/sandbox/portal/refund', {
        key: null,
        body: { ...body, transaction_id: transactionId },
      }),
    ]
    for (const refund of refunds) {
      expect(refund.status).toBe(422)
      expect(refund.body.errors).toEqual({ refund: ['Invalid transaction'] })
    }
    expect(await gateway.getPayment(id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
    await faults({ refund_rejected_by_processor: false })
    const { status } = await gateway.call('POST', `/v1/payments/${transactionId}/refund`, { body })
    expect(status).toBe(200)
  })

  test('faults never affect control routes and pages', async () => {
    const { id, checkout_url } = await gateway.createPayment()
    await faults({ api: { error_500: 1, lost_answer: 1, latency_ms: 2_000 } })
    expect((await gateway.pay({ payment_id: id })).status).toBe(200)
    expect((await gateway.call('GET', '/sandbox/faults', { key: null })).status).toBe(200)
    const { pathname } = new URL(checkout_url)
    expect((await gateway.call('GET', pathname, { key: null })).status).toBe(200)
    expect(await faultsInJournal('request')).toEqual([])
  })
})

describe('fault seeds', () => {
  const run = async (seed: number | string): Promise<{ requests: string[]; events: string[] }> => {
    await gateway.control('POST', '/reset')
    await gateway.addEndpoint(receiver.url)
    await faults({
      seed,
      webhooks: { drop: 0.3, duplicate: 0.3, fail_attempt: 0.4 },
      api: { error_500: 0.3, rate_429: 0.2, error_after: 0.2 },
    })
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await create()).body.id as number | undefined),
    )
    for (const id of ids) {
      await gateway.call('GET', '/v1/me')
      if (id) await gateway.pay({ payment_id: id })
    }
    await gateway.advance(90)
    const { entries } = await gateway.control('GET', '/journal')
    const ofType = (...types: string[]): Json[] =>
      entries.filter(({ type }: Json) => types.includes(type))
    return {
      requests: ofType('request')
        .filter(({ path }) => path.startsWith('/v1'))
        .map(({ path, fault }) => `${path} ${fault}`)
        .sort(),
      events: ofType('delivery', 'dropped')
        .map(({ attempt, fault }) => `${attempt} ${fault}`)
        .sort(),
    }
  }

  test('a seed reproduces a run, and another seed gives another run', async () => {
    const first = await run(42)
    expect(new Set(first.requests.map((line) => line.split(' ')[1])).size).toBeGreaterThan(2)
    expect(await run(42)).toEqual(first)
    expect(await run('another')).not.toEqual(first)
  })

  test('setting a seed restarts the counts, and other fields do not', async () => {
    const three = async () => {
      const answers = [await list(), await list(), await list()]
      return answers.map(({ status }) => status)
    }
    await faults({ seed: 'count', api: { error_500: 0.5 } })
    const all = [...(await three()), ...(await three()), ...(await three())]
    await faults({ seed: 'count' })
    expect(await three()).toEqual(all.slice(0, 3))
    await faults({ api: { error_503: 0 } })
    expect(await three()).toEqual(all.slice(3, 6))
    await gateway.restart()
    expect(await three()).toEqual(all.slice(6))
  })

  test('without a seed, the sandbox draws one, shows it and keeps it over a restart', async () => {
    const { seed } = await gateway.control('GET', '/faults')
    expect(seed).toEqual(expect.any(Number))
    await gateway.restart()
    expect((await gateway.control('GET', '/faults')).seed).toBe(seed)
  })
})

describe('PUT /sandbox/faults', () => {
  test('a change merges deeply and returns all settings', async () => {
    await faults({ webhooks: { drop: 0.25 }, api: { retry_after: 9 } })
    const all = await faults({ webhooks: { delay: 0.5 } })
    expect(all).toMatchObject({
      webhooks: { drop: 0.25, delay: 0.5, tamper: 0 },
      api: { retry_after: 9, error_500: 0 },
      next: [],
      refund_rejected_by_processor: false,
    })
    expect(await gateway.control('GET', '/faults')).toEqual(all)
    expect(await faults(all)).toEqual(all)
  })

  test.each<[unknown, string]>([
    [{ webhooks: { drop: 1.1 } }, 'webhooks.drop'],
    [{ webhooks: { drops: 1 } }, 'webhooks.drops'],
    [{ api: { error_500: '1' } }, 'api.error_500'],
    [{ api: { latency_ms: [5, 1] } }, 'api.latency_ms'],
    [{ api: { latency_ms: -1 } }, 'api.latency_ms'],
    [{ api: { only: 'payments' } }, 'api.only'],
    [{ next: [{ on: 'POST /v1/payments', fault: 'drop' }] }, 'next.0.fault'],
    [{ next: [{ on: 'payment.approved', fault: 'error_500' }] }, 'next.0.fault'],
    [{ next: [{ on: 'payment.paid', fault: 'drop' }] }, 'next.0.on'],
    [{ next: [{ on: 'payment.approved', fault: 'drop', times: 0 }] }, 'next.0.times'],
    [{ next: [{ on: 'POST /v1/paymnts', fault: 'error_500' }] }, 'next.0.on'],
    [{ next: [{ on: 'POST /sandbox/pay', fault: 'error_500' }] }, 'next.0.on'],
    [{ api: { only: 'DELETE /v1/payments' } }, 'api.only'],
    [{ nothing: 1 }, 'nothing'],
    [{ seed: null }, 'seed'],
    [[], 'body'],
    ['{', 'body'],
  ])('an invalid change %j names %s and changes nothing', async (input, field) => {
    const before = await gateway.control('GET', '/faults')
    expect(await refusal(input)).toContain(field)
    expect(await gateway.control('GET', '/faults')).toEqual(before)
  })

  test('any text is a valid seed', async () => {
    for (const seed of ['\u0000', '\ud800', '🦆']) {
      expect((await faults({ seed, webhooks: { delay: 0.01 } })).seed).toBe(seed)
      expect((await gateway.payNew()).id).toEqual(expect.any(Number))
    }
  })
})

describe('faults over a restart', () => {
  test('settings, remaining plans and the fate of pending events survive a restart', async () => {
    await faults({
      webhooks: { delay: 1, delay_seconds: 100 },
      api: { retry_after: 4 },
      next: [{ on: 'GET /v1/me', fault: 'error_503', times: 2 }],
    })
    await gateway.payNew()
    await gateway.call('GET', '/v1/me')
    const before = await gateway.control('GET', '/faults')
    await gateway.restart()
    expect(await gateway.control('GET', '/faults')).toEqual(before)
    expect((await gateway.call('GET', '/v1/me')).status).toBe(503)
    expect((await gateway.call('GET', '/v1/me')).status).toBe(200)
    // An undelayed event that follows it has arrived.
    await faults({ webhooks: { delay: 0 } })
    const { id } = await gateway.payNew()
    await receiver.waitUntil(({ data }) => data.id === id)
    expect(receiver.received).toHaveLength(1)
    await gateway.advance(101)
    expect(await receiver.waitFor(2)).toHaveLength(2)
  })

  test('a reset clears all faults', async () => {
    await faults({ webhooks: { drop: 1 }, api: { error_500: 1 } })
    await gateway.control('POST', '/reset')
    expect((await list()).status).toBe(200)
    expect((await gateway.control('GET', '/faults')).webhooks.drop).toBe(0)
  })
})
