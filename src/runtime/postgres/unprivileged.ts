import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { orUndefined } from '../failure.ts'

export interface Account {
  uid: number
  gid: number
}

/** Account for programs that refuse to run as root; `undefined` unless this process is root. */
export const unprivilegedAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = numericId('-u', name)
    const gid = numericId('-g', name)
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as. Start as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * Returns the folder's owner, as PostgreSQL demands. Throws if this process is neither owner nor
 * root.
 */
export const accountFor = (folder: string): Account | undefined => {
  const owner = statSync(folder, { throwIfNoEntry: false })
  const uid = process.getuid?.()
  if (!owner || uid === undefined) return unprivilegedAccount()
  if (uid === 0) return owner.uid === 0 ? unprivilegedAccount() : { uid: owner.uid, gid: owner.gid }
  if (owner.uid === uid) return undefined
  throw new Error(
    `${folder} belongs to another account. Start as that account, or set DATA_DIR to another folder.`,
  )
}

const numericId = (flag: '-u' | '-g', name: string): number | undefined =>
  orUndefined(() =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
  )

export const chownTo = (path: string, account: Account | undefined): void => {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Bound on waiting for a failed program's output. */
const LAST_WORDS_MS = 500

/** Reports whether other accounts can reach `path`. */
export const openToOthers = (path: string): boolean => {
  const parent = dirname(realpathSync(path))
  return (
    (statSync(parent).mode & 0o001) !== 0 && (parent === dirname(parent) || openToOthers(parent))
  )
}

/**
 * Runs a program, as `account` if given. `setpriv` grants CAP_DAC_OVERRIDE alone, for folders
 * closed to that account. Rejects with the output.
 */
export const runAs = async (
  account: Account | undefined,
  program: string,
  args: readonly string[],
  reachablePaths: readonly string[],
): Promise<void> => {
  const command =
    account && ![program, ...reachablePaths].every(openToOthers)
      ? withFolderAccess(account, program, args)
      : { program, args, options: account ?? {} }
  const child = spawn(command.program, command.args, {
    ...command.options,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-4_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    // A server that outlives the program keeps 'close' from firing.
    child.on('exit', async (code, signal) => {
      if (code !== 0) await Promise.race([once(child, 'close'), sleep(LAST_WORDS_MS)])
      child.stdout.destroy()
      child.stderr.destroy()
      if (code === 0) resolve()
      else reject(new Error(`${program} ended with ${code ?? signal}: ${printed.trim()}`))
    })
  })
}

const withFolderAccess = ({ uid, gid }: Account, program: string, args: readonly string[]) => ({
  program: 'setpriv',
  args: [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // access(2), used by initdb, would ignore the capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    program,
    ...args,
  ],
  options: {},
})
