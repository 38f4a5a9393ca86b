import { expect, it } from 'vitest'
import { output } from '../packed.ts'
import { PROGRAMS, useAdapterClone } from './adapter-clone.ts'

const { clone, create } = useAdapterClone()

it('two platforms added to one clone pass its suite, its linter and its type check', async () => {
  for (const name of ['mercado', 'almacen']) {
    const { status, stderr } = create([name, '--yes'], '')
    expect(status, stderr).toBe(0)
  }
  const suite = [PROGRAMS.vitest, 'run', 'test/adapters/almacen.test.ts', 'config/settings.test.ts']
  expect(await output(process.execPath, suite, clone.folder)).toMatch(/Test Files .*2 passed/)
  const written = ['adapters', 'test/adapters']
  await output(
    process.execPath,
    [PROGRAMS.biome, 'check', '--error-on-warnings', ...written],
    clone.folder,
  )
  const types = await output(process.execPath, [PROGRAMS.tsc, '-p', '.'], clone.folder).catch(
    String,
  )
  expect(types).not.toMatch(/mercado|almacen|registry/)
})
