import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  nodes: { target: unknown[]; failureSummary?: string }[]
}

export const axeFindings = async (page: Page): Promise<string[]> =>
  (
    await Promise.all(
      page
        .frames()
        .filter(isLoaded)
        .map((frame) => findingsIn(frame)),
    )
  ).flat()

/** Within a page that is not ours. */
export const axeFindingsWithin = (page: Page, selector: string): Promise<string[]> =>
  findingsIn(page.mainFrame(), selector)

/** The frame of a closed dialog is empty. */
const isLoaded = (frame: Frame): boolean => frame.url() !== 'about:blank'

const findingsIn = async (frame: Frame, selector = ':root'): Promise<string[]> => {
  // The CSP of a page blocks script elements, so axe runs through the debugger.
  await frame.evaluate(readFileSync(AXE, 'utf8'))
  // A frame alone needs neither landmarks nor a heading.
  const rules = frame.parentFrame()
    ? { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
    : {}
  const violations: Violation[] = await frame.evaluate(
    `axe.run(${JSON.stringify(selector)}, ${JSON.stringify({ iframes: false, rules, resultTypes: ['violations'] })})
      .then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
}
