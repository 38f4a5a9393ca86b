import type { z } from 'zod'

/** The message gives the actual result. */
export class StepFailed extends Error {}

/** Prints the duration and returns the result. */
export type Step = <T>(title: string, run: () => Promise<T>) => Promise<T>

export const printedSteps = (print: (line: string) => void): Step => {
  return async (title, run) => {
    const startedAt = performance.now()
    const elapsed = () => `${Math.round(performance.now() - startedAt)} ms`.padStart(8)
    try {
      const result = await run()
      print(`  ok    ${title.padEnd(58)}${elapsed()}`)
      return result
    } catch (error) {
      print(`  FAIL  ${title.padEnd(58)}${elapsed()}`)
      throw error
    }
  }
}

export const expectThat = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new StepFailed(otherwise)
}

const PATIENCE_MS = 15_000
const POLL_MS = 10

/** Polls until `look` returns a value; fails with `otherwise` after the timeout. */
export const expectSoon = async <T>(
  look: () => Promise<T | undefined> | T | undefined,
  otherwise: string,
): Promise<T> => {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (performance.now() < giveUpAt) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new StepFailed(`${otherwise} (waited ${PATIENCE_MS / 1000} s)`)
}

export interface JsonCall<Schema extends z.ZodType> {
  schema: Schema
  body?: unknown
  method?: 'POST' | 'DELETE'
  headers?: Record<string, string>
}

/** A status other than 2xx fails the step with the body. */
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
