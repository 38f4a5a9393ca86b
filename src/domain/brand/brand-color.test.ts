import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandColors, contrast, readColor } from './brand-color.ts'

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe("a store's colour", () => {
  it('the text on a button of any colour, pressed or not, has a contrast of at least 4.5', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { brand, onBrand, pressed } = brandColors(color)
        expect(contrast(brand, onBrand)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(pressed, onBrand)).toBeGreaterThanOrEqual(contrast(brand, onBrand))
      }),
    )
  })

  it.each([
    ['#0a7d4f', '#ffffff'],
    ['#ffcc00', '#000000'],
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
  ])('%s has the text %s', (color, text) => {
    expect(brandColors(color).onBrand).toBe(text)
  })

  it.each([
    ['#0A7D4F', '#0a7d4f'],
    ['0a7d4f', '#0a7d4f'],
    [' #fc0 ', '#ffcc00'],
    ['green', undefined],
    ['#0a7d4f;}', undefined],
    ['', undefined],
  ])('%j reads as %j', (typed, color) => {
    expect(readColor(typed)).toBe(color)
  })
})
