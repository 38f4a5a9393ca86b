import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { singleSignOnPages } from '../../src/http/people/single-sign-on-pages.ts'
import { invite } from '../../src/people/members/invite.ts'
import { makeLink } from '../../src/people/sign-in/links.ts'
import { openIssuer } from '../../src/people/single-sign-on/issuer.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { type Misbehaviour, startOidcIssuer } from '../support/oidc-issuer.ts'
import {
  asPage,
  cookieOf,
  linksOf,
  PASSWORD,
  peopleOf,
  signedInPerson,
  tokenOf,
} from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const issuer = await startOidcIssuer()
afterAll(() => issuer.close())

const world = useWorld(issuer.settings)
const query = () => world.puente.ctx.db.query

let count = 0
let email = ''
beforeEach(() => {
  email = `sso${++count}@tienda.example`
})

const claims = (more: Json = {}): Json => ({
  ...{ sub: `subject of ${email}`, email, email_verified: true, name: 'Ana María' },
  ...more,
})

const invited = async ({
  address = email,
  role = 'viewer',
  organizationId = 'main',
}: {
  address?: string
  role?: 'owner' | 'viewer'
  organizationId?: string
} = {}) => {
  const about = { email: address, organizationId, role, madeBy: undefined }
  const outcome = await invite(linksOf(world), about)
  if (outcome.outcome !== 'invited') throw new Error(outcome.outcome)
}

const get = (address: string, cookie = '') =>
  fetch(address, { redirect: 'manual', headers: cookie ? { cookie } : {} })

/** Follows Puente to the issuer and back; returns the callback's address and the browser's cookie. */
const toCallback = async (next = '/orders', session = '') => {
  const begun = await get(`${world.url}/auth/oidc?next=${encodeURIComponent(next)}`, session)
  const atIssuer = begun.headers.get('location') ?? ''
  const back = await get(atIssuer)
  return {
    atIssuer: new URL(atIssuer),
    callback: back.headers.get('location') ?? '',
    cookie: cookieOf(begun.headers.getSetCookie()),
  }
}

const signIn = async (
  given: Json,
  { next, session, ...wrong }: Misbehaviour & { next?: string; session?: string } = {},
) => {
  issuer.signsIn(given, wrong)
  const { callback, cookie } = await toCallback(next, session)
  const answer = await get(callback, cookie)
  const set = answer.headers.getSetCookie().filter((line) => !line.includes('Max-Age=0'))
  return { answer, text: await answer.text(), cookie: cookieOf(set) }
}

const sessionOf = async (cookie: string) => {
  const answer = await asPage(world, 'GET', '/auth/session', { cookie })
  return answer.ok ? ((await answer.json()) as Json) : undefined
}

