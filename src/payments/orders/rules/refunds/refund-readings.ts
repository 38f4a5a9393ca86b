/*
 * `refund_amount` of a refund event has two readings: the single refund, or the sum so far
 * (`gateway-api.md` 2.1 does not say). Amounts are minor units; each event counts once.
 */

/** Refunded sum before and after one refund, in the order of the refunds. */
export interface Rise {
  fromMinor: bigint
  toMinor: bigint
}

/** How surely a rise includes a refund. */
export type Share = 'certain' | 'possible' | 'excluded'

/** Reads event amounts as single refunds. `unmatched`: amounts that no known refund explains. */
export const shareBySingles = (
  { fromMinor, toMinor }: Rise,
  amount: bigint,
  unmatched: readonly bigint[],
): Share => {
  const risenMinor = toMinor - fromMinor
  const restMinor = risenMinor - sumOf(unmatched)
  if (risenMinor < amount) return 'excluded'
  if (unmatched.includes(amount) || restMinor === amount) return 'certain'
  const isUsedUp = restMinor >= 0n && restMinor < amount
  return isUsedUp || addsUp(unmatched, risenMinor) ? 'excluded' : 'possible'
}

/** Reads event amounts as sums: a refund lies between two consecutive sums. */
export const shareBySums = (
  { fromMinor, toMinor }: Rise,
  amount: bigint,
  eventAmounts: readonly bigint[],
): Share => {
  const within = eventAmounts.filter((sum) => sum > fromMinor && sum < toMinor)
  const sums = [...new Set(within), toMinor].toSorted((one, other) => (one < other ? -1 : 1))
  const steps = sums.map((sum, index) => sum - (sums[index - 1] ?? fromMinor))
  if (steps.includes(amount)) return 'certain'
  return steps.some((step) => step > amount) ? 'possible' : 'excluded'
}

export const unmatchedAmounts = (
  known: readonly bigint[],
  eventAmounts: readonly bigint[],
): bigint[] => {
  const left = new Map<bigint, number>()
  for (const amount of known) left.set(amount, (left.get(amount) ?? 0) + 1)
  return eventAmounts.filter((amount) => {
    const times = left.get(amount) ?? 0
    left.set(amount, times - 1)
    return times <= 0
  })
}

/** Enough for every subset of a dozen amounts. */
const MAX_ADDITIONS = 10_000

/** Checks for a subset with this sum; `false` after `MAX_ADDITIONS`. */
export const addsUp = (amounts: readonly bigint[], sum: bigint): boolean => {
  if (sum === 0n || sumOf(amounts) === sum) return true
  const reached = new Set([0n])
  let additions = 0
  for (const amount of amounts) {
    for (const each of [...reached]) {
      const next = each + amount
      if (next === sum) return true
      if (++additions > MAX_ADDITIONS) return false
      if (next < sum) reached.add(next)
    }
  }
  return false
}

export const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)
