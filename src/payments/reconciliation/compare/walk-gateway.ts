import { insertDiscrepancies } from '../../../db/reconciliation/discrepancies.ts'
import { addSeenSums } from '../../../db/reconciliation/reconciliation-sums.ts'
import { recordSeenPayments } from '../../../db/reconciliation/reconciliations.ts'
import type { RunCounts, RunPosition } from '../../../db/tables/reconciliation.ts'
import { FIRST_PAGE, nextPage, type PagesPosition } from '../rules/walk-pages.ts'
import { advanceRun, type RunContext, type StepOutcome, walkInRun, windowOf } from '../work.ts'
import { comparePage, itemsOf } from './compare-page.ts'

/**
 * Compares one page of `GET /payments` (4.2). Commits discrepancies, seen items and position
 * together.
 */
export const walkPage = async (work: RunContext, position: PagesPosition): Promise<StepOutcome> => {
  const { run, gateway } = work
  const { page, perPage } = position
  const answer = await gateway.listPayments({
    ...windowOf(run),
    page,
    ...(perPage === null ? {} : { per_page: perPage }),
  })
  if (answer.outcome === 'refused' && perPage !== null) {
    // The maximum page size is undocumented (8): fall back to the default.
    const first: RunPosition = { ...FIRST_PAGE, perPage: null }
    return advanceRun(work, { position: JSON.stringify(first) })
  }
  if (answer.outcome !== 'page') return { outcome: 'failed', failure: answer }
  const { meta } = answer.page
  const items = itemsOf(answer.page)
  return walkInRun(work, async (trx, held) => {
    const fresh = await recordSeenPayments(
      trx,
      held,
      items.map(({ seenAs }) => seenAs),
    )
    const newItems = items.filter(({ seenAs }) => fresh.has(seenAs))
    const compared = await comparePage(trx, work, newItems)
    await insertDiscrepancies(trx, compared.discrepancies)
    await addSeenSums(trx, run.id, compared.sums)
    const counts: RunCounts = {
      ...held.counts,
      pages: held.counts.pages + 1,
      payments: held.counts.payments + newItems.length,
      foreign: held.counts.foreign + compared.foreign,
      unreadable: held.counts.unreadable + compared.unreadable,
      gatewayTotal: meta.total,
      greatestTotal: Math.max(held.counts.greatestTotal, meta.total),
    }
    const next: RunPosition = nextPage(position, {
      items: items.length,
      newItems: newItems.length,
      meta,
      seen: counts.payments,
      greatestTotal: counts.greatestTotal,
    }) ?? { phase: 'unseen', after: null }
    return { next, counts }
  })
}
