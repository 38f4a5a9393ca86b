import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

const MARK = 'CHAOS_IN_OWN_NAMESPACE'

/** Keeps account and mount capability, so PostgreSQL still runs unprivileged. */
const UNSHARE = ['--user', '--map-current-user', '--mount', '--keep-caps']

/**
 * Runs this program again in a namespace that may mount file systems. Returns its exit code;
 * `undefined` if unnecessary or unsupported.
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
