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

/** Notes failed and cancelled refunds before their rows disappear. */
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

/** An operator matched it to another refund, which books the money. */
const isTakenForAnother = ({ origin, idempotency_key }: Refund): boolean =>
  origin === 'portal' && idempotency_key === null

/** The plugin notes these itself: `asked` once the outcome arrives. */
const TOLD_BY_PLUGIN = ['asked', 'failed', 'succeeded']

/** Notes refunds that succeeded after the plugin's request returned. */
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

/** Notes the part of a refund beyond the order. */
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
    // Below the displayed unit, it may be rounding.
    const text =
      beyondMinor < unitMinor
        ? texts.refundedSums(amountText(refund))
        : texts.refundedBeyond(amountText(refund), `${beyond} ${refund.currency}`)
    const noted = await noteOnce(shop, order.id, { marker: refundId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}
