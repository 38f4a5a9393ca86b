import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CARDS,
  type Harness,
  LIVE_KEY,
  PUBLISHABLE_KEY,
  startHarness,
  uniqueReference,
} from './support/harness.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { saveCard } from './support/saved-cards.ts'
import { UUID } from './support/shapes.ts'
import { CONTROLS, controlledBothEnvironmentsTest, controlledTest } from './support/target.ts'

let gateway: Harness
let receiver: Receiver

beforeAll(async () => {
  gateway = await startHarness()
  receiver = await startReceiver()
  if (CONTROLS) await gateway.addEndpoint(receiver.url)
})
afterAll(async () => {
  await gateway.close()
  await receiver.close()
})

const save = async (number?: string) =>
  (await saveCard(gateway, { publishableKey: PUBLISHABLE_KEY, ...(number ? { number } : {}) })).id

interface ChargeOptions {
  body?: Record<string, unknown>
  idempotencyKey?: string | null
  key?: string | null
}

/** Both routes, so that they can be held against each other. */
const ROUTES = [
  {
    route: 'POST /payment-methods/{id}/charge',
    success: 201,
    field: 'payment_method_id',
    request: (id: string) => ({ path: `/v1/payment-methods/${id}/charge`, body: {} }),
  },
  {
    route: 'POST /payments/token-charge',
    success: 200,
    field: 'payment_token',
    request: (id: string) => ({ path: '/v1/payments/token-charge', body: { payment_token: id } }),
  },
] as const

