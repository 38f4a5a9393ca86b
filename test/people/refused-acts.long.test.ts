import { describe, expect, it } from 'vitest'
import { type AuditEntry, listAuditEntries } from '../../src/db/people/audit-log.ts'
import { openRefusedActs } from '../../src/db/people/refused-acts.ts'
import { currencyByCode } from '../../src/domain/currencies.ts'
import { createApiKey } from '../../src/payments/stores/api-keys.ts'
import { merchantOf } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { asPage, signedInPerson } from '../support/people.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { eventually, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const operatorApi = useStarted(() => startOperatorApi(world))

const query = () => world.puente.ctx.db.query
const entriesOf = (action: string, limit = 100): Promise<AuditEntry[]> =>
  listAuditEntries(query(), { action, limit })
const latestOf = (action: string, fits: (entry: AuditEntry) => boolean): Promise<AuditEntry> =>
  eventually(async () => (await entriesOf(action)).find(fits))
const signIn = (email: string, password: string) =>
  asPage(world, 'POST', '/auth/sign-in', { body: { email, password } })
const inText = (entry: unknown) =>
  JSON.stringify(entry, (_, value) => (typeof value === 'bigint' ? String(value) : value))

describe('refused attempts in the audit log', () => {
  it("a wrong password is logged for the account's organization", async () => {
    const { email } = await signedInPerson(world, { email: 'ana@tienda.example' })
    expect((await signIn(email.toUpperCase(), 'a wrong password')).status).toBe(401)
    const entry = await latestOf('sign in', ({ subject }) => subject === email)
    expect(entry).toMatchObject({
      ...{ actor: { kind: 'unknown' }, organization_id: 'main', outcome: 'refused' },
      request: { because: 'wrong password' },
      from_address: expect.stringMatching(/^127\.0\.0\.1$|^0:0:0:0::\/64$/),
    })
    expect(inText(entry)).not.toContain('a wrong password')
  })

  it('a sign-in with an unknown e-mail, possibly a password, is logged masked', async () => {
    await signIn('maria@privado.example', 'a wrong password')
    await signIn('my secret pass phrase', 'a wrong password')
    const entries = await eventually(async () => {
      const found = (await entriesOf('sign in')).filter((entry) => entry.organization_id === null)
      return found.length === 2 && found
    })
    expect(entries.map(({ subject }) => subject).sort()).toEqual(['m…@…', '…'])
    expect(inText(entries)).not.toMatch(/maria|privado|secret/)
  })

  it('a locked-out sign-in is logged', async () => {
    const { email } = await signedInPerson(world, { email: 'locked@tienda.example' })
    for (let tries = 0; tries < 11; tries++) await signIn(email, 'a wrong password')
    const entry = await latestOf(
      'sign in',
      ({ subject, request }) => subject === email && inText(request).includes('locked out'),
    )
    expect(entry).toMatchObject({ outcome: 'refused', organization_id: 'main' })
  })

  it("a call outside a key's scopes is logged", async () => {
    const { ids } = world.puente.ctx
    const apiKey = await createApiKey(
      { query: query(), ids, now: new Date() },
      {
        ...{ storeId: TEST_STORE, name: 'reader', expiresAt: null },
        rights: { scopes: ['read'], refundLimit: undefined, refundDayLimit: undefined },
      },
    )
    const asReader = { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'k-1' }
    const refused = await world.api('POST', '/v1/orders/X-1/refunds', { amount: '1.00' }, asReader)
    expect(refused.status).toBe(403)
    expect(await latestOf('createRefund', ({ subject }) => subject === 'X-1')).toMatchObject({
      ...{ actor: { kind: 'api_key', name: 'reader' }, store_id: TEST_STORE },
      ...{ organization_id: 'main', outcome: 'refused', status: 403, request: null },
    })
  })

  it("a call outside a person's role is logged, even a read", async () => {
    const viewer = personWith('viewer-1', { main: 'viewer' })
    expect((await operatorApi.call(viewer, 'GET', '/operator/v1/people')).status).toBe(403)
    expect(await latestOf('listPeople', () => true)).toMatchObject({
      ...{ actor: { kind: 'person', id: 'viewer-1' }, organization_id: 'main' },
      ...{ outcome: 'refused', status: 403 },
    })
  })

  it("a refund above a key's limit is logged", async () => {
    const merchant = merchantOf(world, { prefix: 'L' })
    const { id } = await merchant.paid()
    const currency = currencyByCode('HNL')
    if (!currency) throw new Error('no lempira')
    const { ids } = world.puente.ctx
    const apiKey = await createApiKey(
      { query: query(), ids, now: new Date() },
      {
        ...{ storeId: TEST_STORE, name: 'limited', expiresAt: null },
        rights: {
          scopes: ['refund'],
          refundLimit: { minor: 500n, currency },
          refundDayLimit: undefined,
        },
      },
    )
    const asLimited = { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'k-2' }
    const path = `/v1/orders/${id}/refunds`
    const refused = await world.api('POST', path, { amount: '5.01' }, asLimited)
    expect(refused.body.code).toBe('refund_above_limit')
    expect(await latestOf('createRefund', ({ subject }) => subject === id)).toMatchObject({
      ...{ actor: { name: 'limited' }, outcome: 'refused', status: 403 },
      request: { amount: '5.01' },
    })
  })
})

it('repeated refusals leave ten entries a minute, and one that counts the rest', async () => {
  const refusedActions = openRefusedActs({ query: query(), log: world.puente.ctx.log })
  const act = (subject: string) => ({
    ...{ at: new Date(), actor: { kind: 'unknown' as const }, fromAddress: '192.0.2.1' },
    ...{ organizationId: 'main', storeId: null, action: 'a flood', status: 403, request: null },
    subject,
  })
  for (let times = 0; times < 240; times++) refusedActions.note(act(`s-${times}`), 'one cause')
  refusedActions.note(act('another'), 'another cause')
  await refusedActions.close()
  const entries = await entriesOf('a flood')
  expect(entries).toHaveLength(12)
  expect(entries.filter(({ request }) => request !== null)).toMatchObject([
    { request: { more: 230 }, subject: null, from_address: '192.0.2.1', outcome: 'refused' },
  ])
})

it('the entries of unboundedly many causes are bounded', async () => {
  const refusedActions = openRefusedActs({ query: query(), log: world.puente.ctx.log })
  for (let cause = 0; cause < 700; cause++) {
    refusedActions.note(
      {
        ...{ at: new Date(), actor: { kind: 'unknown' }, fromAddress: null, organizationId: null },
        ...{ storeId: null, action: 'many causes', status: 403, request: null, subject: null },
      },
      `cause ${cause}`,
    )
  }
  await refusedActions.close()
  const entries = await entriesOf('many causes', 1_000)
  expect(entries).toHaveLength(511)
  expect(entries.filter(({ request }) => request !== null)).toMatchObject([
    { request: { more: 190 } },
  ])
})

it('a refused act with an unstorable subject hides no other one', async () => {
  const refusedActions = openRefusedActs({ query: query(), log: world.puente.ctx.log })
  for (const subject of ['first', 'second', 'NUL \u0000', 'last']) {
    refusedActions.note(
      {
        ...{ at: new Date(), actor: { kind: 'unknown' }, fromAddress: null, organizationId: null },
        ...{ storeId: null, action: 'bad subject', status: 403, request: null, subject },
      },
      subject,
    )
  }
  await refusedActions.close()
  const subjects = (await entriesOf('bad subject')).map(({ subject }) => subject)
  expect(subjects).toEqual(['last', 'second', 'first'])
})
