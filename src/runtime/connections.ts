import { Agent } from 'undici'
import { type IsAllowed, lookUpWithin, type NotPublic, refusalOfUrl } from './public-address.ts'

/** Servers close a connection that nobody uses; sooner than most of them do, we do. */
const UNUSED_FOR_MS = 4_000

/** What others are called over; connections are kept. */
export interface Connections {
  agent: Agent
  /** Why a URL is not called, as far as it says itself where it leads; a name is judged when it is connected to. */
  refusalOf(url: string): NotPublic | undefined
}

/** Each call has a time of its own, for all of it. */
const OPTIONS = {
  ...{ keepAliveTimeout: UNUSED_FOR_MS, keepAliveMaxTimeout: UNUSED_FOR_MS },
  ...{ headersTimeout: 0, bodyTimeout: 0, allowH2: false },
}

/** To whatever whoever runs Puente has named. */
export const TO_ANY_ADDRESS: Connections = {
  agent: new Agent(OPTIONS),
  refusalOf: () => undefined,
}

/** To what somebody else has named: no address is connected to that is not allowed. */
export const connectionsWithin = (isAllowed: IsAllowed): Connections => ({
  agent: new Agent({ ...OPTIONS, connect: { lookup: lookUpWithin(isAllowed) } }),
  refusalOf: (url) => refusalOfUrl(url, isAllowed),
})
