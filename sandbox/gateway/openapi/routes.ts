import { sandboxUrls } from '../addresses.ts'
import { json } from '../http/reply.ts'
import type { SandboxRoute } from '../http/router.ts'
import { contractDocument } from './document.ts'

/** Serves the document without authentication; builds it lazily. */
export const openapiRoutes = (publicUrl: string): SandboxRoute[] => {
  const { api, embed } = sandboxUrls(publicUrl)
  let document: ReturnType<typeof json> | undefined
  const answer = () => {
    document ??= json(200, contractDocument({ baseUrl: api, embedBaseUrl: embed }))
    return document
  }
  return [{ method: 'GET', path: '/openapi.json', handle: answer }]
}
