import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Database folder: a small tmpfs, which a test can fill if this process may mount. */
export interface SmallDisk {
  path: string
  canBeFilled: boolean
  /** Keeps the disk full until the returned function runs. */
  fill(): Promise<() => void>
  remove(): void
}

const SIZE_MB = 448
/** A busy database frees blocks now and then. */
const REFILL_MS = 20
const PIECE_BYTES = 4 * 1024 * 1024

export const makeSmallDisk = (name: string): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), `puente-chaos-${name}-`))
  const mount = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'puente-chaos', path]
  const canBeFilled = spawnSync('mount', mount).status === 0
  const ballast = join(path, 'ballast')

  const addBallast = async (): Promise<void> => {
    const file = await open(ballast, 'a')
    try {
      for (let free = bytesFree(path); free > 0; free = bytesFree(path)) {
        await file.write(Buffer.alloc(Math.min(free, PIECE_BYTES), 1))
      }
    } catch {
      // The database took the last block first.
    } finally {
      await file.close()
    }
  }

  return {
    path,
    canBeFilled,
    fill: async () => {
      await addBallast()
      let adding: Promise<void> = Promise.resolve()
      const timer = setInterval(() => {
        adding = adding.then(addBallast)
      }, REFILL_MS)
      return () => {
        clearInterval(timer)
        void adding.then(() => rm(ballast, { force: true }))
      }
    },
    remove: () => {
      if (canBeFilled) spawnSync('umount', ['-l', path])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const bytesFree = (path: string): number => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
