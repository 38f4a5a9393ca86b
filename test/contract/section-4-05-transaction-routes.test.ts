import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { LIVE_KEY } from './support/harness.ts'
import { NO_TRANSACTION } from './support/shapes.ts'
import { controlledBothEnvironmentsTest } from './support/target.ts'

const ROUTES = [
  ['POST', 'void', undefined],
  ['POST', 'refund', { amount: 1 }],
  ['GET', 'receipt', undefined],
  ['GET', 'receipt/download', undefined],
] as const

describe('4.5 Transaction routes', () => {
  const gateway = useGateway()

  describe.each(ROUTES)('%s /payments/{transaction_id}/%s', (method, route, body) => {
    const ask = (id: string | number, key?: string | null) =>
      gateway.call(method, `/v1/payments/${id}/${route}`, {
        ...(body ? { body } : {}),
        ...(key === undefined ? {} : { key }),
      })

    test('a numeric payment id gets 404 transaction_id_expected', async () => {
      const { id } = await gateway.createPayment()
      expect(await ask(id)).toMatchObject({
        status: 404,
        body: { code: 'transaction_id_expected' },
      })
    })

    test('a number without a payment also gets 404 transaction_id_expected', async () => {
      expect(await ask(987_654_321)).toMatchObject({
        status: 404,
        body: { code: 'transaction_id_expected' },
      })
    })

    test('an unknown UUID gets 404 payment_not_found', async () => {
      expect(await ask(NO_TRANSACTION)).toMatchObject({
        status: 404,
        body: { code: 'payment_not_found' },
      })
    })

    controlledBothEnvironmentsTest(
      'a transaction of the other environment gets 404 payment_not_found',
      async () => {
        const { transactionId } = await gateway.payNew()
        expect(await ask(transactionId, LIVE_KEY)).toMatchObject({
          status: 404,
          body: { code: 'payment_not_found' },
        })
      },
    )

    test('a request without a key gets 401 before any other check', async () => {
      expect((await ask(NO_TRANSACTION, null)).status).toBe(401)
      expect((await ask(1, null)).status).toBe(401)
    })
  })
})
