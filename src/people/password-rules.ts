export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

/** What is wrong with a password that somebody wants to set. */
export type PasswordFault = 'too-short' | 'too-long' | 'is-email'

/** `undefined` for a good one. Lengths are in characters. */
export const passwordFault = (password: string, email: string): PasswordFault | undefined => {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'too-short'
  // better-auth counts UTF-16 units.
  if (password.length > LONGEST_PASSWORD) return 'too-long'
  return password.trim().toLowerCase() === email.toLowerCase() ? 'is-email' : undefined
}
