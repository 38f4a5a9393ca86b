import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Writes `dist`. Installs Vendure beside the package first: it is no dependency of the repository. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Prints to stderr: `npm pack --json` prints its report to stdout, and makes an inner npm print one. */
const run = (program: string, ...args: string[]): void => {
  execFileSync(program, args, { cwd: here('..'), stdio: ['inherit', process.stderr, 'inherit'] })
}

if (!existsSync(here('../node_modules/@vendure/core')))
  // Without its peers: @puente/node comes from the folder beside it.
  run('npm', 'ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund')
// Its types.
if (!existsSync(here('../../node/dist'))) run(process.execPath, here('../../node/build/build.ts'))
rmSync(here('../dist'), { recursive: true, force: true })
run(process.execPath, here('../../../node_modules/typescript/bin/tsc'), '-p', 'build/tsconfig.json')
