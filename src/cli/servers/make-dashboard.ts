import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../../../dashboard/build/build.ts', import.meta.url))
const VITE = fileURLToPath(new URL('../../../node_modules/vite', import.meta.url))

/**
 * Builds changed sources in a child process, to release the memory. A no-op in images, which lack
 * Vite.
 */
export const makeDashboard = async (say: (line: string) => void): Promise<void> => {
  if (!existsSync(BUILD) || !existsSync(VITE)) return
  const began = performance.now()
  const child = spawn(process.execPath, [BUILD], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.on('data', (text: Buffer) => {
    if (String(text).includes('building'))
      say('  Building the dashboard. This takes a few seconds, once.')
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) say('  Building the dashboard failed. Everything else still starts.')
  else if (performance.now() - began > 5_000) say('  The dashboard is built.')
}
