import type { Language } from '../../../src/locales/language.ts'
import { type OrderNote, textOfExcess, textOfRefund } from '../../order-notes.ts'
import { isDone, type RefundOfMessage } from '../../refund-state.ts'
import { COMMON_TEXTS } from '../../texts.ts'
import { WOO_TEXTS } from '../texts.ts'
import { requestKeyOfWooRefund } from './claim-refund-rows.ts'
import type { RefundRowsPlan } from './plan-refund-rows.ts'
import type { BookedRefund } from './refund-rows.ts'

type Refunds = readonly RefundOfMessage[]

/** Describes failed and cancelled refunds, because their rows disappear. */
export const notesOfNeverMade = (
  neverMade: RefundRowsPlan['neverMade'],
  locale: Language,
): OrderNote[] =>
  neverMade
    .filter(({ refund }) => !isMatchedToAnother(refund))
    .map(({ refund }) => ({
      marker: refund.id,
      text: textOfRefund(WOO_TEXTS[locale].notes.refundNotMade, refund, locale),
    }))

/** An operator matched it to another refund, which books the money. */
const isMatchedToAnother = ({ origin, idempotency_key }: RefundOfMessage): boolean =>
  origin === 'portal' && idempotency_key === null

/** The plugin notes these itself, `asked` once the outcome arrives. */
const NOTED_BY_PLUGIN = ['asked', 'failed', 'succeeded']

/** Describes refunds that succeeded after the plugin's request returned. */
export const notesOfSucceededLater = (
  refunds: Refunds,
  rows: readonly BookedRefund[],
  locale: Language,
): OrderNote[] => {
  const openRows = rows.filter(
    ({ saidState }) => saidState !== null && !NOTED_BY_PLUGIN.includes(saidState),
  )
  const keys = new Set(openRows.map(({ id }) => requestKeyOfWooRefund(id)))
  const isOpen = ({ idempotency_key: key }: RefundOfMessage) => keys.has(key ?? '')
  return notesOfSucceeded(refunds.filter(isOpen), locale)
}

export const notesOfSucceeded = (refunds: Refunds, locale: Language): OrderNote[] => {
  const { voided } = WOO_TEXTS[locale].notes
  const { refunded } = COMMON_TEXTS[locale].notes
  return refunds.filter(isDone).map((refund) => ({
    marker: refund.id,
    text: textOfRefund(refund.kind === 'void' ? voided : refunded, refund, locale),
  }))
}

export const notesOfExcess = (
  { missing, unitMinor }: Pick<RefundRowsPlan, 'missing'> & { unitMinor: bigint },
  locale: Language,
): OrderNote[] =>
  missing.flatMap(({ refund, beyondMinor }) => {
    if (beyondMinor <= 0n) return []
    // Below the displayed unit, it may be rounding.
    const text =
      beyondMinor < unitMinor
        ? textOfRefund(COMMON_TEXTS[locale].notes.refunded, refund, locale)
        : textOfExcess(refund, beyondMinor, locale)
    return [{ marker: refund.id, text }]
  })
