import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tokensOf } from './design-tokens.ts'

it('the tokens of the design are its colours in light and dark, without its elements', () => {
  const file = new URL('../../runtime/http/assets/design.css', import.meta.url)
  const tokens = tokensOf(readFileSync(file, 'utf8'))
  expect(tokens.match(/--accent:/g)).toHaveLength(3)
  expect(tokens).toContain(':root[data-theme="dark"]')
  expect(tokens).not.toContain('body')
  expect(tokens).not.toContain('.action')
})
