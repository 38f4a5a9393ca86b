import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { orUndefined } from '../failure.ts'
import { freePort } from '../net/free-port.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { SUPERUSER } from './server-address.ts'
import { type Account, chownTo, runAs } from './unprivileged.ts'

/**
 * Creates the cluster as a draft and renames it: no crash or race leaves half a cluster. Returns
 * the superuser's password.
 */
export const initialiseCluster = async ({
  home,
  cluster,
  account,
}: {
  home: string
  cluster: string
  account: Account | undefined
}): Promise<string> => {
  const passwordFile = join(cluster, 'superuser-password')
  if (!existsSync(passwordFile)) {
    const password = randomBytes(18).toString('base64url')
    const draft = join(home, `postgres-new-${randomBytes(4).toString('hex')}`)
    const draftPasswordFile = `${draft}.password`
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(draftPasswordFile, password, { mode: 0o600 })
    chownTo(draft, account)
    chownTo(draftPasswordFile, account)
    const args = [`--pgdata=${draft}`, `--username=${SUPERUSER}`, `--pwfile=${draftPasswordFile}`]
    const encoding = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
    try {
      await runAs(account, postgresBinaries().initdb, [...args, ...encoding], [draft])
      renameSync(draftPasswordFile, join(draft, 'superuser-password'))
      renameSync(draft, cluster)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      rmSync(draftPasswordFile, { force: true })
      if (!existsSync(passwordFile)) throw error
    }
  }
  return readFileSync(passwordFile, 'utf8')
}

export const startServer = async ({
  cluster,
  account,
  port,
  settings = {},
}: {
  cluster: string
  account: Account | undefined
  /** Defaults to any free port. */
  port?: number | undefined
  settings?: Record<string, string>
}): Promise<void> => {
  const flags = Object.entries({
    port: String(port ?? (await freePort())),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${sharedBuffersMb()}MB`,
    ...settings,
  }).map(([name, value]) => `-c ${name}='${value}'`)
  removeStalePidFile(cluster)
  const log = join(cluster, 'server.log')
  const args = ['start', '-D', cluster, '-w', '-t', '60', '-l', log, '-o', flags.join(' ')]
  await runAs(account, postgresBinaries().pgCtl, args, [cluster])
}

/** An eighth of this machine's or container's memory. PostgreSQL reserves it and takes what it uses. */
const sharedBuffersMb = (): number => {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(1_024, Math.max(128, Math.floor(bytes / 8 / 2 ** 20)))
}

/** Returns `undefined` if the server is dead. */
export const portOfPidFile = (cluster: string): number | undefined => {
  const pidFile = orUndefined(() => readFileSync(join(cluster, 'postmaster.pid'), 'utf8'))
  const [pid, , , port] = pidFile?.split('\n') ?? []
  return isRunning(Number(pid)) ? Number(port) || undefined : undefined
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * PostgreSQL refuses to start if any process has the id in a stale `postmaster.pid`, as is likely
 * after a container restarts.
 */
const removeStalePidFile = (cluster: string): void => {
  const pidFile = join(cluster, 'postmaster.pid')
  try {
    const [pid] = readFileSync(pidFile, 'utf8').split('\n')
    const status = readFileSync(`/proc/${Number(pid)}/status`, 'utf8')
    const isServer = /^Name:\s+postgres$/m.test(status) && !/^State:\s+Z/m.test(status)
    if (!isServer) rmSync(pidFile)
  } catch {
    // No such file or process (PostgreSQL detects that), or no /proc.
  }
}

export const stopServer = (cluster: string, account: Account | undefined): Promise<void> =>
  runAs(account, postgresBinaries().pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], [cluster])
