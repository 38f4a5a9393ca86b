import { describe, expect, test } from 'vitest'
import { PUBLISHABLE_KEY } from '../contract/support/harness.ts'
import { useGateway } from '../support/use-world.ts'

const gateway = useGateway()

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

describe('2.6 The commission in an approved confirm', () => {
  test('the fixed part applies from the threshold on', async () => {
    const terms = { fee_rate: '0.1', fee_fixed: '5.00', fee_threshold: '50.00' }
    await gateway.withProfile(terms, async () => {
      expect(await detailsOf(49.99)).toMatchObject({ service_commission: 5 })
      expect(await detailsOf(50)).toMatchObject({ service_commission: 10 })
    })
  })

  test('the fixed part applies in a currency without decimals', async () => {
    const terms = { currencies: ['340', '392'], fee_rate: '0.1', fee_fixed: '5.50' }
    await gateway.withProfile(terms, async () => {
      const details = await detailsOf(1_000, 'JPY')
      expect(details).toMatchObject({ service_commission: 106, isv: 16, expected_settlement: 878 })
    })
  })

  test.each([0.01, 0.5, 1, 2.5, 2.87, 2.88])(
    'the merchant never owes money for a charge of %d lempiras',
    async (amount) => {
      const { service_commission, isv, expected_settlement } = await detailsOf(amount)
      expect(expected_settlement).toBeGreaterThanOrEqual(0)
      expect(service_commission + isv + expected_settlement).toBeCloseTo(amount, 6)
    },
  )
})

describe('4.3 A service fee paid by the customer', () => {
  const charged = async (payment: { id: number; total: number; currency: string }) => {
    const { body } = await gateway.call('POST', '/embed/v1/confirm', {
      body: {
        amount: payment.total,
        currency_code: payment.currency,
        publishable_key: PUBLISHABLE_KEY,
        payment_token: await gateway.token({ payment_id: payment.id }),
      },
    })
    return body.transaction_details
  }
  const created = (fields: Record<string, unknown>) =>
    gateway.createPayment({ service_fee_enabled: true, ...fields })

  test.each([0.01, 1, 9.99, 49.99, 50, 100, 1_234.56, 99_999.99])(
    'a merchant who requests %d lempiras nets exactly that, including ISV',
    async (amount) => {
      await gateway.withProfile({ fee_threshold: '50.00' }, async () => {
        const payment = await created({ amount })
        const { expected_settlement, service_commission, isv } = await charged(payment)
        expect(expected_settlement).toBe(amount)
        expect(service_commission + isv).toBeCloseTo(payment.service_fee_amount, 6)
        expect(service_commission + isv + amount).toBeCloseTo(payment.total, 6)
      })
    },
  )

  test('the merchant nets the amount plus tax in a currency without decimals', async () => {
    await gateway.withProfile({ currencies: ['340', '392'], fee_fixed: '5.50' }, async () => {
      const payment = await created({
        amount: 1_000,
        currency_code: '392',
        sales_tax_type: 'percentage',
        sales_tax_value: 15,
      })
      expect((await charged(payment)).expected_settlement).toBe(1_150)
    })
  })

  test('the merchant nets the amount after a change of the fee terms', async () => {
    const payment = await created({})
    await gateway.withProfile({ fee_rate: '0.2' }, async () => {
      expect((await charged(payment)).expected_settlement).toBe(100)
    })
  })
})

describe('a very small fee_rate', () => {
  test('a very small fee_rate works in creation and confirm, and survives a restart', async () => {
    await gateway.control('PUT', '/profile', { fee_rate: '0.0000001', merchant_name: 'Kiosco' })
    const creation = {
      amount: 100,
      name: 'Order',
      external_reference: 'o',
      service_fee_enabled: true,
    }
    const created = await gateway.call('POST', '/v1/payments', { body: creation })
    expect([created.status, created.body.service_fee_amount]).toEqual([201, 2.88])
    expect((await confirm(100)).body.status).toBe('approved')
    await gateway.restart()
    expect(await gateway.control('GET', '/profile')).toMatchObject({
      merchant_name: 'Kiosco',
      fee_rate: '0.0000001',
    })
  })
})
