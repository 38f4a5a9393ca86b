import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { unknownFeatures } from '../../src/db/installation/features.ts'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { makeSignInLink } from '../../src/people/sign-in/links.ts'
import { countersOfCode, unlock } from '../../src/people/sign-in/lock-out.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { eventually } from '../support/eventually.ts'
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
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
const query = () => world.puente.ctx.db.query

let count = 0
const person = () => signedInPerson(world, { email: `factor${++count}@tienda.example` })

const post = (path: string, body: Json, cookie = '', headers = {}) =>
  asPage(world, 'POST', path, { body, cookie, headers })

const enrolled = async () => {
  const someone = await person()
  const app = await authenticatorOf(world, someone.cookie)
  return { ...someone, ...app }
}

/** Signs in by password; returns the answer and the browser's cookies. */
const byPassword = async (email: string, cookie = '') => {
  const answer = await post('/auth/sign-in', { email, password: PASSWORD }, cookie)
  return { answer, cookie: cookieOf(answer.headers.getSetCookie()) }
}

const isSignedIn = async (cookie: string) =>
  (await asPage(world, 'GET', '/auth/session', { cookie })).status === 200

const lastActions = async (limit = 1) => {
  const entries = await listAuditEntries(query(), { limit })
  return entries.map(({ action, outcome, request }) => ({ action, outcome, request }))
}

describe('setting up an authenticator app', () => {
  it('the first code turns the app on, shows ten recovery codes and ends the other sessions', async () => {
    const { email, cookie } = await person()
    const phone = (await byPassword(email)).cookie
    const begun = (await (
      await post('/auth/second-factor/authenticator', {}, cookie)
    ).json()) as Json
    expect(begun.uri).toContain(`otpauth://totp/Puente:${encodeURIComponent(email)}`)
    expect((await byPassword(email, phone)).answer.status).toBe(204)
    const other = (await byPassword(email)).cookie
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate()
    const confirm = (typed: string) =>
      post('/auth/second-factor/authenticator/confirm', { code: typed }, cookie)
    const wrong = await confirm(code === '000000' ? '000001' : '000000')
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toMatchObject({ errors: [{ path: 'code' }] })
    const { recovery_codes: codes } = (await (await confirm(code)).json()) as Json
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([true, false])
    const view = await asPage(world, 'GET', '/auth/second-factor', { cookie })
    expect(await view.json()).toEqual({
      ...{ authenticator: true, passkeys: [], recovery_codes_left: 10 },
    })
    expect(await lastActions()).toMatchObject([{ action: 'set up authenticator', outcome: 'done' }])
    expect((await confirm(code)).status).toBe(409)
    expect((await post('/auth/second-factor/authenticator', {}, cookie)).status).toBe(409)
  })

  it('the database has neither the secret nor the codes in plain text', async () => {
    const { id, secret, recoveryCodes } = await enrolled()
    const [row] = await query()
      .selectFrom('person_authenticators')
      .selectAll()
      .where('person_id', '=', id)
      .execute()
    expect(row?.sealed_secret).toMatch(/^v1\./)
    expect(row?.sealed_secret).not.toContain(secret)
    const hashes = await query().selectFrom('person_recovery_codes').selectAll().execute()
    expect(JSON.stringify(hashes)).not.toContain(recoveryCodes[0])
  })

  it('a session from hours ago must confirm the password before it can set up an app', async () => {
    const { id, cookie } = await person()
    const { cookie: other, id: otherId } = await enrolled()
    await age(id)
    await age(otherId)
    const begin = () => post('/auth/second-factor/authenticator', {}, cookie)
    expect(await (await begin()).json()).toMatchObject({ code: 'fresh_sign_in_needed' })
    await post('/auth/confirm', { password: PASSWORD }, cookie)
    expect((await begin()).status).toBe(201)
    const remove = await asPage(world, 'DELETE', '/auth/second-factor/authenticator', {
      cookie: other,
    })
    expect(await remove.json()).toMatchObject({ code: 'second_factor_needed' })
  })

  it('a session from hours ago cannot complete it, and a secret waits 15 minutes for its first code', async () => {
    const { id, cookie } = await person()
    const begin = async () =>
      (await (await post('/auth/second-factor/authenticator', {}, cookie)).json()) as Json
    const { secret } = await begin()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const confirm = async () => {
      const answer = await post('/auth/second-factor/authenticator/confirm', { code }, cookie)
      return (await answer.json()) as Json
    }
    await age(id)
    expect(await confirm()).toMatchObject({ code: 'fresh_sign_in_needed' })
    await post('/auth/confirm', { password: PASSWORD }, cookie)
    await query()
      .updateTable('person_authenticators')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .where('person_id', '=', id)
      .execute()
    expect(await confirm()).toMatchObject({ errors: [{ path: 'code' }] })
    expect((await begin()).secret).not.toBe(secret)
  })

  it('an older version refuses to serve this database', async () => {
    await enrolled()
    const rows = await query().selectFrom('features_in_use').select('name').execute()
    expect(rows).toContainEqual({ name: 'second-factors' })
    expect(await unknownFeatures(query())).toEqual([])
  })
})

