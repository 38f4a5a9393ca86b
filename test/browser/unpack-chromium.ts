import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { z } from 'zod'

const PACKAGE = new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url)

/**
 * Unpacks the Chromium of `@sparticuz/chromium` once per user and version. Unpacks beside the
 * target and renames, so that no concurrent test starts a partial binary.
 */
export const unpackChromium = async (): Promise<string> => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(PACKAGE, 'utf8')))
  const home = join(tmpdir(), `puente-chromium-${version}-${userInfo().uid}`)
  if (!existsSync(home)) {
    const unpacked = mkdtempSync(join(tmpdir(), 'puente-chromium-'))
    await unpackInto(unpacked)
    try {
      renameSync(unpacked, home)
    } catch {
      // Another test file was faster.
      rmSync(unpacked, { recursive: true, force: true })
    }
  }
  return join(home, 'chromium')
}

/** TMPDIR is the only way to choose the target. */
const unpackInto = async (directory: string): Promise<void> => {
  const { TMPDIR } = process.env
  process.env.TMPDIR = directory
  try {
    await sparticuz.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
