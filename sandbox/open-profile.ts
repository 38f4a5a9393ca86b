import type { Database } from '../src/platform/database.ts'
import { forgetState, readState, writeState } from './database/state.ts'
import type { Tables } from './database/tables.ts'
import { defaultProfile, type Profile, profileSchema } from './profile.ts'

/** The profile as it stands. Changes outlive a restart. */
export interface ProfileStore {
  current(): Profile
  change(fields: Partial<Profile>): Promise<Profile>
  reset(): Promise<void>
}

export const openProfile = async (database: Database<Tables>): Promise<ProfileStore> => {
  const changes = profileSchema.partial().safeParse((await readState(database, 'profile')) ?? {})
  // A profile of another version of the sandbox is forgotten rather than half understood.
  let current: Profile = { ...defaultProfile, ...changes.data }
  return {
    current: () => current,
    change: async (fields) => {
      current = { ...current, ...fields }
      await writeState(database, 'profile', current)
      return current
    },
    reset: async () => {
      current = defaultProfile
      await forgetState(database, 'profile')
    },
  }
}
