import { expect, it } from 'vitest'
import { z } from 'zod'
import { useWorld } from '../../test/support/use-world.ts'
import { TEST_STORE } from '../../test/support/world.ts'
import { REFUND_STATES } from '../db/tables/refunds.ts'
import { refundFields } from '../wire/order-view.ts'

const world = useWorld()

it('the documented example of a refund has an existing state', () => {
  const { example } = z.toJSONSchema(refundFields.shape.state) as { example?: string }
  expect(REFUND_STATES).toContain(example)
})

it('the self-test answers in the reader’s language', async () => {
  const run = async (language: string) => {
    const path = '/v1/webhook-health/self-test'
    const headers = { 'accept-language': language }
    const answer = await world.api('POST', path, undefined, headers)
    return [answer.headers.get('content-language'), answer.body.detail]
  }
  const [english, inEnglish] = await run('en')
  const [spanish, inSpanish] = await run('es')
  expect([english, spanish]).toEqual(['en', 'es'])
  expect(inEnglish).toMatch(/\b(the|event|gateway)\b/i)
  expect(inSpanish).toMatch(/\b(la|el|pasarela|evento)\b/i)
})

it('a sealed secret copied to another store needs attention, since no retry can open it', async () => {
  const { ctx, sealer } = world.puente
  const { sealed_secret_key } = await ctx.db.query
    .selectFrom('stores')
    .select('sealed_secret_key')
    .where('id', '=', TEST_STORE)
    .executeTakeFirstOrThrow()
  const moved = sealer.seal('sk_test_sandbox', 'stores/another/sealed_secret_key')
  const put = (sealed: string) =>
    ctx.db.query
      .updateTable('stores')
      .set({ sealed_secret_key: sealed })
      .where('id', '=', TEST_STORE)
      .execute()
  await put(moved)
  const order = { id: 'M-1', amount: '10.00', currency: 'HNL' }
  const { status, body } = await world.api('POST', '/v1/checkouts', { order })
  await put(sealed_secret_key)
  expect([status, body.code, body.retry]).toEqual([500, 'internal_error', 'ask-a-person'])
})
