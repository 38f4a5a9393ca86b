import type { Router } from 'express'
import type { SignedCalls } from './merchant-api/callers.ts'
import type { Route } from './merchant-api/route.ts'

/** What a platform's adapter adds to the web role. */
export interface PlatformDoors {
  /** Routes that its plugin calls, beside those of the merchant API; not for others. */
  routes: readonly Route[]
  /** How its plugin proves who calls. */
  signedCalls?: SignedCalls | undefined
  /** Its webhooks and pages. */
  router: Router
}
