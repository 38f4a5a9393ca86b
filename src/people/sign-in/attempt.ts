import type { PeopleContext } from '../context.ts'
import { attemptSucceeded, beginAttempt, type Counter } from './lock-out.ts'

export type Attempted<T> =
  | { outcome: 'right'; value: T }
  | { outcome: 'wrong' }
  | { outcome: 'locked-out'; until: Date }

/** Checks a password or a code unless locked out; `undefined` from `check`: wrong. */
export const attempt = async <T>(
  { query, clock }: Pick<PeopleContext, 'query' | 'clock'>,
  counters: readonly Counter[],
  check: () => Promise<T | undefined>,
): Promise<Attempted<T>> => {
  const begun = await beginAttempt(query, { counters, now: clock.now() })
  if (begun.outcome === 'locked-out') return begun
  const value = await check()
  if (value === undefined) return { outcome: 'wrong' }
  await attemptSucceeded(query, counters)
  return { outcome: 'right', value }
}
