import { beforeAll, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { openChangeStreams } from '../../src/http/api/changes/streams.ts'
import { closeAlert, openAlert } from '../../src/payments/alerts/alerts.ts'
import type { Person } from '../../src/people/person.ts'
import { merchantOf } from '../support/merchant.ts'
import { moveStore, personWith, startOperatorApi } from '../support/operator.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const OTHER = StoreId.parse('ajena')
const owner = personWith('olga', { main: 'owner' })
let statements = 0

const operator = useStarted(() =>
  startOperatorApi(world, {
    limits: { ofPerson: 2, inAll: 3, heartbeatMs: 50, maxAgeMs: 60_000 },
    pace: { minIntervalMs: 50, maxIntervalMs: 200, commitLagMs: 100 },
  }),
)
beforeAll(async () => {
  const apiKey = await connectTestStore(world.puente, { id: OTHER, notifyUrl: null })
  await moveStore(world, { storeId: OTHER, organizationId: 'other' })
  theirs = merchantOf(world, { apiKey, prefix: 'F' })
})
let theirs: ReturnType<typeof merchantOf>

interface Watching {
  status: number
  events: { id: string; event: string; data: Json }[]
  hasEnded(): boolean
  stop(): void
}

const watch = async (person: Person, lastEventId?: string): Promise<Watching> => {
  operator.people.set(person.id, person)
  const abort = new AbortController()
  const answer = await fetch(`${operator.url}/operator/v1/changes`, {
    signal: abort.signal,
    headers: { 'x-person': person.id, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
  })
  const events: Watching['events'] = []
  let ended = false
  const read = async () => {
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString()
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const fields = Object.fromEntries(
          part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)),
        )
        if (fields.event) events.push({ ...fields, data: JSON.parse(fields.data) } as never)
      }
    }
  }
  read()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  return { status: answer.status, events, hasEnded: () => ended, stop: () => abort.abort() }
}
const changesOf = ({ events }: Watching): Json[] => events.flatMap(({ data }) => data.changes ?? [])

it("a stream reports changed orders, alerts and reconciliations of the person's stores only", async () => {
  const watching = await watch(owner)
  await eventually(async () => watching.events.length > 0)
  await theirs.open()
  const order = await merchantOf(world).paid()
  const { ctx } = world.puente
  const key = { kind: 'webhooks_stopped', storeId: TEST_STORE, subject: 'x' } as const
  await openAlert(ctx.db.query, { ...key, now: ctx.clock.now(), details: {} })
  await eventually(async () => changesOf(watching).some(({ kind }) => kind === 'alert'))
  await closeAlert(ctx.db.query, { ...key, now: ctx.clock.now() })
  await operator.call(owner, 'POST', `/operator/v1/stores/${TEST_STORE}/reconciliations`, {
    body: { from: '2026-01-01', to: '2026-01-01', dry: true },
  })
  await eventually(async () => changesOf(watching).some(({ kind }) => kind === 'reconciliation'))
  await eventually(
    async () => changesOf(watching).filter(({ kind }) => kind === 'alert').length >= 2,
  )
  const found = await operator.call(owner, 'GET', `/operator/v1/orders?search=${order.id}`)
  const changes = changesOf(watching)
  expect(changes).toContainEqual({
    store_id: TEST_STORE,
    kind: 'order',
    id: found.body.data[0].id,
  })
  expect(new Set(changes.map(({ store_id }) => store_id))).toEqual(new Set([TEST_STORE]))
  expect(Object.keys(changes[0]).sort()).toEqual(['id', 'kind', 'store_id'])
  watching.stop()
})

it('a client that resumes with its last event id gets the missed changes', async () => {
  const first = await watch(owner)
  await eventually(async () => first.events.length > 0)
  first.stop()
  const lastId = first.events.at(-1)?.id
  const order = await merchantOf(world).open()
  const { body } = await operator.call(owner, 'GET', `/operator/v1/orders?search=${order.id}`)
  const second = await watch(owner, lastId)
  await eventually(async () => second.events.length > 0)
  expect(changesOf(second)).toContainEqual(
    expect.objectContaining({ kind: 'order', id: body.data[0].id }),
  )
  second.stop()
})

it.each(['nonsense', '1.1.1', '999999999.1.1'])(
  'a client that resumes with "%s" gets a reset',
  async (lastEventId) => {
    const watching = await watch(owner, lastEventId)
    await eventually(async () => watching.events.length > 0)
    expect(watching.events[0]?.event).toBe('reset')
    watching.stop()
  },
)

it('a person with too many open streams is refused, and accepted once one closes', async () => {
  const person = personWith('many', { main: 'viewer' })
  const held = await Promise.all([watch(person), watch(person)])
  expect((await watch(person)).status).toBe(503)
  held[0]?.stop()
  await eventually(async () => {
    const again = await watch(person)
    again.stop()
    return again.status === 200
  })
  held[1]?.stop()
})

it('a stream ends with its session, and when the rights change', async () => {
  const person = personWith('gone', { main: 'viewer' })
  const watching = await watch(person)
  operator.people.delete(person.id)
  await eventually(async () => watching.hasEnded())
  const again = await watch(person)
  operator.people.set(person.id, personWith('gone', { other: 'viewer' }))
  await eventually(async () => again.hasEnded())
})

it('all streams share one database poll, and none runs without a stream', async () => {
  const { pool } = world.puente.ctx.db
  const query = pool.query.bind(pool)
  const isLook = (text: unknown) => /changed_orders/.test(String(text))
  const connect = pool.connect.bind(pool)
  pool.connect = ((...args: never[]) => {
    const [taken] = args as unknown as [((...given: unknown[]) => void)?]
    const counting = (client: Json) => {
      const inner = client.query
      client.query = (...given: unknown[]) => {
        const [first] = given as [Json]
        if (isLook(first?.text ?? first)) statements++
        return inner.apply(client, given)
      }
      const release = client.release
      client.release = (...given: unknown[]) => {
        client.query = inner
        client.release = release
        return release.apply(client, given)
      }
      return client
    }
    if (taken) {
      return (connect as Json)((error: unknown, client: Json, done: unknown) =>
        taken(error, client && counting(client), done),
      )
    }
    return (connect as Json)().then(counting)
  }) as typeof pool.connect
  try {
    const people = ['a', 'b', 'c'].map((id) => personWith(id, { main: 'viewer' }))
    const watching = await Promise.all(people.map((person) => watch(person)))
    statements = 0
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const ofThree = statements
    for (const each of watching) each.stop()
    expect(ofThree).toBeGreaterThan(0)
    // At most once per 50 ms, however many listen.
    expect(ofThree).toBeLessThanOrEqual(20)
    await new Promise((resolve) => setTimeout(resolve, 300))
    statements = 0
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(statements).toBe(0)
  } finally {
    Object.assign(pool, { connect, query })
  }
})

it('a stream that opens during shutdown ends without a failure', async () => {
  const streams = openChangeStreams(world.puente.ctx)
  const opening = streams.open({
    personId: owner.id,
    storeIds: [TEST_STORE],
    lastEventId: undefined,
    isStillAllowed: async () => true,
  })
  await streams.close()
  const stream = await opening
  await expect(stream?.toArray()).resolves.toEqual([])
})
