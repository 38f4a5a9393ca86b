import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { useStarted } from '../support/use-world.ts'
import { output, temporaryFolder } from './packed.ts'

/** The simulator's one dependency, packed from this clone, because the tests use no registry. */
export const usePglite = () =>
  useStarted(async () => {
    const folder = temporaryFolder()
    const flags = ['--json', '--ignore-scripts', '--pack-destination', folder]
    const source = './node_modules/@electric-sql/pglite'
    const [report] = JSON.parse(await output('npm', ['pack', ...flags, source], ROOT))
    return {
      tarball: join(folder, report.filename),
      close: () => rmSync(folder, { recursive: true }),
    }
  })

const ROOT = join(import.meta.dirname, '../..')
