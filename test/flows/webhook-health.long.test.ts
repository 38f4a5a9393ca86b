import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { type SelfTest, testWebhooks } from '../../src/payments/health/test-webhooks.ts'
import { connectStore } from '../../src/payments/stores/connect-store.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { deliver, eventOf, paymentAtGateway, unmatchedEvent } from '../support/gateway-events.ts'
import { HOUR_SECONDS, type Merchant, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { moveStore } from '../support/operator.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json, NOTIFY_SECRET, WEBHOOK_SECRET } from '../support/world.ts'

const world = useWorld()

let stores = 0
interface Listener {
  id: string
  merchant: Merchant
  health(): Promise<Json>
  problem(kind: string): Promise<Json>
  selfTest(): Promise<Json>
  changeSecret(webhookSecret: string, previousSecretUntil?: Date): Promise<string>
}

const listener = async (secret = WEBHOOK_SECRET): Promise<Listener> => {
  const id = `oyente-${++stores}`
  const apiKey = `key_of_${id}`
  const connect: Listener['changeSecret'] = async (webhookSecret, previousSecretUntil) => {
    const { ctx, sealer } = world.puente
    const { db, ids, clock } = ctx
    const connected = await connectStore(
      { query: db.query, sealer, ids, now: clock.now() },
      {
        id: StoreId.parse(id),
        name: id,
        locale: 'es',
        secretKey: 'sk_test_sandbox',
        publishableKey: null,
        webhookSecret,
        previousSecretUntil,
        notifyUrl: null,
        notifySecret: NOTIFY_SECRET,
        apiKey,
      },
    )
    return connected.outcome
  }
  expect(await connect(secret)).toBe('connected')
  const api = async (method: 'GET' | 'POST', path: string) =>
    (await world.api(method, path, undefined, { authorization: `Bearer ${apiKey}` })).body
  return {
    id,
    merchant: merchantOf(world, { apiKey, prefix: id }),
    health: () => api('GET', '/v1/webhook-health'),
    problem: async (kind) =>
      (await api('GET', '/v1/alerts')).data.find((each: Json) => each.kind === kind),
    selfTest: () => api('POST', '/v1/webhook-health/self-test'),
    changeSecret: connect,
  }
}

const deliverTo = async (
  { id }: Listener,
  delivery: Partial<Parameters<typeof deliver>[1]> = {},
  times = 1,
) => {
  for (let n = 0; n < times; n++) {
    await deliver(world.url, { body: unmatchedEvent(), store: id, ...delivery })
  }
}
const whileTimePasses = <T>(look: () => Promise<T | undefined | false>, seconds = 61) =>
  eventually(async () => {
    await pass(world, seconds)
    return look()
  })

const FORGED = { secret: 'whsec_other' }

describe('the health of the webhooks', () => {
  it('the health counts deliveries: accepted, repeated, and refused by reason', async () => {
    const store = await listener()
    expect(await store.health()).toMatchObject({
      webhook_url: `${world.url}/webhooks/gateway/${store.id}`,
      problems: [],
      last_event: null,
      last_24_hours: { accepted: 0, bad_signature_rate: 0 },
    })
    const body = unmatchedEvent()
    const headers = { 'service-webhook-event-type': 'payment.approved' }
    await deliverTo(store, { body, headers }, 3)
    await deliverTo(store, FORGED)
    await deliverTo(store, { headers: { 'service-signature': null } })
    await deliverTo(store, { signedAt: Math.floor(Date.now() / 1_000) - 9_000 })
    const { last_event, last_24_hours } = await eventually(async () => {
      const now = await store.health()
      return now.last_24_hours.bad_signatures === 3 && now.last_event && now
    })
    expect(last_event).toMatchObject({ type: 'payment.approved' })
    expect(last_24_hours).toEqual({
      accepted: 3,
      accepted_by: { current: 3 },
      repeated: 2,
      bad_signatures: 3,
      bad_signatures_by: { wrong: 1, missing: 1, 'too-old': 1 },
      bad_signature_rate: 0.5,
    })
  })

  it('the counts cover a day, and an invalid event type is not shown', async () => {
    const store = await listener()
    await deliverTo(store, { headers: { 'service-webhook-event-type': '<b>x</b>' } })
    await eventually(async () => (await store.health()).last_24_hours.accepted === 1)
    expect((await store.health()).last_event.type).toBeNull()
    await pass(world, 26 * HOUR_SECONDS)
    const { last_event, last_24_hours } = await store.health()
    expect(last_24_hours.accepted).toBe(0)
    expect(last_event).not.toBeNull()
  })
})

describe('an event that never arrived', () => {
  it('an event of a payment found paid counts as missing after its retries end, and a late one fills the gap', async () => {
    const store = await listener()
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const { id, checkoutUrl, gatewayId } = await store.merchant.open()
    await world.pay(checkoutUrl)
    await pass(world, 5 * 60 + 1)
    await store.merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect((await store.health()).gaps).toMatchObject({ missing: 0, awaited: 1, newest: [] })
    expect(await store.problem('webhooks_stopped')).toBeUndefined()

    await pass(world, 83 * 60)
    expect((await store.health()).gaps).toMatchObject({
      missing: 1,
      awaited: 0,
      newest: [{ order_id: id, state: 'paid', found_by: 'asking' }],
    })
    const stopped = await whileTimePasses(() => store.problem('webhooks_stopped'))
    expect(stopped).toMatchObject({
      what: expect.stringContaining('ya no llegan'),
      details: { because: 'events_missing', gaps: 1, last_event_at: null },
    })
    expect((await store.health()).problems).toEqual(['webhooks_stopped'])

    const payment = await paymentAtGateway(world, gatewayId)
    await deliverTo(store, {
      body: eventOf(payment, 'approved', { transaction_id: payment.transaction_id }),
    })
    await whileTimePasses(async () => !(await store.problem('webhooks_stopped')))
    expect((await store.health()).gaps).toMatchObject({ missing: 0, awaited: 0 })
  })

  it('a missing event does not mean that deliveries have stopped when later ones arrived', async () => {
    const store = await listener()
    const { id, checkoutUrl } = await store.merchant.open()
    await world.pay(checkoutUrl)
    await pass(world, 5 * 60 + 1)
    await store.merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await pass(world, 60)
    await deliverTo(store)
    await eventually(async () => (await store.health()).last_event)
    await pass(world, 90 * 60)
    expect((await store.health()).gaps.missing).toBe(1)
    await pass(world, 61)
    await pass(world, 61)
    expect(await store.problem('webhooks_stopped')).toBeUndefined()
  })
})

describe('the alert that deliveries have stopped', () => {
  it('forged deliveries do not open the alert, however many', async () => {
    const store = await listener()
    await deliverTo(store, FORGED, 12)
    await deliverTo(store, { headers: { 'service-signature': null } }, 8)
    await eventually(async () => (await store.health()).last_24_hours.bad_signatures === 20)
    for (let minutes = 0; minutes < 3; minutes++) await pass(world, 61)
    await pass(world, 2 * HOUR_SECONDS)
    await pass(world, 61)
    expect(await store.problem('webhooks_stopped')).toBeUndefined()
  })

  it('refused deliveries while a payment changed open the alert soon, with advice', async () => {
    const store = await listener()
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const { id, checkoutUrl, gatewayId } = await store.merchant.open()
    await world.pay(checkoutUrl)
    const payment = await paymentAtGateway(world, gatewayId)
    const fields = { transaction_id: payment.transaction_id }
    const body = eventOf(payment, 'approved', fields)
    await deliverTo(store, { body, ...FORGED })
    await pass(world, 5 * 60 + 1)
    await store.merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await deliverTo(store, { body, ...FORGED })
    await eventually(async () => (await store.health()).last_24_hours.bad_signatures === 2)
    expect(await store.problem('webhooks_stopped')).toBeUndefined()
    await pass(world, 7 * 60)
    const { details } = await whileTimePasses(() => store.problem('webhooks_stopped'))
    expect(details).toMatchObject({
      because: 'bad_signatures',
      gaps: 1,
      last_event_at: null,
      last_refused_at: expect.any(String),
      cure: expect.stringContaining('--webhook-secret'),
    })
    expect((await store.selfTest()).deliveries).toMatchObject({
      cause: 'wrong_secret',
      changed_without_event: 1,
    })
    await deliverTo(store, { body })
    await whileTimePasses(async () => !(await store.problem('webhooks_stopped')))
    await eventually(async () => (await store.selfTest()).passed === true)
  })

  it('the alert closes after a week without payments, and opens again for the next missing event', async () => {
    const store = await listener()
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const loseOne = async () => {
      const { id, checkoutUrl } = await store.merchant.open()
      await world.pay(checkoutUrl)
      await pass(world, 5 * 60 + 1)
      await store.merchant.readWhen(id, ({ order }) => order.status === 'paid')
      await pass(world, 83 * 60)
      return whileTimePasses(() => store.problem('webhooks_stopped'))
    }
    await loseOne()
    await pass(world, 6 * 24 * HOUR_SECONDS)
    await pass(world, 61)
    expect(await store.problem('webhooks_stopped')).toBeDefined()
    await pass(world, 24 * HOUR_SECONDS)
    await whileTimePasses(async () => !(await store.problem('webhooks_stopped')))
    await loseOne()
  })
})

describe('a webhook secret that is changed', () => {
  it('the previous secret is valid until its end, with an alert when the gateway still uses it shortly before', async () => {
    const store = await listener()
    const end = addMs(world.puente.ctx.clock.now(), 30 * HOUR_SECONDS * 1_000)
    expect(await store.changeSecret('whsec_the_next_one', end)).toBe('connected')
    expect((await store.health()).secret.previous_until).toBe(end.toISOString())
    await deliverTo(store, { secret: WEBHOOK_SECRET })
    await eventually(async () => (await store.health()).secret.last_by_previous_at)
    await pass(world, 61)
    expect(await store.problem('previous_secret_in_use')).toBeUndefined()

    await pass(world, 25 * HOUR_SECONDS)
    await deliverTo(store, { secret: WEBHOOK_SECRET })
    await whileTimePasses(() => store.problem('previous_secret_in_use'))
    await eventually(async () => (await store.health()).last_24_hours.accepted_by.previous === 1)
    await deliverTo(store, { secret: 'whsec_the_next_one' })
    await whileTimePasses(async () => !(await store.problem('previous_secret_in_use')))
  })

  it('the previous secret can be extended up to a limit', async () => {
    const store = await listener()
    const inHours = (hours: number) =>
      addMs(world.puente.ctx.clock.now(), hours * HOUR_SECONDS * 1_000)
    await store.changeSecret('whsec_the_next_one')
    const later = inHours(72)
    expect(await store.changeSecret('whsec_the_next_one', later)).toBe('connected')
    expect((await store.health()).secret.previous_until).toBe(later.toISOString())
    for (const wrong of [inHours(-1), inHours(24 * 31)]) {
      expect(await store.changeSecret('whsec_the_next_one', wrong)).toBe('refused')
    }
  })
})

describe('the webhook self-test', () => {
  it('the self-test follows an event the whole way, and changes nothing', async () => {
    const store = await listener()
    await deliverTo(store)
    await eventually(async () => (await store.health()).last_event)
    const tested = await store.selfTest()
    expect(tested).toEqual({
      passed: true,
      url: `${world.url}/webhooks/gateway/${store.id}`,
      stopped_at: null,
      reachable: true,
      status: 200,
      signature_accepted: true,
      detail: null,
      deliveries: {
        verdict: 'arriving',
        cause: null,
        last_accepted_at: expect.any(String),
        last_refused: [],
        changed_without_event: 0,
        text: expect.stringContaining('llegan'),
        todo: null,
      },
      took_ms: expect.any(Number),
      warnings: ['not_https', 'not_public'],
    })
    await deliverTo(store)
    const { last_24_hours } = await eventually(async () => {
      const now = await store.health()
      return now.last_24_hours.accepted > 1 && now
    })
    expect(last_24_hours.accepted).toBe(2)
  })

  it('the self-test is neither green nor red while the gateway has had nothing to deliver', async () => {
    const store = await listener()
    expect(await store.selfTest()).toMatchObject({
      passed: null,
      stopped_at: null,
      detail: expect.stringContaining(`${world.url}/webhooks/gateway/${store.id}`),
      deliveries: { verdict: 'not_known', last_accepted_at: null, last_refused: [] },
    })
  })

  it('the self-test reports refused deliveries right after a wrong secret was pasted, with advice', async () => {
    const store = await listener()
    await store.changeSecret('whsec_that_is_mistyped')
    await deliverTo(store, { secret: 'whsec_of_the_portal' }, 2)
    await eventually(async () => (await store.health()).last_24_hours.bad_signatures === 2)
    expect(await store.selfTest()).toMatchObject({
      passed: null,
      stopped_at: null,
      signature_accepted: true,
      detail: expect.stringMatching(/rechaza .*rotate webhook-secret --id/),
      deliveries: {
        verdict: 'refused',
        cause: null,
        last_refused: [{ reason: 'wrong', seconds_off: null }],
      },
    })
  })

  it('the self-test is red while the gateway’s deliveries are refused for a wrong secret, with advice', async () => {
    const store = await listener()
    await store.changeSecret('whsec_that_is_mistyped')
    const { checkoutUrl, gatewayId } = await store.merchant.open()
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    await world.pay(checkoutUrl)
    const payment = await paymentAtGateway(world, gatewayId)
    const body = eventOf(payment, 'approved', { transaction_id: payment.transaction_id })
    await deliverTo(store, { body, secret: 'whsec_of_the_portal' }, 5)
    await eventually(async () => (await store.health()).last_24_hours.bad_signatures === 5)
    expect(await store.selfTest()).toMatchObject({
      passed: false,
      detail: expect.stringContaining(`rotate webhook-secret --id ${store.id} --webhook-secret`),
      deliveries: { verdict: 'failing', cause: 'wrong_secret', changed_without_event: 1 },
    })
  })

  it.each(['its own secret of before', 'the secret of another store'])(
    'self-test and alert turn red at the first delivery signed with %s',
    async (signedWith) => {
      const store = await listener()
      const before = addMs(world.puente.ctx.clock.now(), 1_000)
      if (signedWith === 'its own secret of before')
        await store.changeSecret('whsec_that_was_before')
      await store.changeSecret('whsec_that_is_mistyped', before)
      await pass(world, 60)
      const secret =
        signedWith === 'its own secret of before' ? 'whsec_that_was_before' : WEBHOOK_SECRET
      await deliverTo(store, { secret }, 5)
      await eventually(async () => (await store.selfTest()).passed === false)
      expect((await store.selfTest()).deliveries).toMatchObject({ cause: 'wrong_secret' })
      await whileTimePasses(() => store.problem('webhooks_stopped'))
      await store.changeSecret(secret)
      // Processes cache secrets for a second.
      const again = () => deliver(world.url, { body: unmatchedEvent(), store: store.id, secret })
      await eventually(async () => (await again()).ok)
      await whileTimePasses(async () => !(await store.problem('webhooks_stopped')))
      await eventually(async () => (await store.selfTest()).passed === true)
    },
  )

  it('deliveries signed with the secret of another organization’s store do not turn the self-test red', async () => {
    const store = await listener('whsec_of_the_neighbour')
    await moveStore(world, { storeId: StoreId.parse(store.id), organizationId: 'another' })
    await deliverTo(store, { secret: WEBHOOK_SECRET }, 5)
    await eventually(async () => (await store.health()).last_24_hours.bad_signatures === 5)
    expect((await store.selfTest()).deliveries).toMatchObject({ verdict: 'refused', cause: null })
  })

  it('the self-test is red while deliveries are refused for a wrong clock, and says by how much', async () => {
    const store = await listener()
    await deliverTo(store)
    await deliverTo(store, { signedAt: Math.floor(Date.now() / 1_000) + 3_600 })
    await eventually(async () => (await store.health()).last_24_hours.bad_signatures === 1)
    const { passed, detail, deliveries } = await store.selfTest()
    expect([passed, deliveries.cause]).toEqual([false, 'clock'])
    expect(detail).toContain('60 min en el futuro')
    const off = deliveries.last_refused[0].seconds_off
    expect(Math.abs(off + 3_600)).toBeLessThan(5)
  })

  it('the self-test is red while payments change without deliveries, and names address and environment', async () => {
    const store = await listener()
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const { id, checkoutUrl } = await store.merchant.open()
    await world.pay(checkoutUrl)
    await pass(world, 5 * 60 + 1)
    await store.merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(await store.selfTest()).toMatchObject({
      passed: null,
      deliveries: { verdict: 'not_known', changed_without_event: 1 },
    })
    await pass(world, 7 * 60)
    expect(await store.selfTest()).toMatchObject({
      passed: false,
      detail: expect.stringMatching(/Registre .*pruebas/),
      deliveries: { cause: 'nothing_arrives' },
    })
  })

  it('forged deliveries do not turn the self-test of a store with real ones red', async () => {
    const store = await listener()
    await deliverTo(store)
    await eventually(async () => (await store.health()).last_event)
    await deliverTo(store, FORGED, 20)
    await eventually(async () => (await store.health()).last_24_hours.bad_signatures === 20)
    expect(await store.selfTest()).toMatchObject({ passed: true, detail: null })
  })

  const testAt = async (
    publicUrl: string,
    { signWith, timeoutMs }: { signWith?: string; timeoutMs?: number } = {},
  ): Promise<SelfTest> => {
    const { ctx } = world.puente
    const store = await findStore(ctx.db.query, StoreId.parse('tienda'))
    if (!store) throw new Error('no store')
    const signAsGateway = signWith ? () => signWith : ctx.signAsGateway
    return testWebhooks({ ...ctx, publicUrl, signAsGateway }, store, { timeoutMs })
  }
  const serving = async (answer: RequestListener) => {
    const server: Server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const close = () => {
      server.close()
      server.closeAllConnections()
    }
    return { url: `http://127.0.0.1:${port}`, port, close }
  }
  const answering = (status: number, text: string) =>
    serving((_request, response) => response.writeHead(status).end(text))

  it('the self-test says where the event stopped', async () => {
    expect(await testAt('http://puente.invalid')).toMatchObject({ stoppedAt: 'dns' })
    const { port } = new URL(world.url)
    expect(await testAt(`https://localhost:${port}`)).toMatchObject({ stoppedAt: 'tls' })
    expect(await testAt(`${world.url}/elsewhere`)).toMatchObject({
      stoppedAt: 'answer',
      status: 404,
    })
    const forged = await testAt(world.url, { signWith: `t=1,v1=${'a'.repeat(64)}` })
    expect(forged).toMatchObject({ stoppedAt: 'signature', status: 400 })

    const other = await answering(200, 'welcome')
    expect(await testAt(other.url)).toMatchObject({ stoppedAt: 'inbox', status: 200 })
    other.close()
    expect(await testAt(other.url)).toMatchObject({ stoppedAt: 'connection', status: null })
    const moved = await answering(301, '')
    expect(await testAt(moved.url)).toMatchObject({ stoppedAt: 'answer', status: 301 })
    moved.close()
    const locked = await answering(401, 'who are you?')
    expect(await testAt(locked.url)).toMatchObject({
      stoppedAt: 'answer',
      status: 401,
      detail: expect.stringContaining('who are you?'),
    })
    locked.close()
  })

  it('the self-test waits no longer than the gateway would, and reads no more than it shows', async () => {
    const silent = await serving(() => {})
    const tested = await testAt(silent.url, { timeoutMs: 500 })
    expect(tested).toMatchObject({ stoppedAt: 'answer', status: null })
    silent.close()
    const endless = await serving((_request, response) => {
      response.writeHead(502)
      response.write('x'.repeat(100_000))
    })
    const { stoppedAt, status, detail } = await testAt(endless.url)
    expect([stoppedAt, status]).toEqual(['answer', 502])
    expect(detail?.length).toBeLessThan(400)
    endless.close()
  })

  it('the self-test reports a secret that cannot be opened, without showing it', async () => {
    const store = await listener()
    const { query } = world.puente.ctx.db
    await query
      .updateTable('stores')
      .set((row) => ({ sealed_webhook_secret: row.ref('sealed_notify_secret') }))
      .where('id', '=', StoreId.parse(store.id))
      .execute()
    const tested = await store.selfTest()
    expect(tested).toMatchObject({
      passed: false,
      stopped_at: 'signature',
      reachable: null,
      signature_accepted: null,
      status: null,
      detail: expect.stringContaining('SEALING_KEYS'),
    })
    const sealed = (await findStore(query, StoreId.parse(store.id)))?.sealed_webhook_secret ?? ''
    expect(JSON.stringify(tested)).not.toContain(sealed)
  })
})
