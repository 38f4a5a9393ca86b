import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../../src/runtime/error-code.ts'

const POLL_MS = 100
/** Longer than any build. */
const LONGEST_MS = 10 * 60_000

/**
 * Works while no other process holds the lock, a file with the id of its process. Takes over the lock
 * of a process that was killed.
 */
export const oneAtATime = async (lock: string, work: () => Promise<void>): Promise<void> => {
  while (!isTaken(lock)) {
    if (isStale(lock)) remove(lock)
    else await sleep(POLL_MS)
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

const isTaken = (lock: string): boolean => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

const isStale = (lock: string): boolean => {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    const heldMs = Date.now() - statSync(lock).mtimeMs
    // An empty file is one that is being written.
    return heldMs > LONGEST_MS || (holder > 0 && !isRunning(holder))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Renames it first, so that of several processes that wait, one removes the stale lock. */
const remove = (lock: string): void => {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  rmSync(aside)
}
