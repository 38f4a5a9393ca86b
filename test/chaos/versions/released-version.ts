import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from '../../support/child-environment.ts'

const run = promisify(execFile)

/** The last released version, beside this one. */
export interface ReleasedVersion {
  main: string
  /** Runs a file of `src/cli`, and returns what it prints. */
  command(file: string, args: readonly string[], settings: Record<string, string>): Promise<string>
  remove(): void
}

/** The commit that the changelog names. */
const releasedCommit = (): string => {
  const [, commit] =
    /^Released .* as commit `(\w+)`/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  if (commit === undefined) throw new Error('CHANGELOG.md names no released commit')
  return commit
}

/** A shallow clone lacks it. */
export const hasReleasedCommit = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${releasedCommit()}^{commit}`]).status === 0

/** Takes the released version from git, with its own dependencies. */
export const installReleasedVersion = async (): Promise<ReleasedVersion> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-released-'))
  const unpack = 'git archive "$1" | tar -x -C "$2"'
  await run('sh', ['-c', unpack, 'sh', releasedCommit(), folder])
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit']
  await run('npm', install, { cwd: folder })
  return {
    main: join(folder, 'src/main.ts'),
    command: async (file, args, settings) => {
      const env = childEnvironment(settings)
      const words = [join(folder, 'src/cli', file), ...args]
      return (await run(process.execPath, words, { cwd: tmpdir(), env })).stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
