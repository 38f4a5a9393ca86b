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
import { addMs, HOUR, MINUTE } from '../../runtime/clock.ts'

const WINDOW_MS = 15 * MINUTE
const DAY_MS = 24 * HOUR
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
  ofCodeInDay: 50,
  ofSession: 10,
} as const

export type SignInAttempt = { outcome: 'allowed' } | { outcome: 'locked-out'; until: Date }

/** The right password or code resets the counter, or removes its own attempt from the count. */
export interface Counter {
  key: string
  most: number
  /** Defaults to 15 minutes. */
  windowMs?: number
  /** Instead of `most` once an alarm is full. */
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

/**
 * Counts codes of a person, at sign-in and as step-up. Only a right code clears them.
 * `browser`: one that passed this second factor before; a thief of the password has none.
 */
export const countersOfCode = ({
  personId,
  address,
  browser,
}: {
  personId: string
  address: string
  browser: string | undefined
}): Counter[] => {
  const all = keyOfCodes(personId)
  const key = browser === undefined ? all : `${all} in ${browser}`
  const ofNetwork: Counter = {
    key: `${all} from ${address}`,
    most: MOST_ATTEMPTS.ofCodeInNetwork,
    afterSuccess: 'clear',
  }
  return [
    ...(browser === undefined ? [ofNetwork] : []),
    { key, most: MOST_ATTEMPTS.ofCode, afterSuccess: 'clear' },
    {
      key: `${key} a day`,
      most: MOST_ATTEMPTS.ofCodeInDay,
      windowMs: DAY_MS,
      afterSuccess: 'clear',
    },
  ]
}

/** Counts passwords. */
export const countersOfSession = (token: string): Counter[] => [
  { key: `session:${hashed(token)}`, most: MOST_ATTEMPTS.ofSession, afterSuccess: 'clear' },
]

/** Counts first codes of a new authenticator, apart: the session knows its secret. */
export const countersOfSetUp = (token: string): Counter[] => [
  { key: `set-up:${hashed(token)}`, most: MOST_ATTEMPTS.ofSession, afterSuccess: 'clear' },
]

/** Counts an attempt across processes. A full counter leaves later ones untouched. */
export const beginAttempt = async (
  query: DbQuery,
  { counters, now }: { counters: readonly Counter[]; now: Date },
): Promise<SignInAttempt> => {
  let isUnderAttack = false
  for (const [index, counter] of counters.entries()) {
    const { key, windowMs = WINDOW_MS, isAlarm = false } = counter
    const most = (isUnderAttack ? counter.mostUnderAttack : undefined) ?? counter.most
    const counted = await countAttempt(query, { key, now, until: addMs(now, windowMs) })
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

/** Allows passwords again from all networks. */
export const unlockPassword = (query: DbQuery, email: string): Promise<void> =>
  clearAttemptsUnder(query, keyOfEmail(email))

/** Allows passwords and codes again, from all networks. */
export const unlock = async (query: DbQuery, email: string): Promise<void> => {
  await unlockPassword(query, email)
  const person = await findPersonByEmail(query, email)
  if (person) await clearAttemptsUnder(query, keyOfCodes(person.id))
}
