import { Agent } from 'undici'
import { type IsAllowed, lookUpWithin, type NotPublic, refusalOfUrl } from './public-address.ts'

/** Servers close idle connections later, so no request races their close. */
const KEEP_ALIVE_TIMEOUT_MS = 4_000

export interface Connections {
  agent: Agent
  /**
   * Returns why a URL must not be called. Judges literal addresses only; host names are checked at
   * connect.
   */
  refusalOf(url: string): NotPublic | undefined
}

/** Callers bound each call. */
const OPTIONS = {
  ...{ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, keepAliveMaxTimeout: KEEP_ALIVE_TIMEOUT_MS },
  ...{ headersTimeout: 0, bodyTimeout: 0, allowH2: false },
}

/** No address checks: the operator configured these addresses. */
export const UNRESTRICTED_CONNECTIONS: Connections = {
  agent: new Agent(OPTIONS),
  refusalOf: () => undefined,
}

/** Connects to addresses that others chose, if allowed. */
export const connectionsWithin = (isAllowed: IsAllowed): Connections => ({
  agent: new Agent({ ...OPTIONS, connect: { lookup: lookUpWithin(isAllowed) } }),
  refusalOf: (url) => refusalOfUrl(url, isAllowed),
})
