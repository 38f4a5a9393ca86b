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
  if (browser) await merchantOf(world, { prefix: 'P' }).paidTwice()
})

/** A4 in pixels. */
const PAPER = { width: 794, height: 1123 }

describe.skipIf(!browser)('a screen on paper', () => {
  it.each(['/orders', '/money', 'the order'])(
    '%s prints dark on light, fits the page, and has no controls, even from a dark screen',
    async (path) => {
      const { page, sees, isFineAs } = await visit(path.startsWith('/') ? path : '/orders', {
        colorScheme: 'dark',
      })
      if (!path.startsWith('/')) {
        await page.getByRole('link', { name: /^P-/ }).click()
        await sees('Duplicate payment')
      }
      await page.setViewportSize(PAPER)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await page.getByRole('button').count()).toBe(0)
      expect(await page.getByRole('navigation').count()).toBe(0)
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe('rgb(255, 255, 255)')
      await isFineAs('print')
    },
  )
})
