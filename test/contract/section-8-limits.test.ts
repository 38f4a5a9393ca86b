import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { order, uniqueReference } from './support/harness.ts'
import { controlledTest } from './support/target.ts'

describe('8. Limits', () => {
  const create = (fields: Record<string, unknown>) =>
    gateway.call('POST', '/v1/payments', {
      body: { ...order, external_reference: uniqueReference(), ...fields },
    })
  const gateway = useGateway()

  const padded = (length: number) => uniqueReference().padEnd(length, 'x')
  const selectable = { tip_enabled: true, tip_customer_selectable: true }
  const percentage = { sales_tax_type: 'percentage' }

  /** Last valid and first invalid value. */
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['amount minimum 0.01', { amount: 0.01 }, { amount: 0 }],
    [
      'external_reference max 191',
      { external_reference: padded(191) },
      { external_reference: padded(192) },
    ],
    ['name max 191', { name: 'n'.repeat(191) }, { name: 'n'.repeat(192) }],
    ['description max 120', { description: 'd'.repeat(120) }, { description: 'd'.repeat(121) }],
    [
      'sales_tax_value as percentage max 100',
      { ...percentage, sales_tax_value: 100 },
      { ...percentage, sales_tax_value: 101 },
    ],
    [
      'tip_min_amount at most amount',
      { ...selectable, tip_min_amount: 100 },
      { ...selectable, tip_min_amount: 100.01 },
    ],
    [
      'tip_max_amount at most amount',
      { ...selectable, tip_max_amount: 100 },
      { ...selectable, tip_max_amount: 100.01 },
    ],
  ])('creation enforces: %s', async (_, within, beyond) => {
    expect((await create(within)).status).toBe(201)
    expect((await create(beyond)).status).toBe(422)
  })

  test('lengths count characters, not bytes', async () => {
    expect((await create({ name: 'ñ'.repeat(191) })).status).toBe(201)
    expect((await create({ description: 'ñ'.repeat(120) })).status).toBe(201)
    expect((await create({ description: 'ñ'.repeat(121) })).status).toBe(422)
  })

  test('amount has no maximum', async () => {
    for (const amount of [1_000_000, 999_999_999.99]) {
      expect(await create({ amount })).toMatchObject({ status: 201, body: { amount } })
    }
  })

  test('a fixed tax may exceed 100', async () => {
    const answer = await create({ sales_tax_type: 'fixed', sales_tax_value: 150 })
    expect(answer).toMatchObject({ status: 201, body: { sales_tax_amount: 150, total: 250 } })
  })

  test('per_page defaults to 20', async () => {
    expect((await gateway.call('GET', '/v1/payments')).body.meta.per_page).toBe(20)
  })

  controlledTest('the void reason has at most 2000 characters', async () => {
    const { transactionId } = await gateway.payNew()
    const path = `/v1/payments/${transactionId}/void`
    const beyond = await gateway.call('POST', path, { body: { reason: 'r'.repeat(2_001) } })
    expect([beyond.status, Object.keys(beyond.body.errors)]).toEqual([422, ['reason']])
    const within = await gateway.call('POST', path, { body: { reason: 'r'.repeat(2_000) } })
    expect(within.status).toBe(200)
  })
})