describe.each(ROUTES)('4.12 $route', ({ success, field, request }) => {
  const charge = (id: string, options: ChargeOptions = {}) => {
    const { path, body } = request(id)
    const { idempotencyKey = uniqueReference(), key } = options
    return gateway.call('POST', path, {
      body: { ...body, amount: 42.5, ...options.body },
      headers: idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey },
      ...(key === undefined ? {} : { key }),
    })
  }
  const paymentOf = async (external_reference: string) => {
    const path = `/v1/payments?external_reference=${external_reference}`
    return (await gateway.call('GET', path)).body.data[0]
  }

  controlledTest(`${success}: the charge is processed, id is the transaction UUID`, async () => {
    const answer = await charge(await save())
    expect(answer.status).toBe(success)
    expect(answer.body.id).toMatch(UUID)
  })

  controlledTest(
    'it is a paid payment, with what was asked for, and payment.approved',
    async () => {
      const external_reference = uniqueReference()
      const { body } = await charge(await save(), {
        body: { currency_code: 'HNL', external_reference, metadata: { plan: 'oro' } },
      })
      const payment = await paymentOf(external_reference)
      expect(payment).toMatchObject({
        status: 'paid',
        total: 42.5,
        currency: '340',
        metadata: { plan: 'oro' },
        transaction_id: body.id,
      })
      const isIt = ({ data }: { data: { id: number } }) => data.id === payment.id
      const [delivery] = await receiver.waitUntil(isIt)
      expect(delivery?.event).toMatchObject({
        type: 'payment.approved',
        data: { transaction_id: body.id, status: 'paid' },
      })
    },
  )

  controlledTest('422 for a decline of the processor, with payment.failed', async () => {
    const external_reference = uniqueReference()
    const id = await save(CARDS.declinedWhenSaved)
    const answer = await charge(id, { body: { external_reference } })
    expect(answer.status).toBe(422)
    expect(answer.body.IsoResponseCode).toEqual(expect.any(String))
    expect(answer.body.Errors[0]).toEqual({ Code: '05', Message: expect.any(String) })
    const isIt = ({ data }: { data: { external_reference?: string } }) =>
      data.external_reference === external_reference
    const [delivery] = await receiver.waitUntil(isIt)
    expect(delivery?.event.type).toBe('payment.failed')
    expect(delivery?.event.data.paid_at).toBeNull()
  })

  test('422 without an Idempotency-Key', async () => {
    const id = CONTROLS ? await save() : 'pm_nobody'
    expect((await charge(id, { idempotencyKey: null })).status).toBe(422)
    expect((await charge(id, { idempotencyKey: '' })).status).toBe(422)
  })

  controlledTest.each([
    ['amount is required', { amount: undefined }, 'amount'],
    ['amount is a number', { amount: 'ten' }, 'amount'],
    ['amount is at least 0.01', { amount: 0 }, 'amount'],
    ['a numeric currency: the code is alphabetic here', { currency_code: '340' }, 'currency_code'],
    ['a currency that is not enabled', { currency_code: 'CHF' }, 'currency_code'],
    ['external_reference is a string', { external_reference: 5 }, 'external_reference'],
    ['metadata is an object', { metadata: 'x' }, 'metadata'],
  ])('422: %s', async (_, body, broken) => {
    const answer = await charge(await save(), { body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([broken])
  })

  controlledTest('without currency_code it is the default currency', async () => {
    const external_reference = uniqueReference()
    await charge(await save(), { body: { external_reference } })
    expect(await paymentOf(external_reference)).toMatchObject({ currency_iso: 'HNL' })
  })

  controlledTest('tokenized_charge_disabled comes before every other check', async () => {
    const id = await save()
    await gateway.withProfile({ tokenized_charge: false }, async () => {
      for (const options of [{}, { idempotencyKey: null }, { body: { amount: 'ten' } }]) {
        for (const method of [id, 'pm_nobody']) {
          const answer = await charge(method, options)
          expect(answer).toMatchObject({ status: 422, body: { code: 'tokenized_charge_disabled' } })
          expect(Object.keys(answer.body.errors)).toEqual([field])
        }
      }
    })
  })

  controlledTest('a revoked card makes charges fail, with an error and no charge', async () => {
    const id = await save()
    const external_reference = uniqueReference()
    await gateway.call('DELETE', `/v1/payment-methods/${id}`)
    const answer = await charge(id, { body: { external_reference } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect((await paymentOf(external_reference))?.status).not.toBe('paid')
  })

  controlledTest('the charge can be voided, and refunded once it is settled', async () => {
    const id = await save()
    const [one, other] = [await charge(id), await charge(id)]
    const voiding = await gateway.call('POST', `/v1/payments/${one.body.id}/void`)
    expect(voiding).toMatchObject({ status: 200, body: { status: 'voided' } })
    await gateway.settle()
    const refund = await gateway.call('POST', `/v1/payments/${other.body.id}/refund`, {
      body: { amount: 42.5 },
    })
    expect(refund.status).toBe(200)
  })

  controlledTest('a card can be charged again and again, each with its own key', async () => {
    const id = await save()
    const answers = await Promise.all([charge(id), charge(id), charge(id)])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
  })

  test('401 without a key, and with a publishable one', async () => {
    expect((await charge('pm_nobody', { key: null })).status).toBe(401)
    expect((await charge('pm_nobody', { key: PUBLISHABLE_KEY })).status).toBe(401)
  })
})

describe('4.12 a card that is not the merchant’s', () => {
  const viaPath = (id: string, key?: string) =>
    gateway.call('POST', `/v1/payment-methods/${id}/charge`, {
      body: { amount: 1 },
      headers: { 'idempotency-key': uniqueReference() },
      ...(key === undefined ? {} : { key }),
    })
  const viaBody = (payment_token: unknown, key?: string) =>
    gateway.call('POST', '/v1/payments/token-charge', {
      body: { payment_token, amount: 1 },
      headers: { 'idempotency-key': uniqueReference() },
      ...(key === undefined ? {} : { key }),
    })

  controlledTest('404 in the path, 422 in the body, when there is no such card', async () => {
    const answer = await viaPath('pm_nobody')
    expect(answer.status).toBe(404)
    expect(answer.body.code).not.toBe('not_found')
    expect((await viaBody('pm_nobody')).status).toBe(422)
  })

  controlledTest('422 when payment_token is missing or no string', async () => {
    for (const token of [undefined, 5]) {
      const answer = await viaBody(token)
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors)).toEqual(['payment_token'])
    }
  })

  controlledBothEnvironmentsTest(
    'a card of the other environment is not found either',
    async () => {
      const id = await save()
      expect((await viaPath(id, LIVE_KEY)).status).toBe(404)
      expect((await viaBody(id, LIVE_KEY)).status).toBe(422)
    },
  )
})
