import { contractDocument } from '../../src/contract/openapi.ts'
import { json } from '../http/reply.ts'
import type { Route } from '../http/router.ts'

/** The contract as a document. No part of the contract itself, and open to everybody. */
export const openapiRoutes = (publicUrl: string): Route[] => {
  const document = json(
    200,
    contractDocument({ baseUrl: `${publicUrl}/v1`, embedBaseUrl: `${publicUrl}/embed/v1` }),
  )
  return [{ method: 'GET', path: '/openapi.json', answer: () => document }]
}
