import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Request, Router } from 'express'
import { PERMISSIONS_POLICY_OF_PASSKEYS } from '../../runtime/http/page/permissions-policy.ts'
import { hashedFiles } from './built-files.ts'

const MADE = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

/** First path segments that the dashboard routes itself. */
export const DASHBOARD_SECTIONS = [
  'orders',
  'customers',
  'links',
  'requests',
  'counter',
  'status',
  'deliveries',
  'stores',
  'money',
  'people',
  'audit',
] as const

/** Serves the dashboard to signed-in people; `undefined` without a build. */
export const dashboardPages = ({
  isSignedIn,
}: {
  isSignedIn(request: Request): Promise<boolean>
}): Router | undefined => {
  if (!existsSync(`${MADE}/index.html`)) return undefined
  const router = Router({ caseSensitive: true })
  const pageOf = pagesOf()
  router.use('/assets', hashedFiles(`${MADE}/assets`))
  const addresses = DASHBOARD_SECTIONS.flatMap((name) => [`/${name}`, `/${name}/*rest`])
  router.get(['/', ...addresses], async (request, response) => {
    // Without a database, the dashboard itself reports it.
    if (!(await isSignedIn(request).catch(() => true))) {
      const next =
        request.originalUrl === '/' ? '' : `?${new URLSearchParams({ next: request.originalUrl })}`
      response.set('cache-control', 'no-store').redirect(303, `/sign-in${next}`)
      return
    }
    response
      .set({ ...PERMISSIONS_POLICY_OF_PASSKEYS, 'cache-control': 'no-cache' })
      .type('html')
      .send(pageOf(screenOf(request.path)))
  })
  return router
}

/** The screen at an address, as the dashboard routes it. */
const screenOf = (path: string): string => {
  const [section = '', ...rest] = path.split('/').slice(1)
  const [first] = rest
  switch (section) {
    case '':
      return 'attention'
    case 'status':
      return 'health'
    case 'orders':
      return first ? 'order' : 'orders'
    case 'customers':
      return first ? 'customer' : 'customers'
    case 'stores':
      return first === 'new' ? 'connect' : first ? 'store' : 'stores'
    case 'requests':
      return first ? '' : 'payment-requests'
    case 'money':
      return first === 'reconciliations' ? 'reconciliation' : 'money'
    default:
      return section
  }
}

interface Chunk {
  file: string
  imports?: string[]
}

/**
 * Renders the page of a screen. Lists the modules of the screen, so that the browser loads them while
 * it reads the program, not after.
 */
const pagesOf = (): ((screen: string) => string) => {
  const page = readFileSync(`${MADE}/index.html`, 'utf8')
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${MADE}/manifest.json`, 'utf8'))
  const filesOf = (name: string): string[] => {
    const { file, imports = [] } = manifest[name] ?? {}
    return file ? [file, ...imports.flatMap(filesOf)] : []
  }
  const pages = new Map<string, string>()
  const render = (screen: string): string => {
    const files = new Set([`screens/${screen}/screen.tsx`, 'app/ahead.ts'].flatMap(filesOf))
    const links = [...files]
      .filter((file) => !page.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    return page.replace('</head>', `${links.join('')}</head>`)
  }
  return (screen) => {
    const known = pages.get(screen) ?? render(screen)
    pages.set(screen, known)
    return known
  }
}
