import type { Language } from '../../../src/locales/language.ts'
import { textOfExcess, textOfRefund } from '../../order-notes.ts'
import { isDone, type RefundOfMessage } from '../../refund-state.ts'
import { COMMON_TEXTS } from '../../texts.ts'
import type { SiteClient } from '../options.ts'
import { noteOnce } from '../orders/notes.ts'
import type { WooOrder } from '../orders/order.ts'
import type { RestOutcome } from '../rest/rest-client.ts'
import { WOO_TEXTS } from '../texts.ts'
import { requestKeyOfWooRefund } from './claim-refund-rows.ts'
import type { RefundRowsPlan } from './plan-refund-rows.ts'
import type { BookedRefund } from './refund-rows.ts'

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
    const text = textOfRefund(WOO_TEXTS[shop.locale].notes.refundNotMade, refund, shop.locale)
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
    const text = textOfSucceeded(refund, shop.locale)
    const noted = await noteOnce(shop, order.id, { marker: refund.id, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}

/** Describes a succeeded void or refund. */
export const textOfSucceeded = (refund: RefundOfMessage, locale: Language): string => {
  const { voided } = WOO_TEXTS[locale].notes
  const message = refund.kind === 'void' ? voided : COMMON_TEXTS[locale].notes.refunded
  return textOfRefund(message, refund, locale)
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
    // Below the displayed unit, it may be rounding.
    const text =
      beyondMinor < unitMinor
        ? textOfRefund(COMMON_TEXTS[shop.locale].notes.refunded, refund, shop.locale)
        : textOfExcess(refund, beyondMinor, shop.locale)
    const noted = await noteOnce(shop, order.id, { marker: refundId, text })
    if (noted.outcome === 'failed') return noted
  }
  return DONE
}
