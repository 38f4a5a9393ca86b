import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { UserError } from '../failure.ts'
import { sealingKeyOfDataDir } from './sealing-key-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('the error for an unusable data folder names the fix and shows no stack trace', () => {
  // Permissions do not stop root; a file does.
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const start = () => sealingKeyOfDataDir(join(file, 'data'))
  expect(start).toThrow(UserError)
  expect(start).toThrow(
    /^DATA_DIR: .*\(ENOTDIR\)\. Make the folder writable .* or set SEALING_KEYS/,
  )
})

it('the next start reads the key created by the first', () => {
  const dataDir = join(folder, 'data')
  expect(sealingKeyOfDataDir(dataDir)).toEqual(sealingKeyOfDataDir(dataDir))
})
