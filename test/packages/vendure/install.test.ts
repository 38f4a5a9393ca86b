import { expect, it } from 'vitest'
import { installLines } from './installed-vendure.ts'
import { VENDURE_PROGRAM } from './vendure-program.ts'

it('the README installs the plugin in at most 15 lines, which the shop of the tests has', () => {
  const lines = installLines()
  expect(lines.length).toBeLessThanOrEqual(15)
  expect(lines.slice(0, 2)).toEqual(['npm ci', 'npm pack ./packages/node ./packages/vendure'])
  const [, plugins = ''] = /plugins: \[(.*)\]/.exec(lines.join('\n')) ?? []
  expect(plugins).not.toBe('')
  for (const plugin of plugins.split(', ')) expect(VENDURE_PROGRAM).toContain(plugin)
})
