import type { Settings } from '../../../config/settings.ts'
import type { Sandbox } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { ProfileStore } from '../open-profile.ts'

export interface Controls {
  sandbox: Sandbox
  journal: Journal
  profile: ProfileStore
  settings: Settings
  /** Moves the clock and runs the work due on the way. */
  travelTo(instant: Date): Promise<void>
}
