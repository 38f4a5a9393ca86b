import type { Clock } from '../../src/runtime/clock.ts'
import type { Connections } from '../../src/runtime/net/connections.ts'

export interface HeadlessOptions {
  /** Notification endpoint, if any. */
  notifyUrl: string | null
  /** Endpoint that reports order statuses, if any. */
  ordersUrl?: string | null
  /** Basic authentication, each `user:password`. */
  logins?: { notify_url?: string | undefined; orders_url?: string | undefined } | undefined
  /** In Standard Webhooks format (`whsec_` and base64). Several during a rotation. */
  notifySecrets: readonly string[]
  timeoutMs: number
  connections: Connections
  /** Wall clock: receivers check the age of a signature against theirs. */
  clock: Clock
}
