import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitText } from './fit-text.ts'

describe('fitText', () => {
  it('a text that fits stays unchanged', () => {
    expect(fitText('Café de altura', 14)).toBe('Café de altura')
  })

  it('a longer text ends with an ellipsis at the limit', () => {
    expect(fitText('a'.repeat(121), 120)).toBe(`${'a'.repeat(119)}…`)
  })

  it('the ellipsis follows no space', () => {
    expect(fitText('Pan de coco', 5)).toBe('Pan…')
  })

  it.each([
    ['an emoji', '🎁'],
    ['a family that is one character', '👨‍👩‍👧‍👦'],
    ['a flag', '🇭🇳'],
    ['a letter with a combining accent', 'é'],
  ])('%s is never split', (_, character) => {
    for (let limit = 2; limit < 30; limit++) {
      const cut = fitText(character.repeat(20), limit)
      const kept = cut.replace(/…$/, '')
      expect(kept).toBe(character.repeat(kept.length / character.length))
      expect(cut.length).toBeLessThanOrEqual(limit)
    }
  })

  it('no text exceeds the limit, in UTF-16 units or code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 60 }), (text, max) => {
        const cut = fitText(text, max)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect([...cut].length).toBeLessThanOrEqual(max)
        if (text.length <= max) expect(cut).toBe(text)
        expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })
})
