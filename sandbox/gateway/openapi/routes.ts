import { addressesOf } from '../addresses.ts'
import { json } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { contractDocument } from './document.ts'

/** Serves the document without authentication; builds it lazily. */
export const openapiRoutes = (publicUrl: string): Route[] => {
  const { api, embed } = addressesOf(publicUrl)
  let document: ReturnType<typeof json> | undefined
  const answer = () => {
    document ??= json(200, contractDocument({ baseUrl: api, embedBaseUrl: embed }))
    return document
  }
  return [{ method: 'GET', path: '/openapi.json', answer }]
}
