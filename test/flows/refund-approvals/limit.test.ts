import { describe, expect, it } from 'vitest'
import { HOUR_SECONDS, pass } from '../../support/merchant.ts'
import { type Json, TEST_STORE } from '../../support/world.ts'
import { ana, olga, omar, useApprovals } from './use-approvals.ts'

const { world, merchant, operator, setLimit, refund, approve, settle } = useApprovals('AL')

const openAlerts = async (): Promise<string[]> =>
  (await world.api('GET', '/v1/alerts')).body.data
    .map(({ kind }: Json) => kind)
    .filter((kind: string) => kind === 'approval_limit_raised')
const isHeld = async (amount: string): Promise<boolean> => {
  const { id } = await merchant.paid()
  await settle()
  const { body } = await refund(ana, id, amount)
  return body.refund.approval?.state === 'pending'
}

describe('the limit for refunds without a second person', () => {
  it('a limit of 0 makes each refund wait', async () => {
    const set = await setLimit('0')
    expect(set.body.approval_limit).toEqual({ amount: '0.00', currency: 'HNL' })
    expect(await isHeld('0.01')).toBe(true)
  })

  it.each([
    ['-1', 'Must be zero or more'],
    ['1,450', expect.any(String)],
    ['abc', expect.any(String)],
  ])('the limit %s is refused with its field', async (amount, message) => {
    expect(await setLimit(amount)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'limit.amount', message }] },
    })
  })

  it('a limit in an unknown currency is refused with its field', async () => {
    expect(await setLimit('10.00', 'LPS')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'limit.currency' }] },
    })
  })

  it('a stricter limit applies at once', async () => {
    await setLimit('20.00')
    expect(await isHeld('20.01')).toBe(true)
    expect(await openAlerts()).toEqual([])
  })

  it.each([
    ['raised', '90.00'],
    ['removed', null],
  ])('a limit that is %s applies a day later, with an alert', async (_, amount) => {
    const { body } = await setLimit(amount)
    expect(body.former_approval_limit).toEqual({ amount: '50.00', currency: 'HNL' })
    expect(await openAlerts()).toEqual(['approval_limit_raised'])
    expect(await isHeld('60.00')).toBe(true)
    await pass(world, 23 * HOUR_SECONDS)
    expect(await isHeld('60.00')).toBe(true)
    await pass(world, 2 * HOUR_SECONDS)
    expect(await isHeld('60.00')).toBe(false)
  })

  it('raising it step by step keeps the strictest limit for the day', async () => {
    await setLimit('80.00')
    await pass(world, HOUR_SECONDS)
    await setLimit('95.00')
    await pass(world, 23.5 * HOUR_SECONDS)
    expect(await isHeld('60.00')).toBe(true)
    await setLimit('50.00')
    expect(await openAlerts()).toEqual([])
  })

  it('a refund that waits goes on waiting when the limit is raised', async () => {
    const { id } = await merchant.paid()
    const { body } = await refund(ana, id)
    await setLimit(null)
    await pass(world, 25 * HOUR_SECONDS)
    expect((await merchant.read(id)).refunds).toMatchObject([{ state: 'waiting' }])
    expect((await approve(omar, body.refund.id)).status).toBe(200)
  })

  it('only an owner sets it, the audit log keeps both values, and no API key can', async () => {
    const path = `/operator/v1/stores/${TEST_STORE}/approval-limit`
    const limit = { amount: '10.00', currency: 'HNL' }
    expect(await operator.call(ana, 'PATCH', path, { body: { limit } })).toMatchObject({
      status: 403,
    })
    await setLimit('10.00')
    const { body } = await operator.call(olga, 'GET', '/operator/v1/audit?limit=1')
    expect(body.data).toMatchObject([
      {
        action: 'setApprovalLimit',
        before: { approval_limit: { amount: '50.00' } },
        after: { approval_limit: limit },
      },
    ])
    const byKey = await world.api('PATCH', '/v1/store', { approval_limit: null })
    expect(byKey.status).toBe(422)
  })

  it('a version that does not know the limit may not serve the database', async () => {
    const { rows } = await world.puente.ctx.db.pool.query('SELECT name FROM features_in_use')
    expect(rows).toContainEqual({ name: 'refund-approvals' })
  })
})
