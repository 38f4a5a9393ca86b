import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, PUBLISHABLE_KEY, startHarness } from '../contract/support/harness.ts'

let gateway: Harness
beforeAll(async () => {
  gateway = await startHarness()
})
afterAll(() => gateway.close())

const confirm = async (amount: number, currency_code = 'HNL') => {
  const body = {
    amount,
    currency_code,
    publishable_key: PUBLISHABLE_KEY,
    payment_token: await gateway.token(),
  }
  return gateway.call('POST', '/embed/v1/confirm', { body })
}

const detailsOf = async (amount: number, currencyCode?: string) =>
  (await confirm(amount, currencyCode)).body.transaction_details

describe('2.6 What the service keeps of a charge, as an approved confirm tells it', () => {
  test('the fixed part is kept from the threshold on, as the service fee has it', async () => {
    const terms = { fee_rate: '0.1', fee_fixed: '5.00', fee_threshold: '50.00' }
    await gateway.withProfile(terms, async () => {
      expect(await detailsOf(49.99)).toMatchObject({ service_commission: 5 })
      expect(await detailsOf(50)).toMatchObject({ service_commission: 10 })
    })
  })

  test('the fixed part is kept in a currency without decimals too', async () => {
    const terms = { currencies: ['340', '392'], fee_rate: '0.1', fee_fixed: '5.50' }
    await gateway.withProfile(terms, async () => {
      const details = await detailsOf(1_000, 'JPY')
      expect(details).toMatchObject({ service_commission: 106, isv: 16, expected_settlement: 878 })
    })
  })

  test.each([0.01, 0.5, 1, 2.5, 2.87, 2.88])(
    'of %d lempiras the merchant never owes anything',
    async (amount) => {
      const { service_commission, isv, expected_settlement } = await detailsOf(amount)
      expect(expected_settlement).toBeGreaterThanOrEqual(0)
      expect(service_commission + isv + expected_settlement).toBeCloseTo(amount, 6)
    },
  )
})

describe('a very small fee_rate', () => {
  test('breaks neither creation nor confirm, and a restart keeps the whole profile', async () => {
    await gateway.control('PUT', '/profile', { fee_rate: '0.0000001', merchant_name: 'Kiosco' })
    const creation = {
      amount: 100,
      name: 'Order',
      external_reference: 'o',
      service_fee_enabled: true,
    }
    const created = await gateway.call('POST', '/v1/payments', { body: creation })
    expect([created.status, created.body.service_fee_amount]).toEqual([201, 2.5])
    expect((await confirm(100)).body.status).toBe('approved')
    await gateway.restart()
    expect(await gateway.control('GET', '/profile')).toMatchObject({
      merchant_name: 'Kiosco',
      fee_rate: '0.0000001',
    })
  })
})
