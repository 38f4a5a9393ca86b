import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

/**
 * Builds changed sources in a child process, to release the memory. A no-op in images, which lack
 * the build and its tool.
 */
const madeBy = async (
  { build, tool, isUrgent }: { build: string; tool: string; isUrgent: boolean },
  onBuilding: () => void,
): Promise<'made' | 'failed'> => {
  if (!existsSync(pathOf(build)) || !existsSync(pathOf(tool))) return 'made'
  const child = spawn(process.execPath, [pathOf(build)], {
    stdio: ['ignore', 'pipe', isUrgent ? 'inherit' : 'ignore'],
  })
  child.stdout.on('data', (text: Buffer) => {
    if (String(text).includes('building')) onBuilding()
  })
  const [code] = await once(child, 'exit')
  return code === 0 ? 'made' : 'failed'
}

export const makeDashboard = async (say: (line: string) => void): Promise<void> => {
  const began = performance.now()
  const outcome = await madeBy(
    { build: 'dashboard/build/build.ts', tool: 'node_modules/vite', isUrgent: true },
    () => say('  Building the dashboard. This takes a few seconds, once.'),
  )
  if (outcome === 'failed') say('  Building the dashboard failed. Everything else still starts.')
  else if (performance.now() - began > 5_000) say('  The dashboard is built.')
}

/** Builds the documentation that `/docs` serves; `npm start` does not wait for it. */
export const makeSite = async ({ isUrgent }: { isUrgent: boolean }): Promise<void> => {
  await madeBy({ build: 'site/build/build.ts', tool: 'node_modules/vitepress', isUrgent }, () => {})
}
