import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { npmEnvironment, output, temporaryFolder } from '../packed.ts'
import { CARDS_ROUTE, cardsRoute, seedProgram } from './medusa-program.ts'

export const MEDUSA = '2.21.2'

/** A version that the ranges of Medusa's dependencies break. */
const OVERRIDES = { 'msgpackr-extract': '3.0.3' }

export interface MedusaFolder {
  folder: string
  remove(): Promise<void>
}

export interface MedusaPackages {
  /** Tarballs by name of the package. */
  packages: Readonly<Record<string, string>>
  /** Text of `medusa-config.js`. */
  config: string
  /** Payment provider of the regions. */
  provider: string
}

/**
 * Installs Medusa and tarballs into an empty folder. `MEDUSA_ENGINE` names a folder with an
 * installed Medusa (0.9 GB), whose files the new folder then shares by hard links. `MEDUSA_FOLDER`
 * names a shop that such a run left, whose packages are replaced: for repeated runs on a slow machine.
 */
export const medusaFolder = async (given: MedusaPackages): Promise<MedusaFolder> => {
  const kept = process.env.MEDUSA_FOLDER
  if (kept !== undefined) return keptFolder(kept, given)
  const folder = temporaryFolder()
  const engine = process.env.MEDUSA_ENGINE
  if (engine !== undefined) await shareEngine(engine, folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestOf(given.packages)))
  await output(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
    folder,
  )
  writePrograms(folder, given)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const writePrograms = (folder: string, { config, provider }: MedusaPackages): void => {
  writeFileSync(join(folder, 'medusa-config.js'), config)
  writeFileSync(join(folder, 'seed.js'), seedProgram(provider))
  mkdirSync(join(folder, dirname(CARDS_ROUTE)), { recursive: true })
  writeFileSync(join(folder, CARDS_ROUTE), cardsRoute())
}

const keptFolder = async (folder: string, given: MedusaPackages): Promise<MedusaFolder> => {
  for (const [name, tarball] of Object.entries(given.packages)) {
    const installed = join(folder, 'node_modules', name)
    rmSync(installed, { recursive: true, force: true })
    mkdirSync(installed)
    await output('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], folder)
  }
  writePrograms(folder, given)
  return { folder, remove: async () => {} }
}

const manifestOf = (packages: Readonly<Record<string, string>>) => ({
  name: 'shop',
  private: true,
  overrides: OVERRIDES,
  dependencies: {
    '@medusajs/cli': MEDUSA,
    '@medusajs/framework': MEDUSA,
    '@medusajs/medusa': MEDUSA,
    ...packages,
  },
})

const shareEngine = async (engine: string, folder: string): Promise<void> => {
  await output('cp', ['-al', join(engine, 'node_modules'), folder], folder)
  // npm writes into this file, which must not change in the shared folder.
  const list = 'node_modules/.package-lock.json'
  rmSync(join(folder, list), { force: true })
  for (const file of [list, 'package-lock.json'])
    if (existsSync(join(engine, file))) cpSync(join(engine, file), join(folder, file))
}

/** Runs a command of Medusa's CLI. */
export const medusaCommand = (folder: string): string =>
  join(folder, 'node_modules/@medusajs/cli/cli.js')

export const medusaEnvironment = (settings: Readonly<Record<string, string>>) => ({
  ...npmEnvironment(),
  MEDUSA_DISABLE_TELEMETRY: '1',
  NODE_ENV: 'production',
  ...settings,
})
