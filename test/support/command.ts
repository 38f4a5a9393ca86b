import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childEnvironment } from './child-environment.ts'
import type { World } from './world.ts'

/** What a command has printed when it ended. */
export interface Printed {
  stdout: string
  stderr: string
  /** It ended with an exit code other than 0. */
  hasFailed: boolean
  exitCode: number
}

type Settings = Record<string, string | undefined>

/** A command of `src/cli`, as its user runs it: with settings, and in any folder. */
export const commandOf =
  (
    name: 'stores' | 'tasks' | 'reconcile' | 'keys' | 'migrate' | 'puente' | 'test-alerts',
    settings: () => Settings,
  ) =>
  async (...args: readonly string[]): Promise<Printed> => {
    const file = fileURLToPath(new URL(`../../src/cli/${name}.ts`, import.meta.url))
    const env = childEnvironment(settings())
    const options = { cwd: tmpdir(), env }
    try {
      const printed = await promisify(execFile)(process.execPath, [file, ...args], options)
      return { ...printed, hasFailed: false, exitCode: 0 }
    } catch (error) {
      const { stdout, stderr, code } = Object(error)
      return {
        stdout: String(stdout),
        stderr: String(stderr),
        hasFailed: true,
        exitCode: Number(code),
      }
    }
  }

/** The settings of a Puente of tests, for the commands beside it. */
export const settingsOf = ({ settings, databaseUrl, url, sandbox }: World): Settings => ({
  DATABASE_URL: databaseUrl,
  SEALING_KEYS: settings.SEALING_KEYS?.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(
    ',',
  ),
  PUBLIC_URL: url,
  GATEWAY_BASE_URL: `${sandbox.url}/v1`,
})

/** `--name value` for each that is given. */
export const flagsOf = (given: Record<string, string | undefined>): string[] =>
  Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
