import { createHash } from 'node:crypto'
import type { DbQuery } from '../../db/db.ts'
import { findPersonByEmail } from '../../db/people/people.ts'
import {
  clearAttempts,
  clearAttemptsUnder,
  countAttempt,
  deleteOldAttempts,
  uncountAttempt,
} from '../../db/people/sign-in-attempts.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'

const WINDOW_MS = 15 * MINUTE
/** Attempts per window, counted before the password check. */
export const MOST_ATTEMPTS = {
  ofEmailInNetwork: 10,
  /** From all networks. Above it, each network has fewer attempts; a lock would keep the person out. */
  ofEmail: 50,
  ofEmailInNetworkUnderAttack: 3,
  ofAddress: 50,
  ofBrowser: 10,
  ofCodeInNetwork: 5,
  /** Few, because a code has six digits. */
  ofCode: 10,
  ofSession: 10,
} as const

export type SignInAttempt = { outcome: 'allowed' } | { outcome: 'locked-out'; until: Date }

/** The right password resets the counter, or removes its own attempt from the count. */
export interface Counter {
  key: string
  most: number
  /** Replaces `most` once an earlier alarm counter exceeds its own. */
  mostUnderAttack?: number
  /** Lowers the limits of later counters instead of refusing. */
  isAlarm?: boolean
  afterSuccess: 'clear' | 'uncount'
}

/** The text may be a password typed into the wrong field. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')
const keyOfEmail = (email: string): string => `email:${hashed(email)}`
const keyOfCodes = (personId: string): string => `codes:${hashed(personId)}`

/**
 * A known browser has only its own counter, out of strangers' reach. The result does not reveal
 * whether the account exists.
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
    return [{ key: `${key} in ${browser}`, most: MOST_ATTEMPTS.ofBrowser, afterSuccess: 'clear' }]
  }
  return [
    { key: `address:${address}`, most: MOST_ATTEMPTS.ofAddress, afterSuccess: 'uncount' },
    { key, most: MOST_ATTEMPTS.ofEmail, isAlarm: true, afterSuccess: 'uncount' },
    {
      key: `${key} from ${address}`,
      most: MOST_ATTEMPTS.ofEmailInNetwork,
      mostUnderAttack: MOST_ATTEMPTS.ofEmailInNetworkUnderAttack,
      afterSuccess: 'clear',
    },
  ]
}

/** Counts codes after the right password, which strangers do not know. */
export const countersOfCode = ({
  personId,
  address,
  browser,
}: {
  personId: string
  address: string
  browser: string | undefined
}): Counter[] => {
  const key = keyOfCodes(personId)
  if (browser !== undefined) {
    return [{ key: `${key} in ${browser}`, most: MOST_ATTEMPTS.ofBrowser, afterSuccess: 'clear' }]
  }
  return [
    { key: `${key} from ${address}`, most: MOST_ATTEMPTS.ofCodeInNetwork, afterSuccess: 'clear' },
    { key, most: MOST_ATTEMPTS.ofCode, afterSuccess: 'clear' },
  ]
}

export const countersOfSession = (token: string): Counter[] => [
  { key: `session:${hashed(token)}`, most: MOST_ATTEMPTS.ofSession, afterSuccess: 'clear' },
]

/** Counts an attempt across processes. A full counter leaves later ones untouched. */
export const beginAttempt = async (
  query: DbQuery,
  { counters, now }: { counters: readonly Counter[]; now: Date },
): Promise<SignInAttempt> => {
  let isUnderAttack = false
  for (const [index, counter] of counters.entries()) {
    const { key, isAlarm = false, mostUnderAttack = counter.most } = counter
    const most = isUnderAttack ? mostUnderAttack : counter.most
    const counted = await countAttempt(query, { key, now, until: addMs(now, WINDOW_MS) })
    if (index === 0 && counted.attempts === 1) await deleteOldAttempts(query, now)
    if (counted.attempts <= most) continue
    if (!isAlarm) return { outcome: 'locked-out', until: counted.until }
    isUnderAttack = true
  }
  return { outcome: 'allowed' }
}

export const attemptSucceeded = async (
  query: DbQuery,
  counters: readonly Counter[],
): Promise<void> => {
  for (const { key, afterSuccess } of counters) {
    if (afterSuccess === 'clear') await clearAttempts(query, key)
    else await uncountAttempt(query, key)
  }
}

/** Unlocks an account for all networks. */
export const unlock = async (query: DbQuery, email: string): Promise<void> => {
  await clearAttemptsUnder(query, keyOfEmail(email))
  const person = await findPersonByEmail(query, email)
  if (person) await clearAttemptsUnder(query, keyOfCodes(person.id))
}
