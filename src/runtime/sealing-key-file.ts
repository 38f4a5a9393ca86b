import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SealingKey } from './sealed-secrets.ts'

/**
 * The key ring of an installation that was given none: one key, made at the first start and kept
 * in the data folder. Two first starts at once agree on one key.
 */
export const sealingKeyOfDataDir = (dataDir: string): SealingKey[] => {
  const path = join(dataDir, 'sealing-key')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    const draft = `${path}-${randomBytes(4).toString('hex')}`
    writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 })
    try {
      linkSync(draft, path)
    } catch (error) {
      if (!existsSync(path)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return [{ id: 'local', key: Buffer.from(readFileSync(path, 'utf8'), 'base64') }]
}
