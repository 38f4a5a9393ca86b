import type { AdjustableClock } from '../../src/runtime/clock.ts'
import type { Log } from '../../src/runtime/log/log.ts'
import type { SandboxDatabase } from './database/sandbox-database.ts'
import type { Faults } from './faults/open-faults.ts'
import type { Profile } from './profile.ts'

export interface Sandbox {
  database: SandboxDatabase
  clock: AdjustableClock
  /** A control route may change it between requests. */
  readonly profile: Profile
  faults: Faults
  /** Without a trailing slash. */
  publicUrl: string
  /** HMAC key of signed URLs. */
  signingKey: Buffer
  /** Call after the commit. */
  wake(): void
  log: Log
}
