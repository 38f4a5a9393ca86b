import type { Router } from 'express'
import type { InboundMessage } from '../db/store-messages.ts'
import type { Core } from '../payments/facade/facade.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { PlatformAdapter, RunningPlatform } from '../payments/ports/platform.ts'
import type { GatewayOfKey } from '../payments/ports/store-connecting.ts'
import type { SignedCalls } from './merchant-api/callers.ts'
import type { Route } from './merchant-api/route.ts'

/** What a platform's adapter adds to the web role. */
export interface PlatformRoutes {
  /** Routes that its plugin calls, beside those of the merchant API; not for others. */
  routes?: readonly Route[]
  /** How its plugin proves who calls. */
  signedCalls?: SignedCalls | undefined
  /** Its webhooks and pages. */
  router?: Router
  /** The path of its webhooks: they are counted by platform, and have no line in the log each. */
  webhooks?: string
  /** The path of files that its pages ask for all the time, and that are of no interest. */
  assets?: string
}

/** What the routes of a platform are made with. */
export interface PlatformWeb {
  inbox: Inbox
  /** The longest body of a webhook. */
  webhookMaxBytes: number
  /** What has to be typed in to connect a shop to this installation, if anything. */
  connectCode: string | undefined
  /** The gateway as a key sees it that no store has yet. */
  gatewayOf: GatewayOfKey
}

/** Where messages are kept that have to be handled, whatever happens. */
export interface Inbox {
  /** Resolves when the message is durable; once it is, it is handled. Rejects when it is not. */
  keep(message: InboundMessage): Promise<void>
}

/** A platform as the registry has it, and in this process. */
export type InstalledPlatform = PlatformAdapter<PlatformRoutes, PlatformWeb, Core>
export type OpenedPlatform = RunningPlatform<PlatformRoutes, PlatformWeb, PaymentsContext>
