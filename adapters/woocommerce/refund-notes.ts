import { formatMoney, moneyFromMinor } from '../../src/domain/money.ts'
import { requestKeyOf } from './claim-refund-rows.ts'
import { noteOnce } from './notes.ts'
import type { Shop } from './options.ts'
import type { WooOrder } from './order.ts'
import type { RefundPlan } from './plan-refund-rows.ts'
import type { BookedRefund } from './refund-rows.ts'
import { amountText, isDone, type Refund } from './refund-state.ts'
import type { RestOutcome } from './rest-client.ts'
import { TEXTS } from './texts.ts'

type Done = RestOutcome<null>
const DONE: Done = { outcome: 'done', value: null }

interface Refunds {
  order: WooOrder
  refunds: readonly Refund[]
}

/** Written before the row is taken away: afterwards nobody would know of it. */
export const noteNeverMade = async (
  shop: Shop,
  { order, refunds }: Refunds,
  neverMade: RefundPlan['neverMade'],
): Promise<Done> => {
  for (const { refundId } of neverMade) {
    const refund = refunds.find(({ id }) => id === refundId)
    if (!refund || isTakenForAnother(refund)) continue
    const text = TEXTS[shop.locale].refundNotMade(amountText(refund))
    const noted = await noteOnce(shop, order.id, { marker: refundId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** Tells whether a person matched this portal refund to another one, which books its money. */
const isTakenForAnother = ({ origin, idempotency_key }: Refund): boolean =>
  origin === 'portal' && idempotency_key === null

/**
 * It tells of these itself: of `asked` as soon as it has its answer, or has found out what became of it.
 */
const TOLD_BY_PLUGIN = ['asked', 'failed', 'succeeded']

/** What the plugin could only announce when the shop asked for it, and is done by now. */
export const noteMadeAtLast = async (
  shop: Shop,
  { order, refunds }: Refunds,
  rows: readonly BookedRefund[],
): Promise<Done> => {
  const openRows = rows.filter(
    ({ saidState }) => saidState !== null && !TOLD_BY_PLUGIN.includes(saidState),
  )
  const keys = new Set(openRows.map(({ id }) => requestKeyOf(id)))
  for (const refund of refunds.filter(isDone)) {
    if (!keys.has(refund.idempotency_key ?? '')) continue
    const told = refund.kind === 'void' ? 'voided' : 'refundedSums'
    const text = TEXTS[shop.locale][told](amountText(refund))
    const noted = await noteOnce(shop, order.id, { marker: refund.id, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** What was refunded and has no room in the order. */
export const noteWhatIsBeyond = async (
  shop: Shop,
  { order, refunds }: Refunds,
  { missing, unitMinor }: Pick<RefundPlan, 'missing'> & { unitMinor: bigint },
): Promise<Done> => {
  for (const { refundId, beyondMinor } of missing.filter((each) => each.beyondMinor > 0n)) {
    const refund = refunds.find(({ id }) => id === refundId)
    if (!refund) continue
    const texts = TEXTS[shop.locale]
    const beyond = formatMoney(moneyFromMinor(beyondMinor, refund.currency))
    // Less than the shop shows may be cut by its rounding, and is no fee then.
    const text =
      beyondMinor < unitMinor
        ? texts.refundedSums(amountText(refund))
        : texts.refundedBeyond(amountText(refund), `${beyond} ${refund.currency}`)
    const noted = await noteOnce(shop, order.id, { marker: refundId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}
