import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Writes `.medusa/server/src`, where Medusa looks for the routes of a plugin. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const run = (...args: string[]): void => {
  execFileSync(process.execPath, args, { cwd: here('..'), stdio: 'inherit' })
}

// Its types.
if (!existsSync(here('../../node/dist'))) run(here('../../node/build/build.ts'))
rmSync(here('../.medusa'), { recursive: true, force: true })
run(here('../../../node_modules/typescript/bin/tsc'), '-p', 'build/tsconfig.json')
