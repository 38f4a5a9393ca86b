import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { z } from 'zod'

const PACKAGE = new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url)

/**
 * Unpacks the Chromium of `@sparticuz/chromium` once for a user and version, and returns its path.
 * The package itself unpacks in place, where a second test file would start a half-written one; here
 * it does so in a directory of its own, which is then renamed.
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

/** The package knows no other way to be told where. */
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
