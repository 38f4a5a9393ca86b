import { beforeAll, describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { openPeople } from '../../src/people/members/people.ts'
import { HANG_MS } from '../support/eventually.ts'
import { merchantOf } from '../support/merchant.ts'
import { asPage, cookieOf, PASSWORD, peopleOf, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld({ LARGE_REFUNDS: '100.00 HNL' })

let count = 0
const person = (role: 'owner' | 'viewer' = 'owner') =>
  signedInPerson(world, { email: `session${++count}@tienda.example`, role })

const signIn = async (email: string, cookie = '', headers = {}) => {
  const body = { email, password: PASSWORD }
  const answer = await asPage(world, 'POST', '/auth/sign-in', { body, cookie, headers })
  return cookieOf(answer.headers.getSetCookie())
}
const isSignedIn = async (cookie: string) =>
  (await asPage(world, 'GET', '/auth/session', { cookie })).status === 200
const sessionsOf = async (cookie: string): Promise<Json[]> =>
  ((await (await asPage(world, 'GET', '/auth/sessions', { cookie })).json()) as Json).data
const age = (personId: string, days: number) =>
  world.puente.ctx.db.query
    .updateTable('person_sessions')
    .set({ created_at: new Date(Date.now() - days * 86_400_000), confirmed_at: null })
    .where('person_id', '=', personId)
    .execute()

describe('sessions of a person', () => {
  it('the list shows where each session began, and each can be ended', async () => {
    const { email, cookie } = await person()
    const phone = await signIn(email, '', { 'user-agent': 'A phone of Ana' })
    const sessions = await sessionsOf(cookie)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({
      is_current: false,
      user_agent: 'A phone of Ana',
      network: expect.stringMatching(/^127\.0\.0\.1$|^0:0:0:0::\/64$/),
    })
    const path = `/auth/sessions/${sessions[0].id}`
    const { cookie: stranger } = await person()
    expect((await asPage(world, 'DELETE', path, { cookie: stranger })).status).toBe(404)
    expect((await asPage(world, 'DELETE', path, { cookie })).status).toBe(204)
    expect([await isSignedIn(phone), await isSignedIn(cookie)]).toEqual([false, true])
  })

  it('"sign out everywhere" ends all sessions and is in the audit log', async () => {
    const { email, cookie, id } = await person()
    const phone = await signIn(email)
    const out = await asPage(world, 'DELETE', '/auth/sessions', { cookie })
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie().join()).toContain('Max-Age=0')
    expect([await isSignedIn(phone), await isSignedIn(cookie)]).toEqual([false, false])
    const [entry] = await listAuditEntries(world.puente.ctx.db.query, { limit: 1 })
    expect(entry).toMatchObject({ action: 'sign out everywhere', subject: id, outcome: 'done' })
  })

  it('a session ends 30 days after its start, regardless of use', async () => {
    const { cookie, id } = await person()
    await age(id, 29)
    expect(await isSignedIn(cookie)).toBe(true)
    const [session] = await sessionsOf(cookie)
    const days = (Date.parse(session?.ends_at) - Date.now()) / 86_400_000
    expect(days).toBeLessThan(1)
    await age(id, 30)
    expect(await isSignedIn(cookie)).toBe(false)
  })

  it("a new sign-in ends the browser's previous session", async () => {
    const { email, cookie } = await person()
    const next = await signIn(email, cookie)
    expect([await isSignedIn(cookie), await isSignedIn(next)]).toEqual([false, true])
  })

  it('the session uses a __Host- cookie over https and no prefix over http', async () => {
    const { email } = await person()
    const { ctx } = peopleOf(world)
    const people = openPeople({ ...ctx, publicUrl: 'https://pay.example' })
    const outcome = await people.signIn({ email, password: PASSWORD, address: 'here' })
    if (outcome.outcome !== 'signed-in') throw new Error(outcome.outcome)
    for (const line of outcome.cookies) {
      expect(line).toMatch(/^__Host-(puente\.session_token|known_browser)=/)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).toContain('; Secure')
      expect(line).not.toContain('Domain')
    }
    const cookie = cookieOf(outcome.cookies)
    expect((await people.personOf({ cookie }))?.email).toBe(email)
    const plain = cookie.replaceAll('__Host-', '')
    expect(await people.personOf({ cookie: plain })).toBeUndefined()
  })
})

describe('a common password', () => {
  it('a common password is refused with advice when a person changes the password', async () => {
    const { cookie } = await person()
    const answer = await asPage(world, 'POST', '/auth/password', {
      cookie,
      body: { password: PASSWORD, new_password: 'Honduras2026!' },
      headers: { 'accept-language': 'es' },
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [{ path: 'new_password', message: expect.stringContaining('fácil de adivinar') }],
    })
  })
})

const STORE = `/operator/v1/stores/${TEST_STORE}`
const MAIN = '/operator/v1/organizations/main'
const LIMIT = { amount: '500.00', currency: 'HNL' }
const CHANGED = [STORE, MAIN]

