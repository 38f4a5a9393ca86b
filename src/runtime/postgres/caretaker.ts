import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { portOfPidFile, stopServer } from './cluster.ts'
import { acquireLease, isLastUser, keepsProcess } from './lease.ts'
import { accountFor } from './unprivileged.ts'

interface Charge {
  home: string
  isTemporary: boolean
}

const PROGRAM = fileURLToPath(import.meta.url)

/** Spawns a process that stops the server after its last user; safe in an `exit` handler. */
export const startCaretaker = ({ home, isTemporary }: Charge): void => {
  const args = [PROGRAM, home, ...(isTemporary ? [TEMPORARY] : [])]
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref()
}

const TEMPORARY = '--temporary'

/** Bound on polls while other processes use the server. */
const MAX_POLLS = 60
/** Bound on polls while a server may still be starting. */
const POLLS_WITHOUT_SERVER = 10
const POLL_MS = 500

const stopPostgres = async ({ home, isTemporary }: Charge): Promise<void> => {
  const cluster = join(home, 'postgres')
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if (polls > 0) await sleep(POLL_MS)
    const port = portOfPidFile(cluster)
    if (!port && polls >= POLLS_WITHOUT_SERVER) break
    if (!port) continue
    const address = { port, password: readFileSync(join(cluster, 'superuser-password'), 'utf8') }
    const lease = await acquireLease(address)
    if (!lease) continue
    keepsProcess(lease, true)
    const isLast = await isLastUser(lease, address)
    if (isLast) await stopServer(cluster, accountFor(cluster))
    await lease.end().catch(() => {})
    if (isLast) break
  }
  if (isTemporary && !portOfPidFile(cluster)) rmSync(home, { recursive: true, force: true })
}

if (process.argv[1] === PROGRAM) {
  const [, , home = '', temporary] = process.argv
  await stopPostgres({ home, isTemporary: temporary === TEMPORARY })
}
