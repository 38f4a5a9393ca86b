import { expect, it } from 'vitest'
import { output } from '../packed.ts'
import { PROGRAMS, useAdapterClone } from './adapter-clone.ts'

const { clone, create } = useAdapterClone()

it('a name that the core has, or a folder that is no clone, is refused, with the help', () => {
  const named = create(['shop', '--yes'], '')
  expect([named.status, named.stderr]).toEqual([
    2,
    expect.stringMatching(/names no platform, and [\s\S]+ --clone FOLDER /),
  ])
  const elsewhere = create(['bodega', '--yes', '--clone', '/'], '')
  expect([elsewhere.status, elsewhere.stderr]).toEqual([2, expect.stringContaining('no clone')])
})

it('--help prints the help', () => {
  const { stdout, status } = create(['--help'], '')
  expect([status, stdout]).toEqual([0, expect.stringContaining('create-adapter [NAME] [OPTIONS]')])
})

it('three answers add a platform that passes the conformance suite and the checks', async () => {
  const { stdout, status, stderr } = create([], '\nbodega\nLa Bodega\n')
  expect(status, stderr).toBe(0)
  expect(stdout).toContain('npx vitest run test/adapters/bodega.test.ts')
  const written = [...stdout.matchAll(/^ {4}(\S+\.(?:ts|env))$/gm)].map(([, file]) => String(file))
  expect(written).toContain('config/example.env')
  expect(written).toContain('adapters/bodega/adapter.ts')
  const suite = await output(
    process.execPath,
    [
      PROGRAMS.vitest,
      'run',
      'test/adapters/bodega.test.ts',
      'test/architecture/platform-names.test.ts',
      'config/settings.test.ts',
    ],
    clone.folder,
  )
  expect(suite).toMatch(/Test Files .*3 passed/)
  expect(suite).not.toContain('failed')
})
