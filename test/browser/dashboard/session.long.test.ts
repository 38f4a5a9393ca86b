import { afterAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../support/people.ts'
import { useWorld } from '../../support/use-world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits, type Visitor } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

const sessions = () => world.puente.ctx.db.query
const endSession = async ({ email }: Visitor) =>
  sessions()
    .deleteFrom('person_sessions')
    .where('person_id', '=', (row) =>
      row.selectFrom('people').select('id').where('email', '=', email),
    )
    .execute()
const sessionOf = ({ email }: Visitor) =>
  sessions()
    .selectFrom('person_sessions')
    .innerJoin('people', 'people.id', 'person_sessions.person_id')
    .select(['person_sessions.id', 'person_sessions.expires_at'])
    .where('people.email', '=', email)
    .executeTakeFirstOrThrow()

const signIn = async ({ page, email }: Visitor, language: 'es' | 'en') => {
  const isSpanish = language === 'es'
  await page.getByLabel(isSpanish ? 'Correo' : 'E-mail').fill(email)
  await page.getByLabel(isSpanish ? 'Contraseña' : 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: isSpanish ? 'Iniciar sesión' : 'Sign in' }).click()
}

const DAY_MS = 24 * 60 * 60_000

describe.skipIf(!browser)('a session', () => {
  it.each([
    ['/money?days=7', { language: 'es', size: 'desktop' }],
    ['/stores/tienda?field=webhook_secret', { language: 'en', size: 'phone' }],
    ['/deliveries?tab=out', { language: 'es', size: 'phone' }],
  ] as const)('an expired session redirects %s to the sign-in and back', async (path, reader) => {
    const here = await visit(path, reader)
    await endSession(here)
    // The open page may redirect by itself first, which aborts the reload.
    await here.page.reload({ waitUntil: 'commit' }).catch(() => {})
    await here.page.waitForURL(`**/sign-in?next=${encodeURIComponent(path)}`)
    await signIn(here, reader.language)
    await here.page.waitForURL(`**${path}`)
    await here.page.locator('main h1').first().waitFor()
  })

  it('a session that ends in an open page redirects when the person returns to the page', async () => {
    const here = await visit('/stores')
    await endSession(here)
    await here.page.clock.setSystemTime(world.puente.ctx.clock.now().getTime() + 60_000)
    const comeBack = `document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`
    // The page may navigate away before this resolves.
    await here.page.evaluate(comeBack).catch(() => {})
    await here.page.waitForURL('**/sign-in?next=%2Fstores')
  })

  it('opening the dashboard on a later day extends the session', async () => {
    const here = await visit('/')
    const { id } = await sessionOf(here)
    const soon = new Date(Date.now() + 2 * DAY_MS)
    await sessions()
      .updateTable('person_sessions')
      .set({ expires_at: soon, updated_at: new Date(Date.now() - 5 * DAY_MS) })
      .where('id', '=', id)
      .execute()
    await here.open('/deliveries')
    await expect
      .poll(async () => (await sessionOf(here)).expires_at.getTime())
      .toBeGreaterThan(soon.getTime() + 4 * DAY_MS)
  })

  it('the menu names the signed-in person', async () => {
    const here = await visit('/orders', { role: 'viewer' })
    await here.press('Appearance and account')
    await here.sees(here.email.split('@')[0] ?? '')
  })
})
