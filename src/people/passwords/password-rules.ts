import { isCommonPassword } from './common-passwords.ts'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

export type PasswordFault = 'too-short' | 'too-long' | 'is-email' | 'common'

/** Returns `undefined` for a valid password. Lengths are in characters. */
export const passwordFault = async (
  password: string,
  email: string,
): Promise<PasswordFault | undefined> => {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'too-short'
  // better-auth counts UTF-16 units.
  if (password.length > LONGEST_PASSWORD) return 'too-long'
  if (password.trim().toLowerCase() === email.toLowerCase()) return 'is-email'
  return (await isCommonPassword(password)) ? 'common' : undefined
}