describe('an action that requires a fresh sign-in', () => {
  const acts: [string, string, Json][] = [
    ['an API key', `/operator/v1/stores/${TEST_STORE}/api-keys`, { name: 'x', scopes: ['read'] }],
    ['an owner', `${MAIN}/invitations`, { email: 'a@b.hn', role: 'owner' }],
    ['an operator', `${MAIN}/invitations`, { email: 'o@b.hn', role: 'operator' }],
    ["the operators' limit for a refund", MAIN, { operator_refund_limit: LIMIT }],
    ["the operators' limit for a day", MAIN, { operator_refund_day_limit: null }],
    ['a secret', `/operator/v1/stores/${TEST_STORE}/secrets/notify-secret/rotate`, {}],
    ['another address of notifications', STORE, { notify_url: 'https://elsewhere.example/n' }],
    ['another address of orders', STORE, { orders_url: 'https://elsewhere.example/o' }],
  ]

  it.each(acts)(
    '%s: a session from hours ago must confirm the password and then continues',
    async (_, path, body) => {
      const { cookie, id } = await person()
      await age(id, 1)
      const act = () =>
        asPage(world, CHANGED.includes(path) ? 'PATCH' : 'POST', path, { cookie, body })
      const refused = await act()
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({
        code: 'fresh_sign_in_needed',
        detail: expect.stringContaining('POST /auth/confirm'),
      })
      const confirm = (password: string) =>
        asPage(world, 'POST', '/auth/confirm', { cookie, body: { password } })
      expect((await confirm('not the password')).status).toBe(422)
      expect((await act()).status).toBe(403)
      expect((await confirm(PASSWORD)).status).toBe(204)
      expect((await act()).status).toBeLessThan(300)
    },
  )

  it.each(['operator', 'owner'])(
    'a session from hours ago makes no viewer an %s, but removes rights at once',
    async (role) => {
      const { cookie, id } = await person()
      const viewer = await person('viewer')
      await age(id, 1)
      const change = async (to: string) =>
        (
          await asPage(world, 'PATCH', `/operator/v1/people/${viewer.id}`, {
            ...{ cookie, body: { organization_id: 'main', role: to } },
          })
        ).status
      expect(await change(role)).toBe(403)
      expect(await change('viewer')).toBe(200)
    },
  )

  it('a large partial or full refund requires the password, and a small one does not', async () => {
    const { cookie, id } = await person()
    const { id: externalId } = await merchantOf(world).paid()
    const found = await asPage(world, 'GET', `/operator/v1/orders?search=${externalId}`, { cookie })
    const [order] = ((await found.json()) as Json).data
    await age(id, 1)
    const refund = async (body: Json, key: string) =>
      (
        await asPage(world, 'POST', `/operator/v1/orders/${order.id}/refunds`, {
          ...{ cookie, body },
          headers: { 'idempotency-key': key },
        })
      ).status
    expect(await refund({ amount: '100.00' }, 'a')).toBe(403)
    expect(await refund({}, 'b')).toBe(403)
    expect(await refund({ amount: '99.99' }, 'c')).toBeLessThan(300)
    await asPage(world, 'POST', '/auth/confirm', { cookie, body: { password: PASSWORD } })
    expect(await refund({}, 'b')).not.toBe(403)
  })

  it('reading and inviting a viewer require no fresh sign-in', async () => {
    const { cookie, id } = await person()
    await age(id, 1)
    const body = { email: 'viewer@tienda.example', role: 'viewer' }
    const path = '/operator/v1/organizations/main/invitations'
    expect((await asPage(world, 'POST', path, { cookie, body })).status).toBe(201)
    expect((await asPage(world, 'GET', '/operator/v1/stores', { cookie })).status).toBe(200)
  })
})

describe('a stream of changes', () => {
  let owner: Awaited<ReturnType<typeof person>>
  beforeAll(async () => {
    owner = await person()
  })
  const watch = async (cookie: string) => {
    const stop = new AbortController()
    const answer = await fetch(`${world.url}/operator/v1/changes`, {
      headers: { cookie },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(HANG_MS)]),
    })
    expect(answer.status).toBe(200)
    let hasEnded = false
    answer.text().then(
      () => {
        hasEnded = true
      },
      () => {},
    )
    return { hasEnded: () => hasEnded, stop: () => stop.abort() }
  }

  it.each(['signs out', 'signs out everywhere', 'is removed', 'gets another role'])(
    'the stream ends immediately when its person %s',
    async (how) => {
      const { cookie, id } = await person('viewer')
      const stream = await watch(cookie)
      const other = await watch(owner.cookie)
      const path = `/operator/v1/people/${id}`
      const as = { cookie: owner.cookie }
      if (how === 'signs out') await asPage(world, 'POST', '/auth/sign-out', { cookie })
      if (how === 'signs out everywhere')
        await asPage(world, 'DELETE', '/auth/sessions', { cookie })
      if (how === 'is removed') {
        await asPage(world, 'DELETE', `${path}?organization_id=main`, as)
      }
      if (how === 'gets another role') {
        const body = { organization_id: 'main', role: 'operator' }
        await asPage(world, 'PATCH', path, { ...as, body })
      }
      await eventually(async () => stream.hasEnded())
      expect(other.hasEnded()).toBe(false)
      other.stop()
    },
  )
})

it('API responses are never cached, and pages use no camera, microphone or browser payment', async () => {
  for (const path of ['/v1/orders/none', '/operator/v1/stores', '/v1/no-such-address']) {
    const { headers } = await fetch(`${world.url}${path}`)
    expect(headers.get('cache-control')).toBe('no-store')
  }
  for (const path of ['/sign-in', '/no-such-page', '/docs']) {
    const { headers } = await fetch(`${world.url}${path}`)
    expect(headers.get('permissions-policy')).toContain('camera=(), ')
    expect(headers.get('permissions-policy')).toContain('payment=()')
  }
})
