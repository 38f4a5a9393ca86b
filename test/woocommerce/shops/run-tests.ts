import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterSecondTry, type Cell } from './cell.ts'
import { readReport, type TestResult, unreported } from './report.ts'
import type { StartedShop } from './shop/start-shop.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const REAL_SHOP_TESTS = ['test/adapters/woocommerce-real.test.ts', 'test/woocommerce']
const TESTS_OF_THE_MATRIX = 'test/woocommerce/shops/**'

interface Run {
  only: readonly string[]
  logs: string
}

/** Runs the tests of real shops, and once more each file that failed, alone. */
export const testShop = async (
  shop: StartedShop,
  { only, logs }: Run,
): Promise<Pick<Cell, 'results' | 'flakes'>> => {
  const files = only.length > 0 ? only : REAL_SHOP_TESTS
  const first = await runVitest(shop, { files, logs })
  const failed = first.flatMap(({ file, outcome }) => (outcome === 'failed' && file ? file : []))
  const again = new Map<string, readonly TestResult[]>()
  for (const file of new Set(failed)) {
    again.set(file, await runVitest(shop, { files: [file], logs }))
  }
  return afterSecondTry(first, again)
}

const runVitest = async (
  { children, variables }: StartedShop,
  { files, logs }: { files: readonly string[]; logs: string },
): Promise<TestResult[]> => {
  const report = join(logs, 'report.json')
  rmSync(report, { force: true })
  const vitest = children.start(
    process.execPath,
    [
      // In both projects of Vitest: a file that starts no service of ours is a unit test there.
      ...[VITEST, 'run', '--root', ROOT, '--no-file-parallelism'],
      ...['--exclude', TESTS_OF_THE_MATRIX],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...files,
    ],
    { log: join(logs, 'tests.log'), env: { ...withoutShop(process.env), ...variables } },
  )
  await once(vitest, 'exit')
  if (!existsSync(report)) throw new Error(`Vitest wrote no report: see ${join(logs, 'tests.log')}`)
  const results = readReport(report, ROOT)
  return [...results, ...unreported(files, results)]
}

/** The variables of another shop would lead tests to it. */
const withoutShop = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('WOO_')))
