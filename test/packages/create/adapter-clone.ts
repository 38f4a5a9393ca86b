import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { useStarted } from '../../support/use-world.ts'
import { npmEnvironment, temporaryFolder, usePacked } from '../packed.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A clone with the files of this one, its packages, and the packed create command. */
export const useAdapterClone = () => {
  const packed = usePacked('create-adapter')
  const clone = useStarted(async () => {
    const above = temporaryFolder()
    const folder = join(above, 'clone')
    const files = ['ls-files', '-co', '--exclude-standard', '-z']
    const listed = execFileSync('git', files, { cwd: ROOT }).toString().split('\0')
    for (const file of [...listed.filter(Boolean), 'packages/operator-client/schema.ts']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(ROOT, file), join(folder, file))
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    return { folder, close: () => rmSync(above, { recursive: true }) }
  })
  const create = (args: readonly string[], answers: string): SpawnSyncReturns<string> => {
    const exec = ['exec', '--yes', '--offline', `--package=${packed.tarball}`, '--']
    return spawnSync('npm', [...exec, 'create-adapter', ...args], {
      cwd: clone.folder,
      env: { ...npmEnvironment(), npm_config_cache: join(dirname(clone.folder), 'cache') },
      input: answers,
      encoding: 'utf8',
    })
  }
  return { clone, create }
}

/** Programs of the clone. */
export const PROGRAMS = {
  vitest: join(ROOT, 'node_modules/vitest/vitest.mjs'),
  biome: join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
  tsc: join(ROOT, 'node_modules/typescript/bin/tsc'),
} as const
