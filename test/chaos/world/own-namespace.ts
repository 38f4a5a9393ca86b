import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

const MARK = 'CHAOS_IN_OWN_NAMESPACE'

/** The capability to mount goes with our own account, so that PostgreSQL still runs as nobody special. */
const UNSHARE = ['--user', '--map-current-user', '--mount', '--keep-caps']

/**
 * Who is not root may mount a file system in a namespace of their own, where the system allows that.
 * Runs this program again in one, and returns its exit code; nothing where that is of no use.
 */
export const runInOwnNamespace = async (): Promise<number | undefined> => {
  if (process.getuid?.() === 0 || process.env[MARK]) return undefined
  if (spawnSync('unshare', [...UNSHARE, 'true']).status !== 0) return undefined
  const program = [process.execPath, ...process.argv.slice(1)]
  const child = spawn('unshare', [...UNSHARE, ...program], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: 'yes' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  return code ?? 1
}
