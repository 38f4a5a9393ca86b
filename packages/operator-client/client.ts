import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

/** A thing that the operator API answers, by its name in the OpenAPI document. */
export type Schemas = components['schemas']

/**
 * The operator API, with the types of its routes. In a browser the session is the cookie of the page;
 * elsewhere `headers` bring `cookie` and `origin`.
 */
export const createOperatorClient = ({
  baseUrl,
  headers = {},
}: {
  baseUrl: string
  headers?: Record<string, string>
}): Client<paths> => createClient<paths>({ baseUrl, headers, credentials: 'same-origin' })
