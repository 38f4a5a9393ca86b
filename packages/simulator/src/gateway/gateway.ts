/// <reference lib="esnext.disposable" />
import { type Chaos, chaosOf } from '../chaos/chaos.ts'
import { type Assertions, assertionsOn } from '../matchers/assertions.ts'
import type { Books } from './books.ts'
import { type Clock, clockOf } from './clock.ts'
import { type Customer, customerOf } from './customer.ts'
import { type Endpoints, endpointsOf } from './endpoints.ts'
import { type Faults, faultsOf } from './faults.ts'
import { type JournalReader, journalOf } from './journal.ts'
import { type Portal, portalOf } from './portal.ts'
import { type ProfileSwitches, profileOf } from './profile.ts'
import type { Sender } from './send.ts'

export interface Keys {
  /** Secret key of the test environment, `sk_test_…`. */
  secret: string
  liveSecret: string
  /** Publishable key of the test environment, `pk_test_…`. */
  publishable: string
  livePublishable: string
  /** Signs deliveries to the endpoint of `webhook`. */
  webhookSecret: string
}

/** A running gateway of your own. */
export interface Gateway extends Books, Customer, AsyncDisposable {
  /** Without a trailing slash. */
  url: string
  /** Bases of the gateway's contract. */
  apiUrl: string
  embedUrl: string
  sdkUrl: string
  portalUrl: string
  keys: Keys
  clock: Clock
  /** Settles every charge now: voids end, refunds begin. Returns how many. */
  settle(): Promise<number>
  portal: Portal
  endpoints: Endpoints
  profile: ProfileSwitches
  faults: Faults
  chaos: Chaos
  /** Ends all chaos. */
  calm(): Promise<void>
  journal: JournalReader & Assertions
  /** Hands out due deliveries and waits for their answers, each up to a second. */
  deliver(): Promise<void>
  /** Starts over: no payments, endpoints of `webhook` only, real time, no faults. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Addresses by the names of Puente's settings. */
export const puenteSettings = ({
  apiUrl,
  embedUrl,
  sdkUrl,
  portalUrl,
}: Pick<Gateway, 'apiUrl' | 'embedUrl' | 'sdkUrl' | 'portalUrl'>): Record<string, string> => ({
  GATEWAY_BASE_URL: apiUrl,
  GATEWAY_EMBED_BASE_URL: embedUrl,
  GATEWAY_SDK_URL: sdkUrl,
  GATEWAY_PORTAL_URL: portalUrl,
})

/** Builds the handle of a gateway from its control routes and its books. */
export const gatewayOf = ({
  url,
  keys,
  sender,
  books,
  close,
}: {
  url: string
  keys: Keys
  sender: Sender
  books: Books
  close(): Promise<void>
}): Gateway => {
  const { send } = sender
  const clock = clockOf(sender)
  const faults = faultsOf(sender)
  const portal = portalOf(sender)
  const deliver = async (): Promise<void> => {
    await clock.advance({ seconds: 0 })
  }
  return {
    url,
    apiUrl: `${url}/v1`,
    embedUrl: `${url}/embed/v1`,
    sdkUrl: `${url}/sdk/v1/connect.js`,
    portalUrl: `${url}/portal`,
    keys,
    ...books,
    ...customerOf(sender, { publishableKey: keys.publishable }),
    clock,
    settle: async () => (await send<{ settled: number }>('POST', '/sandbox/settle')).settled,
    portal,
    endpoints: endpointsOf(sender),
    profile: profileOf(sender),
    faults,
    chaos: chaosOf({ faults, portal, books }),
    calm: () => faults.clear(),
    journal: { ...journalOf(sender), ...assertionsOn({ ...books, deliver }) },
    deliver,
    reset: async () => {
      await send('POST', '/sandbox/reset')
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
