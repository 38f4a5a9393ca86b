import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Shares one compile cache across the run, which starts hundreds of processes. */
export const setup = async (): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-test-code-'))
  process.env.NODE_COMPILE_CACHE = folder
  await compileInto(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Fills a compile cache, which halves start time. */
export const compileInto = async (compileCache: string): Promise<void> => {
  // The invalid PORT makes the process exit by itself: a killed process writes no cache.
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: 'none' }
  const child = spawn(process.execPath, [MAIN], { cwd: tmpdir(), env, stdio: 'ignore' })
  await once(child, 'exit')
}
