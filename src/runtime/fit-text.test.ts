import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitText } from './fit-text.ts'

describe('a text is cut to fit', () => {
  it('not at all when it fits', () => {
    expect(fitText('Café de altura', 14)).toBe('Café de altura')
  })

  it('to the limit, with an ellipsis', () => {
    expect(fitText('a'.repeat(121), 120)).toBe(`${'a'.repeat(119)}…`)
  })

  it('without a space in front of the ellipsis', () => {
    expect(fitText('Pan de coco', 5)).toBe('Pan…')
  })

  it.each([
    ['an emoji', '🎁'],
    ['a family that is one character', '👨‍👩‍👧‍👦'],
    ['a flag', '🇭🇳'],
    ['a letter with a combining accent', 'é'],
  ])('on whole characters: %s stays whole or goes', (_, character) => {
    for (let limit = 2; limit < 30; limit++) {
      const cut = fitText(character.repeat(20), limit)
      const kept = cut.replace(/…$/, '')
      expect(kept).toBe(character.repeat(kept.length / character.length))
      expect(cut.length).toBeLessThanOrEqual(limit)
    }
  })

  it('any text, to no more than the limit however the gateway counts', () => {
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
