import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)

beforeAll(async () => {
  if (browser) await merchantOf(world, { prefix: 'OWN' }).open()
})

describe.skipIf(!browser)('an installation with an order', () => {
  it('Orders lists it while demo data are created', async () => {
    const { page } = await visit('/status')
    const ask = async (method: 'GET' | 'POST'): Promise<unknown> => {
      const address = `${world.url}/operator/v1/demo-data`
      const headers = { origin: world.url }
      return (await page.request.fetch(address, { method, headers })).json()
    }
    expect(await ask('POST')).toMatchObject({ state: 'running', began_empty: false })
    await page.goto(`${world.url}/orders`)
    await page.locator('main table').waitFor()
    expect(await ask('GET')).toMatchObject({ state: 'running' })
  })
})
