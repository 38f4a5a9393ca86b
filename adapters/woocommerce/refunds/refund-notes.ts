import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import type { SiteClient } from '../options.ts'
import { noteOnce } from '../orders/notes.ts'
import type { WooOrder } from '../orders/order.ts'
import type { RestOutcome } from '../rest/rest-client.ts'
import { WOO_NOTE_TEXTS } from '../texts.ts'
import { requestKeyOfWooRefund } from './claim-refund-rows.ts'
import type { RefundRowsPlan } from './plan-refund-rows.ts'
import type { BookedRefund } from './refund-rows.ts'
import { isDone, type RefundOfMessage, refundAmountText } from './refund-state.ts'

type Done = RestOutcome<null>
const DONE: Done = { outcome: 'done', value: null }

interface Refunds {
  order: WooOrder
  refunds: readonly RefundOfMessage[]
}

/** Notes failed and cancelled refunds before their rows disappear. */
export const noteNeverMade = async (
  shop: SiteClient,
  { order, refunds }: Refunds,
  neverMade: RefundRowsPlan['neverMade'],
): Promise<Done> => {
  for (const { refundId } of neverMade) {
    const refund = refunds.find(({ id }) => id === refundId)
    if (!refund || isMatchedToAnother(refund)) continue
    const text = WOO_NOTE_TEXTS[shop.locale].refundNotMade(refundAmountText(refund))
    const noted = await noteOnce(shop, order.id, { marker: refundId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** An operator matched it to another refund, which books the money. */
const isMatchedToAnother = ({ origin, idempotency_key }: RefundOfMessage): boolean =>
  origin === 'portal' && idempotency_key === null

/** The plugin notes these itself: `asked` once the outcome arrives. */
const NOTED_BY_PLUGIN = ['asked', 'failed', 'succeeded']

/** Notes refunds that succeeded after the plugin's request returned. */
export const noteSucceededLater = async (
  shop: SiteClient,
  { order, refunds }: Refunds,
  rows: readonly BookedRefund[],
): Promise<Done> => {
  const openRows = rows.filter(
    ({ saidState }) => saidState !== null && !NOTED_BY_PLUGIN.includes(saidState),
  )
  const keys = new Set(openRows.map(({ id }) => requestKeyOfWooRefund(id)))
  for (const refund of refunds.filter(isDone)) {
    if (!keys.has(refund.idempotency_key ?? '')) continue
    const textKey = refund.kind === 'void' ? 'voided' : 'refundedSums'
    const text = WOO_NOTE_TEXTS[shop.locale][textKey](refundAmountText(refund))
    const noted = await noteOnce(shop, order.id, { marker: refund.id, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** Notes the part of a refund beyond the order. */
export const noteExcess = async (
  shop: SiteClient,
  { order, refunds }: Refunds,
  { missing, unitMinor }: Pick<RefundRowsPlan, 'missing'> & { unitMinor: bigint },
): Promise<Done> => {
  for (const { refundId, beyondMinor } of missing.filter((each) => each.beyondMinor > 0n)) {
    const refund = refunds.find(({ id }) => id === refundId)
    if (!refund) continue
    const texts = WOO_NOTE_TEXTS[shop.locale]
    const beyond = formatMoney(moneyFromMinor(beyondMinor, refund.currency))
    // Below the displayed unit, it may be rounding.
    const text =
      beyondMinor < unitMinor
        ? texts.refundedSums(refundAmountText(refund))
        : texts.refundedBeyond(refundAmountText(refund), `${beyond} ${refund.currency}`)
    const noted = await noteOnce(shop, order.id, { marker: refundId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}
