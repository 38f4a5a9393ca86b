import { z } from 'zod'

/** Upper bound on the reports read from one request: browsers batch them. */
const MOST_REPORTS = 20

export interface BlockedContent {
  directive: string
  /** Host, or a keyword such as `inline`. */
  blocked: string
}

const text = z.string().optional().catch(undefined)

/** Body of a `report-uri` (CSP Level 2). */
const formerReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
})

/** Body of a `report-to` (Reporting API). */
const reports = z.array(
  z
    .object({
      type: z.literal('csp-violation'),
      body: z.object({ effectiveDirective: text, blockedURL: text, sourceFile: text }),
    })
    .optional()
    .catch(undefined),
)

/**
 * Reads the blocked content of a report. Omits violations by browser extensions, and everything that
 * may name the customer or the order: paths, samples, page addresses. `undefined`: not a report.
 */
export const readReports = (body: unknown): BlockedContent[] | undefined => {
  const former = formerReport.safeParse(body).data?.['csp-report']
  if (former) {
    const directive = former['effective-directive'] ?? former['violated-directive']
    return violationOf(directive, former['blocked-uri'], former['source-file'])
  }
  if (!Array.isArray(body)) return undefined
  return reports
    .parse(body.slice(0, MOST_REPORTS))
    .flatMap((report) =>
      report
        ? violationOf(
            report.body.effectiveDirective,
            report.body.blockedURL,
            report.body.sourceFile,
          )
        : [],
    )
}

const DIRECTIVES: ReadonlySet<string> = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'worker-src',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'media-src',
  'object-src',
  'manifest-src',
  'connect-src',
  'frame-src',
  'child-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
])

const violationOf = (
  directive: string | undefined,
  blockedUrl: string | undefined,
  sourceFile: string | undefined,
): BlockedContent[] => {
  const [name = ''] = (directive ?? '').trim().split(' ', 1)
  if (!DIRECTIVES.has(name)) return []
  if (isOfExtension(blockedUrl) || isOfExtension(sourceFile)) return []
  const blocked = sourceOf((blockedUrl ?? '').trim())
  return blocked === undefined ? [] : [{ directive: name, blocked }]
}

const isOfExtension = (address: string | undefined): boolean =>
  /^[\w-]*extension\b/i.test(address ?? '')

/** Keywords that browsers write in place of an address. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'about',
  'trusted-types-policy',
  'trusted-types-sink',
])

const MOST_CHARACTERS = 200

const sourceOf = (blocked: string): string | undefined => {
  if (KEYWORDS.has(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return undefined
  if (url.host === '')
    return KEYWORDS.has(url.protocol.slice(0, -1)) ? url.protocol.slice(0, -1) : 'other'
  return url.host.length <= MOST_CHARACTERS ? url.host : 'other'
}
