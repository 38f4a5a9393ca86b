import { expect, it } from 'vitest'
import { sessionTokenOf } from '../../src/people/sessions/session-cookie.ts'
import { countersOfSession, countersOfSignIn } from '../../src/people/sign-in/lock-out.ts'
import { addMs, MINUTE } from '../../src/runtime/clock.ts'
import { asPage, cookieOf, PASSWORD, peopleOf, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })

let count = 0
const person = () => signedInPerson(world, { email: `locked${++count}@tienda.example` })
const GUESS = 'a guess of some length'

const signIn = (
  email: string,
  { password = PASSWORD, from, cookie }: { password?: string; from: string; cookie?: string },
) =>
  asPage(world, 'POST', '/auth/sign-in', {
    body: { email, password },
    headers: { 'x-forwarded-for': from },
    ...(cookie ? { cookie } : {}),
  })
const statusOf = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).status

type Counter = ReturnType<typeof countersOfSession>[number]

const wrongPasswords = async (counter: Counter | undefined, left = 0): Promise<void> => {
  if (!counter) throw new Error('no such counter')
  const attempts = counter.most - left
  const until = addMs(new Date(), 15 * MINUTE)
  await world.puente.ctx.db.query
    .insertInto('sign_in_attempts')
    .values({ key: counter.key, attempts, until })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ attempts, until }))
    .execute()
}
const counters = (email: string, address: string) => {
  const [ofNetwork, ofEmail, ofEmailThere] = countersOfSignIn({
    email,
    address,
    browser: undefined,
  })
  return { ofNetwork, ofEmailThere, ofEmail }
}

it('a guessing stranger locks out only their network, and no known browser', async () => {
  const { email, cookie } = await person()
  await wrongPasswords(counters(email, '203.0.113.7').ofEmailThere, 1)
  expect(await statusOf(email, { password: GUESS, from: '203.0.113.7:50001' })).toBe(401)
  expect(await statusOf(email, { from: '203.0.113.7:50002' })).toBe(429)
  expect(await statusOf(email, { from: '198.51.100.1' })).toBe(204)
  expect(await statusOf(email, { from: '203.0.113.7', cookie })).toBe(204)
})

it('guesses from many networks lock out no account: each network then has three tries', async () => {
  const { email, cookie } = await person()
  for (const who of [email, 'nobody@tienda.example']) {
    await wrongPasswords(counters(who, '').ofEmail)
    const tries: number[] = []
    for (let times = 0; times < 4; times++) {
      tries.push(await statusOf(who, { password: GUESS, from: '198.51.100.2' }))
    }
    expect(tries).toEqual([401, 401, 401, 429])
    const late = await signIn(who, { from: '198.51.100.2' })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(800)
  }
  expect(await statusOf(email, { from: '198.51.100.2', cookie })).toBe(204)
  // The person on a new device, at home.
  expect(await statusOf(email, { from: '192.0.2.44' })).toBe(204)
})

it('a network that guessed for many accounts is locked out of all, except from known browsers', async () => {
  const { email, cookie } = await person()
  await wrongPasswords(counters(email, '198.51.100.3').ofNetwork)
  expect(await statusOf(email, { from: '198.51.100.3' })).toBe(429)
  expect(await statusOf(email, { from: '198.51.100.3', cookie })).toBe(204)
})

it('a known browser has a separate counter and is known to its own accounts only', async () => {
  const [ana, eva] = [await person(), await person()]
  const guess = (email: string) =>
    statusOf(email, { password: GUESS, from: '198.51.100.4', cookie: eva.cookie })
  const most = countersOfSession('')[0]?.most ?? 0
  for (let times = 0; times < most; times++) expect(await guess(eva.email)).toBe(401)
  expect(await guess(eva.email)).toBe(429)
  expect(await statusOf(eva.email, { from: '198.51.100.4' })).toBe(204)
  await wrongPasswords(counters(ana.email, '198.51.100.4').ofEmailThere)
  expect(await guess(ana.email)).toBe(429)
})

it('a browser with two accounts is known to both', async () => {
  const [ana, eva] = [await person(), await person()]
  const second = await signIn(eva.email, { from: '198.51.100.5', cookie: ana.cookie })
  const cookie = cookieOf(second.headers.getSetCookie())
  for (const { email } of [ana, eva]) {
    await wrongPasswords(counters(email, '198.51.100.5').ofEmailThere)
    expect(await statusOf(email, { from: '198.51.100.5' })).toBe(429)
    expect(await statusOf(email, { from: '198.51.100.5', cookie })).toBe(204)
  }
})

it('a signed-in person can change the password during a lock-out, ten tries per session', async () => {
  const { email, cookie } = await person()
  const other = cookieOf((await signIn(email, { from: '198.51.100.6' })).headers.getSetCookie())
  const { ofNetwork, ofEmail } = counters(email, '203.0.113.9')
  for (const counter of [ofNetwork, ofEmail]) await wrongPasswords(counter)
  const change = async (typed: string, by: string) =>
    (
      await asPage(world, 'POST', '/auth/password', {
        body: { password: typed, new_password: 'another good password' },
        cookie: by,
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
    ).status
  const token = sessionTokenOf({ cookie: other }, peopleOf(world).ctx) ?? ''
  await wrongPasswords(countersOfSession(token)[0], 1)
  expect(await change('not the password', other)).toBe(401)
  expect(await change(PASSWORD, other)).toBe(429)
  expect(await change(PASSWORD, cookie)).toBe(204)
})
