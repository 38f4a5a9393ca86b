import { addressesOf } from '../addresses.ts'
import { json } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { contractDocument } from './document.ts'

/** The contract as a document. No part of the contract itself, and open to everybody. */
export const openapiRoutes = (publicUrl: string): Route[] => {
  const { api, embed } = addressesOf(publicUrl)
  const document = json(200, contractDocument({ baseUrl: api, embedBaseUrl: embed }))
  return [{ method: 'GET', path: '/openapi.json', answer: () => document }]
}
