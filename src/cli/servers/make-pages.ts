import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

export type Built = 'made' | 'failed'

/**
 * Builds changed sources in a child process, to release the memory. A no-op in images, which lack
 * the build and its tool.
 */
const madeBy = async (
  { build, tool, isUrgent }: { build: string; tool: string; isUrgent: boolean },
  onBuilding: () => void,
): Promise<Built> => {
  if (!existsSync(pathOf(build)) || !existsSync(pathOf(tool))) return 'made'
  const child = spawn(process.execPath, [pathOf(build)], {
    stdio: ['ignore', 'pipe', isUrgent ? 'inherit' : 'ignore'],
  })
  // Puente may have started already.
  if (!isUrgent && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.stdout.on('data', (text: Buffer) => {
    if (String(text).includes('building')) onBuilding()
  })
  // Rejects if the process does not start.
  const code = await once(child, 'exit').then(
    ([exitCode]) => exitCode,
    () => undefined,
  )
  return code === 0 ? 'made' : 'failed'
}

export const makeDashboard = async (say: (line: string) => void): Promise<Built> => {
  const began = performance.now()
  const outcome = await madeBy(
    { build: 'dashboard/build/build.ts', tool: 'node_modules/vite', isUrgent: true },
    () => say('  Building the dashboard. This takes a few seconds, once.'),
  )
  if (outcome === 'failed') say('  Building the dashboard failed. Everything else still starts.')
  else if (performance.now() - began > 5_000) say('  The dashboard is built.')
  return outcome
}

/** Builds the documentation that `/docs` serves; `npm start` does not wait for it. */
export const makeSite = async (
  say: (line: string) => void,
  { isUrgent }: { isUrgent: boolean },
): Promise<Built> => {
  const outcome = await madeBy(
    { build: 'site/build/build.ts', tool: 'node_modules/vitepress', isUrgent },
    () => {},
  )
  if (outcome === 'failed') {
    say('  Building the documentation failed: "npm run build:site" shows why.')
  }
  return outcome
}
