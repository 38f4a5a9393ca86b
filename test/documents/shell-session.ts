import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from '../support/child-environment.ts'
import { commandsIn } from './shell-words.ts'

const CHECKOUT = resolve(import.meta.dirname, '../..')

/** `npm run` without npm's start; curl fails on an error status, as a reader would notice. */
const PRELUDE = `
curl() { command curl --silent --show-error --fail-with-body "$@"; }
npm() { (cd "$CHECKOUT" && shift && node --run "$@"); }
`

export interface Ran {
  isFine: boolean
  printed: string
}

export interface ShellSession {
  /** All that earlier statements printed, the latest first. */
  printed(): string
  run(statement: string): Promise<Ran>
}

/** Runs statements one after another in bash; variables stay set for later ones. */
export const openShellSession = ({
  folder,
  settings,
}: {
  folder: string
  settings: Readonly<Record<string, string | undefined>>
}): ShellSession => {
  // `bin/puente` works as in the checkout.
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(CHECKOUT, 'bin/puente'), join(folder, 'bin/puente'))
  const variables: string[] = []
  let all = ''
  const env = childEnvironment({
    HOME: folder,
    NODE_ENV: 'development',
    CHECKOUT,
    ...settings,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  })
  const run: ShellSession['run'] = async (statement) => {
    if (commandsIn(statement).length === 0) variables.push(statement)
    const script = [PRELUDE, ...variables, statement].join('\n')
    const running = promisify(execFile)('bash', ['-c', script], { cwd: folder, env })
    running.child.stdin?.end()
    const { stdout, stderr, code } = await running.then(
      (done) => ({ ...done, code: 0 }),
      (error) => Object(error),
    )
    const printed = `${stdout}${stderr}`
    all = `${printed}\n${all}`
    return { isFine: code === 0, printed }
  }
  return { printed: () => all, run }
}
