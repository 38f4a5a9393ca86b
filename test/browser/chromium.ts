import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { errorMessage } from '../../src/runtime/failure.ts'
import { unpackChromium } from './unpack-chromium.ts'

/**
 * Launches the npm package's Chromium on Linux x64, else an installed Chrome or Chromium. If none
 * starts, prints why and returns `undefined`; in CI, throws.
 */
export const launchChromium = async (
  moreArguments: string[] = [],
): Promise<Browser | undefined> => {
  const reasons: string[] = []
  for (const { name, options } of candidates) {
    try {
      const { args = [], ...others } = await options()
      return await chromium.launch({ ...others, args: [...args, ...moreArguments] })
    } catch (error) {
      const [firstLine = ''] = errorMessage(error).split('\n')
      reasons.push(`  ${name}: ${firstLine}`)
    }
  }
  if (process.env.CI) throw new Error(`No Chromium runs in CI:\n${reasons.join('\n')}`)
  process.stderr.write(`Browser tests are skipped, no Chromium runs here:\n${reasons.join('\n')}\n`)
  return undefined
}

interface Candidate {
  name: string
  options(): Promise<LaunchOptions>
}

const fromNpm: Candidate = {
  name: '@sparticuz/chromium',
  options: async () => {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      throw new Error(`made for Linux on x64, not for ${process.platform} on ${process.arch}`)
    }
    return {
      executablePath: await unpackChromium(),
      args: [
        ...sparticuz.args.filter((argument) => !LAX.has(argument) && !DRAWS_AS_GPU.has(argument)),
        NO_GPU,
      ],
    }
  },
}

/**
 * Drops arguments that lift page restrictions, which the tests check, and the single process, which
 * does not survive many contexts.
 */
const LAX = new Set([
  '--allow-running-insecure-content',
  '--disable-web-security',
  '--single-process',
  '--no-zygote',
])

/** An emulated GPU costs two fifths more CPU time per page than drawing without one. */
const DRAWS_AS_GPU = new Set([
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
])
const NO_GPU = '--disable-gpu'

const installed = (channel: string): Candidate => ({
  name: `installed ${channel}`,
  options: async () => ({ channel, args: ['--no-sandbox', NO_GPU] }),
})

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
]

const candidates: readonly Candidate[] = [
  fromNpm,
  installed('chrome'),
  installed('msedge'),
  ...CHROMIUM_PATHS.filter((path) => existsSync(path)).map((executablePath) => ({
    name: executablePath,
    options: async () => ({ executablePath, args: ['--no-sandbox', NO_GPU] }),
  })),
]
