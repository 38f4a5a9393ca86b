/**
 * Accounts of the journal:
 *
 * - `gateway_receivable`: what the gateway owes the store
 * - `sales`: the price without tax, fee and tip
 * - `sales_tax`, `service_fees`, `tips`: the rest of the customer's payment
 * - `refunds`: refunded after settlement, not split into sales, tax, fees and tips by the gateway
 */
export const ACCOUNTS = [
  'gateway_receivable',
  'sales',
  'sales_tax',
  'service_fees',
  'tips',
  'refunds',
] as const
export type JournalAccount = (typeof ACCOUNTS)[number]

/** The gateway's figures of a charge, in minor units; `null`: not reported. */
export interface ChargeFigures {
  totalMinor: bigint
  salesTaxMinor: bigint | null
  serviceFeeMinor: bigint | null
  tipMinor: bigint | null
}

/** A line has one side; the other is 0. */
export interface JournalLine {
  account: JournalAccount
  debitMinor: bigint
  creditMinor: bigint
}

/** Lines of a charge: the receivable against its parts. The remainder is sales. */
export const linesOfSale = (figures: ChargeFigures): JournalLine[] => {
  const { totalMinor, salesTaxMinor, serviceFeeMinor, tipMinor } = figures
  const [tax, fee, tip] = [salesTaxMinor ?? 0n, serviceFeeMinor ?? 0n, tipMinor ?? 0n]
  return linesOf({
    gateway_receivable: totalMinor,
    sales: tax + fee + tip - totalMinor,
    sales_tax: -tax,
    service_fees: -fee,
    tips: -tip,
  })
}

/** Reverses the lines of a sale: a void undoes the whole charge before settlement. */
export const linesOfVoid = (figures: ChargeFigures): JournalLine[] =>
  linesOfSale(figures).map(reversed)

export const reversed = ({ account, debitMinor, creditMinor }: JournalLine): JournalLine => ({
  account,
  debitMinor: creditMinor,
  creditMinor: debitMinor,
})

export const linesOfRefund = (amountMinor: bigint): JournalLine[] =>
  linesOf({ refunds: amountMinor, gateway_receivable: -amountMinor })

/** Positive amounts are debits, negative ones credits. */
const linesOf = (amounts: Partial<Record<JournalAccount, bigint>>): JournalLine[] =>
  ACCOUNTS.flatMap((account) => {
    const minor = amounts[account] ?? 0n
    if (minor === 0n) return []
    return minor > 0n
      ? [{ account, debitMinor: minor, creditMinor: 0n }]
      : [{ account, debitMinor: 0n, creditMinor: -minor }]
  })
