import { afterAll, describe, expect, it } from 'vitest'
import { DASHBOARD_SECTIONS } from '../../../src/http/pages/dashboard.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { merchantOf } from '../../support/merchant.ts'
import { moveStore } from '../../support/operator.ts'
import { signedInPerson } from '../../support/people.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, type Reading, readingIn, visitorOf } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const complaints: string[] = []
const log = createLog({
  level: 'warn',
  service: 'puente',
  destination: { write: (line) => void complaints.push(line) },
})
const world = useWorld({}, { log })

/** Only owners have a link to the audit log. */
const sectionsOf = (role: string) =>
  DASHBOARD_SECTIONS.filter((name) => name !== 'audit' || role === 'owner')

/** Collects complaints of the browser's console and the server's log. */
const watch = ({ page }: Reading): string[] => {
  const found: string[] = []
  complaints.length = 0
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      found.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', ({ message }) => found.push(message))
  page.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText
    if (failure !== 'net::ERR_ABORTED') found.push(`${request.url()} ${failure}`)
  })
  return found
}

const open = async (reading: Reading, path: string, end: string | RegExp) => {
  const found = watch(reading)
  await reading.page.goto(`${world.url}${path}`)
  await reading.page.getByText(end).first().waitFor()
  await reading.page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
  return [...found, ...complaints]
}

describe.skipIf(!browser)('opening the dashboard prints no errors', () => {
  it.each(EVERY_READER)(
    'before there is an owner, the sign-in page names the command that makes one (%o)',
    async (reader) => {
      const reading = await readingIn(world, browser, reader)
      expect(await open(reading, '/', 'bin/puente users add --email')).toEqual([])
      expect(new URL(reading.page.url()).pathname).toBe('/sign-in')
      expect(await reading.page.locator('input[type=password]').count()).toBe(0)
      await reading.isFineAs('sign-in-before-owner')
      await reading.leave()
    },
  )

  it('a reader who is signed out is led to the sign-in page and back', async () => {
    await signedInPerson(world, { email: 'duena@tienda.example', role: 'owner' })
    const reading = await readingIn(world, browser)
    expect(await open(reading, '/orders?state=paid', 'Password')).toEqual([])
    expect(new URL(reading.page.url()).searchParams.get('next')).toBe('/orders?state=paid')
    await reading.leave()
  })

  it('home of an installation without a store opens without errors', async () => {
    await moveStore(world, { storeId: TEST_STORE, organizationId: 'other' })
    const reading = await visitorOf(world, browser)
    expect(await open(reading, '/', 'Connect a store')).toEqual([])
    await reading.leave()
    await moveStore(world, { storeId: TEST_STORE, organizationId: 'main' })
  })

  it('home of a store without orders opens without errors', async () => {
    const reading = await visitorOf(world, browser)
    expect(await open(reading, '/', /order/)).toEqual([])
    await reading.leave()
  })

  it.each(['owner', 'viewer'] as const)(
    'every screen of a store with orders opens without errors for the %s',
    async (role) => {
      await merchantOf(world, { prefix: role === 'owner' ? 'OP' : 'OV' }).paid()
      const reading = await visitorOf(world, browser, { role })
      const found = watch(reading)
      for (const path of ['/', ...sectionsOf(role).map((name) => `/${name}`), '/stores/new']) {
        await reading.open(path)
        await reading.page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
      }
      expect([...found, ...complaints]).toEqual([])
      await reading.leave()
    },
  )
})
