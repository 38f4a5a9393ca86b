import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childEnvironment } from './child-environment.ts'
import type { World } from './world.ts'

export interface Printed {
  stdout: string
  stderr: string
  hasFailed: boolean
  exitCode: number
}

const PUENTE = fileURLToPath(new URL('../../src/cli/puente.ts', import.meta.url))

type Settings = Record<string, string | undefined>

/** Runs outside the repository. `puente` takes all its words. */
export const commandOf =
  (
    name: 'stores' | 'tasks' | 'reconcile' | 'keys' | 'migrate' | 'puente' | 'alerts',
    settings: () => Settings,
  ) =>
  async (...args: readonly string[]): Promise<Printed> => {
    const words = name === 'puente' ? args : [name, ...args]
    const env = childEnvironment(settings())
    const options = { cwd: tmpdir(), env }
    try {
      const printed = await promisify(execFile)(process.execPath, [PUENTE, ...words], options)
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

export const settingsOf = ({ settings, databaseUrl, url, sandbox }: World): Settings => ({
  DATABASE_URL: databaseUrl,
  SEALING_KEYS: settings.SEALING_KEYS?.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(
    ',',
  ),
  PUBLIC_URL: url,
  GATEWAY_BASE_URL: `${sandbox.url}/v1`,
  SMTP_URL: settings.SMTP_URL,
  ALERT_EMAIL_FROM: settings.ALERT_EMAIL_FROM,
})

export const flagsOf = (given: Record<string, string | undefined>): string[] =>
  Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
