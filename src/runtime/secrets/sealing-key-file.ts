import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { UserError } from '../failure.ts'
import type { SealingKey } from './sealed-secrets.ts'

/**
 * Returns the data folder's key, created at the first start; concurrent starts agree. Throws
 * `UserError` for an unusable folder.
 */
export const sealingKeyOfDataDir = (dataDir: string): SealingKey[] => {
  const path = join(dataDir, 'sealing-key')
  try {
    if (!existsSync(path)) makeKey(dataDir, path)
    return [{ id: 'local', key: Buffer.from(readFileSync(path, 'utf8'), 'base64') }]
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    throw new UserError(
      `DATA_DIR: the sealing key in ${dataDir} can be neither read nor made (${code}). Make the folder writable for this process, or set SEALING_KEYS, such as id:base64 of 32 random bytes.`,
    )
  }
}

const makeKey = (dataDir: string, path: string): void => {
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
