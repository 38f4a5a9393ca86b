import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { asPage, cookieOf } from '../../support/people.ts'
import { useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits, type Visitor } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

/** A device with a fingerprint reader, which accepts every finger. */
const withDevice = async ({ page }: Visitor): Promise<CDPSession> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

const WORDS = {
  en: { add: 'Add a passkey', added: 'Added', use: 'Use a passkey', on: 'On.' },
  es: {
    add: 'Agregar una llave de acceso',
    added: 'Agregada',
    use: 'Usar una llave de acceso',
    on: 'Activado.',
  },
} as const

const addPasskey = async (here: Visitor, language: 'en' | 'es'): Promise<void> => {
  await here.press(WORDS[language].add)
  await here.sees(WORDS[language].on)
  await here.page.locator('.once .code').waitFor()
}

/** The device's answer to a challenge, on the page that is open. */
const answerTo = ({ page }: Visitor, options: Json): Promise<Json> =>
  page.evaluate(`navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}),
  }).then((credential) => credential.toJSON())`)

const signOut = ({ page }: Visitor) =>
  page.context().clearCookies({ name: /^puente\.session_token$/ })

describe.skipIf(!browser)('a passkey', () => {
  it.each(EVERY_READER)(
    'a person adds a passkey and signs in with it, without a password ($language, $size)',
    async (reader) => {
      const words = WORDS[reader.language]
      const here = await visit('/people', reader)
      await withDevice(here)
      await addPasskey(here, reader.language)
      expect((await here.page.locator('.once .code').innerText()).split('\n')).toHaveLength(10)
      await here.isFineAs('passkey-added')
      await signOut(here)
      await here.page.goto(`${world.url}/sign-in?next=%2Fpeople`)
      await here.page.getByRole('button', { name: words.use }).waitFor()
      await here.isFineAs('passkey-sign-in')
      await here.press(words.use)
      await here.page.waitForURL('**/people')
      await here.sees(words.on)
    },
  )

  it('the person confirms a sensitive action hours later with the passkey in place', async () => {
    const here = await visit('/people')
    await withDevice(here)
    await addPasskey(here, 'en')
    await world.puente.ctx.db.query
      .updateTable('person_sessions')
      .set({ factor_confirmed_at: new Date(Date.now() - 3_600_000) })
      .where('factor_confirmed_at', 'is not', null)
      .execute()
    await here.open('/people')
    await here.press('New recovery codes')
    await here.page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click()
    await here.sees('Confirm it is you')
    await here.page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
    await here.page.locator('.once .code').waitFor()
  })

  it('a removed passkey no longer signs in, and the page says so', async () => {
    const here = await visit('/people')
    await withDevice(here)
    await addPasskey(here, 'en')
    await here.press(/Remove the passkey/)
    await here.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await here.sees('Off. Anyone who knows your password')
    await signOut(here)
    await here.page.goto(`${world.url}/sign-in`)
    await here.press('Use a passkey')
    await here.sees('Puente does not accept this passkey')
    expect(new URL(here.page.url()).pathname).toBe('/sign-in')
  })

  it('Puente refuses an answer from a page of another origin, and names both addresses', async () => {
    const here = await visit('/people')
    await withDevice(here)
    await addPasskey(here, 'en')
    // A phishing page of another origin on the same host name relays Puente's challenge.
    const begun = await asPage(world, 'POST', '/auth/passkeys/sign-in/options')
    const cookie = cookieOf(begun.headers.getSetCookie())
    const options = (await begun.json()) as Json
    const copy = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Puente</title>')
    })
    await new Promise<void>((resolve) => copy.listen(0, 'localhost', resolve))
    const origin = `http://localhost:${(copy.address() as AddressInfo).port}`
    await here.page.goto(origin)
    const credential = await answerTo(here, options)
    await new Promise((resolve) => copy.close(resolve))
    const answer = await asPage(world, 'POST', '/auth/passkeys/sign-in', {
      ...{ cookie, body: { credential } },
    })
    expect(answer.status).toBe(422)
    expect(answer.headers.getSetCookie()).toEqual([])
    const problem = (await answer.json()) as Json
    expect(problem.code).toBe('passkey_of_another_origin')
    expect(problem.detail).toContain(origin)
    expect(problem.detail).toContain(world.url)
  })

  it('an answer works once, and only in the browser that requested the challenge', async () => {
    const here = await visit('/people')
    await withDevice(here)
    await addPasskey(here, 'en')
    const begun = await asPage(world, 'POST', '/auth/passkeys/sign-in/options')
    const cookie = cookieOf(begun.headers.getSetCookie())
    const credential = await answerTo(here, (await begun.json()) as Json)
    const send = (browserCookie: string) =>
      asPage(world, 'POST', '/auth/passkeys/sign-in', {
        ...{ cookie: browserCookie, body: { credential } },
      })
    expect((await send('')).status).toBe(422)
    expect((await send(cookie)).status).toBe(204)
    const again = await send(cookie)
    expect(await again.json()).toMatchObject({ code: 'passkey_refused' })
  })
})
