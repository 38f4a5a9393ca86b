import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { cutDatabase, restoreDatabase } from '../../../test/support/database-outage.ts'
import {
  type Delivery,
  deliver,
  signatureOf,
  unmatchedEvent,
} from '../../../test/support/gateway-events.ts'
import { useWorld } from '../../../test/support/use-world.ts'
import { connectTestStore, eventually, TEST_STORE } from '../../../test/support/world.ts'
import { sealStoreSecret } from '../../db/stores/store-secrets.ts'
import { StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'

const world = useWorld({ WEBHOOK_MAX_BYTES: '100000' })

const send = (delivery: Partial<Delivery> = {}) =>
  deliver(world.url, { body: unmatchedEvent(), ...delivery })

const storedBodies = async (store = TEST_STORE): Promise<Buffer[]> => {
  const query = world.puente.ctx.db.query.selectFrom('events').select('body')
  return (await query.where('store_id', '=', store).execute()).map(({ body }) => body)
}

const isStored = async (body: string | Buffer): Promise<boolean> =>
  (await storedBodies()).some((stored) => stored.equals(Buffer.from(body)))

const counted = async (store: string, result: string): Promise<number> => {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  const line = `puente_gateway_webhooks_total{store="${store}",result="${result}"} `
  const found = text.split('\n').find((candidate) => candidate.startsWith(line))
  return Number(found?.slice(line.length) ?? 0)
}

const EVENT_ID = 'service-webhook-event-id'

const now = () => Math.floor(Date.now() / 1000)

describe('forged deliveries', () => {
  it.each<[string, Partial<Delivery>]>([
    ['signed with another secret', { secret: 'whsec_other' }],
    ['without a signature', { headers: { 'service-signature': null } }],
    ['with a signature that is none', { headers: { 'service-signature': 'v1=abc' } }],
    ['signed longer ago than the gateway tries', { signedAt: now() - 5_535 }],
    ['signed in the future', { signedAt: now() + 330 }],
  ])('a delivery %s is refused, counted and not stored', async (_, delivery) => {
    const body = unmatchedEvent()
    const before = await counted(TEST_STORE, 'bad-signature')
    const answer = await send({ body, ...delivery })
    expect([answer.status, await answer.text()]).toEqual([400, 'bad-signature'])
    expect(await counted(TEST_STORE, 'bad-signature')).toBe(before + 1)
    expect(await isStored(body)).toBe(false)
  })

  it('a delivery for an unknown store is refused', async () => {
    expect((await send({ store: 'nadie' })).status).toBe(404)
    expect((await send({ store: '' })).status).toBe(404)
    expect((await send({ store: '..%2f..%2fetc' })).status).toBe(404)
    expect(await storedBodies(StoreId.parse('nadie'))).toEqual([])
  })

  it('a delivery with one changed byte is refused', async () => {
    const body = unmatchedEvent()
    const signedAt = now()
    const changed = body.replace('"amount":10', '"amount":11')
    const headers = { 'service-signature': signatureOf(body, { signedAt }) }
    expect((await send({ body: changed, headers })).status).toBe(400)
    expect((await send({ body, headers })).status).toBe(200)
  })
})

describe('malformed deliveries', () => {
  it('a delivery above the size limit is refused, even at thirty times the limit', async () => {
    for (const size of [100_001, 3_000_000]) {
      const answer = await send({ body: 'x'.repeat(size), headers: { [EVENT_ID]: 'x' } })
      expect(answer.status).toBe(413)
    }
    expect((await send({ body: unmatchedEvent().padEnd(100_000) })).status).toBe(200)
  })

  it.each([
    '',
    'no JSON at all',
    '[]',
    'null',
    '{"type":"payment.approved"}',
    '{"id":7}',
    '{"id":"a b"}',
    '{"id":""}',
    '{"id":"ñandú"}',
    `{"id":"${'x'.repeat(201)}"}`,
    '{"data":{"id":"nested"}}',
    '{"id":"first","id":7}',
  ])(
    'a signed body without a readable id (%o) is refused, regardless of the header',
    async (body) => {
      for (const header of [null, 'nested', 'first']) {
        const answer = await send({ body, headers: { [EVENT_ID]: header } })
        expect([answer.status, await answer.text()]).toEqual([400, 'no-event-id'])
      }
      expect(await isStored(body)).toBe(false)
    },
  )

  it('deliveries without an event id open one alert, and each is counted', async () => {
    const store = 'sin-id'
    await connectTestStore(world.puente, { id: store, notifyUrl: null, apiKey: 'key_of_sin_id' })
    const before = await counted(store, 'no-event-id')
    for (let n = 0; n < 3; n++) expect((await send({ store, body: '{}' })).status).toBe(400)
    expect((await send({ store, body: '{}', secret: 'whsec_other' })).status).toBe(400)
    expect(await counted(store, 'no-event-id')).toBe(before + 3)
    const headers = { authorization: 'Bearer key_of_sin_id' }
    const { body } = await world.api('GET', '/v1/alerts', undefined, headers)
    expect(body.data).toMatchObject([
      { kind: 'gateway_data_unreadable', details: { because: 'event_without_id' } },
    ])
    const health = await eventually(async () => {
      const now = (await world.api('GET', '/v1/webhook-health', undefined, headers)).body
      return now.event_ids.unreadable === 3 && now
    })
    expect(health.last_24_hours.accepted).toBe(0)
  })

  it('another HTTP method gets 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await send({ method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('made-up store names do not flood the metrics', async () => {
    for (const method of ['GET', 'POST']) await send({ method, store: 'made-up-by-a-scanner' })
    const text = await (await fetch(`${world.url}/metrics`)).text()
    expect(text).not.toContain('made-up-by-a-scanner')
    expect(await counted('unknown', 'unknown-store')).toBeGreaterThan(0)
  })
})

