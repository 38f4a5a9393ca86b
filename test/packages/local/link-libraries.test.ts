import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { linkLibraries } from '../../../packages/local/src/engine/link-libraries.ts'

const packageWithLibrary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-libraries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'native/lib'), { recursive: true })
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  ]
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  return folder
}

it('the libraries get the names that PostgreSQL loads, and a second start finds them', () => {
  const folder = packageWithLibrary()
  writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), '')
  linkLibraries(folder)
  linkLibraries(folder)
  expect(readlinkSync(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
})

it('a link that another start makes at the same moment does not stop Puente', () => {
  const folder = packageWithLibrary()
  // Its target is missing, so a look at it finds nothing, as just before the other start linked it.
  symlinkSync('libpq.so.5.18', join(folder, 'native/lib/libpq.so'))
  linkLibraries(folder)
  expect(readlinkSync(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
})
