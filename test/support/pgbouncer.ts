import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { eventually } from './eventually.ts'

export interface PgBouncer {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const IS_ROOT = userInfo().uid === 0

export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0

export const startPgBouncer = async (
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<PgBouncer> => {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'puente-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    // No client authentication: the `[databases]` line has the credentials.
    auth_type: 'any',
    default_pool_size: '80',
    ...settings,
  }
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${databasePort} user=${username} password=${decodeURIComponent(password)}`,
      '[pgbouncer]',
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  )
  // As root, PgBouncer refuses to run; as `nobody` it reads its file.
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)
  const args = IS_ROOT ? ['-u', 'nobody', file] : [file]
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}?sslmode=disable`
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn('pgbouncer', args, { stdio: 'ignore' })
    await eventually(async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    })
  }
  const kill = async (): Promise<void> => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    kill,
    start,
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}
