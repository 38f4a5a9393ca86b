import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writePrivately } from './private-file.ts'

const newPath = (): string => join(mkdtempSync(join(tmpdir(), 'puente-private-')), 'export.json')

it('only the owner can read the file', async () => {
  const path = newPath()
  await writePrivately(path, ['{"a":', '1}'])
  expect(readFileSync(path, 'utf8')).toBe('{"a":1}')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('a file that exists stays as it is', async () => {
  const path = newPath()
  writeFileSync(path, 'older')
  await expect(writePrivately(path, ['newer'])).rejects.toThrow('--output')
  expect(readFileSync(path, 'utf8')).toBe('older')
})

it('an export that fails halfway leaves no file', async () => {
  const path = newPath()
  const pieces = async function* () {
    yield '{"orders":['
    throw new Error('the database went away')
  }
  await expect(writePrivately(path, pieces())).rejects.toThrow('the database went away')
  expect(existsSync(path)).toBe(false)
})
