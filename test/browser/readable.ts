import type { Frame, Page } from 'playwright-core'

export const unnamedControls = async (page: Page | Frame): Promise<string[]> => {
  const unnamed: string[] = []
  const controls = page.locator('a, button, input:not([type=hidden]), select, textarea')
  for (const control of await controls.all()) {
    if (!(await control.isVisible()) || (await control.getAttribute('aria-hidden'))) continue
    const snapshot = await control.ariaSnapshot()
    if (!/^- \w+ "[^"]+"/.test(snapshot)) unnamed.push(snapshot)
  }
  return unnamed
}

/** Returns visible texts with a contrast (WCAG 2.2, 1.4.3) below `least`. */
export const contrastOf = (page: Page | Frame, least: number): Promise<string[]> =>
  page.evaluate(`(${LOW_CONTRAST})(${least})`)

/** A string for the page, as the tests' types lack the DOM. */
const LOW_CONTRAST = `(least) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const channels = (color) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (color) =>
    channels(color).slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor
      if (channels(color)[3] === 255) return color
    }
    return 'white'
  }
  const low = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim()
    const element = walker.currentNode.parentElement
    if (!text || !element.checkVisibility() || element.closest('.hidden')) continue
    const [one, other] = [getComputedStyle(element).color, groundOf(element)].map(luminance)
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (ratio < least) low.push(ratio.toFixed(2) + ' ' + text)
  }
  return low
}`
