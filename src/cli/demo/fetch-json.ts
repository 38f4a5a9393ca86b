import type { z } from 'zod'
import { StepFailed } from './steps.ts'

export interface JsonCall<Schema extends z.ZodType> {
  schema: Schema
  body?: unknown
  method?: 'POST' | 'DELETE'
  headers?: Record<string, string>
}

/** Fetches JSON; a status other than 2xx fails the step with the response body. */
export const fetchJson = async <Schema extends z.ZodType>(
  url: string,
  { schema, body, method, headers = {} }: JsonCall<Schema>,
): Promise<z.output<Schema>> => {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new StepFailed(`${url} answered ${response.status}: ${text}`)
  return schema.parse(JSON.parse(text))
}
