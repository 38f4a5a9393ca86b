import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { invite, inviteFirstOwner } from '../../src/people/members/invite.ts'
import { HANG_MS } from '../support/eventually.ts'
import { linksOf, PASSWORD } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { launchChromium } from './chromium.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

let page: Page
afterEach(() => page.context().close())

const open = async (
  path: string,
  { locale = 'en-US', scripts = true, colorScheme = 'light' as 'light' | 'dark' } = {},
): Promise<void> => {
  if (!browser) throw new Error('No browser')
  const context = await browser.newContext({
    locale,
    colorScheme,
    javaScriptEnabled: scripts,
    viewport: { width: 375, height: 700 },
  })
  context.setDefaultTimeout(HANG_MS)
  page = await context.newPage()
  await page.goto(`${world.url}${path}`)
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
const sees = (text: string) => page.getByText(text).first().waitFor()
const path = () => new URL(page.url()).pathname
const cookies = async () =>
  (await page.context().cookies()).filter(({ name }) => /puente/.test(name))

const fits = async (): Promise<void> => {
  const overflow = await page
    .locator('html')
    .evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

const firstOwnerPath = async (): Promise<string> => {
  await world.puente.ctx.db.query.deleteFrom('people').execute()
  const link = await inviteFirstOwner(linksOf(world))
  if (!link) throw new Error('there is an owner')
  return new URL(link.url).pathname
}

describe.skipIf(!browser)('sign-in pages', () => {
  it('the first owner joins by the link, signs out and in again, on a phone without scripts', async () => {
    const welcome = await firstOwnerPath()
    await open(welcome, { scripts: false })
    await fits()
    await sees('You are joining Puente.')
    await fill('E-mail', 'ana@tienda.example')
    await fill('Name', 'Ana')
    await fill('Password', PASSWORD)
    await press('Create account')
    await page.waitForURL((url) => !url.pathname.startsWith('/welcome'))
    const [session] = await cookies()
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false })

    await page.goto(`${world.url}/sign-out`)
    await fits()
    await press('Sign out')
    await page.waitForURL('**/sign-in')
    expect(await cookies()).toEqual([])

    await page.goto(`${world.url}/sign-in?next=%2Fdocs%2F%3Fa%3D1`)
    await fits()
    await fill('E-mail', 'ana@tienda.example')
    await fill('Password', 'not the password')
    await press('Sign in')
    await sees('The e-mail or the password is wrong.')
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ana@tienda.example')
    await fill('Password', PASSWORD)
    await press('Sign in')
    await page.waitForURL('**/docs/?a=1')
    await page.goto(`${world.url}/sign-in?next=//evil.example`)
    expect(new URL(page.url()).origin).toBe(world.url)

    await page.goto(`${world.url}${welcome}`)
    await sees('This link no longer works')
  })

  it('an invited person reads Spanish in dark mode and learns what is wrong with the password', async () => {
    const email = 'luis@tienda.example'
    const invited = await invite(linksOf(world), {
      ...{ email, organizationId: 'main', role: 'viewer', madeBy: undefined },
    })
    if (invited.outcome !== 'invited') throw new Error(invited.outcome)
    await open(new URL(invited.link.url).pathname, { locale: 'es-HN', colorScheme: 'dark' })
    await fits()
    await sees('Se une a Puente.')
    await fill('Nombre', 'Luis')
    await fill('Contraseña', email)
    await press('Crear la cuenta')
    await sees('Use algo distinto de su correo.')
    await page.getByRole('link', { name: 'English' }).click()
    await sees('You are joining Puente.')
    await fill('Name', 'Luis')
    await fill('Password', PASSWORD)
    await press('Create account')
    await page.waitForURL((url) => !url.pathname.startsWith('/welcome'))
    expect(await cookies()).toHaveLength(1)
  })

  it('a form on another site cannot sign a person in', async () => {
    await open('/sign-in')
    const answer = await fetch(`${world.url}/sign-in`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ email: 'luis@tienda.example', password: PASSWORD }),
    })
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(path()).toBe('/sign-in')
  })
})
