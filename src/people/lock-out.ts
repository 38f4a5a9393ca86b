import { createHash } from 'node:crypto'
import type { DbQuery } from '../db/db.ts'
import {
  countAttempt,
  deleteOldAttempts,
  forgetAttempts,
  forgetAttemptsUnder,
  takeAttemptBack,
} from '../db/sign-in-attempts.ts'
import { addMs, MINUTE } from '../runtime/clock.ts'

const WINDOW_MS = 15 * MINUTE
/** Wrong passwords in a window; each try is counted before its password is checked. */
export const MOST_ATTEMPTS = {
  ofEmailInNetwork: 10,
  /** From all networks: it keeps out strangers, and never a browser that has signed in before. */
  ofEmail: 100,
  ofAddress: 50,
  ofBrowser: 10,
  ofSession: 10,
} as const

/** Tells whether a password may be tried now. */
export type Attempt = { outcome: 'allowed' } | { outcome: 'locked-out'; until: Date }

/** A count of tries. The right password forgets it, or takes its own try back. */
interface Counter {
  key: string
  most: number
  afterSuccess: 'forget' | 'take-back'
}

/** The text may be a password typed into the wrong field, so the database keeps a hash. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')
const keyOfEmail = (email: string): string => `email:${hashed(email)}`

/**
 * Returns what counts a try to sign in. A browser that this account has signed in with before counts alone:
 * strangers cannot reach that count. None of it depends on whether there is such an account.
 */
export const countersOfSignIn = ({
  email,
  address,
  browser,
}: {
  email: string
  address: string
  browser: string | undefined
}): Counter[] => {
  const key = keyOfEmail(email)
  if (browser !== undefined) {
    return [{ key: `${key} in ${browser}`, most: MOST_ATTEMPTS.ofBrowser, afterSuccess: 'forget' }]
  }
  return [
    { key: `address:${address}`, most: MOST_ATTEMPTS.ofAddress, afterSuccess: 'take-back' },
    {
      key: `${key} from ${address}`,
      most: MOST_ATTEMPTS.ofEmailInNetwork,
      afterSuccess: 'forget',
    },
    { key, most: MOST_ATTEMPTS.ofEmail, afterSuccess: 'take-back' },
  ]
}

/** Returns what counts the tries of someone who is signed in to type their password. */
export const countersOfSession = (token: string): Counter[] => [
  { key: `session:${hashed(token)}`, most: MOST_ATTEMPTS.ofSession, afterSuccess: 'forget' },
]

/** Counts a try, over all processes. A counter that is full spares those behind it. */
export const beginAttempt = async (
  query: DbQuery,
  { counters, now }: { counters: readonly Counter[]; now: Date },
): Promise<Attempt> => {
  for (const [index, { key, most }] of counters.entries()) {
    const counted = await countAttempt(query, { key, now, until: addMs(now, WINDOW_MS) })
    if (index === 0 && counted.attempts === 1) await deleteOldAttempts(query, now)
    if (counted.attempts > most) return { outcome: 'locked-out', until: counted.until }
  }
  return { outcome: 'allowed' }
}

/** Notes that the password of a try was right. */
export const attemptSucceeded = async (
  query: DbQuery,
  counters: readonly Counter[],
): Promise<void> => {
  for (const { key, afterSuccess } of counters) {
    if (afterSuccess === 'forget') await forgetAttempts(query, key)
    else await takeAttemptBack(query, key)
  }
}

/** Lets an account be tried again at once, from everywhere. */
export const unlock = (query: DbQuery, email: string): Promise<void> =>
  forgetAttemptsUnder(query, keyOfEmail(email))