const age = async (personId: string): Promise<void> => {
  const hoursAgo = new Date(Date.now() - 3_600_000)
  const sessions = query().updateTable('person_sessions').where('person_id', '=', personId)
  await sessions.set({ created_at: hoursAgo, confirmed_at: null }).execute()
  await sessions
    .set({ factor_confirmed_at: hoursAgo })
    .where('factor_confirmed_at', 'is not', null)
    .execute()
}

describe('signing in with a second factor', () => {
  it('the password alone does not sign in; the code completes the sign-in', async () => {
    const { email, nextCode } = await enrolled()
    const { answer, cookie } = await byPassword(email)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'second_factor_needed' })
    expect(await isSignedIn(cookie)).toBe(false)
    expect(await lastActions()).toMatchObject([{ action: 'enter password', outcome: 'done' }])
    expect((await asPage(world, 'GET', '/operator/v1/stores', { cookie })).status).toBe(401)
    expect((await post('/auth/second-factor', { code: '12345' }, cookie)).status).toBe(422)
    const done = await post('/auth/second-factor', { code: nextCode() }, cookie)
    expect(done.status).toBe(204)
    const signedIn = cookieOf(done.headers.getSetCookie())
    expect((await asPage(world, 'GET', '/operator/v1/stores', { cookie: signedIn })).status).toBe(
      200,
    )
    expect(await lastActions()).toEqual([
      {
        action: 'sign in by second factor',
        outcome: 'done',
        request: { second_factor: 'authenticator' },
      },
    ])
  })

  it('a code works once, even for two browsers at the same moment', async () => {
    const { email, nextCode } = await enrolled()
    const browsers = [await byPassword(email), await byPassword(email)]
    const code = nextCode()
    const answers = await Promise.all(
      browsers.map(({ cookie }) => post('/auth/second-factor', { code }, cookie)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422])
    const late = await byPassword(email)
    expect((await post('/auth/second-factor', { code }, late.cookie)).status).toBe(422)
  })

  it('the code of a sign-in confirms no sensitive action', async () => {
    const { email, nextCode } = await enrolled()
    const code = nextCode()
    const done = await post('/auth/second-factor', { code }, (await byPassword(email)).cookie)
    const cookie = cookieOf(done.headers.getSetCookie())
    expect((await post('/auth/second-factor/confirm', { code }, cookie)).status).toBe(422)
  })

  it('each recovery code works once, typed in any case and without hyphens', async () => {
    const { email, recoveryCodes } = await enrolled()
    const typed = String(recoveryCodes[0]).toUpperCase().replaceAll('-', ' ')
    const use = async () =>
      (await post('/auth/second-factor', { code: typed }, (await byPassword(email)).cookie)).status
    expect([await use(), await use()]).toEqual([204, 422])
    const done = await post(
      '/auth/second-factor',
      { code: recoveryCodes[1] },
      (await byPassword(email)).cookie,
    )
    const view = await asPage(world, 'GET', '/auth/second-factor', {
      cookie: cookieOf(done.headers.getSetCookie()),
    })
    expect(await view.json()).toEqual({
      ...{ authenticator: true, passkeys: [], recovery_codes_left: 8 },
    })
  })

  it('a code completes no sign-in without the password, or with a changed challenge', async () => {
    const [ana, eva] = [await enrolled(), await enrolled()]
    const { cookie } = await byPassword(ana.email)
    const forged = cookie.replace(ana.id, eva.id)
    expect(forged).not.toBe(cookie)
    for (const given of ['', forged]) {
      const answer = await post('/auth/second-factor', { code: eva.nextCode() }, given)
      expect(answer.status).toBe(401)
    }
  })

  it('a new password invalidates the challenge of the previous one', async () => {
    const { email, cookie, nextCode } = await enrolled()
    const { cookie: challenge } = await byPassword(email)
    const body = { password: PASSWORD, new_password: 'another good password' }
    const changed = await post('/auth/password', body, cookie)
    expect(changed.status).toBe(204)
    expect(await isSignedIn(cookieOf(changed.headers.getSetCookie()))).toBe(true)
    expect((await post('/auth/second-factor', { code: nextCode() }, challenge)).status).toBe(401)
  })

  it('a session that began without the second factor does not count', async () => {
    const { id, cookie } = await enrolled()
    await query()
      .updateTable('person_sessions')
      .set({ factor_confirmed_at: null })
      .where('person_id', '=', id)
      .execute()
    expect(await isSignedIn(cookie)).toBe(false)
  })

  it('the link that "npm start" prints asks for the second factor too', async () => {
    const owner = await query()
      .selectFrom('members')
      .select('person_id')
      .where('role', '=', 'owner')
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
    const people = peopleOf(world)
    const { email } = await query()
      .selectFrom('people')
      .select('email')
      .where('id', '=', owner.person_id)
      .executeTakeFirstOrThrow()
    const signedIn = await byPassword(email)
    if (signedIn.answer.status === 204) await authenticatorOf(world, signedIn.cookie)
    const url = (await makeSignInLink(linksOf(world), 'main')) ?? ''
    const outcome = await people.signInByLink({ token: tokenOf(url), address: 'here' })
    expect(outcome.outcome).toBe('second-factor-needed')
  })

  it('wrong codes are counted per account, in the audit log, and lock out no browser that passed the second factor', async () => {
    const { email, cookie, nextCode } = await enrolled()
    const byCode = await post(
      '/auth/second-factor',
      { code: nextCode() },
      (await byPassword(email)).cookie,
    )
    expect(byCode.status).toBe(204)
    const passed = knownIn(cookieOf(byCode.headers.getSetCookie()))
    const guess = async (from: string) => {
      const { cookie: challenge } = await byPassword(email)
      const headers = { 'x-forwarded-for': from }
      return (await post('/auth/second-factor', { code: '000000' }, challenge, headers)).status
    }
    const statuses: number[] = []
    for (let times = 0; times < 11; times++) statuses.push(await guess(`203.0.113.${times}`))
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
    const refusals = async () => {
      const entries = await listAuditEntries(query(), { action: 'sign in', limit: 100 })
      const own = entries.filter(
        ({ subject, outcome }) => subject === email && outcome === 'refused',
      )
      return JSON.stringify(own.map(({ request }) => request))
    }
    // The audit log gets refusals in the background.
    await eventually(async () =>
      /wrong code.*locked out|locked out.*wrong code/.test(await refusals()),
    )
    const code = nextCode()
    const from = async (known: string) => {
      const { cookie: challenge } = await byPassword(email, known)
      return (await post('/auth/second-factor', { code }, `${known}; ${challenge}`)).status
    }
    // A thief of the password could have it from before the set-up.
    expect(await from(knownIn(cookie))).toBe(429)
    expect(await from(passed)).toBe(204)
  })

  it('the right password in between gives no more tries for codes', async () => {
    const { cookie } = await enrolled()
    const guess = async () =>
      (await post('/auth/second-factor/confirm', { code: '000000' }, cookie)).status
    const statuses: number[] = []
    for (let times = 0; times < 6; times++) {
      statuses.push(await guess())
      expect((await post('/auth/confirm', { password: PASSWORD }, cookie)).status).toBe(204)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })

  it('a person gets 50 wrong codes a day, at sign-in and as step-up, until an administrator unlocks them', async () => {
    const { id, email, cookie, nextCode } = await enrolled()
    const ofDay = countersOfCode({ personId: id, address: '', browser: undefined }).at(-1)
    const until = new Date(Date.now() + 20 * 3_600_000)
    await query()
      .insertInto('sign_in_attempts')
      .values({ key: ofDay?.key ?? '', attempts: 50, until })
      .execute()
    const { cookie: challenge } = await byPassword(email)
    const code = nextCode()
    const late = await post('/auth/second-factor', { code }, challenge)
    expect([late.status, Number(late.headers.get('retry-after')) > 70_000]).toEqual([429, true])
    expect((await post('/auth/second-factor/confirm', { code }, cookie)).status).toBe(429)
    await unlock(query(), email)
    expect((await post('/auth/second-factor', { code }, challenge)).status).toBe(204)
  })
})

