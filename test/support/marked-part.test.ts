import { describe, expect, it } from 'vitest'
import { replaceMarkedPart } from './marked-part.ts'

describe('a marked part of a document', () => {
  it('the new text replaces the part, and the rest of the document stays', () => {
    const page = 'Before\n<!-- a:begin -->\nold\n<!-- a:end -->\nAfter <!-- b:begin -->'
    expect(replaceMarkedPart(page, { name: 'a', text: 'new $1' })).toBe(
      'Before\n<!-- a:begin -->\n\nnew $1\n\n<!-- a:end -->\nAfter <!-- b:begin -->',
    )
  })

  it.each(['', '<!-- a:begin --> only', '<!-- a:end --> <!-- a:begin -->'])(
    'a document without both markers is refused: "%s"',
    (page) => {
      expect(() => replaceMarkedPart(page, { name: 'a', text: 'new' })).toThrow('no a markers')
    },
  )
})
