import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** One folder of compiled code for the whole run: hundreds of processes start, and half of that is reading. */
export const setup = async (): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-test-code-'))
  process.env.NODE_COMPILE_CACHE = folder
  await compileInto(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Fills a folder with Puente's compiled code, so that a start takes half the time. */
export const compileInto = async (compileCache: string): Promise<void> => {
  // A process that is killed writes no cache; one that finds its settings wrong does.
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: 'none' }
  const child = spawn(process.execPath, [MAIN], { cwd: tmpdir(), env, stdio: 'ignore' })
  await once(child, 'exit')
}
