import { execFile, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { useStarted } from '../support/use-world.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { PACKS } from './packs-folder.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
/** In the clone, whose folders `dist` several runs of the tests share. */
const LOCK = join(ROOT, 'node_modules/.packing')

/** A Node first on PATH, as in `npm run`; no settings of an enclosing npm or Vitest. */
export const npmEnvironment = (node = process.execPath): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|vitest|node_options$)/i.test(name),
  )
  const path = [dirname(node), process.env.PATH].join(delimiter)
  return { ...Object.fromEntries(own), PATH: path }
}

/** Runs a program; an error has its whole output. `node` comes first on its PATH. */
export const output = async (
  program: string,
  args: readonly string[],
  cwd: string,
  node = process.execPath,
): Promise<string> => {
  try {
    return (await run(program, args, { cwd, env: npmEnvironment(node) })).stdout
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string }
    throw new Error([message, stdout, stderr].filter(Boolean).join('\n'))
  }
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'puente-packed-'))

export interface PackedPackage {
  tarball: string
  /** Paths in the tarball, without the leading `package/`. */
  files: string[]
  /** Bytes of the tarball. */
  size: number
}

/**
 * Builds and packs a folder of `packages` once for a run of the tests. One at a time: a build uses those
 * of other packages.
 */
export const usePacked = (name: string): PackedPackage =>
  useStarted(async () => {
    const folder = process.env[PACKS]
    if (folder === undefined) throw new Error('test/packages/packs-folder.ts is no global setup')
    const report = join(folder, `${name}.json`)
    await oneAtATime(LOCK, async () => {
      if (!existsSync(report)) writeFileSync(report, await packed(name, folder))
    })
    const { filename, files, size } = JSON.parse(readFileSync(report, 'utf8'))
    return {
      tarball: join(folder, filename),
      files: files.map(({ path }: { path: string }) => path),
      size,
    }
  })

const packed = async (name: string, folder: string): Promise<string> => {
  const args = ['pack', '--json', '--pack-destination', folder]
  const printed = await output('npm', args, join(ROOT, 'packages', name))
  // The build may print before the report, also JSON: an inner npm inherits `--json`.
  const [report] = JSON.parse(printed.slice(printed.lastIndexOf('\n[\n') + 1))
  return JSON.stringify(report)
}

export interface InstalledShop {
  folder: string
  write(files: Readonly<Record<string, string>>): void
  /** Runs a file under a Node or another runtime, and returns what it prints. */
  run(file: string, runtime?: string, args?: readonly string[]): Promise<string>
  /** Starts a file; in a shop of `installed`, it ends at the latest with the test. */
  start(
    file: string,
    settings?: Readonly<Record<string, string>>,
  ): { printed(): string; ended: Promise<number | null>; stop(): void }
  /** Type-checks files without the types of any other package. */
  typeCheck(files: readonly string[], options?: readonly string[]): Promise<string>
}

/** Installs tarballs into an empty folder, without a registry, for one test. */
export const installed = async (...tarballs: readonly string[]): Promise<InstalledShop> => {
  const { remove, start, ...shop } = await install(...tarballs)
  onTestFinished(remove)
  return {
    ...shop,
    start: (file, settings) => {
      const started = start(file, settings)
      onTestFinished(started.stop)
      return started
    },
  }
}

/** Installs tarballs into an empty folder, without a registry. */
export const install = async (
  ...tarballs: readonly string[]
): Promise<InstalledShop & { remove(): void }> => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true }\n')
  // Not the cache of this machine, which may have what a registry has.
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--cache', 'cache']
  await output('npm', ['install', ...flags, ...tarballs], folder)
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true }),
    write: (files) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    },
    run: (file, runtime = process.execPath, args = []) => output(runtime, [...args, file], folder),
    start: (file, settings = {}) => {
      const child = spawn(process.execPath, [file], {
        cwd: folder,
        env: { ...npmEnvironment(), ...settings },
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          text += chunk
        })
      }
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      return { printed: () => text, ended, stop: () => void child.kill() }
    },
    typeCheck: (files, options = []) => {
      const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
      const alone = ['--types', '', '--lib', 'es2023,dom']
      return output(process.execPath, [TSC, ...strict, ...alone, ...options, ...files], folder)
    },
  }
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Paths of a program: the one that the environment names first, then those of the machine. */
const pathsOf = (program: string, named: string | undefined): string[] => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']
  const paths = [...(named ? [named] : []), ...folders.map((folder) => join(folder, program))]
  return [...new Set(paths)].filter(isExecutable)
}

/** Finds a Node by its major version: `NODE_20` in the environment, else one of the machine. */
export const nodeOf = async (major: number): Promise<string | undefined> => {
  for (const path of [process.execPath, ...pathsOf('node', process.env[`NODE_${major}`])]) {
    const version = await output(path, ['--version'], ROOT).catch(() => '')
    if (version.startsWith(`v${major}.`)) return path
  }
  return undefined
}

/** Finds another runtime: `BUN` or `DENO` in the environment, else one of the machine. */
export const runtimeOf = (name: 'bun' | 'deno'): string | undefined =>
  pathsOf(name, process.env[name.toUpperCase()])[0]
