import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { UserError } from '../../src/runtime/failure.ts'

export interface Printed {
  code: number | null
  stdout: string
  stderr: string
}

/** The commands of Docker, which Podman has too. */
export interface Engine {
  name: string
  /** Never throws for a failed command. `env` is for secrets, which a command line would show. */
  run(
    args: readonly string[],
    given?: { env?: Record<string, string>; input?: string; isShown?: boolean },
  ): Promise<Printed>
  /** Returns what a command prints. Throws if it fails. */
  read(...args: readonly string[]): Promise<string>
}

const ENGINES = ['docker', 'podman']

/** Picks the engine in `CONTAINER_ENGINE`, else the first that answers. */
export const openEngine = (chosen = process.env.CONTAINER_ENGINE): Engine => {
  const names = chosen ? [chosen] : ENGINES
  const name = names.find((one) => spawnSync(one, ['info']).status === 0)
  if (!name) throw new UserError(`No container engine answers: ${names.join(', ')}.`)
  const run: Engine['run'] = async (args, { env = {}, input = '', isShown = false } = {}) => {
    const child = spawn(name, args, { env: { ...process.env, ...env } })
    child.stdin.end(input)
    const printed = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (chunk: Buffer) => {
        printed[stream] += chunk
        if (isShown) process.stderr.write(chunk)
      })
    const [code] = await once(child, 'close')
    return { code, ...printed }
  }
  const read: Engine['read'] = async (...args) => {
    const { code, stdout, stderr } = await run(args)
    if (code !== 0) throw new Error(`${name} ${args.join(' ')}: ${stderr.trim()}`)
    return stdout.trim()
  }
  return { name, run, read }
}
