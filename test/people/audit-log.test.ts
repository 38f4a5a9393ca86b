import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { runAudited } from '../../src/db/people/audited.ts'
import { deleteOldAuditEntries } from '../../src/db/privacy/retention.ts'
import { auditedRequest } from '../../src/http/audit/audited-request.ts'
import { deleteOldRows } from '../../src/payments/retention/delete-old-rows.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { asPage, cookieOf, PASSWORD, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, TEST_STORE } from '../support/world.ts'

const DAY_MS = 24 * 60 * 60_000
const world = useWorld()

const query = () => world.puente.ctx.db.query
const latest = async () => (await listAuditEntries(query(), { limit: 1 }))[0]

const paidOrder = async (id: string) => {
  const order = { id, amount: '125.50', currency: 'HNL' }
  const { body } = await world.api('POST', '/v1/checkouts', { order })
  await world.pay(body.payment.checkout_url)
  await eventually(
    async () => (await world.api('GET', `/v1/orders/${id}`)).body.order.status === 'paid',
  )
}

const intent = {
  actor: { kind: 'command_line' as const },
  fromAddress: null,
  organizationId: 'main',
  storeId: TEST_STORE,
  action: 'a test',
  subject: null,
  request: null,
}

describe('the audit log', () => {
  it('an entry says who requested a refund, from where, and its outcome', async () => {
    await paidOrder('U-1')
    const before = (await listAuditEntries(query(), { limit: 100 })).length
    const body = { amount: '10.00', reason: 'Ana López called, 9999-1234' }
    const refund = () =>
      world.api('POST', '/v1/orders/U-1/refunds', body, { 'idempotency-key': 'u-1' })
    await refund()
    const entry = await latest()
    expect(entry).toMatchObject({
      actor: { kind: 'api_key', name: expect.any(String) },
      from_address: expect.stringMatching(/^127\.0\.0\.1$|^0:0:0:0::\/64$/),
      organization_id: 'main',
      store_id: TEST_STORE,
      action: expect.stringMatching(/refund/i),
      subject: 'U-1',
      request: { amount: '10.00', reason: '[left out]' },
    })
    expect(entry).toMatchObject({
      outcome: 'done',
      after: { refund_id: expect.stringMatching(/^ref_/), amount_minor: '1000', currency: 'HNL' },
    })
    expect(JSON.stringify(entry?.request)).not.toContain('Ana')
    const { length } = await listAuditEntries(query(), { limit: 100 })
    expect(length).toBe(before + 1)
  })

  it('an entry has the store before and after a change', async () => {
    const answer = await fetch(`${world.url}/v1/store`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Otra tienda' }),
    })
    expect(answer.status).toBe(200)
    expect(await latest()).toMatchObject({
      action: 'updateStore',
      outcome: 'done',
      before: { name: 'Tienda de prueba' },
      after: { name: 'Otra tienda' },
    })
  })

  it.each([
    ['half a character', '{"policy":{"x":"\\ud83d"}}'],
    ['a name that is none', '{"policy":{"\\u0000\\ud83d":1}}'],
    ['a text that is cut within a character', `{"policy":{"x":"a${'😀'.repeat(300)}"}}`],
    ['so many levels', `{"policy":{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
  ])('a store learns what is wrong with %s', async (_, body) => {
    const answer = await fetch(`${world.url}/v1/store`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(422)
    expect(await latest()).toMatchObject({ action: 'updateStore', outcome: 'refused', status: 422 })
  })

  it('sign-ins and password changes of a person are logged for their organization', async () => {
    const { email } = await signedInPerson(world, { email: 'dora@tienda.example' })
    const body = { email, password: PASSWORD }
    const signedIn = await asPage(world, 'POST', '/auth/sign-in', { body })
    const cookie = cookieOf(signedIn.headers.getSetCookie())
    const change = { password: PASSWORD, new_password: 'another long password' }
    await asPage(world, 'POST', '/auth/password', { body: change, cookie })
    const entries = await listAuditEntries(query(), { organizationIds: ['main'], limit: 2 })
    expect(entries).toMatchObject([
      { action: 'change password', actor: { name: 'dora' }, outcome: 'done' },
      { action: 'sign in by password', actor: { name: 'dora' }, outcome: 'done' },
    ])
    expect(entries.map(({ from_address: from }) => from)).not.toContain(null)
  })

  it('a refused attempt is logged', async () => {
    await world.api('POST', '/v1/alerts/prb_999999/close')
    expect(await latest()).toMatchObject({
      subject: 'prb_999999',
      outcome: 'refused',
      status: 404,
    })
  })

  it('checkouts and reads are not logged', async () => {
    const before = (await latest())?.id
    const order = { id: 'U-2', amount: '5.00', currency: 'HNL' }
    await world.api('POST', '/v1/checkouts', { order })
    await world.api('GET', '/v1/orders/U-2')
    expect((await latest())?.id).toBe(before)
  })

  it('the intent is logged before the action and stays if the outcome is unknown', async () => {
    const ctx = { query: query(), now: () => new Date(), log: { error: () => {} } }
    let during: unknown
    const act = async () => {
      during = await latest()
      throw new Error('the process is gone')
    }
    const resultOf = () => ({ outcome: 'done' as const, status: null, before: null, after: null })
    await expect(runAudited(ctx, intent, { act, resultOf })).rejects.toThrow('gone')
    expect(during).toMatchObject({ action: 'a test', outcome: null })
    expect(await latest()).toMatchObject({ action: 'a test', outcome: 'failed' })
  })

  it('an action that cannot be logged does not happen', async () => {
    let isDone = false
    const act = async () => {
      isDone = true
    }
    const resultOf = () => ({ outcome: 'done' as const, status: null, before: null, after: null })
    const away = world.puente.ctx.db.query.withSchema('nowhere')
    const ctx = { query: away, now: () => new Date(), log: { error: () => {} } }
    await expect(runAudited(ctx, intent, { act, resultOf })).rejects.toThrow()
    expect(isDone).toBe(false)
  })

  it.each([
    'UPDATE puente.audit_log SET action = $$nothing$$',
    'DELETE FROM puente.audit_log',
    'DELETE FROM puente.audit_outcomes',
    'UPDATE puente.audit_outcomes SET outcome = $$done$$',
    'TRUNCATE puente.audit_outcomes',
    'TRUNCATE puente.audit_log CASCADE',
  ])('the database refuses %s', async (statement) => {
    await expect(world.puente.ctx.db.pool.query(statement)).rejects.toThrow('only grows')
  })

  it('only retention deletes old entries, with their outcomes', async () => {
    const ctx = { query: query(), log: { error: () => {} } }
    const resultOf = () => ({ outcome: 'done' as const, status: null, before: null, after: null })
    const entryOf = (action: string, daysAgo: number) =>
      runAudited(
        { ...ctx, now: () => addMs(new Date(), -daysAgo * DAY_MS) },
        { ...intent, action },
        { act: async () => {}, resultOf },
      )
    await entryOf('long ago', 41)
    await entryOf('not so long ago', 39)
    await expect(
      query().deleteFrom('audit_outcomes').where('at', '<', new Date()).execute(),
    ).rejects.toThrow('only grows')
    const trim = (auditDays: number | undefined) =>
      deleteOldRows(world.puente.ctx, {
        ...{ eventDays: 90, taskDays: 30, attemptDays: 14, runDays: 400 },
        ...{ timelineMonths: undefined, auditDays },
      })
    const actions = async () =>
      (await listAuditEntries(query(), { limit: 500 })).map(({ action }) => action)
    await trim(undefined)
    expect(await actions()).toContain('long ago')
    await trim(40)
    expect(await actions()).not.toContain('long ago')
    expect(await actions()).toContain('not so long ago')
  })

  it('entries younger than four weeks cannot be deleted', async () => {
    const before = await listAuditEntries(query(), { limit: 500 })
    await expect(deleteOldAuditEntries(query(), { before: new Date() })).rejects.toThrow(
      'younger than four weeks stays',
    )
    expect(await listAuditEntries(query(), { limit: 500 })).toEqual(before)
  })

  it('the entries of a store or organization are paged without a gap', async () => {
    const ctx = { query: query(), now: () => new Date(), log: { error: () => {} } }
    const resultOf = () => ({ outcome: 'done' as const, status: null, before: null, after: null })
    for (let index = 0; index < 5; index++) {
      await runAudited(
        ctx,
        { ...intent, storeId: index % 2 ? 'other' : 'mine', organizationId: `org-${index % 2}` },
        { act: async () => {}, resultOf },
      )
    }
    const [first, second] = await listAuditEntries(query(), { storeId: 'mine', limit: 2 })
    const rest = await listAuditEntries(query(), {
      storeId: 'mine',
      before: second?.id,
      limit: 2,
    })
    expect(rest).toHaveLength(1)
    expect(new Set([first, second, ...rest].map((entry) => entry?.id)).size).toBe(3)
    const organizationIds = ['org-1']
    const ofOther = await listAuditEntries(query(), { organizationIds, limit: 10 })
    expect(ofOther.map(({ store_id }) => store_id)).toEqual(['other', 'other'])
    expect(await listAuditEntries(query(), { organizationIds: [], limit: 10 })).toEqual([])
  })
})

describe('the logged part of a request', () => {
  it('the logged request contains no secrets, no cards and no customer data', () => {
    const kept = auditedRequest({
      amount: '10.00',
      secret_key: 'sk_live_abcdef123456',
      nested: { customer: { name: 'Ana' }, to: 'card 4111 1111 1111 1111', kind: 'x' },
      password: 'correct horse',
      reason: 'she said so',
    })
    expect(kept).toEqual({
      amount: '10.00',
      secret_key: '[left out]',
      nested: { customer: '[left out]', to: 'card [card number]', kind: 'x' },
      password: '[secret]',
      reason: '[left out]',
    })
  })

  it('any request can be stored', () => {
    expect(auditedRequest({ name: 'a\u0000b', huge: 'x'.repeat(100_000) })).toMatchObject({
      name: 'ab',
      huge: expect.stringMatching(/^x{500}$/),
    })
    expect(auditedRequest(undefined)).toBeNull()
    expect(auditedRequest({})).toBeNull()
  })

  it('the logged request contains addresses without their tokens', () => {
    const kept = auditedRequest({
      notify_url: 'https://shop.example/puente?token=abc123',
      orders_url: 'https://ana:correct-horse@shop.example/orders#abc123',
      policy: { page: 'https://[shop.example/?token=abc123' },
    })
    expect(kept).toMatchObject({ notify_url: 'https://shop.example/puente?…' })
    expect(JSON.stringify(kept)).not.toMatch(/abc123|ana|correct/)
  })
})
