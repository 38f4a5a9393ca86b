import type { Clock } from '../../src/runtime/clock.ts'
import type { Connections } from '../../src/runtime/connections.ts'
import type { AddressLogins } from '../adapter.ts'

export interface HeadlessOptions {
  /** The shop's address; `null` for a shop that only asks. */
  notifyUrl: string | null
  /** Where the shop says how its orders stand; without it, it does not. */
  ordersUrl?: string | null
  /** Basic authentication logins of the addresses, each `user:password`. */
  logins?: AddressLogins | undefined
  /**
   * Each `whsec_` and base64, as Standard Webhooks has it. More than one while the shop changes over
   * from one to the other.
   */
  notifySecrets: readonly string[]
  timeoutMs: number
  /** To where the shop may be. */
  connections: Connections
  /** The wall clock: receivers check the age of a signature by theirs. */
  clock: Clock
}
