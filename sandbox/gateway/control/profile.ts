import { json, type Reply } from '../http/reply.ts'
import { type Profile, profileSchema } from '../profile.ts'
import type { Controls } from './controls.ts'

export const profileInput = profileSchema.partial()

/** `GET /sandbox/profile` */
export const showProfile = ({ profile }: Pick<Controls, 'profile'>): Reply =>
  json(200, profile.current())

/** `PUT /sandbox/profile`: merges; effective from the next request. */
export const changeProfile = async (
  { profile, sandbox }: Pick<Controls, 'profile' | 'sandbox'>,
  fields: Partial<Profile>,
): Promise<Reply> => {
  const changed = await profile.change(fields)
  // Wakes the scheduler: open challenges may now be due.
  sandbox.wake()
  return json(200, changed)
}
