import type { AlertGroupRow } from '../../db/alerts/alert-groups.ts'
import type { StoreRow } from '../../db/db.ts'
import type { AlertExtent } from '../../db/tables/alert-messages.ts'
import {
  alertGroupAddress,
  orderAddress,
  paymentAddress,
} from '../../domain/dashboard-addresses.ts'
import { formatMinor } from '../../domain/money.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import { printableLines } from '../../runtime/text/printable.ts'
import type { AffectedOrder } from '../../texts/alerts/affected-orders.ts'
import type { AlertOfGroup } from '../../texts/alerts/extent.ts'
import { nameOfOrder } from '../../texts/alerts/facts.ts'
import { groupCauses, groupWording } from '../../texts/alerts/group-text.ts'
import type { AlertMessage } from '../messages/alert-message.ts'

export interface MessageAbout {
  group: AlertGroupRow
  /** Never empty. */
  alerts: readonly AlertOfGroup[]
  extent: AlertExtent
  /** The first of the orders. */
  affected: readonly AffectedOrder[]
  /** Set if all alerts are of one store. */
  store: StoreRow | undefined
  platform: Pick<PlatformAdapter, 'title' | 'alertTexts'> | undefined
  language: AlertMessage['language']
  /** True for readers who do not run Puente. */
  isForMerchant: boolean
  publicUrl: string
  now: Date
}

export type MessageDraft = Omit<AlertMessage, 'id'>

export const composeMessage = (type: AlertMessage['type'], about: MessageAbout): MessageDraft => {
  const { group, alerts, extent, affected, store, now } = about
  return {
    type,
    at: now.toISOString(),
    language: about.language,
    data: {
      group: `alg_${group.id}`,
      kind: group.kind,
      store: store ? { id: store.id, name: store.name } : null,
      repeated: type === 'alert.opened' && group.sent_at !== null,
      ...textOf(about),
      alerts: extent.alerts,
      stores: new Set(alerts.map(({ alert }) => alert.store_id)).size,
      orders: extent.orders,
      order_numbers: affected.map(({ order }) => nameOfOrder(order)),
      affected_orders: affected.map((each) => affectedOrder(each, about)),
      money: moneyOf(extent),
      opened_at: group.opened_at.toISOString(),
      closed_at: type === 'alert.closed' ? now.toISOString() : null,
      link: linkOf(about),
    },
  }
}

const textOf = ({ group, alerts, platform, language, isForMerchant }: MessageAbout) => {
  const reader = { locale: language, platform, isForMerchant }
  const { what, todo } = groupWording(group.kind, alerts, reader)
  const why = groupCauses(group.kind, alerts, reader)
  // Hard spaces of amounts and times break searches.
  return {
    what: printableLines(what),
    why: why.map(printableLines),
    todo: printableLines(todo),
  }
}

/** Without personal data: the message is stored. Sending adds the customer. */
const affectedOrder = (
  { order, money, paymentId }: AffectedOrder,
  { publicUrl }: Pick<MessageAbout, 'publicUrl'>,
): AlertMessage['data']['affected_orders'][number] => ({
  id: order.id,
  number: nameOfOrder(order),
  money: [...money],
  customer: null,
  link: `${publicUrl}${orderAddress(order.id)}`,
  payment_link:
    paymentId === undefined ? null : `${publicUrl}${paymentAddress(order.id, paymentId)}`,
})

const moneyOf = ({ minorByCurrency }: AlertExtent): AlertMessage['data']['money'] =>
  Object.entries(minorByCurrency).map(([currency, minor]) => ({
    amount: formatMinor(BigInt(minor), currency),
    currency,
  }))

/** Links to the only alert's order, or to the group. */
const linkOf = ({ alerts, group, publicUrl }: MessageAbout): string => {
  const [only, ...others] = alerts
  const order = others.length === 0 ? only?.db.order : undefined
  const { store_id: storeId, cause } = group
  return `${publicUrl}${order ? orderAddress(order.id) : alertGroupAddress({ storeId, cause })}`
}
