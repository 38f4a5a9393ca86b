import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkRequirements } from './requirements.ts'

const MODULES = 'mysqli curl dom gd intl mbstring xml zip'

let programs: string
beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'puente-programs-'))
  vi.stubEnv('PATH', programs)
  install('php', `[ "$1" = -m ] && printf '%s\\n' ${MODULES} || printf 8.2.1`)
  install('mariadbd', 'echo "mariadbd  Ver 11.8.3-MariaDB-0+deb13u1 for debian"')
  // Ends with a code, as the help of some versions does.
  for (const name of ['mariadb-install-db', 'mariadb', 'openssl']) install(name, 'exit 1')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(programs, { recursive: true })
})

const install = (name: string, script: string) => {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(programs, name), 0o755)
}

describe('what a machine needs to run a shop', () => {
  it('a complete machine tells its versions', async () => {
    expect(await checkRequirements()).toEqual({ php: '8.2.1', mariadb: '11.8.3' })
  })

  it('missing PHP modules are named together', async () => {
    install('php', "printf '%s\\n' curl dom gd mbstring xml zip")
    await expect(checkRequirements()).rejects.toThrow('PHP lacks the modules mysqli, intl')
  })

  it.each(['php', 'mariadbd', 'mariadb-install-db', 'mariadb', 'openssl'])(
    'a missing program is named: %s',
    async (name) => {
      rmSync(join(programs, name))
      await expect(checkRequirements()).rejects.toThrow(`${name} is not installed`)
    },
  )
})
