import { afterAll, describe, expect, it } from 'vitest'
import { invite } from '../../src/people/members/invite.ts'
import { startOidcIssuer } from '../support/oidc-issuer.ts'
import { linksOf, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { launchChromium } from './chromium.ts'
import { EVERY_READER, readingIn } from './dashboard/visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const issuer = await startOidcIssuer()
afterAll(() => issuer.close())

const world = useWorld(issuer.settings)

const WORDS = {
  en: {
    use: "Sign in with your organization's account",
    notInvited: 'You are not invited',
    back: 'Go to sign-in',
  },
  es: {
    use: 'Iniciar sesión con la cuenta de su organización',
    notInvited: 'No tiene invitación',
    back: 'Ir a iniciar sesión',
  },
} as const

describe.skipIf(!browser)('single sign-on in a browser', () => {
  it.each(EVERY_READER)(
    'a person reads that an invitation is missing, and enters once invited ($language, $size)',
    async (reader) => {
      const words = WORDS[reader.language]
      await signedInPerson(world, {
        email: `owner-${reader.language}-${reader.size}@tienda.example`,
      })
      const email = `sso-${reader.language}-${reader.size}@tienda.example`
      issuer.signsIn({ sub: email, email, email_verified: true, name: 'Ana María' })
      const here = await readingIn(world, browser, reader)
      const { page } = here
      await page.goto(`${world.url}/sign-in?next=%2Forders`)
      await page.getByRole('link', { name: words.use }).waitFor()
      await here.isFineAs('single-sign-on')
      await page.getByRole('link', { name: words.use }).click()
      await here.sees(words.notInvited)
      await here.isFineAs('single-sign-on-not-invited')

      const about = { organizationId: 'main', role: 'viewer', madeBy: undefined } as const
      expect(await invite(linksOf(world), { ...about, email })).toMatchObject({
        outcome: 'invited',
      })
      await page.getByRole('link', { name: words.back }).click()
      await page.getByRole('link', { name: words.use }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).not.toBe('/sign-in')
      await here.leave()
    },
  )
})
