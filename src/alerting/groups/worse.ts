import type { AlertExtent } from '../../db/tables/alert-messages.ts'

/**
 * Reports whether orders, or the money in any currency, have at least doubled. Compares alerts if
 * they have no order.
 */
export const isMuchWorse = (now: AlertExtent, sent: AlertExtent): boolean => {
  const countOf = ({ orders, alerts }: AlertExtent) => Math.max(orders, alerts)
  if (countOf(now) >= 2 * countOf(sent)) return true
  return Object.entries(now.minorByCurrency).some(([currency, minor]) => {
    const before = BigInt(sent.minorByCurrency[currency] ?? '0')
    return before > 0n && BigInt(minor) >= 2n * before
  })
}
