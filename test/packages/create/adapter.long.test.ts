import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { useStarted } from '../../support/use-world.ts'
import { npmEnvironment, output, temporaryFolder, usePacked } from '../packed.ts'

const packed = usePacked('create-adapter')
const ROOT = join(import.meta.dirname, '../../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** A clone with the files of this one, and its packages. */
const clone = useStarted(async () => {
  const above = temporaryFolder()
  const folder = join(above, 'clone')
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT })
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  cpSync(
    join(ROOT, 'packages/operator-client/schema.ts'),
    join(folder, 'packages/operator-client/schema.ts'),
  )
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { folder, close: () => rmSync(above, { recursive: true }) }
})

const create = (args: readonly string[], answers: string) => {
  const exec = ['exec', '--yes', '--offline', `--package=${packed.tarball}`, '--', 'create-adapter']
  return spawnSync('npm', [...exec, ...args], {
    cwd: clone.folder,
    env: { ...npmEnvironment(), npm_config_cache: join(dirname(clone.folder), 'cache') },
    input: answers,
    encoding: 'utf8',
  })
}

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
      VITEST,
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

it('further platforms are added to the same clone', async () => {
  for (const name of ['mercado', 'almacen']) {
    const { status, stderr } = create([name, '--yes'], '')
    expect(status, stderr).toBe(0)
  }
  const suite = [VITEST, 'run', 'test/adapters/almacen.test.ts', 'config/settings.test.ts']
  expect(await output(process.execPath, suite, clone.folder)).toMatch(/Test Files .*2 passed/)
  const written = ['adapters', 'test/adapters']
  await output(process.execPath, [BIOME, 'check', '--error-on-warnings', ...written], clone.folder)
  const types = await output(process.execPath, [TSC, '-p', '.'], clone.folder).catch(String)
  expect(types).not.toMatch(/bodega|mercado|almacen|registry/)
})
