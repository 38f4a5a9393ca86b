import { expect, it } from 'vitest'
import { beginAttempt, countersOfSignIn, MOST_ATTEMPTS } from '../../src/people/lock-out.ts'
import { asPage, cookieOf, PASSWORD, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })

let count = 0
const person = () => signedInPerson(world, { email: `locked${++count}@tienda.example` })

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

/** Counts wrong passwords without the cost of checking them. */
const guesses = async (email: string, networks: readonly string[], times: number) => {
  for (const address of networks) {
    const counters = countersOfSignIn({ email, address, browser: undefined })
    for (let each = 0; each < times; each++) {
      await beginAttempt(world.puente.ctx.db.query, { counters, now: new Date() })
    }
  }
}

it('a stranger who guesses locks out their own network alone, and no browser that signed in before', async () => {
  const { email, cookie } = await person()
  const password = 'a guess of some length'
  await guesses(email, ['203.0.113.7'], MOST_ATTEMPTS.ofEmailInNetwork - 1)
  expect(await statusOf(email, { password, from: '203.0.113.7:50001' })).toBe(401)
  expect(await statusOf(email, { from: '203.0.113.7:50002' })).toBe(429)
  expect(await statusOf(email, { from: '198.51.100.1' })).toBe(204)
  expect(await statusOf(email, { from: '203.0.113.7', cookie })).toBe(204)
})

it('guesses from many networks keep new browsers out for a while, and let a known one in', async () => {
  const { email, cookie } = await person()
  const networks = Array.from({ length: 10 }, (_, index) => `2001:db8:0:${index}::/64`)
  await guesses(email, networks, MOST_ATTEMPTS.ofEmailInNetwork)
  const late = await signIn(email, { from: '198.51.100.2' })
  expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect(await statusOf(email, { from: '198.51.100.2', cookie })).toBe(204)
  const nobody = 'nobody@tienda.example'
  await guesses(nobody, networks, MOST_ATTEMPTS.ofEmailInNetwork)
  expect(await statusOf(nobody, { from: '198.51.100.3' })).toBe(429)
})

it('a known browser has a count of its own, and is known to its own accounts alone', async () => {
  const [ana, eva] = [await person(), await person()]
  const password = 'a guess of some length'
  const guess = (email: string) =>
    statusOf(email, { password, from: '198.51.100.4', cookie: eva.cookie })
  for (let times = 0; times < MOST_ATTEMPTS.ofBrowser; times++) {
    expect(await guess(eva.email)).toBe(401)
  }
  expect(await guess(eva.email)).toBe(429)
  expect(await statusOf(eva.email, { from: '198.51.100.4' })).toBe(204)
  await guesses(ana.email, ['198.51.100.4'], MOST_ATTEMPTS.ofEmailInNetwork)
  expect(await guess(ana.email)).toBe(429)
})

it('a browser in which two people sign in is known to both', async () => {
  const [ana, eva] = [await person(), await person()]
  const second = await signIn(eva.email, { from: '198.51.100.5', cookie: ana.cookie })
  const cookie = cookieOf(second.headers.getSetCookie())
  for (const { email } of [ana, eva]) {
    await guesses(email, ['198.51.100.5'], MOST_ATTEMPTS.ofEmailInNetwork)
    expect(await statusOf(email, { from: '198.51.100.5' })).toBe(429)
    expect(await statusOf(email, { from: '198.51.100.5', cookie })).toBe(204)
  }
})

it('a person who is signed in changes the password while strangers guess, ten times a session', async () => {
  const { email, cookie } = await person()
  const other = cookieOf((await signIn(email, { from: '198.51.100.6' })).headers.getSetCookie())
  await guesses(email, ['127.0.0.1', '203.0.113.9', '203.0.113.10'], 60)
  const change = async (typed: string, by: string) =>
    (
      await asPage(world, 'POST', '/auth/password', {
        body: { password: typed, new_password: 'another good password' },
        cookie: by,
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
    ).status
  for (let times = 0; times < MOST_ATTEMPTS.ofSession; times++) {
    expect(await change('not the password', other)).toBe(401)
  }
  expect(await change(PASSWORD, other)).toBe(429)
  expect(await change(PASSWORD, cookie)).toBe(204)
})
