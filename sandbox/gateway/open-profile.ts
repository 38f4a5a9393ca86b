import { serialize } from './control/serialize.ts'
import type { SandboxDatabase } from './database/sandbox-database.ts'
import { deleteState, readState, writeState } from './database/state.ts'
import { defaultProfile, type Profile, profileSchema } from './profile.ts'

export type ProfileStore = Awaited<ReturnType<typeof openProfile>>

/** Changes survive a restart. `merchantName` replaces the default. */
export const openProfile = async (
  database: SandboxDatabase,
  merchantName: string = defaultProfile.merchant_name,
) => {
  const usual: Profile = { ...defaultProfile, merchant_name: merchantName }
  const changes = await readState(database, 'profile', profileSchema.partial())
  let current: Profile = { ...usual, ...changes }
  // Serialised: the last change wins.
  const write = serialize()
  return {
    /** Before any change. */
    usual,
    current: () => current,
    change: async (fields: Partial<Profile>): Promise<Profile> => {
      const changed = { ...current, ...fields }
      current = changed
      await write(() => writeState(database, 'profile', changed))
      return changed
    },
    reset: async () => {
      current = usual
      await write(() => deleteState(database, 'profile'))
    },
  }
}
