import { expect, it } from 'vitest'
import { blocksIn } from './code-blocks.ts'
import { typeErrorsIn } from './type-errors.ts'

it('the TypeScript samples of documents type-check with the imports that they name', () => {
  const samples = blocksIn('ts')
  expect(samples.length).toBeGreaterThan(0)
  expect(typeErrorsIn(samples)).toEqual([])
})

it('a sample with a wrong type is reported at its line in the document', () => {
  const text = [
    "import { formatMoney } from '../src/domain/money.ts'",
    '',
    'export const cents: number = formatMoney',
    'export const order = await world.order()',
    '',
  ].join('\n')
  expect(typeErrorsIn([{ at: 'docs/payments.md:7', language: 'ts', text }])).toEqual([
    expect.stringMatching(/^docs\/payments\.md:10: Type .* 'number'/),
    "docs/payments.md:11: Cannot find name 'world'.",
  ])
})
