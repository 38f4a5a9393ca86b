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
    "import { merchantOf } from '../support/merchant.ts'",
    '',
    'export const cents: number = merchantOf',
    'export const order = await world.order()',
    '',
  ].join('\n')
  expect(typeErrorsIn([{ at: 'test/flows/scenarios.md:7', language: 'ts', text }])).toEqual([
    expect.stringMatching(/^test\/flows\/scenarios\.md:10: Type .* 'number'/),
    "test/flows/scenarios.md:11: Cannot find name 'world'.",
  ])
})
