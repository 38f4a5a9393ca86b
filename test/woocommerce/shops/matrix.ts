import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorMessage, UserError } from '../../../src/runtime/failure.ts'
import { replaceMarkedPart } from '../../support/marked-part.ts'
import { type Cell, failuresOf } from './cell.ts'
import { HELP, type MatrixOptions, parseMatrixOptions, type Storage } from './options.ts'
import { type Release, type Releases, readReleases } from './releases.ts'
import { checkRequirements, type Versions } from './requirements.ts'
import { testShop } from './run-tests.ts'
import { type ShopToStart, startShop } from './shop/start-shop.ts'
import { cellLines, matrixPart, matrixTable } from './table.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = join(ROOT, 'docs/reference-woocommerce.md')
const LOGS = join(ROOT, 'dist/woocommerce-matrix')
const BAD_INPUT = 2
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Ends the shop that runs now. */
let stopShop = async (): Promise<void> => {}
let isStopping = false

const stopAtSignals = (): void => {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, async () => {
      if (isStopping) return
      isStopping = true
      await stopShop()
      process.exit(code)
    })
  }
}

const shopOf = (
  releases: Releases,
  {
    woocommerce,
    storage,
    pluginZip,
  }: { woocommerce: Release; storage: Storage; pluginZip: string },
): ShopToStart => ({
  wordpress: releases.wordpress.folder,
  woocommerce: woocommerce.folder,
  pluginZip,
  subscriptions: releases.subscriptions,
  languages: releases.languages,
  storage,
  logs: join(LOGS, `${woocommerce.version}-${storage}`),
})

const start = (shop: ShopToStart) => {
  rmSync(shop.logs, { recursive: true, force: true })
  return startShop(shop, (stop) => {
    stopShop = stop
  })
}

const buildPlugin = async (): Promise<string> => {
  const build = join(ROOT, 'adapters/woocommerce/build/build.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [build])
  return stdout.trim()
}

/** Runs until a signal stops it. */
const keepShop = async (shop: ShopToStart): Promise<void> => {
  const { variables } = await start(shop)
  for (const [name, value] of Object.entries(variables)) say(`export ${name}='${value}'`)
  say('# The shop runs until Ctrl-C.')
  await new Promise(() => {})
}

const runCell = async (
  shop: ShopToStart,
  { version, only }: { version: string; only: readonly string[] },
): Promise<Cell> => {
  const startedAt = Date.now()
  const cell = { woocommerce: version, storage: shop.storage }
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  try {
    const started = await start(shop)
    const tested = await testShop(started, { only, logs: shop.logs })
    return { ...cell, ...tested, seconds: seconds() }
  } catch (error) {
    const failure = errorMessage(error)
    return { ...cell, results: [], flakes: [], seconds: seconds(), failure }
  } finally {
    await stopShop()
  }
}

const writeDocument = (
  cells: readonly Cell[],
  {
    options,
    releases,
    versions,
  }: { options: MatrixOptions; releases: Releases; versions: Versions },
): void => {
  const shops = releases.woocommerce.map(({ version }) => `--woocommerce ${version}`)
  const more = options.subscriptions ? ['--subscriptions woocommerce-subscriptions-core'] : []
  const text = matrixPart(cells, {
    command: [
      `npm run test:woocommerce:matrix -- --wordpress ${releases.wordpress.version}`,
      ...shops,
      ...more,
    ].join(' '),
    day: new Date().toISOString().slice(0, 10),
    wordpress: releases.wordpress.version,
    ...versions,
  })
  const document = readFileSync(DOCUMENT, 'utf8')
  writeFileSync(DOCUMENT, replaceMarkedPart(document, { name: 'matrix', text }))
}

const main = async (): Promise<void> => {
  const options = parseMatrixOptions(process.argv.slice(2))
  if (!options) {
    say(HELP)
    return
  }
  const releases = readReleases(options)
  const versions = await checkRequirements()
  stopAtSignals()
  const pluginZip = await buildPlugin()
  const shops = releases.woocommerce.flatMap((woocommerce) =>
    options.storages.map((storage) => ({
      version: woocommerce.version,
      shop: shopOf(releases, { woocommerce, storage, pluginZip }),
    })),
  )
  if (options.keep && shops[0]) return keepShop(shops[0].shop)

  const cells: Cell[] = []
  for (const { version, shop } of shops) {
    if (isStopping) return
    const cell = await runCell(shop, { version, only: options.only })
    cells.push(cell)
    if (!isStopping) say(cellLines(cell).join('\n'))
  }
  if (isStopping) return
  say(`\n${matrixTable(cells)}\n\nLogs: ${LOGS}`)
  if (options.writeDocs) writeDocument(cells, { options, releases, versions })
  if (cells.some((cell) => failuresOf(cell).length > 0)) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  // A shop that a signal stops while it starts fails; the signal decides the exit code.
  if (!isStopping) {
    process.stderr.write(`${errorMessage(error)}\n`)
    process.exitCode = error instanceof UserError ? BAD_INPUT : 1
  }
}