describe('single sign-on by OpenID Connect', () => {
  it('the browser carries state, nonce and a PKCE challenge to the issuer', async () => {
    const { atIssuer } = await toCallback()
    const asked = Object.fromEntries(atIssuer.searchParams)
    expect(asked).toMatchObject({
      client_id: 'puente',
      response_type: 'code',
      redirect_uri: `${world.url}/auth/oidc/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('an invited person signs in with the role of the invitation, later without an invitation, and has no password', async () => {
    await invited({ role: 'viewer' })
    const first = await signIn(claims())
    expect(first.answer.status).toBe(303)
    expect(first.answer.headers.get('location')).toBe('/orders')
    expect(await sessionOf(first.cookie)).toMatchObject({
      ...{ email, name: 'Ana María', organizations: [{ id: 'main', role: 'viewer' }] },
    })
    const again = await signIn(claims({ email: 'renamed@tienda.example' }))
    expect(await sessionOf(again.cookie)).toMatchObject({ email })
    const byPassword = { email, password: PASSWORD }
    const refused = await asPage(world, 'POST', '/auth/sign-in', { body: byPassword })
    expect(refused.status).toBe(401)
    const [entry] = await listAuditEntries(query(), {
      action: 'sign in by single sign-on',
      limit: 1,
    })
    expect(entry).toMatchObject({ outcome: 'done', actor: { kind: 'person', name: 'Ana María' } })
  })

  it('a person without a password confirms a sensitive action by signing in at the issuer anew', async () => {
    await invited({ role: 'owner' })
    const seconds = () => Math.floor(Date.now() / 1_000)
    const hoursAgo = seconds() - 7_200
    const { cookie } = await signIn(claims({ auth_time: hoursAgo }))
    expect(await sessionOf(cookie)).toMatchObject({ has_password: false })
    const isFresh = async (session: string) => {
      const path = '/auth/second-factor/authenticator'
      return (await asPage(world, 'POST', path, { cookie: session, body: {} })).status === 201
    }
    expect(await isFresh(cookie)).toBe(false)
    expect((await toCallback('/orders', cookie)).atIssuer.searchParams.get('max_age')).toBe('0')
    for (const time of [{ auth_time: hoursAgo }, {}]) {
      const unproven = await signIn(claims(time), { session: cookie })
      expect(unproven.answer.status).toBe(401)
    }
    expect(await isFresh(cookie)).toBe(false)
    const proven = await signIn(claims({ auth_time: seconds() }), { session: cookie })
    expect(proven.answer.status).toBe(303)
    expect(await isFresh(proven.cookie)).toBe(true)
  })

  it('the audit log shows the accepted invitation with its role, and the link to an existing account', async () => {
    await invited({ role: 'owner' })
    await signIn(claims())
    const latest = async (action: string) => {
      const [entry] = await listAuditEntries(query(), { action, limit: 1 })
      return entry
    }
    expect(await latest('accept invitation')).toMatchObject({
      outcome: 'done',
      actor: { kind: 'person', name: 'Ana María' },
      request: { role: 'owner' },
    })
    email = `linked-${email}`
    const { id } = await signedInPerson(world, { email })
    await signIn(claims())
    expect(await latest('link single sign-on')).toMatchObject({ outcome: 'done', subject: id })
    await signIn(claims())
    const links = await listAuditEntries(query(), { action: 'link single sign-on', limit: 9 })
    expect(links.filter(({ subject }) => subject === id)).toHaveLength(1)
  })

  it('a member with a password can use both', async () => {
    const member = await signedInPerson(world, { email, role: 'owner' })
    const { cookie } = await signIn(claims())
    expect(await sessionOf(cookie)).toMatchObject({ id: member.id })
    const body = { email, password: PASSWORD }
    expect((await asPage(world, 'POST', '/auth/sign-in', { body })).status).toBe(204)
  })

  it('a person without an invitation stays out and reads why', async () => {
    const { answer, text, cookie } = await signIn(claims())
    expect(answer.status).toBe(403)
    expect(text).toMatch(/You are not invited|No tiene invitación/)
    expect(await sessionOf(cookie)).toBeUndefined()
    const people = await query()
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .execute()
    expect(people).toEqual([])
  })

  it.each([false, undefined])(
    'an e-mail address that the issuer does not vouch for opens no account (email_verified: %s)',
    async (verified) => {
      await signedInPerson(world, { email })
      const { answer, cookie } = await signIn(claims({ email_verified: verified }))
      expect(answer.status).toBe(403)
      expect(await sessionOf(cookie)).toBeUndefined()
    },
  )

  it('a person without a password joins a second organization at the next sign-in', async () => {
    await invited()
    await signIn(claims())
    const second = { id: `second${count}`, name: 'Second', created_at: new Date() }
    await query().insertInto('organizations').values(second).execute()
    await invited({ organizationId: second.id })
    const organizationsAfter = async (given: Json) => {
      const { organizations } = (await sessionOf((await signIn(given)).cookie)) ?? {}
      return organizations.map(({ id }: Json) => id).sort()
    }
    expect(await organizationsAfter(claims({ email: 'other@tienda.example' }))).toEqual(['main'])
    expect(await organizationsAfter(claims({ email_verified: false }))).toEqual(['main'])
    expect(await organizationsAfter(claims())).toEqual(['main', second.id])
  })

  it('a subject whose address changes later does not take over the account with that address', async () => {
    const victim = await signedInPerson(world, { email })
    await invited({ address: 'attacker@tienda.example' })
    const attacker = { sub: `attacker of ${email}`, name: 'Eva' }
    await signIn(claims({ ...attacker, email: 'attacker@tienda.example' }))
    const { cookie } = await signIn(claims(attacker))
    const session = await sessionOf(cookie)
    expect(session).toMatchObject({ email: 'attacker@tienda.example' })
    expect(session?.id).not.toBe(victim.id)
  })

  it('a person who gets the address of another one at the issuer does not get the account', async () => {
    await invited()
    await signIn(claims())
    const { answer, text } = await signIn(claims({ sub: 'another subject' }))
    expect(answer.status).toBe(403)
    expect(text).toMatch(/with another account|con otra cuenta/)
  })

  it('after a change of issuer, the verified address links the account again', async () => {
    await invited()
    const { id } = (await sessionOf((await signIn(claims())).cookie)) ?? {}
    await query()
      .updateTable('person_accounts')
      .set({ account_id: 'https://former.example subject' })
      .where('person_id', '=', id)
      .execute()
    for (const given of [claims(), claims({ email: 'renamed@tienda.example' })]) {
      expect(await sessionOf((await signIn(given)).cookie)).toMatchObject({ id })
    }
  })

  it.each<[string, Misbehaviour]>([
    ['another issuer', { issuer: 'https://id.evil.example' }],
    ['another nonce', { nonce: 'another' }],
    ['another audience', { audience: 'another client' }],
    ['a key that the issuer does not publish', { otherKey: true }],
    ['no signature', { isUnsigned: true }],
    ['an expired token', { isExpired: true }],
  ])('Puente refuses a token with %s', async (_, wrong) => {
    await signedInPerson(world, { email })
    const { answer, cookie } = await signIn(claims(), wrong)
    expect(answer.status).toBe(401)
    expect(await sessionOf(cookie)).toBeUndefined()
  })

  it('a callback in another browser, with another state or issuer, or used before, does not sign in', async () => {
    await signedInPerson(world, { email })
    issuer.signsIn(claims())
    const { callback, cookie } = await toCallback()
    expect((await get(callback)).status).toBe(400)
    const other = await toCallback()
    expect((await get(other.callback, cookie)).status).toBe(401)
    const mixedUp = new URL(callback)
    mixedUp.searchParams.set('iss', 'https://id.evil.example')
    expect((await get(mixedUp.href, cookie)).status).toBe(401)
    expect((await get(callback, cookie)).status).toBe(303)
    expect((await get(callback, cookie)).status).toBe(401)
  })

  it('single sign-on redirects only to pages of Puente', async () => {
    await invited()
    const { answer } = await signIn(claims(), { next: '//evil.example' })
    expect(answer.headers.get('location')).toBe('/')
  })

  it('a person with a second factor still has to enter it', async () => {
    const member = await signedInPerson(world, { email })
    const { nextCode } = await authenticatorOf(world, member.cookie)
    const { answer, cookie } = await signIn(claims())
    expect(answer.headers.get('location')).toBe('/second-factor?next=%2Forders')
    expect(await sessionOf(cookie)).toBeUndefined()
    const body = { code: nextCode() }
    const done = await asPage(world, 'POST', '/auth/second-factor', { body, cookie })
    expect(await sessionOf(cookieOf(done.headers.getSetCookie()))).toMatchObject({ id: member.id })
  })

  it('a password link gives a password to a person who has none', async () => {
    await invited()
    await signIn(claims())
    const { id } = await query()
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const link = await makeLink(linksOf(world), {
      kind: 'password',
      personId: id,
      madeBy: undefined,
    })
    const form = new URLSearchParams({ email, password: PASSWORD })
    const set = await fetch(`${world.url}/welcome/${tokenOf(link.url)}`, {
      ...{ method: 'POST', redirect: 'manual', headers: { origin: world.url }, body: form },
    })
    expect(set.status).toBe(303)
    const signedIn = await peopleOf(world).signIn({ email, password: PASSWORD, address: 'here' })
    expect(signedIn.outcome).toBe('signed-in')
  })

  it('the sign-in page offers single sign-on', async () => {
    await signedInPerson(world, { email })
    const page = await (await get(`${world.url}/sign-in?next=%2Forders`)).text()
    expect(page).toContain('href="/auth/oidc?next=%2Forders"')
  })

  it('the page says that the issuer does not answer', async () => {
    const nowhere = openIssuer(
      { issuer: 'http://127.0.0.1:1', clientId: 'puente', clientSecret: 'a secret' },
      { publicUrl: world.url },
    )
    const app = express().use(singleSignOnPages(peopleOf(world), nowhere))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await get(`http://127.0.0.1:${port}/auth/oidc`)
    expect([answer.status, await answer.text()]).toEqual([
      502,
      expect.stringMatching(/does not answer|no responde/),
    ])
    server.closeAllConnections()
    server.close()
  })
})
