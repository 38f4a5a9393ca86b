import type { AlertGroupRow } from '../../db/alerts/alert-groups.ts'
import type { StoreRow } from '../../db/db.ts'
import type { AlertExtent } from '../../db/tables/alert-messages.ts'
import { alertGroupAddress, orderAddress } from '../../domain/dashboard-addresses.ts'
import { formatMinor } from '../../domain/money.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import { alertText, alertWording } from '../../texts/alerts/alert-text.ts'
import type { AlertOfGroup } from '../../texts/alerts/extent.ts'
import type { AlertMessage } from '../messages/alert-message.ts'

const MOST_CAUSES = 5

export interface MessageAbout {
  group: AlertGroupRow
  /** Never empty. */
  alerts: readonly AlertOfGroup[]
  extent: AlertExtent
  orderNumbers: readonly string[]
  /** Set for a group of one store. */
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
  const { group, alerts, extent, orderNumbers, store, now } = about
  return {
    type,
    at: now.toISOString(),
    language: about.language,
    data: {
      group: `alg_${group.id}`,
      kind: group.kind,
      store: store ? { id: store.id, name: store.name } : null,
      repeated: type === 'alert.opened' && group.sent_at !== null,
      ...saidOf(about),
      alerts: extent.alerts,
      stores: new Set(alerts.map(({ alert }) => alert.store_id)).size,
      orders: extent.orders,
      order_numbers: [...orderNumbers],
      money: moneyOf(extent),
      opened_at: group.opened_at.toISOString(),
      closed_at: type === 'alert.closed' ? now.toISOString() : null,
      link: linkOf(about),
    },
  }
}

/** Describes one alert in full, several by kind with each distinct cause. */
const saidOf = ({
  group,
  alerts,
  platform,
  language,
  isForMerchant,
}: MessageAbout): { what: string; why: string[]; todo: string } => {
  const texts = alerts.map(({ alert, db }) =>
    alertText(alert, { db, locale: language, platform, isForMerchant }),
  )
  const [first] = texts
  if (first && texts.length === 1) return { ...first, why: [first.why] }
  const general = alertWording(group.kind, language, { platform, isForMerchant })
  // Lists each cause once: dead tasks share few, order alerts have their own.
  const causes = [...new Set(texts.map(({ why }) => why))]
  const why = causes.length <= MOST_CAUSES ? causes : [general.why]
  return { what: general.what, why, todo: general.todo }
}

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