const knownIn = (cookie: string): string =>
  cookie
    .split('; ')
    .filter((pair) => pair.startsWith('known_browser'))
    .join('; ')

describe('a sensitive action of a person with a second factor', () => {
  it('the action needs a fresh code, not the password, and then continues', async () => {
    const { id, cookie, nextCode } = await enrolled()
    await age(id)
    const path = `/operator/v1/stores/${TEST_STORE}/api-keys`
    const act = () => post(path, { name: 'x', scopes: ['read'] }, cookie)
    expect(await (await act()).json()).toMatchObject({ code: 'second_factor_needed' })
    await post('/auth/confirm', { password: PASSWORD }, cookie)
    expect((await act()).status).toBe(403)
    expect((await post('/auth/second-factor/confirm', { code: '000000' }, cookie)).status).toBe(422)
    expect((await post('/auth/second-factor/confirm', { code: nextCode() }, cookie)).status).toBe(
      204,
    )
    expect((await act()).status).toBe(201)
  })

  it('a recovery code that confirms an action is in the audit log', async () => {
    const { cookie, recoveryCodes } = await enrolled()
    const body = { code: recoveryCodes[0] }
    expect((await post('/auth/second-factor/confirm', body, cookie)).status).toBe(204)
    const request = { second_factor: 'recovery_code' }
    expect(await lastActions()).toEqual([
      { action: 'confirm second factor', outcome: 'done', request },
    ])
  })

  it('removing the authenticator and new recovery codes are audited', async () => {
    const { email, cookie, recoveryCodes } = await enrolled()
    const codes = await post('/auth/second-factor/recovery-codes', {}, cookie)
    const { recovery_codes: next } = (await codes.json()) as Json
    expect(next).not.toContain(recoveryCodes[0])
    const { cookie: challenge } = await byPassword(email)
    expect((await post('/auth/second-factor', { code: recoveryCodes[0] }, challenge)).status).toBe(
      422,
    )
    const remove = () => asPage(world, 'DELETE', '/auth/second-factor/authenticator', { cookie })
    expect((await remove()).status).toBe(204)
    expect((await byPassword(email)).answer.status).toBe(204)
    expect((await remove()).status).toBe(404)
    const actions = (await lastActions(6)).map(({ action }) => action)
    expect(actions).toContain('replace recovery codes')
    expect(actions).toContain('remove authenticator')
  })
})
