import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** `traceparent` of the current span, for the rows of its changes; `undefined` without tracing. */
export const currentTraceparent = (): string | undefined => current.getStore()

export const withTraceparent = <T>(traceparent: string, run: () => T): T =>
  current.run(traceparent, run)
