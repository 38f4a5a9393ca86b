import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UserError } from '../../../src/runtime/failure.ts'

const run = promisify(execFile)

/** Modules that WordPress or WooCommerce need; the names are those of `php -m`. */
const PHP_MODULES = ['mysqli', 'curl', 'dom', 'gd', 'intl', 'mbstring', 'xml', 'zip']
const PROGRAMS = ['mariadb-install-db', 'mariadb', 'openssl']

export interface Versions {
  php: string
  mariadb: string
}

/** Throws a UserError about what this machine lacks to run a shop. */
export const checkRequirements = async (): Promise<Versions> => {
  const modules = (await outputOf('php', ['-m'])).toLowerCase().split('\n')
  const missing = PHP_MODULES.filter((name) => !modules.includes(name))
  if (missing.length > 0) {
    throw new UserError(`PHP lacks the modules ${missing.join(', ')}: install them.`)
  }
  const mariadb = await outputOf('mariadbd', ['--version'])
  for (const program of PROGRAMS) {
    await outputOf(program, [program === 'openssl' ? 'version' : '--help'])
  }
  return {
    php: await outputOf('php', ['-r', 'echo PHP_VERSION;']),
    mariadb: /Ver (\d[\d.]*)/.exec(mariadb)?.[1] ?? mariadb.trim(),
  }
}

const outputOf = async (program: string, args: readonly string[]): Promise<string> => {
  try {
    const { stdout } = await run(program, [...args])
    return stdout
  } catch (error) {
    // The help of some programs ends with another code.
    if (error instanceof Error && !error.message.includes('ENOENT')) return ''
    throw new UserError(`${program} is not installed: the shops of the matrix need it.`)
  }
}
