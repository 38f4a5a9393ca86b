import type { Settings } from '../../../config/settings.ts'
import type { Sandbox } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { ProfileStore } from '../open-profile.ts'

/** What the control routes drive besides the payments. */
export interface Controls {
  sandbox: Sandbox
  journal: Journal
  profile: ProfileStore
  settings: Settings
  /** Moves the clock, and what falls due on the way happens. */
  travelTo(instant: Date): Promise<void>
}
