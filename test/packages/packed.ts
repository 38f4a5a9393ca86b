import { execFile, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { useStarted } from '../support/use-world.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** The Node of the tests first, as in `npm run`; no settings of an enclosing npm. */
const environment = (): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|node_options$)/i.test(name))
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  return { ...Object.fromEntries(own), PATH: path }
}

/** Runs a program; an error has its whole output. */
const output = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
  try {
    return (await run(program, args, { cwd, env: environment() })).stdout
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string }
    throw new Error([message, stdout, stderr].filter(Boolean).join('\n'))
  }
}

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'puente-packed-'))

export interface PackedPackage {
  tarball: string
  /** Paths in the tarball, without the leading `package/`. */
  files: string[]
  /** Bytes of the tarball. */
  size: number
}

const PACK_MS = 120_000

/** Runs one pack of a package at a time: packing builds its `dist`. */
const alone = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const lock = join(ROOT, 'node_modules', `.packing-${name}`)
  const isTaken = (): boolean => {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    // A killed run leaves its lock.
    if (age > PACK_MS) rmSync(lock, { recursive: true, force: true })
    try {
      mkdirSync(lock)
      return false
    } catch {
      return true
    }
  }
  while (isTaken()) await new Promise((resolve) => setTimeout(resolve, 100))
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Builds and packs a folder of `packages` once for the tests of a file. */
export const usePacked = (name: string): PackedPackage =>
  useStarted(async () => {
    const folder = temporaryFolder()
    const args = ['pack', '--json', '--pack-destination', folder]
    const packing = () => output('npm', args, join(ROOT, 'packages', name))
    const printed = await alone(name, packing)
    // The build may print before the report.
    const [report] = JSON.parse(printed.slice(printed.indexOf('[\n')))
    return {
      tarball: join(folder, report.filename),
      files: report.files.map(({ path }: { path: string }) => path),
      size: report.size,
      close: () => rmSync(folder, { recursive: true }),
    }
  })

export interface InstalledShop {
  folder: string
  write(files: Readonly<Record<string, string>>): void
  /** Runs a file under a Node or another runtime, and returns what it prints. */
  run(file: string, runtime?: string, args?: readonly string[]): Promise<string>
  /** Starts a file, which ends at the latest with the test. */
  start(
    file: string,
    settings?: Readonly<Record<string, string>>,
  ): { printed(): string; ended: Promise<number | null> }
  /** Type-checks files without the types of any other package. */
  typeCheck(files: readonly string[], options?: readonly string[]): Promise<string>
}

/** Installs tarballs into an empty folder, without a registry, for one test. */
export const installed = async (...tarballs: readonly string[]): Promise<InstalledShop> => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true }\n')
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await output('npm', ['install', ...flags, ...tarballs], folder)
  return {
    folder,
    write: (files) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    },
    run: (file, runtime = process.execPath, args = []) => output(runtime, [...args, file], folder),
    start: (file, settings = {}) => {
      const env = { ...environment(), ...settings }
      const child = spawn(process.execPath, [file], { cwd: folder, env })
      let text = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          text += chunk
        })
      }
      onTestFinished(() => void child.kill())
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      return { printed: () => text, ended }
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
