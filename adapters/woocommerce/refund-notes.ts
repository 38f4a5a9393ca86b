import { formatMoney, moneyFromMinor } from '../../src/platform/money.ts'
import { requestKeyOf } from './claim-refund-rows.ts'
import { noteOnce } from './notes.ts'
import type { Shop } from './options.ts'
import type { WooOrder } from './order.ts'
import type { RefundPlan } from './plan-refund-rows.ts'
import type { BookedRefund } from './refund-rows.ts'
import type { RestOutcome } from './rest-client.ts'
import { amountText, isDone, type Reversal } from './reversal.ts'
import { TEXTS } from './texts.ts'

type Done = RestOutcome<null>
const DONE: Done = { outcome: 'done', value: null }

interface Refunds {
  order: WooOrder
  reversals: readonly Reversal[]
}

/** Written before the row is taken away: afterwards nobody would know of it. */
export const noteNeverMade = async (
  shop: Shop,
  { order, reversals }: Refunds,
  neverMade: RefundPlan['neverMade'],
): Promise<Done> => {
  for (const { reversalId } of neverMade) {
    const reversal = reversals.find(({ id }) => id === reversalId)
    if (!reversal) continue
    const text = TEXTS[shop.locale].refundNotMade(amountText(reversal))
    const noted = await noteOnce(shop, order.id, { marker: reversalId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/**
 * It tells of these itself: of `asked` as soon as it has its answer, or has found out what became of it.
 */
const TOLD_BY_PLUGIN = ['asked', 'refused', 'done']

/** What the plugin could only announce when the shop asked for it, and is done by now. */
export const noteMadeAtLast = async (
  shop: Shop,
  { order, reversals }: Refunds,
  rows: readonly BookedRefund[],
): Promise<Done> => {
  const announced = rows.filter(
    ({ saidState }) => saidState !== null && !TOLD_BY_PLUGIN.includes(saidState),
  )
  const keys = new Set(announced.map(({ id }) => requestKeyOf(id)))
  for (const reversal of reversals.filter(isDone)) {
    if (!keys.has(reversal.idempotency_key ?? '')) continue
    const told = reversal.kind === 'void' ? 'voided' : 'givenBack'
    const text = TEXTS[shop.locale][told](amountText(reversal))
    const noted = await noteOnce(shop, order.id, { marker: reversal.id, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** What was given back and has no room in the order. */
export const noteWhatIsBeyond = async (
  shop: Shop,
  { order, reversals }: Refunds,
  { missing, unitMinor }: Pick<RefundPlan, 'missing'> & { unitMinor: bigint },
): Promise<Done> => {
  for (const { reversalId, beyondMinor } of missing.filter((each) => each.beyondMinor > 0n)) {
    const reversal = reversals.find(({ id }) => id === reversalId)
    if (!reversal) continue
    const texts = TEXTS[shop.locale]
    const beyond = formatMoney(moneyFromMinor(beyondMinor, reversal.currency))
    // Less than the shop shows may be cut by its rounding, and is no fee then.
    const text =
      beyondMinor < unitMinor
        ? texts.givenBack(amountText(reversal))
        : texts.givenBackBeyond(amountText(reversal), `${beyond} ${reversal.currency}`)
    const noted = await noteOnce(shop, order.id, { marker: reversalId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}
