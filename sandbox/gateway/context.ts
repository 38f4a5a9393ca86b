import type { AdjustableClock } from '../../src/runtime/clock.ts'
import type { Database } from '../../src/runtime/database.ts'
import type { Log } from '../../src/runtime/log.ts'
import type { Tables } from './database/tables.ts'
import type { Faults } from './faults/open-faults.ts'
import type { Profile } from './profile.ts'

/** What every part of the running sandbox is given. */
export interface Sandbox {
  database: Database<Tables>
  clock: AdjustableClock
  /** As it stands: a control route may change it between two requests. */
  readonly profile: Profile
  /** What goes wrong on purpose. */
  faults: Faults
  /** Where customers and merchants reach this gateway; no trailing slash. */
  publicUrl: string
  /** What its signed URLs are signed with. */
  signingKey: Buffer
  /** To be called after a commit that made an event: its first attempt goes out at once. */
  wake(): void
  log: Log
}
