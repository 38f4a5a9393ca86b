import { createPuente, type Puente } from '@puente/node'

/** Limits of one call while a customer or an administrator waits. */
const WAITING = { timeoutMs: 10_000, maxRetries: 1, maxRetryAfterMs: 2_000 } as const

/** Creates the client of a store. Throws a TypeError that names a wrong value. */
export const clientOf = ({ url, apiKey }: { url: string; apiKey: string }): Puente =>
  createPuente({ baseUrl: url, apiKey, ...WAITING })