describe('valid deliveries', () => {
  it('the inbox stores the body byte for byte', async () => {
    const id = crypto.randomUUID()
    const odd = [
      ` \r\n\t{ "id" : "${id}", "type":"payment_method.saved" ,"data":{"n":1.0,"e":"\\u00e9ñ😀","a":1,"a":2}}\n\n`,
      Buffer.concat([
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from(`{"id":"${id}-b","type":"x","data":"`),
        Buffer.from([0x00, 0xff, 0xfe]),
        Buffer.from('"}'),
      ]),
    ]
    for (const [index, body] of odd.entries()) {
      const headers = { [EVENT_ID]: index === 0 ? id : `${id}-b` }
      expect((await send({ body, headers })).status).toBe(200)
      expect(await isStored(body)).toBe(true)
    }
  })

  it('a delivery without the id header is accepted by the id in its body', async () => {
    const body = unmatchedEvent()
    expect((await send({ body, headers: { [EVENT_ID]: null } })).status).toBe(200)
    expect(await isStored(body)).toBe(true)
  })

  it('ten deliveries of one event are stored once', async () => {
    const body = unmatchedEvent()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ body })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const stored = (await storedBodies()).filter((kept) => kept.equals(Buffer.from(body)))
    expect(stored).toHaveLength(1)
  })

  it('a chunked delivery is accepted', async () => {
    const body = unmatchedEvent()
    const { port } = new URL(world.url)
    const half = Math.floor(body.length / 2)
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), 'localhost', () => {
        socket.write(
          `POST /webhooks/gateway/${TEST_STORE} HTTP/1.1\r\nhost: puente\r\nconnection: close\r\n` +
            `service-signature: ${signatureOf(body)}\r\ntransfer-encoding: chunked\r\n\r\n` +
            `${half.toString(16)}\r\n${body.slice(0, half)}\r\n`,
        )
        setTimeout(() => {
          const rest = body.slice(half)
          socket.write(`${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`)
        }, 20)
      })
      socket.once('data', (data) => resolve(data.toString().slice(0, 15)))
      socket.once('error', reject)
    })
    expect(status).toBe('HTTP/1.1 200 OK')
    expect(await isStored(body)).toBe(true)
  })

  it('two hundred concurrent deliveries are all stored and counted', async () => {
    const before = await counted(TEST_STORE, 'accepted')
    const bodies = Array.from({ length: 200 }, unmatchedEvent)
    const answers = await Promise.all(bodies.map((body) => send({ body })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const stored = new Set((await storedBodies()).map(String))
    expect(bodies.filter((body) => !stored.has(body))).toEqual([])
    expect(await counted(TEST_STORE, 'accepted')).toBe(before + 200)
  })

  it('a sender that disconnects mid-body leaves no row and affects no other delivery', async () => {
    const before = (await storedBodies()).length
    const { port } = new URL(world.url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), 'localhost', () => {
        socket.write(
          `POST /webhooks/gateway/${TEST_STORE} HTTP/1.1\r\nhost: puente\r\ncontent-length: 1000\r\n\r\n{"id"`,
        )
        setTimeout(() => socket.destroy(), 20)
      })
      socket.once('close', () => resolve())
    })
    expect((await send()).status).toBe(200)
    expect(await storedBodies()).toHaveLength(before + 1)
  })
})

