import { expect, it } from 'vitest'
import { currencyByCode } from '../../src/domain/currencies.ts'
import type { Rights } from '../../src/domain/rights.ts'
import { createApiKey, rotateApiKey } from '../../src/payments/stores/api-keys.ts'
import { DAY_SECONDS, merchantOf, pass } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()

const deps = () => {
  const { db, ids, clock } = world.puente.ctx
  return { query: db.query, ids, now: clock.now() }
}

let keys = 0
const moneyOf = (minor: bigint, code: string) => {
  const currency = currencyByCode(code)
  if (!currency) throw new Error(code)
  return { minor, currency }
}
const keyUpTo = (minor: bigint, code = 'HNL'): Promise<string> =>
  keyWith({ refundLimit: moneyOf(minor, code), refundDayLimit: undefined })
const keyUpToADay = (minor: bigint, code = 'HNL'): Promise<string> =>
  keyWith({ refundLimit: undefined, refundDayLimit: moneyOf(minor, code) })
const keyWith = async (limits: Omit<Rights, 'scopes'>): Promise<string> => {
  const rights = { scopes: ['read', 'refund'] as const, ...limits }
  const about = { storeId: TEST_STORE, name: `till ${++keys}`, expiresAt: null, rights }
  return (await createApiKey(deps(), about)) ?? ''
}

const refund = (id: string, apiKey: string, body: Json = {}) =>
  world.api('POST', `/v1/orders/${id}/refunds`, body, {
    authorization: `Bearer ${apiKey}`,
    'idempotency-key': `limit-${++keys}`,
  })

it('a key refunds up to its limit, and a refusal above it does not reveal the limit', async () => {
  const merchant = merchantOf(world, { prefix: 'L' })
  const { id } = await merchant.paid()
  const till = await keyUpTo(50_00n)
  const above = await refund(id, till, { amount: '50.01' })
  expect([above.status, above.body.code]).toEqual([403, 'refund_above_limit'])
  expect(JSON.stringify(above.body)).not.toContain('50.00')
  expect((await merchant.read(id)).refunds).toEqual([])
  const within = await refund(id, till, { amount: '50.00' })
  expect(within.status).toBeLessThan(300)
  expect((await merchant.read(id)).refunds).toMatchObject([{ amount: '50.00' }])
})

it('a refund without an amount is checked against the whole refundable rest', async () => {
  const merchant = merchantOf(world, { prefix: 'R' })
  const { id } = await merchant.paid()
  const till = await keyUpTo(99_99n)
  const all = await refund(id, till)
  expect([all.status, all.body.code]).toEqual([403, 'refund_above_limit'])
  expect((await merchant.read(id)).refunds).toEqual([])
  expect((await refund(id, await keyUpTo(100_00n))).status).toBeLessThan(300)
  expect(await merchant.keptAtGateway(id)).toBe(0)
})

it('a void counts with its full amount', async () => {
  const merchant = merchantOf(world, { prefix: 'V' })
  const { id } = await merchant.paid()
  expect((await refund(id, await keyUpTo(99_99n), { amount: '100.00' })).status).toBe(403)
  const voided = await refund(id, await keyUpTo(100_00n), { amount: '100.00' })
  expect(voided.body.refund).toMatchObject({ kind: 'void', state: 'succeeded' })
})

it('a limit in another currency allows no refund', async () => {
  const merchant = merchantOf(world, { prefix: 'C' })
  const { id } = await merchant.paid()
  const { status, body } = await refund(id, await keyUpTo(1_000_000n, 'USD'), { amount: '1.00' })
  expect([status, body.code]).toEqual([403, 'refund_above_limit'])
})

it('the successor of a rotated key keeps its limit', async () => {
  const merchant = merchantOf(world, { prefix: 'S' })
  const { id } = await merchant.paid()
  await keyUpTo(10_00n)
  const { query, now } = deps()
  const latest = await query
    .selectFrom('api_keys')
    .select('id')
    .where('name', '=', `till ${keys}`)
    .executeTakeFirstOrThrow()
  const until = new Date(now.getTime() + 60_000)
  const about = { storeId: TEST_STORE, keyId: latest.id, until, expiresAt: null }
  const rotated = await rotateApiKey(deps(), about)
  if (rotated.outcome !== 'rotated') throw new Error(rotated.outcome)
  expect((await refund(id, rotated.apiKey, { amount: '10.01' })).body.code).toBe(
    'refund_above_limit',
  )
  expect((await refund(id, rotated.apiKey, { amount: '10.00' })).status).toBeLessThan(300)
})

it('concurrent refunds of a key together stay within its daily limit', async () => {
  const merchant = merchantOf(world, { prefix: 'D' })
  const ids = (await Promise.all(Array.from({ length: 8 }, () => merchant.paid()))).map(
    ({ id }) => id,
  )
  const till = await keyUpToADay(100_00n)
  const answers = await Promise.all(ids.map((id) => refund(id, till, { amount: '30.00' })))
  const refused = answers.filter(({ status }) => status === 403)
  expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('refund_above_day_limit'))
  const refunds = await Promise.all(ids.map(async (id) => (await merchant.read(id)).refunds))
  expect(refunds.flat()).toHaveLength(3)
  const [next = '', other = ''] = ids.filter((_, index) => refunds[index].length === 0)
  expect((await refund(next, till, { amount: '10.01' })).body.code).toBe('refund_above_day_limit')
  expect((await refund(next, till, { amount: '10.00' })).status).toBeLessThan(300)
  expect((await refund(other, till, { amount: '0.01' })).status).toBe(403)
})

it('a retry with the same idempotency key counts once for the day', async () => {
  const merchant = merchantOf(world, { prefix: 'E' })
  const { id } = await merchant.paid()
  const till = await keyUpToADay(20_00n)
  const again = () =>
    world.api(
      'POST',
      `/v1/orders/${id}/refunds`,
      { amount: '15.00' },
      {
        authorization: `Bearer ${till}`,
        'idempotency-key': 'day-once',
      },
    )
  for (let times = 0; times < 3; times++) expect((await again()).status).toBeLessThan(300)
  expect((await merchant.read(id)).refunds).toHaveLength(1)
})

it('a daily limit in another currency allows no refund', async () => {
  const merchant = merchantOf(world, { prefix: 'F' })
  const { id } = await merchant.paid()
  const { body } = await refund(id, await keyUpToADay(1_000_000n, 'USD'), { amount: '1.00' })
  expect(body.code).toBe('refund_above_day_limit')
})

it('each day has its own limit, and a rotated key’s successor continues the day’s sum', async () => {
  const merchant = merchantOf(world, { prefix: 'G' })
  const [first, second] = [await merchant.paid(), await merchant.paid()]
  const till = await keyUpToADay(50_00n)
  expect((await refund(first.id, till, { amount: '50.00' })).status).toBeLessThan(300)
  const { query, now } = deps()
  const { id: keyId } = await query
    .selectFrom('api_keys')
    .select('id')
    .where('name', '=', `till ${keys - 1}`)
    .executeTakeFirstOrThrow()
  const until = new Date(now.getTime() + 60_000)
  const about = { storeId: TEST_STORE, keyId, until, expiresAt: null }
  const rotated = await rotateApiKey(deps(), about)
  if (rotated.outcome !== 'rotated') throw new Error(rotated.outcome)
  const { apiKey } = rotated
  expect((await refund(second.id, apiKey, { amount: '0.01' })).body.code).toBe(
    'refund_above_day_limit',
  )
  await pass(world, DAY_SECONDS)
  expect((await refund(second.id, apiKey, { amount: '50.00' })).status).toBeLessThan(300)
})
