import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium } from '../../test/browser/chromium.ts'
import { type OperatorSide, type OperatorSides, PEOPLE } from '../contenders/operator-side.ts'
import { startPuenteProcess } from '../contenders/puente-process.ts'
import { type DashboardScreen, SCREENS } from '../load/dashboard-screens.ts'
import type { Extent } from '../measure/extent.ts'
import { say } from '../measure/progress.ts'
import { median } from '../measure/statistics.ts'
import { digits, type Findings } from '../report/section.ts'

const VISITS_A_ROUND = 1
const PATIENCE_MS = 30_000
const VIEWPORT = { width: 1200, height: 800 }
const BUILD = fileURLToPath(new URL('../../dashboard/build/build.ts', import.meta.url))

export const benchDashboard = async (
  { rounds, manyPayments }: Extent,
  { filled }: OperatorSides,
): Promise<Findings> =>
  measureScreens(await filled({ key: 'many', payments: manyPayments }), { rounds })

interface Times {
  cold: number[]
  warm: number[]
}

const measureScreens = async (
  side: OperatorSide,
  { rounds }: Pick<Extent, 'rounds'>,
): Promise<Findings> => {
  execFileSync(process.execPath, [BUILD], { stdio: ['ignore', 'ignore', 'inherit'] })
  const puente = await startPuenteProcess({ ...side.installation.environment, ROLES: 'web' })
  const browser = await launchChromium()
  try {
    if (!browser) throw new Error('There is no browser')
    const found = new Map(
      Object.keys(SCREENS).map((name): [string, Times] => [name, { cold: [], warm: [] }]),
    )
    // A browser's first page load costs more.
    await visit(browser, side, { path: '/stores/new', content: 'h1' })
    for (let round = 0; round < rounds * VISITS_A_ROUND; round++) {
      for (const [name, screen] of Object.entries(SCREENS)) {
        const { cold, warm } = await visit(browser, side, screen)
        found.get(name)?.cold.push(cold)
        found.get(name)?.warm.push(warm)
      }
      say(`every screen was opened ${2 * (round + 1)} times`)
    }
    return findingsOf(found, side)
  } finally {
    await browser?.close()
    await puente.stop()
  }
}

const findingsOf = (found: ReadonlyMap<string, Times>, { payments }: OperatorSide): Findings => {
  const all = [...found.values()]
  const half = Math.max(...all.flatMap(({ cold, warm }) => [median(cold), median(warm)]))
  const worst = Math.max(...all.flatMap(({ cold, warm }) => [...cold, ...warm]))
  return {
    sections: [
      {
        title: `Dashboard screens, ms, with ${digits(payments)} payments`,
        note: `From the navigation until the heading and the first row or number are visible, for a person with ${PEOPLE.all}. Cold: an empty browser cache.`,
        columns: ['screen', 'cold, p50', 'cold, worst', 'warm, p50', 'warm, worst'],
        rows: [...found].map(([name, { cold, warm }]) => [
          name,
          ...[median(cold), Math.max(...cold), median(warm), Math.max(...warm)].map(digits),
        ]),
      },
    ],
    figures: {
      'dashboard.half': half,
      'dashboard.worst': worst,
      'dashboard.order': median(found.get('an order')?.cold ?? []),
    },
  }
}

const visit = async (
  browser: Browser,
  { installation: { port }, cookies }: OperatorSide,
  screen: DashboardScreen,
): Promise<{ cold: number; warm: number }> => {
  const url = `http://localhost:${port}`
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' })
  try {
    await context.addCookies(
      cookies.all.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url }
      }),
    )
    return { cold: await timeOf(context, url, screen), warm: await timeOf(context, url, screen) }
  } finally {
    await context.close()
  }
}

interface Page {
  document: { querySelector(selector: string): object | null }
}

/** Placeholders while loading. */
const UNFINISHED = '.mantine-Skeleton-root, .mantine-Loader-root'

const timeOf = async (
  context: BrowserContext,
  url: string,
  { path, content }: DashboardScreen,
): Promise<number> => {
  const page = await context.newPage()
  try {
    await page.goto(`${url}${path}`, { waitUntil: 'commit' })
    const usable = await page.waitForFunction(
      ([wanted, unfinished]) => {
        const { document } = globalThis as unknown as Page
        const has = (selector: string) => document.querySelector(selector) !== null
        return has('main h1') && has(`main ${wanted}`) && !has(unfinished) && performance.now()
      },
      [content, UNFINISHED] as const,
      { timeout: PATIENCE_MS },
    )
    return Number(await usable.jsonValue())
  } catch (error) {
    throw new Error(`${path} does not show ${content}`, { cause: error })
  } finally {
    await page.close()
  }
}
