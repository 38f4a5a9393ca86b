/**
 * What was refunded of a payment as far as single refunds tell, for a gateway that shows no sum of
 * them on a partially refunded payment (`gateway-api.md` 2.1 promises `refunded_amount` on paid and
 * on voided ones). One refund of ours can be known twice, by the gateway's 2xx and by its event;
 * nothing in an event says whose it is. So of refunds of one amount there are as many as either
 * side knows of: never more than were made, and the same whatever comes first and however often.
 */
export const sumOfKnownRefunds = ({
  accepted,
  told,
}: {
  /** Amounts of our refunds that the gateway has accepted, minor units. */
  accepted: readonly bigint[]
  /** Amounts of refund events, each event once, whoever made the refund. */
  told: readonly bigint[]
}): bigint =>
  [...new Set([...accepted, ...told])].reduce((sum, amount) => {
    const times = Math.max(timesOf(amount, accepted), timesOf(amount, told))
    return sum + amount * BigInt(times)
  }, 0n)

const timesOf = (amount: bigint, amounts: readonly bigint[]): number =>
  amounts.filter((each) => each === amount).length
