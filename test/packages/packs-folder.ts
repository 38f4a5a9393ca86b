import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Variable with the folder that the processes of a run share for packed packages. */
export const PACKS = 'TEST_PACKS'

export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-packs-'))
  process.env[PACKS] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