describe('the id of an event', () => {
  const storedAs = async (id: string): Promise<number> => {
    const query = world.puente.ctx.db.query.selectFrom('events').select('message_id')
    return (await query.where('message_id', '=', id).execute()).length
  }
  const idHeaders = async (header: 'differs' | 'missing'): Promise<number> => {
    const text = await (await fetch(`${world.url}/metrics`)).text()
    const line = `puente_gateway_webhook_id_headers_total{store="${TEST_STORE}",header="${header}"} `
    const found = text.split('\n').find((candidate) => candidate.startsWith(line))
    return Number(found?.slice(line.length) ?? 0)
  }

  it('one delivery under eight header ids is one event, with the signed id', async () => {
    const body = unmatchedEvent()
    const before = await idHeaders('differs')
    const ids = [...Object.keys(JSON.parse(body)), ...Object.values(JSON.parse(body)).map(String)]
    for (const id of [...ids.filter((each) => /^[!-~]+$/.test(each)), 'x'.repeat(300)].slice(
      0,
      8,
    )) {
      expect((await send({ body, headers: { [EVENT_ID]: id } })).status).toBe(200)
    }
    const stored = (await storedBodies()).filter((kept) => kept.equals(Buffer.from(body)))
    expect(stored).toHaveLength(1)
    expect(await storedAs(JSON.parse(body).id)).toBe(1)
    expect(await idHeaders('differs')).toBeGreaterThan(before + 3)
  })

  it('a delivery without the id header uses the signed id, and the metrics count it', async () => {
    const before = await idHeaders('missing')
    const body = unmatchedEvent()
    expect((await send({ body, headers: { [EVENT_ID]: null } })).status).toBe(200)
    expect(await storedAs(JSON.parse(body).id)).toBe(1)
    expect(await idHeaders('missing')).toBe(before + 1)
    await eventually(async () => {
      const { event_ids } = (await world.api('GET', '/v1/webhook-health')).body
      return event_ids.header_missing > 0 && event_ids.header_differs > 3
    })
  })

  it.each<[string, (id: string) => string | Buffer]>([
    [
      'written with escapes',
      (id) => `{"id":"\\u00${id.charCodeAt(0).toString(16)}${id.slice(1)}"}`,
    ],
    ['after another one inside its data', (id) => `{"data":{"id":"inner"},"id":"${id}"}`],
    ['given twice, as all who read the body take it', (id) => `{"id":"first","id":"${id}"}`],
    ['after a byte order mark', (id) => Buffer.from(`\ufeff{"id":"${id}","type":"x"}`)],
    ['in a body of the largest size', (id) => `{"data":"${'x'.repeat(99_900)}","id":"${id}"}`],
  ])('the id is found %s', async (_, bodyOf) => {
    const id = crypto.randomUUID()
    expect((await send({ body: bodyOf(id), headers: { [EVENT_ID]: id } })).status).toBe(200)
    expect(await storedAs(id)).toBe(1)
  })
})

describe('rotation of the signing secret', () => {
  const withPreviousSecret = async (id: string, until: Date): Promise<void> => {
    await connectTestStore(world.puente, { id, notifyUrl: null })
    const { ctx, sealer } = world.puente
    const field = 'sealed_previous_webhook_secret'
    await ctx.db.query
      .updateTable('stores')
      .set({
        [field]: sealStoreSecret(sealer, {
          storeId: StoreId.parse(id),
          field,
          secret: 'whsec_previous',
        }),
        previous_webhook_secret_until: until,
      })
      .where('id', '=', StoreId.parse(id))
      .execute()
  }

  it('the previous secret is valid until it expires, the current one always', async () => {
    const now = world.puente.ctx.clock.now()
    await withPreviousSecret('cambiando', addMs(now, 60_000))
    await withPreviousSecret('cambiada', addMs(now, -60_000))
    const secret = 'whsec_previous'
    expect((await send({ store: 'cambiando', secret })).status).toBe(200)
    expect((await send({ store: 'cambiando' })).status).toBe(200)
    expect((await send({ store: 'cambiando', secret: 'whsec_other' })).status).toBe(400)
    expect((await send({ store: 'cambiada', secret })).status).toBe(400)
    expect((await send({ store: 'cambiada' })).status).toBe(200)
  })
})

describe('a database outage', () => {
  it('a delivery gets 503 during the outage and 200 when the gateway retries it', async () => {
    expect((await send()).status).toBe(200)
    const body = unmatchedEvent()
    await cutDatabase(world.databaseUrl)
    const known = await send({ body })
    const unknown = await send({ store: 'quien-sabe' })
    const health = await fetch(`${world.url}/health`)
    await restoreDatabase(world.databaseUrl)

    expect([known.status, unknown.status, health.status]).toEqual([503, 503, 503])
    expect(known.headers.get('retry-after')).toBe('5')
    expect(await isStored(body)).toBe(false)
    // The secret cache may have expired during the outage.
    const notStored = (store: string) => counted(store, 'not-stored')
    expect((await notStored(TEST_STORE)) + (await notStored('unknown'))).toBe(2)

    expect((await send({ body })).status).toBe(200)
    expect(await isStored(body)).toBe(true)
    await eventually(async () => (await fetch(`${world.url}/health`)).ok)
  })

  it('an event stored after the outage is handled', async () => {
    const body = unmatchedEvent()
    expect((await send({ body })).status).toBe(200)
    const outcome = () =>
      world.puente.ctx.db.query
        .selectFrom('events')
        .select('outcome')
        .where('message_id', '=', JSON.parse(body).id)
        .where('state', '=', 'handled')
        .executeTakeFirst()
    expect(await eventually(outcome)).toEqual({ outcome: 'foreign' })
  })
})
