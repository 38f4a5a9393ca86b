import { describe, expect, it } from 'vitest'
import { deliver, eventOf } from '../../../test/support/gateway-events.ts'
import { useWorld } from '../../../test/support/use-world.ts'
import { WEBHOOK_SECRET } from '../../../test/support/world.ts'
import { StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { createApiKey } from './api-keys.ts'
import { changeStore, rotateNotifySecret } from './change-store.ts'
import { connectStore, type StoreConnection } from './connect-store.ts'

const world = useWorld()

const connect = (changes: Partial<StoreConnection> = {}) => {
  const { ctx, sealer } = world.puente
  return connectStore(
    { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() },
    {
      id: StoreId.parse('libros'),
      name: 'Libros',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: null,
      webhookSecret: WEBHOOK_SECRET,
      notifyUrl: null,
      ...changes,
    },
  )
}
const turned = (n: number) => `whsec_of_the_turn_${n}`
const event = () => eventOf({ id: 1, amount: 1, currency: '340' }, 'approved')

describe('connecting a store', () => {
  it('a new store gets an API key in the environment of its secret key', async () => {
    const connected = await connect()
    expect(connected).toMatchObject({ outcome: 'connected', environment: 'test' })
    expect(connected).toHaveProperty('apiKey', expect.stringMatching(/^puente_test_.{32}$/))
  })

  it.each([
    [{ id: StoreId.parse('Libros!') }, 'id'],
    [{ id: StoreId.parse('x') }, 'id'],
    [{ secretKey: 'pk_test_sandbox' }, 'secretKey'],
    [{ notifyUrl: 'ftp://shop.example' }, 'notifyUrl'],
    [{ notifyUrl: 'shop.example/puente' }, 'notifyUrl'],
    [{ notifyUrl: 'https://shop.example/?card=4111111111111111' }, 'notifyUrl'],
    [{ ordersUrl: 'https://shop.example/4111-1111-1111-1111' }, 'ordersUrl'],
    [{ name: 'Libros 4111 1111 1111 1111' }, 'name'],
    [{ ordersUrl: 'https://shop.example/#orders' }, 'ordersUrl'],
  ])('the connection with %o is refused and names the field', async (changes, field) => {
    expect(await connect(changes)).toMatchObject({ outcome: 'refused', field })
  })

  it('a replaced webhook secret still verifies deliveries', async () => {
    await connect({ id: StoreId.parse('cambio') })
    await connect({ id: StoreId.parse('cambio'), webhookSecret: 'whsec_the_next_one' })
    for (const secret of ['whsec_the_next_one', WEBHOOK_SECRET]) {
      const answer = await deliver(world.url, { body: event(), store: 'cambio', secret })
      expect(answer.status).toBe(200)
    }
    const { query } = world.puente.ctx.db
    const until = await query
      .selectFrom('stores')
      .select('previous_webhook_secret_until')
      .where('id', '=', StoreId.parse('cambio'))
      .executeTakeFirstOrThrow()
    expect(until.previous_webhook_secret_until?.getTime()).toBeGreaterThan(
      world.puente.ctx.clock.now().getTime(),
    )
  })

  it('the move from test to live revokes the API keys made for tests', async () => {
    const connected = await connect({ id: StoreId.parse('ensayo') })
    if (connected.outcome !== 'connected') throw new Error(connected.reason)
    const { ctx, sealer } = world.puente
    const deps = { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() }
    const test = await createApiKey(deps, {
      storeId: StoreId.parse('ensayo'),
      name: 'till',
      expiresAt: null,
    })
    const live = await connect({
      id: StoreId.parse('ensayo'),
      secretKey: 'sk_live_sandbox',
      apiKey: 'known',
    })
    expect(live).toMatchObject({ outcome: 'connected', environment: 'live' })
    const statuses = [connected.apiKey, test, 'known'].map(async (key) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${world.url}/v1/orders`, { headers })).status
    })
    expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  })

  it('every replaced secret works until its promised end, and one too many is refused', async () => {
    await connect({ id: StoreId.parse('muchos') })
    const { ctx, sealer } = world.puente
    const deps = { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() }
    const until = addMs(deps.now, 3_600_000)
    const rotate = (n: number) =>
      changeStore(deps, StoreId.parse('muchos'), {
        webhookSecret: turned(n),
        previousSecretUntil: until,
      })
    for (let n = 1; n <= 8; n++) expect((await rotate(n)).outcome).toBe('changed')
    expect(await rotate(9)).toMatchObject({
      outcome: 'refused',
      field: 'webhookSecret',
      reason: expect.stringContaining(until.toISOString()),
    })
    for (const secret of [WEBHOOK_SECRET, turned(1), turned(7), turned(8)]) {
      const answer = await deliver(world.url, { body: event(), store: 'muchos', secret })
      expect(answer.status).toBe(200)
    }
    for (let n = 1; n <= 8; n++) {
      expect(
        await rotateNotifySecret(deps, { storeId: StoreId.parse('muchos'), until }),
      ).toMatchObject({
        outcome: 'rotated',
      })
    }
    expect(await rotateNotifySecret(deps, { storeId: StoreId.parse('muchos'), until })).toEqual({
      outcome: 'not-yet',
      from: until,
    })
  })

  it('a store with orders does not move from test to live, where its payments are unknown', async () => {
    const connected = await connect({ id: StoreId.parse('mudanza') })
    if (connected.outcome !== 'connected') throw new Error(connected.reason)
    const live = { id: StoreId.parse('mudanza'), secretKey: 'sk_live_sandbox' }
    expect(await connect(live)).toMatchObject({ outcome: 'connected', environment: 'live' })
    const back = await connect({ id: StoreId.parse('mudanza') })
    if (back.outcome !== 'connected') throw new Error(back.reason)
    await fetch(`${world.url}/v1/checkouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${back.apiKey}` },
      body: JSON.stringify({ order: { id: 'M-1', amount: '10.00', currency: 'HNL' } }),
    })
    expect(await connect(live)).toMatchObject({ outcome: 'refused', field: 'secretKey' })
  })
})
