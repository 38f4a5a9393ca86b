import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { eventually } from '../support/eventually.ts'
import { merchantOf } from '../support/merchant.ts'
import { asPage, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld({
  ...{ LARGE_REFUNDS: '100000.00 HNL', SECOND_FACTOR_REFUNDS: '100.00 HNL' },
  SECOND_FACTOR_MINUTES: '5',
})
const query = () => world.puente.ctx.db.query

let count = 0
const person = (role: 'owner' | 'viewer' = 'owner') =>
  signedInPerson(world, { email: `required${++count}@tienda.example`, role })

const stores = async (cookie: string) => asPage(world, 'GET', '/operator/v1/stores', { cookie })
const require = (cookie: string, isRequired: boolean) =>
  asPage(world, 'PATCH', '/operator/v1/organizations/main', {
    ...{ cookie, body: { requires_second_factor: isRequired } },
  })

describe('an organization that requires a second factor', () => {
  it('members without a second factor can only set one up, and then do everything', async () => {
    const owner = await person()
    const viewer = await person('viewer')
    await authenticatorOf(world, owner.cookie)
    const stream = await fetch(`${world.url}/operator/v1/changes`, {
      headers: { cookie: viewer.cookie },
    })
    let hasEnded = false
    stream.text().then(
      () => {
        hasEnded = true
      },
      () => {},
    )
    const set = await require(owner.cookie, true)
    expect([set.status, await set.json()]).toMatchObject([200, { requires_second_factor: true }])
    const [entry] = await listAuditEntries(query(), { limit: 1 })
    expect(entry).toMatchObject({
      action: 'changeOrganization',
      before: { requires_second_factor: false },
      after: { requires_second_factor: true },
    })
    await eventually(async () => hasEnded)
    const refused = await stores(viewer.cookie)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'second_factor_required' },
    ])
    expect((await stores(owner.cookie)).status).toBe(200)
    const session = await asPage(world, 'GET', '/auth/session', { cookie: viewer.cookie })
    expect(await session.json()).toMatchObject({ second_factor: { on: false, required: true } })
    await authenticatorOf(world, viewer.cookie)
    expect((await stores(viewer.cookie)).status).toBe(200)
    const people = await asPage(world, 'GET', '/operator/v1/people', { cookie: owner.cookie })
    const { data } = (await people.json()) as Json
    expect(data.find(({ id }: Json) => id === viewer.id)).toMatchObject({ second_factor: true })
    expect((await require(owner.cookie, false)).status).toBe(200)
  })

  it('an invited person must set up a second factor first', async () => {
    const owner = await person()
    await authenticatorOf(world, owner.cookie)
    await require(owner.cookie, true)
    const invited = await person('viewer')
    expect((await stores(invited.cookie)).status).toBe(403)
    await require(owner.cookie, false)
    expect((await stores(invited.cookie)).status).toBe(200)
  })
})

describe('an API key of an organization that requires a second factor', () => {
  it('an API key needs no second factor', async () => {
    const owner = await person()
    await authenticatorOf(world, owner.cookie)
    await require(owner.cookie, true)
    const merchant = merchantOf(world)
    const { id } = await merchant.paid()
    expect((await merchant.refundInFull(id)).status).toBe(201)
    await require(owner.cookie, false)
  })
})

