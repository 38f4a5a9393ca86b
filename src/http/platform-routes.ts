import type { Router } from 'express'
import type { InboundMessage } from '../db/inbox.ts'
import type { SignedCalls } from './merchant-api/callers.ts'
import type { Route } from './merchant-api/route.ts'

/** What a platform's adapter adds to the web role. */
export interface PlatformRoutes {
  /** Routes that its plugin calls, beside those of the merchant API; not for others. */
  routes: readonly Route[]
  /** How its plugin proves who calls. */
  signedCalls?: SignedCalls | undefined
  /** Its webhooks and pages. */
  router: Router
}

/** Where messages are kept that have to be handled, whatever happens. */
export interface Inbox {
  /** Resolves when the message is durable; once it is, it is handled. Rejects when it is not. */
  keep(message: InboundMessage): Promise<void>
}
