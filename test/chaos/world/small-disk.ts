import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for a database; where this process may mount, a real file system that can be filled. */
export interface SmallDisk {
  path: string
  canBeFilled: boolean
  /** Leaves not a block free, until the returned function is called. */
  fill(): () => void
  remove(): void
}

const SIZE_MB = 448
/** A database under way frees a block now and then. */
const REFILL_MS = 20

export const makeSmallDisk = (name: string): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), `puente-chaos-${name}-`))
  const mount = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'puente-chaos', path]
  const canBeFilled = spawnSync('mount', mount).status === 0
  let ballasts = 0

  const addBallast = (): void => {
    const { bavail, bsize } = statfsSync(path)
    if (bavail === 0) return
    try {
      writeFileSync(join(path, `ballast-${ballasts++}`), Buffer.alloc(bavail * bsize, 1))
    } catch {
      // The database was faster: what is written of the file takes the rest all the same.
    }
  }

  return {
    path,
    canBeFilled,
    fill: () => {
      addBallast()
      const timer = setInterval(addBallast, REFILL_MS)
      return () => {
        clearInterval(timer)
        for (; ballasts > 0; ballasts--) {
          rmSync(join(path, `ballast-${ballasts - 1}`), { force: true })
        }
      }
    },
    remove: () => {
      if (canBeFilled) spawnSync('umount', ['-l', path])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
