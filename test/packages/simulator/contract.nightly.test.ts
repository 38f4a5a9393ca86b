import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { childEnvironment } from '../../support/child-environment.ts'
import { gatewayForTest } from './use-gateway.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

it('the contract suite passes against a simulated gateway', async () => {
  const { url } = await gatewayForTest()
  const options = [
    '--base',
    url,
    '--control',
    `${url}/sandbox`,
    '--live-secret-key',
    'sk_live_sandbox',
  ]
  const run = promisify(execFile)(process.execPath, ['test/contract/run.ts', ...options], {
    cwd: ROOT,
    env: childEnvironment({}),
    maxBuffer: 2 ** 26,
  })
  const { stdout } = await run.catch((error) => error)
  const printed = stripVTControlCharacters(stdout)
  expect(printed).toMatch(/Test Files +\d+ passed \(\d+\)/)
  expect(printed).not.toMatch(/skipped: they need/)
})
