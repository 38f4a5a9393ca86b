import { createHash } from 'node:crypto'
import type { DbQuery } from '../db/db.ts'
import {
  countAttempt,
  deleteOldAttempts,
  forgetAttempts,
  takeAttemptBack,
} from '../db/sign-in-attempts.ts'
import { addMs, MINUTE } from '../runtime/clock.ts'

const WINDOW_MS = 15 * MINUTE
/** Tries in a window; each is counted before its password is looked at. */
export const MOST_ATTEMPTS = { ofEmail: 10, ofAddress: 50 } as const

/** Whether somebody may try to sign in now. */
export type Attempt = { outcome: 'allowed' } | { outcome: 'locked-out'; until: Date }

/** What was typed may be a password, so that no e-mail is kept as it is. */
const keyOfEmail = (email: string): string =>
  `email:${createHash('sha256').update(email).digest('hex')}`
const keyOfAddress = (address: string): string => `address:${address}`

/**
 * Counts a try to sign in, for the address that it comes from and for the e-mail that it names, over all
 * processes. It does not look whether there is such an account.
 */
export const beginAttempt = async (
  query: DbQuery,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<Attempt> => {
  const until = addMs(now, WINDOW_MS)
  const ofAddress = await countAttempt(query, { key: keyOfAddress(address), now, until })
  if (ofAddress.attempts === 1) await deleteOldAttempts(query, now)
  // Whoever is locked out by their address locks no account.
  if (ofAddress.attempts > MOST_ATTEMPTS.ofAddress) {
    return { outcome: 'locked-out', until: ofAddress.until }
  }
  const ofEmail = await countAttempt(query, { key: keyOfEmail(email), now, until })
  if (ofEmail.attempts > MOST_ATTEMPTS.ofEmail) {
    return { outcome: 'locked-out', until: ofEmail.until }
  }
  return { outcome: 'allowed' }
}

/** A try was right: it does not count, and those before it count for the account no more. */
export const attemptSucceeded = async (
  query: DbQuery,
  { email, address }: { email: string; address: string },
): Promise<void> => {
  await takeAttemptBack(query, keyOfAddress(address))
  await forgetAttempts(query, [keyOfEmail(email)])
}

/** Lets an account be tried again at once. */
export const unlock = (query: DbQuery, email: string): Promise<void> =>
  forgetAttempts(query, [keyOfEmail(email)])