describe('a refund from SECOND_FACTOR_REFUNDS on', () => {
  const refundsOf = async (cookie: string, given: Json = {}) => {
    const { id: externalId } = await merchantOf(world).paid(given)
    const found = await asPage(world, 'GET', `/operator/v1/orders?search=${externalId}`, { cookie })
    const [order] = ((await found.json()) as Json).data
    return async (body: Json, key: string) => {
      const answer = await asPage(world, 'POST', `/operator/v1/orders/${order.id}/refunds`, {
        ...{ cookie, body },
        headers: { 'idempotency-key': `${order.id} ${key}` },
      })
      return { status: answer.status, code: ((await answer.json()) as Json).code }
    }
  }
  const confirmedMinutesAgo = (personId: string, minutes: number) =>
    query()
      .updateTable('person_sessions')
      .set({ factor_confirmed_at: new Date(Date.now() - minutes * 60_000) })
      .where('person_id', '=', personId)
      .execute()

  it('a person without a second factor must set one up; a smaller refund needs none', async () => {
    const { cookie } = await person()
    const refund = await refundsOf(cookie)
    expect(await refund({}, 'all')).toEqual({ status: 403, code: 'second_factor_required' })
    expect((await refund({ amount: '99.99' }, 'small')).status).toBeLessThan(300)
  })

  it('a person with an older second factor than SECOND_FACTOR_MINUTES confirms it again, then the refund goes through', async () => {
    const { id, cookie } = await person()
    const { nextCode } = await authenticatorOf(world, cookie)
    const refund = await refundsOf(cookie)
    await confirmedMinutesAgo(id, 6)
    const needed = { status: 403, code: 'second_factor_needed' }
    expect(await refund({ amount: '100.00' }, 'first')).toEqual(needed)
    const confirmed = await asPage(world, 'POST', '/auth/second-factor/confirm', {
      ...{ cookie, body: { code: nextCode() } },
    })
    expect(confirmed.status).toBe(204)
    expect((await refund({ amount: '100.00' }, 'first')).status).toBeLessThan(300)
    await confirmedMinutesAgo(id, 4)
    expect((await refund({ amount: '100.00' }, 'second')).status).not.toBe(403)
  })
  it('refunds of one payment add up', async () => {
    const { cookie } = await person()
    const refund = await refundsOf(cookie)
    expect((await refund({ amount: '60.00' }, 'first part')).status).toBeLessThan(300)
    const second = await refund({ amount: '60.00' }, 'second part')
    expect(second).toEqual({ status: 403, code: 'second_factor_required' })
  })

  it('a repeated request does not count twice', async () => {
    const { cookie } = await person()
    const refund = await refundsOf(cookie)
    expect((await refund({ amount: '60.00' }, 'lost answer')).status).toBeLessThan(300)
    expect((await refund({ amount: '60.00' }, 'lost answer')).status).toBeLessThan(300)
  })

  it('a full refund counts what the customer paid, with tax and tip', async () => {
    const { cookie } = await person()
    const refund = await refundsOf(cookie, { amount: '90.00' })
    await query()
      .updateTable('payments')
      .set({ total_minor: 103_50n })
      .where('amount_minor', '=', 90_00n)
      .execute()
    expect(await refund({}, 'all')).toEqual({ status: 403, code: 'second_factor_required' })
  })

  it('the rest of a smaller payment needs none after a first part', async () => {
    const { cookie } = await person()
    const refund = await refundsOf(cookie, { amount: '80.00' })
    expect((await refund({ amount: '50.00' }, 'first part')).status).toBeLessThan(300)
    expect((await refund({}, 'rest')).status).toBeLessThan(300)
  })

  it('approving a part counts the earlier parts of the payment', async () => {
    const { cookie } = await person()
    const merchant = merchantOf(world)
    const { id } = await merchant.paid()
    await world.control('/sandbox/settle', {})
    await merchant.refundInFull(id, { amount: '60.00' }, 'first of two parts')
    const second = await eventually(async () => {
      const { body } = await merchant.refundInFull(id, { amount: '40.00' }, 'second of two parts')
      return body.refund
    })
    const url = `/operator/v1/refunds/${second.id}/approve`
    const answer = await asPage(world, 'POST', url, { cookie })
    expect(((await answer.json()) as Json).code).toBe('second_factor_required')
  })

  it('approving a refund and resending one with an unknown outcome need the second factor; closing the refund does not', async () => {
    const { cookie } = await person()
    const merchant = merchantOf(world)
    const { body } = await merchant.refundInFull((await merchant.paid()).id)
    const { id } = body.refund
    const decide = async (path: string, body?: Json) => {
      const url = `/operator/v1/refunds/${id}/${path}`
      const answer = await asPage(world, 'POST', url, { cookie, ...(body && { body }) })
      return ((await answer.json()) as Json).code
    }
    const resolve = (resolution: string) => decide('resolve', { resolution })
    expect(await decide('approve')).toBe('second_factor_required')
    expect(await decide('reject', { why: 'Wrong order' })).not.toBe('second_factor_required')
    expect(await resolve('refund_anyway')).toBe('second_factor_required')
    expect(await resolve('already_made')).not.toBe('second_factor_required')
  })

  it('a person without a second factor invites or appoints nobody who refunds, and changes no limit', async () => {
    const { id, cookie } = await person()
    const viewer = await person('viewer')
    const send = async (method: 'POST' | 'PATCH', path: string, body: Json) => {
      const answer = await asPage(world, method, `/operator/v1/${path}`, { cookie, body })
      return { status: answer.status, code: ((await answer.json()) as Json).code }
    }
    const invite = (role: string) =>
      send('POST', 'organizations/main/invitations', { email: `${role}@invited.example`, role })
    const acts = [
      () => invite('operator'),
      () => invite('owner'),
      () => send('PATCH', `people/${viewer.id}`, { organization_id: 'main', role: 'operator' }),
      () => send('PATCH', 'organizations/main', { operator_refund_limit: null }),
      () => send('PATCH', 'organizations/main', { operator_refund_day_limit: null }),
    ]
    const required = { status: 403, code: 'second_factor_required' }
    for (const act of acts) expect(await act()).toEqual(required)
    expect((await invite('viewer')).status).toBe(201)
    await authenticatorOf(world, cookie)
    await confirmedMinutesAgo(id, 6)
    for (const act of acts) expect((await act()).code).toBe('second_factor_needed')
    await confirmedMinutesAgo(id, 4)
    for (const act of acts) expect((await act()).status).toBeLessThan(300)
  })

  it('an API key that refunds is created and rotated with a second factor only', async () => {
    const { id, cookie } = await person()
    const post = async (path: string, body: Json) => {
      const answer = await asPage(world, 'POST', `/operator/v1/${path}`, { cookie, body })
      return { status: answer.status, code: ((await answer.json()) as Json).code }
    }
    const create = (...scopes: string[]) =>
      post(`stores/${TEST_STORE}/api-keys`, { name: scopes.join(' '), scopes })
    const keys = await asPage(world, 'GET', '/operator/v1/api-keys', { cookie })
    const [key] = ((await keys.json()) as Json).data
    const required = { status: 403, code: 'second_factor_required' }
    expect(await create('read', 'refund')).toEqual(required)
    expect(await post(`api-keys/${key.id}/rotate`, {})).toEqual(required)
    expect((await create('read')).status).toBe(201)
    await authenticatorOf(world, cookie)
    await confirmedMinutesAgo(id, 6)
    expect(await create('refund')).toEqual({ status: 403, code: 'second_factor_needed' })
    await confirmedMinutesAgo(id, 4)
    expect((await create('refund')).status).toBe(201)
  })
})
