import { json, type Reply } from '../http/reply.ts'
import { type Profile, profileSchema } from '../profile.ts'
import type { Controls } from './controls.ts'

/** Some fields of the profile; those that are not there stay as they are. */
export const profileInput = profileSchema.partial()

/** `GET /sandbox/profile`: the whole of it, `gateway-api.md`'s "not shown" as it is shown here. */
export const showProfile = ({ profile }: Pick<Controls, 'profile'>): Reply =>
  json(200, profile.current())

/** `PUT /sandbox/profile`: merges, and answers the whole. From the next request on it counts. */
export const changeProfile = async (
  { profile, sandbox }: Pick<Controls, 'profile' | 'sandbox'>,
  fields: Partial<Profile>,
): Promise<Reply> => {
  const changed = await profile.change(fields)
  // Challenges that never ended may have ended now.
  sandbox.wake()
  return json(200, changed)
}
