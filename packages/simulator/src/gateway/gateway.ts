/// <reference lib="esnext.disposable" preserve="true" />
import { type Chaos, chaosOn, type FaultChaos, faultChaosOn } from '../chaos/chaos.ts'
import { type Assertions, assertionsOn } from '../matchers/assertions.ts'
import type { Books } from './books.ts'
import { type Clock, clockOf } from './clock.ts'
import { type Customer, customerOf } from './customer.ts'
import { type Endpoints, endpointsOf } from './endpoints.ts'
import { type Faults, faultsOf } from './faults.ts'
import { type JournalReader, journalOf } from './journal.ts'
import type { Keys } from './keys.ts'
import { type Portal, portalOf } from './portal.ts'
import { type ProfileSwitches, profileOf } from './profile.ts'
import type { Sender } from './send.ts'

/** What the control routes of a gateway do, wherever it runs. */
export interface GatewayControls extends Customer {
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
  /** Ends all chaos. */
  calm(): Promise<void>
  journal: JournalReader
  /** Hands out due deliveries and waits for their answers, each up to a second. */
  deliver(): Promise<void>
  /** Starts over: no payments, endpoints of `webhook` only, real time, no faults. */
  reset(): Promise<void>
}

/** A gateway of another process, such as `npx @puente/simulator` or the service. */
export interface RemoteGateway extends GatewayControls {
  /** `portal-refund` needs a gateway of this process. */
  chaos: FaultChaos
}

/** A gateway of this process. */
export interface Gateway extends GatewayControls, Books, AsyncDisposable {
  chaos: Chaos
  journal: JournalReader & Assertions
  close(): Promise<void>
}

/** Addresses by the names of Puente's settings. */
export const puenteSettings = ({
  apiUrl,
  embedUrl,
  sdkUrl,
  portalUrl,
}: Pick<GatewayControls, 'apiUrl' | 'embedUrl' | 'sdkUrl' | 'portalUrl'>): Record<
  string,
  string
> => ({
  GATEWAY_BASE_URL: apiUrl,
  GATEWAY_EMBED_BASE_URL: embedUrl,
  GATEWAY_SDK_URL: sdkUrl,
  GATEWAY_PORTAL_URL: portalUrl,
})

interface Reached {
  url: string
  keys: Keys
  sender: Sender
}

const controlsOf = ({ url, keys, sender }: Reached): GatewayControls => {
  const { send } = sender
  const clock = clockOf(sender)
  const faults = faultsOf(sender)
  return {
    url,
    apiUrl: `${url}/v1`,
    embedUrl: `${url}/embed/v1`,
    sdkUrl: `${url}/sdk/v1/connect.js`,
    portalUrl: `${url}/portal`,
    keys,
    ...customerOf(sender, { publishableKey: keys.publishable }),
    clock,
    settle: async () => (await send<{ settled: number }>('POST', '/sandbox/settle')).settled,
    portal: portalOf(sender),
    endpoints: endpointsOf(sender),
    profile: profileOf(sender),
    faults,
    calm: () => faults.clear(),
    journal: journalOf(sender),
    deliver: async () => {
      await clock.advance({ seconds: 0 })
    },
    reset: async () => {
      await send('POST', '/sandbox/reset')
    },
  }
}

export const remoteGatewayOf = (reached: Reached): RemoteGateway => {
  const controls = controlsOf(reached)
  return { ...controls, chaos: faultChaosOn(controls.faults) }
}

/** Builds the handle of a gateway from its control routes and its books. */
export const gatewayOf = ({
  books,
  close,
  ...reached
}: Reached & { books: Books; close(): Promise<void> }): Gateway => {
  const controls = controlsOf(reached)
  const { deliver, journal } = controls
  return {
    ...controls,
    ...books,
    chaos: chaosOn({ ...controls, books }),
    journal: { ...journal, ...assertionsOn({ ...books, deliver }) },
    close,
    [Symbol.asyncDispose]: close,
  }
}
