import assert from 'node:assert/strict'
import { eventually } from '../support/eventually.ts'
import type { Engine, Printed } from './engine.ts'

/** Any user id, of a group that owns nothing in the image; as OpenShift assigns them. */
const USER = '1000660000:0'

const LOCKED = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--user', USER]

export interface Container {
  name: string
  exec(command: readonly string[], input?: string): Promise<Printed>
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number>
  log(): Promise<string>
  remove(): Promise<void>
}

const optionsOf = (settings: Record<string, string>): string[] =>
  Object.keys(settings).flatMap((name) => ['--env', name])

/** Runs a command in a new container. Settings go through the environment, as they hold secrets. */
export const runOnce = (
  engine: Engine,
  {
    image,
    settings,
    command,
  }: { image: string; settings: Record<string, string>; command: readonly string[] },
): Promise<Printed> =>
  engine.run(
    ['run', '--rm', '--network=host', ...LOCKED, ...optionsOf(settings), image, ...command],
    { env: settings },
  )

/** Starts a container in the network of this machine, without a writable file or any privilege. */
export const startContainer = async (
  engine: Engine,
  {
    image,
    name,
    settings,
    command = [],
  }: { image: string; name: string; settings: Record<string, string>; command?: readonly string[] },
): Promise<Container> => {
  const started = await engine.run(
    [
      'run',
      '--detach',
      '--name',
      name,
      '--network=host',
      ...LOCKED,
      ...optionsOf(settings),
      image,
      ...command,
    ],
    { env: settings },
  )
  assert.equal(started.code, 0, started.stderr)
  return {
    name,
    exec: (given, input) => engine.run(['exec', '-i', name, ...given], { input: input ?? '' }),
    stop: async () => {
      await engine.read('stop', '-t', '30', name)
      return Number(await engine.read('inspect', '--format', '{{.State.ExitCode}}', name))
    },
    log: async () => {
      const { stdout, stderr } = await engine.run(['logs', name])
      return stdout + stderr
    },
    remove: async () => {
      await engine.run(['rm', '--force', name])
    },
  }
}

const START_MS = 60_000

/** Waits until `url` answers with `status`. */
export const answers = async (container: Container, url: string, status = 200): Promise<void> => {
  try {
    await eventually(
      async () => (await fetch(url).catch(() => undefined))?.status === status,
      START_MS,
    )
  } catch {
    throw new Error(`${container.name}: ${url} does not answer ${status}\n${await container.log()}`)
  }
}
