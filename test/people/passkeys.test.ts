import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { asPage, cookieOf, PASSWORD, signedInPerson } from '../support/people.ts'
import { softwarePasskey } from '../support/software-passkey.ts'
import { useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const query = () => world.puente.ctx.db.query

let count = 0
const person = () => signedInPerson(world, { email: `passkey${++count}@tienda.example` })

const post = (path: string, body: Json | undefined, cookie = '') =>
  asPage(world, 'POST', path, { body, cookie })

/** Requests options. Returns them with the cookies of the browser. */
const optionsOf = async (path: string, cookie = '') => {
  const answer = await post(path, undefined, cookie)
  expect(answer.status).toBe(200)
  const kept = cookieOf(answer.headers.getSetCookie())
  return { options: (await answer.json()) as Json, cookie: `${cookie}; ${kept}` }
}

type Device = ReturnType<typeof softwarePasskey>

const register = async (device: Device, session: string, origin = world.url) => {
  const { options, cookie } = await optionsOf('/auth/passkeys/options', session)
  const credential = device.register(options, { origin })
  return post('/auth/passkeys', { name: 'Laptop', credential }, cookie)
}

const withPasskey = async () => {
  const someone = await person()
  const device = softwarePasskey()
  const added = await register(device, someone.cookie)
  expect(added.status).toBe(201)
  const { recovery_codes: recoveryCodes } = (await added.json()) as Json
  return { ...someone, device, recoveryCodes }
}

const signIn = async (device: Device, given: { origin?: string; isVerified?: boolean } = {}) => {
  const { options, cookie } = await optionsOf('/auth/passkeys/sign-in/options')
  const credential = device.signIn(options, { origin: world.url, ...given })
  const send = (browser = cookie) => post('/auth/passkeys/sign-in', { credential }, browser)
  return { answer: await send(), again: send }
}

const isSignedIn = async (cookie: string) =>
  (await asPage(world, 'GET', '/auth/session', { cookie })).status === 200

const codeOf = async (answer: Response) => ((await answer.json()) as Json).code

describe('passkeys of people', () => {
  it('a passkey signs in without a password, and the audit log shows it', async () => {
    const { id, device } = await withPasskey()
    const { answer } = await signIn(device)
    expect(answer.status).toBe(204)
    const cookie = cookieOf(answer.headers.getSetCookie())
    const session = await asPage(world, 'GET', '/auth/session', { cookie })
    expect(await session.json()).toMatchObject({ id, second_factor: { on: true, passkeys: true } })
    const entries = await listAuditEntries(query(), { actorId: id, limit: 10 })
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['add passkey', 'sign in by passkey']),
    )
    const view = await asPage(world, 'GET', '/auth/second-factor', { cookie })
    expect(await view.json()).toMatchObject({
      ...{ authenticator: false, recovery_codes_left: 10 },
      passkeys: [{ name: 'Laptop', used_at: expect.any(String) }],
    })
  })

  it('Puente refuses a passkey of another origin, and names both addresses', async () => {
    const { device } = await withPasskey()
    const origin = 'https://puente.evil.example'
    const { answer } = await signIn(device, { origin })
    expect(answer.status).toBe(422)
    expect(answer.headers.getSetCookie()).toEqual([])
    const problem = (await answer.json()) as Json
    expect(problem.code).toBe('passkey_of_another_origin')
    expect(problem.detail).toContain(origin)
    expect(problem.detail).toContain(world.url)
    const added = await register(softwarePasskey(), (await person()).cookie, origin)
    expect(await codeOf(added)).toBe('passkey_of_another_origin')
  })

  it('a passkey answers once, in the browser that asked, and only if the device checked its user', async () => {
    const { device } = await withPasskey()
    const { answer, again } = await signIn(device)
    expect(answer.status).toBe(204)
    expect(await codeOf(await again())).toBe('passkey_refused')
    expect(await codeOf(await again(''))).toBe('passkey_refused')
    const unverified = await signIn(device, { isVerified: false })
    expect(await codeOf(unverified.answer)).toBe('passkey_refused')
    const unknown = await signIn(softwarePasskey())
    expect(await codeOf(unknown.answer)).toBe('passkey_refused')
  })

  it('a passkey turns the second factor on: the password signs in only with a recovery code', async () => {
    const { email, recoveryCodes } = await withPasskey()
    const byPassword = await post('/auth/sign-in', { email, password: PASSWORD })
    expect(byPassword.status).toBe(403)
    const cookie = cookieOf(byPassword.headers.getSetCookie())
    expect(await isSignedIn(cookie)).toBe(false)
    const done = await post('/auth/second-factor', { code: recoveryCodes[0] }, cookie)
    expect(await isSignedIn(cookieOf(done.headers.getSetCookie()))).toBe(true)
  })

  it('a passkey confirms a sensitive action of its own person only', async () => {
    const ana = await withPasskey()
    const eva = await withPasskey()
    await query()
      .updateTable('person_sessions')
      .set({ factor_confirmed_at: new Date(Date.now() - 3_600_000) })
      .where('person_id', '=', ana.id)
      .execute()
    const act = () =>
      post(
        `/operator/v1/stores/${TEST_STORE}/api-keys`,
        { name: 'x', scopes: ['read'] },
        ana.cookie,
      )
    const confirm = async (device: Device) => {
      const { options, cookie } = await optionsOf('/auth/passkeys/sign-in/options', ana.cookie)
      const credential = device.signIn(options, { origin: world.url })
      return (await post('/auth/passkeys/confirm', { credential }, cookie)).status
    }
    expect(await codeOf(await act())).toBe('second_factor_needed')
    expect(await confirm(eva.device)).toBe(422)
    expect((await act()).status).toBe(403)
    expect(await confirm(ana.device)).toBe(204)
    expect((await act()).status).toBe(201)
  })

  it('a removed passkey stops working, and removing the last second factor deletes the recovery codes', async () => {
    const { email, cookie, device, id } = await withPasskey()
    const [passkey] = await query()
      .selectFrom('person_passkeys')
      .select('id')
      .where('person_id', '=', id)
      .execute()
    const path = `/auth/passkeys/${passkey?.id}`
    const { cookie: stranger } = await person()
    expect((await asPage(world, 'DELETE', path, { cookie: stranger })).status).toBe(404)
    expect((await asPage(world, 'DELETE', path, { cookie })).status).toBe(204)
    expect(await codeOf((await signIn(device)).answer)).toBe('passkey_refused')
    expect((await post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(204)
    const view = await asPage(world, 'GET', '/auth/second-factor', { cookie })
    expect(await view.json()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  })

  it('a stranger who sends texts that no database can hold is refused', async () => {
    const device = softwarePasskey()
    const { options, cookie } = await optionsOf('/auth/passkeys/sign-in/options')
    const credential: Json = { ...device.signIn(options, { origin: world.url }), id: 'a\0b' }
    expect((await post('/auth/passkeys/sign-in', { credential }, cookie)).status).toBe(422)
    const challenge = 'puente_second_factor=%00.9999999999999.x'
    expect((await post('/auth/second-factor', { code: '000000' }, challenge)).status).toBe(401)
    const someone = await person()
    for (const path of ['/auth/sessions/%00', '/auth/passkeys/%00']) {
      expect((await asPage(world, 'DELETE', path, { cookie: someone.cookie })).status).toBe(404)
    }
  })

  it('a passkey deletes the secret of an authenticator app that was never confirmed', async () => {
    const { id, cookie } = await person()
    expect((await post('/auth/second-factor/authenticator', {}, cookie)).status).toBe(201)
    expect((await register(softwarePasskey(), cookie)).status).toBe(201)
    const rows = await query()
      .selectFrom('person_authenticators')
      .select('person_id')
      .where('person_id', '=', id)
      .execute()
    expect(rows).toEqual([])
  })

  it('a passkey beside an authenticator app keeps the recovery codes and the other sessions', async () => {
    const { cookie } = await person()
    await authenticatorOf(world, cookie)
    const added = await register(softwarePasskey(), cookie)
    expect([added.status, await added.json()]).toEqual([201, { recovery_codes: null }])
  })
})
