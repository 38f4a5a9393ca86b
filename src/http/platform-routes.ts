import type { Router } from 'express'
import type { InboundMessage } from '../db/notifications/store-messages.ts'
import type { Core } from '../payments/facade/core.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { PlatformAdapter, RunningPlatform } from '../payments/ports/platform.ts'
import type { GatewayOfKey } from '../payments/ports/store-connecting.ts'
import type { SignedCalls } from './api/merchant/callers.ts'
import type { MerchantRoute } from './api/route.ts'

export interface PlatformRoutes {
  /** For this platform's plugin only. */
  routes?: readonly MerchantRoute[]
  signedCalls?: SignedCalls | undefined
  router?: Router
  /** Webhooks below this path are counted, not logged each. */
  webhooks?: string
  /** Path prefix that the log skips. */
  assets?: string
}

export interface PlatformWeb {
  inbox: Inbox
  webhookMaxBytes: number
  /** Code needed to connect a store, if set. */
  connectCode: string | undefined
  /** Gateway client for a key that no store uses yet. */
  gatewayOf: GatewayOfKey
}

export interface Inbox {
  /** Resolves once durable, which guarantees handling. */
  keep(message: InboundMessage): Promise<void>
}

/** A platform in the registry; `OpenedPlatform` is its instance in this process. */
export type InstalledPlatform = PlatformAdapter<PlatformRoutes, PlatformWeb, Core>
export type OpenedPlatform = RunningPlatform<PlatformRoutes, PlatformWeb, PaymentsContext>
