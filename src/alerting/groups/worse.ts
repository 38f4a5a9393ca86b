import type { AlertExtent } from '../../db/tables/alert-messages.ts'

/** Whether a group has at least twice as many orders, or alerts without any, or twice the money. */
export const isMuchWorse = (now: AlertExtent, sent: AlertExtent): boolean => {
  const countOf = ({ orders, alerts }: AlertExtent) => Math.max(orders, alerts)
  if (countOf(now) >= 2 * countOf(sent)) return true
  return Object.entries(now.minorByCurrency).some(([currency, minor]) => {
    const before = BigInt(sent.minorByCurrency[currency] ?? '0')
    return before > 0n && BigInt(minor) >= 2n * before
  })
}
