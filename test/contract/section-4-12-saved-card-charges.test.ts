import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway, useStarted } from '../support/use-world.ts'
import { CARDS, LIVE_KEY, PUBLISHABLE_KEY, uniqueReference } from './support/harness.ts'
import { startReceiver } from './support/receiver.ts'
import { saveCard } from './support/saved-cards.ts'
import { UUID } from './support/shapes.ts'
import { CONTROLS, controlledBothEnvironmentsTest, controlledTest } from './support/target.ts'

const gateway = useGateway()
const receiver = useStarted(startReceiver)
beforeAll(async () => {
  if (CONTROLS) await gateway.addEndpoint(receiver.url)
})

const save = async (number?: string) =>
  (await saveCard(gateway, { publishableKey: PUBLISHABLE_KEY, ...(number ? { number } : {}) })).id

interface ChargeOptions {
  body?: Record<string, unknown>
  idempotencyKey?: string | null
  key?: string | null
}

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

  controlledTest(`an approved charge gets ${success} with the transaction UUID as id`, async () => {
    const answer = await charge(await save())
    expect(answer.status).toBe(success)
    expect(answer.body.id).toMatch(UUID)
  })

  controlledTest(
    'a charge creates a paid payment with the requested fields and sends payment.approved',
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

  controlledTest('a processor decline gets 422 and sends payment.failed', async () => {
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

  test('a request without an Idempotency-Key gets 422', async () => {
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
  ])('an invalid field gets 422: %s', async (_, body, broken) => {
    const answer = await charge(await save(), { body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([broken])
  })

  controlledTest('a charge without currency_code uses the default currency', async () => {
    const external_reference = uniqueReference()
    await charge(await save(), { body: { external_reference } })
    expect(await paymentOf(external_reference)).toMatchObject({ currency_iso: 'HNL' })
  })

  controlledTest('tokenized_charge_disabled precedes every other check', async () => {
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

  controlledTest('charging a revoked card returns an error and charges nothing', async () => {
    const id = await save()
    const external_reference = uniqueReference()
    await gateway.call('DELETE', `/v1/payment-methods/${id}`)
    const answer = await charge(id, { body: { external_reference } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect((await paymentOf(external_reference))?.status).not.toBe('paid')
  })

  controlledTest('a charge can be voided, and refunded once settled', async () => {
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

  controlledTest('a card can be charged repeatedly with different keys', async () => {
    const id = await save()
    const answers = await Promise.all([charge(id), charge(id), charge(id)])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
  })

  test('a request without a key or with a publishable key gets 401', async () => {
    expect((await charge('pm_nobody', { key: null })).status).toBe(401)
    expect((await charge('pm_nobody', { key: PUBLISHABLE_KEY })).status).toBe(401)
  })
})

describe('4.12 cards the merchant does not own', () => {
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

  controlledTest('an unknown card gets 404 in the path and 422 in the body', async () => {
    const answer = await viaPath('pm_nobody')
    expect(answer.status).toBe(404)
    expect(answer.body.code).not.toBe('not_found')
    expect((await viaBody('pm_nobody')).status).toBe(422)
  })

  controlledTest('a missing or non-string payment_token gets 422', async () => {
    for (const token of [undefined, 5]) {
      const answer = await viaBody(token)
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors)).toEqual(['payment_token'])
    }
  })

  controlledBothEnvironmentsTest('a card of the other environment is not found', async () => {
    const id = await save()
    expect((await viaPath(id, LIVE_KEY)).status).toBe(404)
    expect((await viaBody(id, LIVE_KEY)).status).toBe(422)
  })
})
