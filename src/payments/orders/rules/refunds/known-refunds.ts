/**
 * Sums known refunds if the gateway shows no sum (`gateway-api.md` 2.1 promises `refunded_amount`
 * on paid and voided payments only). Our refund may appear twice, as its 2xx and as an event
 * without origin. So each amount counts as often as the source that has more of it: never above the
 * true sum, in any order and repetition.
 */
export const sumOfKnownRefunds = ({
  accepted,
  eventAmounts,
}: {
  accepted: readonly bigint[]
  /** Refund events of any origin, deduped. */
  eventAmounts: readonly bigint[]
}): bigint =>
  [...new Set([...accepted, ...eventAmounts])].reduce((sum, amount) => {
    const times = Math.max(timesOf(amount, accepted), timesOf(amount, eventAmounts))
    return sum + amount * BigInt(times)
  }, 0n)

const timesOf = (amount: bigint, amounts: readonly bigint[]): number =>
  amounts.filter((each) => each === amount).length
