import type { Sandbox } from '../context.ts'
import type { SandboxRoute } from '../http/router.ts'
import { readerOf } from '../pages/document.ts'
import { routeNotFound } from '../v1/answers.ts'
import { homePage } from './home-page.ts'
import { prefersHtml } from './prefers-html.ts'

/** Serves browsers; API clients get the routing 404. */
export const homeRoutes = ({ publicUrl }: Pick<Sandbox, 'publicUrl'>): SandboxRoute[] => [
  {
    method: 'GET',
    path: '/',
    handle: (request) =>
      prefersHtml(request.headers.accept)
        ? homePage(readerOf(request), publicUrl)
        : routeNotFound(request),
  },
]
