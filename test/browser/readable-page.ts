import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './axe.ts'

const PICTURES = process.env.PICTURES_DIR
const DEVELOPERS_WORDS = /\b(sandbox|tokens?|API|webhooks?|gateway|scripts?|SDK)\b/i
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

export interface PageReader {
  locale: 'es-HN' | 'en-US'
  colorScheme: 'light' | 'dark'
  size: keyof typeof SIZES
}

/** Each language, color scheme and size, in four of their combinations. */
export const READERS = [
  { locale: 'es-HN', colorScheme: 'light', size: 'phone' },
  { locale: 'en-US', colorScheme: 'dark', size: 'phone' },
  { locale: 'es-HN', colorScheme: 'dark', size: 'desktop' },
  { locale: 'en-US', colorScheme: 'light', size: 'desktop' },
] as const satisfies readonly PageReader[]

export const contextOf = ({ locale, colorScheme, size }: PageReader) =>
  ({ locale, colorScheme, viewport: SIZES[size], reducedMotion: 'reduce' }) as const

/** Asserts that a customer can read the page: contrast, names, plain words, no sideways scrolling. */
export const expectReadable = async (
  page: Page,
  picture: string,
  { locale, colorScheme, size }: PageReader,
): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {})
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true })
    const path = `${PICTURES}/${picture}-${locale}-${colorScheme}-${size}.png`
    await page.screenshot({ path, fullPage: true })
  }
  expect(await axeFindings(page)).toEqual([])
  expect(await page.locator('body').innerText()).not.toMatch(DEVELOPERS_WORDS)
  expect(await page.content()).not.toContain('http-equiv')
  const beyond = 'document.documentElement.scrollWidth - window.innerWidth'
  expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0)
  const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  if (colorScheme === 'dark') expect(ground).toBe('rgb(18, 22, 20)')
}
