import {
  dbSumsOfRun,
  type Sums,
  sumsSeenByRun,
} from '../../../db/reconciliation/reconciliation-sums.ts'
import { OUR_SIDE, type RunTotals, type SumsOfPayments } from '../../../db/tables/reconciliation.ts'
import { formatMinor } from '../../../domain/money.ts'
import { instantsOf } from '../window.ts'
import { type RunContext, windowOf } from '../work.ts'

export const viewOfSums = (sums: Sums): SumsOfPayments => {
  const decimal = (minor: bigint) => formatMinor(minor, sums.currency)
  const { charged, voided, refunded, fees } = sums
  return {
    payments: Number(sums.payments),
    charged: decimal(charged),
    voided: decimal(voided),
    refunded: decimal(refunded),
    fees: fees === null ? null : decimal(fees),
    net: decimal(charged - voided - refunded - (fees ?? 0n)),
  }
}

export const noSums = (currency: string): Sums => ({
  currency,
  payments: 0n,
  charged: 0n,
  voided: 0n,
  refunded: 0n,
  fees: null,
})

export const totalsOfRun = async ({ ctx, run }: RunContext): Promise<RunTotals[]> => {
  const { query } = ctx.db
  const seen = await sumsSeenByRun(query, run.id)
  const inDb = await dbSumsOfRun(query, run, instantsOf(windowOf(run)))
  const currencies = [...new Set([...seen, ...inDb].map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const viewOf = (sums: Sums | undefined) => viewOfSums(sums ?? noSums(currency))
    const ofGateway = (ours: boolean) =>
      seen.find((sums) => sums.currency === currency && sums.ours === ours)
    return {
      currency,
      gateway: viewOf(ofGateway(true)),
      foreign: viewOf(ofGateway(false)),
      [OUR_SIDE]: viewOf(inDb.find((sums) => sums.currency === currency)),
    }
  })
}
