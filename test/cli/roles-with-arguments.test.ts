import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

it.each([['--help'], ['stores list']])(
  '"npm run puente -- %s" names the command line and starts no server',
  (words) => {
    const nowhere = { DATABASE_URL: 'postgres://puente@127.0.0.1:1/puente' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words.split(' ')], {
      cwd: tmpdir(),
      env: childEnvironment(nowhere),
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/run "bin\/puente --help"\.\n$/)
    expect(stderr.split('\n')).toHaveLength(2)
  },
)
