import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { UserError } from './failure.ts'
import { sealingKeyOfDataDir } from './sealing-key-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a data folder in which no key can be made is named with the cure, not with a stack trace', () => {
  // A file in the way stops root as well, whom no permission stops.
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const start = () => sealingKeyOfDataDir(join(file, 'data'))
  expect(start).toThrow(UserError)
  expect(start).toThrow(
    /^DATA_DIR: .*\(ENOTDIR\)\. Make the folder writable .* or set SEALING_KEYS/,
  )
})

it('the key that was made once is read at the next start', () => {
  const dataDir = join(folder, 'data')
  expect(sealingKeyOfDataDir(dataDir)).toEqual(sealingKeyOfDataDir(dataDir))
})
