import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorMessage, UserError } from '../../../src/runtime/failure.ts'
import { markedPart, replaceMarkedPart } from '../../support/marked-part.ts'
import { type Cell, failuresOf } from './cell.ts'
import { HELP, parseMatrixOptions, type Storage } from './options.ts'
import { type MatrixRecord, readRecord } from './record.ts'
import { type Release, type Releases, readReleases } from './releases.ts'
import { checkRequirements, type Versions } from './requirements.ts'
import { testShop } from './run-tests.ts'
import { type ShopToStart, startShop } from './shop/start-shop.ts'
import { cellLines, rowOf, tableOf } from './table.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = join(ROOT, 'docs/reference-woocommerce.md')
const LOGS = join(ROOT, 'dist/woocommerce-matrix')
const BAD_INPUT = 2
/** Orders of the longest tests on releases that are not the newest. */
const FEWER = { WOO_TIMER_ORDERS: '50', WOO_RENEWALS: '40' }
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

interface CellToRun {
  version: string
  isNewest: boolean
  only: readonly string[]
}

const runCell = async (
  shop: ShopToStart,
  { version, isNewest, only }: CellToRun,
): Promise<Cell> => {
  const startedAt = Date.now()
  const cell = { woocommerce: version, storage: shop.storage }
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  try {
    const started = await start(shop)
    const variables = { ...started.variables, ...(isNewest ? {} : FEWER) }
    const tested = await testShop({ ...started, variables }, { only, logs: shop.logs })
    await started.checkStorage()
    return { ...cell, ...tested, seconds: seconds() }
  } catch (error) {
    const failure = errorMessage(error)
    return { ...cell, results: [], flakes: [], seconds: seconds(), failure }
  } finally {
    await stopShop()
  }
}

const PART = 'matrix'

/** Opens the results that the document keeps of this plugin. */
const openRecord = async (
  pluginZip: string,
  { releases, versions }: { releases: Releases; versions: Versions },
): Promise<MatrixRecord> => {
  const tree = ['rev-parse', 'HEAD:adapters/woocommerce']
  const { stdout } = await promisify(execFile)('git', tree, { cwd: ROOT })
  return readRecord(markedPart(readFileSync(DOCUMENT, 'utf8'), PART), {
    ...versions,
    wordpress: releases.wordpress.version,
    subscriptions: releases.subscriptions !== undefined,
    adapter: stdout.trim(),
    plugin: createHash('sha256').update(readFileSync(pluginZip)).digest('hex'),
  })
}

const writeDocument = (text: string): void => {
  const document = readFileSync(DOCUMENT, 'utf8')
  writeFileSync(DOCUMENT, replaceMarkedPart(document, { name: PART, text }))
}

const newestOf = (releases: Releases): string =>
  releases.woocommerce
    .map(({ version }) => version)
    .reduce((one, other) => (one.localeCompare(other, 'en', { numeric: true }) < 0 ? other : one))

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
  const record = await openRecord(pluginZip, { releases, versions })
  for (const { version, shop } of shops) {
    if (options.resume && record.hasPassed({ woocommerce: version, storage: shop.storage })) {
      say(`WooCommerce ${version}, ${shop.storage}: passed in an earlier run`)
      continue
    }
    const isNewest = version === newestOf(releases)
    const cell = await runCell(shop, { version, isNewest, only: options.only })
    if (isStopping) return
    cells.push(cell)
    if (options.writeDocs) writeDocument(record.with(rowOf(cell)))
    say(cellLines(cell).join('\n'))
  }
  say(`\n${tableOf(cells.map(rowOf))}\n\nLogs: ${LOGS}`)
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
