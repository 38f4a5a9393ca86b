import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { MOST_ATTEMPTS } from '../../src/people/sign-in/lock-out.ts'
import { startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { asPage, cookieOf, PASSWORD, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld({ TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' })

let count = 0
const newEmail = () => `person${++count}@tienda.example`

const signIn = (
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Response> =>
  asPage(world, 'POST', '/auth/sign-in', { body: { email, password }, headers })

const from = (address: string) => ({ 'x-forwarded-for': address })

const jsonOf = async (answer: Response): Promise<Json> => answer.json()

const sessionOf = async (cookie: string) => {
  const answer = await asPage(world, 'GET', '/auth/session', { cookie })
  return { status: answer.status, body: await jsonOf(answer) }
}

describe('signing in', () => {
  it('the response sets an HttpOnly, SameSite=Lax session cookie', async () => {
    const { email, id } = await signedInPerson(world, { email: newEmail(), role: 'operator' })
    const answer = await signIn(email)
    expect(answer.status).toBe(204)
    const [line = ''] = answer.headers.getSetCookie()
    expect(line).toMatch(/^puente\.session_token=/)
    expect(line).toContain('HttpOnly')
    expect(line).toContain('SameSite=Lax')
    expect(line).toContain('Max-Age=604800')
    expect(await sessionOf(cookieOf([line]))).toMatchObject({
      status: 200,
      body: {
        id,
        email,
        organizations: [
          { id: 'main', role: 'operator', refund_limit: null, refund_day_limit: null },
        ],
      },
    })
  })

  it('the e-mail is case-insensitive', async () => {
    const { email } = await signedInPerson(world, { email: newEmail() })
    expect((await signIn(` ${email.toUpperCase()} `)).status).toBe(204)
  })

  it('a look-alike letter of another script does not match an ASCII letter', async () => {
    await signedInPerson(world, { email: 'kim@tienda.example' })
    for (const email of [
      '\u212Aim@tienda.example',
      'k\u0131m@tienda.example',
      'ｋim@tienda.example',
    ]) {
      expect((await signIn(email)).status).toBe(401)
    }
    expect((await signIn('kim@tienda.example')).status).toBe(204)
  })

  it('a wrong password and an unknown e-mail get the same response', async () => {
    const { email } = await signedInPerson(world, { email: newEmail() })
    const [wrong, unknown] = await Promise.all([
      signIn(email, 'not the password at all'),
      signIn(newEmail(), 'not the password at all'),
    ])
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const bodies = [await jsonOf(wrong), await jsonOf(unknown)]
    expect(bodies[0].code).toBe('wrong_sign_in')
    for (const body of bodies) delete body.request_id
    expect(bodies[0]).toEqual(bodies[1])
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  it('a sign-in with an unknown e-mail takes as long as one with a wrong password', async () => {
    const { email } = await signedInPerson(world, { email: newEmail() })
    const msOf = async (who: string) => {
      const times: number[] = []
      for (let round = 0; round < 5; round++) {
        const begin = performance.now()
        await signIn(who, 'not the password at all', from(`198.51.100.${round}`))
        times.push(performance.now() - begin)
      }
      return times.sort((a, b) => a - b)[2] ?? 0
    }
    const known = await msOf(email)
    const unknown = await msOf(newEmail())
    const noEmail = await msOf('no e-mail')
    // Both hash a password, which takes most of the time.
    expect(unknown / known).toBeGreaterThan(0.4)
    expect(unknown / known).toBeLessThan(2.5)
    expect(noEmail / known).toBeGreaterThan(0.4)
  })

  it('each sign-in creates a new session, whatever cookie the request has', async () => {
    const { email } = await signedInPerson(world, { email: newEmail() })
    const planted = `puente.session_token=${encodeURIComponent(`${'x'.repeat(32)}.${randomBytes(32).toString('base64')}`)}`
    const answer = await asPage(world, 'POST', '/auth/sign-in', {
      body: { email, password: PASSWORD },
      cookie: planted,
    })
    const cookie = cookieOf(answer.headers.getSetCookie())
    expect(cookie).not.toContain('xxxxxxxx')
    expect((await sessionOf(planted)).status).toBe(401)
    expect((await sessionOf(cookie)).status).toBe(200)
  })

  it('a person without an invitation cannot sign up', async () => {
    const body = { email: newEmail(), password: PASSWORD, name: 'Ana' }
    for (const path of ['/auth/sign-up/email', '/auth/sign-up', '/auth/api/sign-up/email']) {
      expect((await asPage(world, 'POST', path, { body })).status).toBe(404)
    }
  })
})

describe('a session', () => {
  it('a session ends immediately when its person signs out', async () => {
    const { cookie } = await signedInPerson(world, { email: newEmail() })
    const answer = await asPage(world, 'POST', '/auth/sign-out', { cookie })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=0')
    expect((await sessionOf(cookie)).status).toBe(401)
  })

  it('a missing cookie, or one without our signature, is no session', async () => {
    const { cookie } = await signedInPerson(world, { email: newEmail() })
    const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))
    const token = value.slice(0, value.lastIndexOf('.'))
    const named = (text: string) => `puente.session_token=${encodeURIComponent(text)}`
    for (const forged of [
      '',
      named(token),
      named(`${token}.`),
      named(`${token}.${randomBytes(32).toString('base64')}`),
      named(`${'a'.repeat(32)}${value.slice(value.lastIndexOf('.'))}`),
      'puente.session_token=%E0%A4%A',
      'puente.session_token=%00.%00',
    ]) {
      expect((await sessionOf(forged)).status).toBe(401)
    }
    expect((await sessionOf(`other=1; ${cookie}`)).status).toBe(200)
  })

  it('a session expires after seven days, and use extends it', async () => {
    const { cookie, id } = await signedInPerson(world, { email: newEmail() })
    const { query } = world.puente.ctx.db
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    const endOf = async () =>
      (
        await query
          .selectFrom('person_sessions')
          .select('expires_at')
          .where('person_id', '=', id)
          .executeTakeFirstOrThrow()
      ).expires_at.getTime()
    const setEnd = (expires_at: Date) =>
      query.updateTable('person_sessions').set({ expires_at }).where('person_id', '=', id).execute()
    await setEnd(days(3))
    const answer = await asPage(world, 'GET', '/auth/session', { cookie })
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=604800')
    expect(await endOf()).toBeGreaterThan(days(6.9).getTime())
    await setEnd(days(-0.001))
    expect((await sessionOf(cookie)).status).toBe(401)
  })

  it('a password change ends all other sessions', async () => {
    const { email, cookie } = await signedInPerson(world, { email: newEmail() })
    const elsewhere = cookieOf((await signIn(email)).headers.getSetCookie())
    const change = (password: string, new_password: string) =>
      asPage(world, 'POST', '/auth/password', { cookie, body: { password, new_password } })
    expect((await change('not the password', 'another good password')).status).toBe(401)
    for (const bad of ['short', 'x'.repeat(129), email.toUpperCase()]) {
      expect((await change(PASSWORD, bad)).status).toBe(422)
    }
    const changed = await change(PASSWORD, 'another good password')
    expect(changed.status).toBe(204)
    expect((await sessionOf(elsewhere)).status).toBe(401)
    expect((await sessionOf(cookie)).status).toBe(401)
    expect((await sessionOf(cookieOf(changed.headers.getSetCookie()))).status).toBe(200)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'another good password')).status).toBe(204)
  })
})

describe('another process on the same database', () => {
  it('the other process sees a new session, and its end, immediately', async () => {
    const { settings, databaseUrl } = world
    const port = await freePort()
    const url = `http://localhost:${port}`
    const other = await startPuente({
      settings: { ...settings, PORT: port, ROLES: ['web'] },
      platforms,
      databaseUrl,
      log: createLog({ level: 'silent', service: 'other' }),
      gatewayBaseUrl: `${world.sandbox.url}/v1`,
      publicUrl: url,
    })
    try {
      const { cookie } = await signedInPerson(world, { email: newEmail() })
      const status = async () =>
        (await fetch(`${url}/auth/session`, { headers: { cookie } })).status
      expect(await status()).toBe(200)
      await asPage(world, 'POST', '/auth/sign-out', { cookie })
      expect(await status()).toBe(401)
      const { email } = await signedInPerson(world, { email: newEmail() })
      const guess = { email, password: 'a guess of some length' }
      const stranger = from('10.9.0.1')
      for (let index = 0; index < MOST_ATTEMPTS.ofEmailInNetwork; index++) {
        const answer = await fetch(`${url}/auth/sign-in`, {
          method: 'POST',
          headers: { origin: url, 'content-type': 'application/json', ...stranger },
          body: JSON.stringify(guess),
        })
        expect(answer.status).toBe(401)
      }
      expect((await signIn(email, PASSWORD, stranger)).status).toBe(429)
    } finally {
      await other.close()
    }
  })
})

describe('a request forged by another page', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['our name as a part of its origin', { origin: 'http://localhost.evil.example' }],
    ['no origin that says anything', { origin: 'null' }],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ])('a forged request is refused from %s', async (_, headers) => {
    const { email, cookie } = await signedInPerson(world, { email: newEmail() })
    const answer = await asPage(world, 'POST', '/auth/sign-out', { cookie, headers })
    expect(answer.status).toBe(403)
    expect((await jsonOf(answer)).code).toBe('wrong_origin')
    expect((await sessionOf(cookie)).status).toBe(200)
    expect((await signIn(email, PASSWORD, headers)).status).toBe(403)
  })

  it('a form, which any page may send, is refused', async () => {
    const { email } = await signedInPerson(world, { email: newEmail() })
    const answer = await fetch(`${world.url}/auth/sign-in`, {
      method: 'POST',
      headers: { origin: world.url },
      body: new URLSearchParams({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(415)
  })

  it('a same-origin request is accepted, as the browser reports it', async () => {
    const { email } = await signedInPerson(world, { email: newEmail() })
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect((await signIn(email, PASSWORD, headers)).status).toBe(204)
  })
})

describe('a person who guesses passwords', () => {
  it("the guesser's address is locked out after many accounts, and no account is", async () => {
    const { email } = await signedInPerson(world, { email: newEmail() })
    const here = from('192.0.2.77')
    for (let index = 0; index < MOST_ATTEMPTS.ofAddress; index++) {
      const answer = await asPage(world, 'POST', '/auth/sign-in', {
        body: { email: `guess${index}@tienda.example`, password: '' },
        headers: here,
      })
      expect(answer.status).toBe(401)
    }
    for (let index = 0; index < MOST_ATTEMPTS.ofEmailInNetwork + 1; index++) {
      expect((await signIn(email, 'a guess of some length', here)).status).toBe(429)
    }
    expect((await signIn(email, PASSWORD, from('192.0.2.78'))).status).toBe(204)
  })

  it('the database stores nothing of what the guesser typed', async () => {
    await signIn('my secret typed into the wrong field')
    const rows = await world.puente.ctx.db.query
      .selectFrom('sign_in_attempts')
      .select('key')
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('secret typed')
  })
})

describe('an invalid body', () => {
  it.each([
    ['broken JSON', '{"email": ', 422],
    ['a list', '[]', 422],
    ['nothing', '', 422],
    ['a NUL in the e-mail', JSON.stringify({ email: 'a\u0000@b.example', password: 'x' }), 401],
    ['a NUL in the password', JSON.stringify({ email: 'a@b.example', password: 'x\u0000' }), 401],
    ['half a character', '{"email":"\\ud800@b.example","password":"\\udfff"}', 401],
    ['other fields', JSON.stringify({ email: 'a@b.example', password: 'x', role: 'owner' }), 422],
    ['a huge body', JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(3_000_000) }), 413],
  ])('%s gets a problem response', async (_, body, status) => {
    const answer = await fetch(`${world.url}/auth/sign-in`, {
      method: 'POST',
      headers: { origin: world.url, 'content-type': 'application/json', ...from('192.0.2.99') },
      body,
    })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('problem+json')
  })
})
