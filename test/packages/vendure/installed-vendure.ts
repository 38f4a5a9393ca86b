import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { blocksOf } from '../../documents/code-blocks.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { npmEnvironment, output } from '../packed.ts'
import { PACKS } from '../packs-folder.ts'
import { VENDURE_PROGRAM } from './vendure-program.ts'

const VENDURE = '3.7.3'

/** Dependencies that Vendure's own range would break. */
const OVERRIDES = { '@graphql-tools/delegate': '12.2.1' }

export interface InstalledVendure {
  folder: string
  /** With tables and basic data; copy it. */
  databaseUrl: string
}

/** Lines of the README that install the plugin, without those that are there for orientation. */
export const installLines = (): string[] =>
  blocksOf('packages/vendure/README.md')
    .slice(0, 3)
    .flatMap(({ text }) => text.trim().split('\n'))
    .filter((line) => line.trim() !== '' && !line.includes('// …'))

/** A payment plugin in a Vendure of its own. */
export interface Installation {
  /** Folder of the shop. */
  name: string
  program: string
  /** Installs the plugin in the folder of the shop. */
  line: string
}

/** The packed plugin, as the README installs it. */
const puente = (): Installation => ({
  name: 'vendure-shop',
  program: VENDURE_PROGRAM,
  line: installLines().find((each) => each.startsWith('npm install ')) ?? '',
})

/** Installs a real Vendure with a plugin once for a run of the tests. */
export const installedVendure = async (
  installation: Installation = puente(),
): Promise<InstalledVendure> => {
  const packs = process.env[PACKS]
  if (packs === undefined) throw new Error('test/packages/packs-folder.ts is no global setup')
  const { name } = installation
  const report = join(packs, `${name}.json`)
  await oneAtATime(join(packs, `.${name}`), async () => {
    if (existsSync(report)) return
    const folder = join(packs, name)
    await install(packs, folder, installation)
    const databaseUrl = await freshDatabase()
    await populate(folder, databaseUrl)
    writeFileSync(report, JSON.stringify({ folder, databaseUrl }))
  })
  return JSON.parse(readFileSync(report, 'utf8'))
}

const install = async (
  packs: string,
  folder: string,
  { program, line }: Installation,
): Promise<void> => {
  const dependencies = { '@vendure/core': VENDURE, pg: '^8' }
  const manifest = { name: 'shop', private: true, overrides: OVERRIDES, dependencies }
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'shop.js'), program)
  // The clone beside the shop, with the packed files.
  const clone = join(packs, 'puente')
  if (!existsSync(clone)) symlinkSync(packs, clone)
  const flags = '--prefer-offline --no-audit --no-fund'
  await output('sh', ['-c', `${line} ${flags}`], folder)
}

const populate = async (folder: string, databaseUrl: string): Promise<void> => {
  const env = { ...npmEnvironment(), DATABASE_URL: databaseUrl, PORT: String(await freePort()) }
  const child = spawn(process.execPath, ['shop.js', 'populate'], { cwd: folder, env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  }
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Vendure was not populated:\n${printed}`)
}
