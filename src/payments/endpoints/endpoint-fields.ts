import type { StoreRow } from '../../db/db.ts'
import type { NotificationEndpointRow } from '../../db/endpoints/endpoints.ts'
import type { Localized } from '../../locales/language.ts'
import { splitLogin } from '../../runtime/net/address-login.ts'
import { CARD_NUMBER_HERE, withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'
import { readPasted } from '../../runtime/text/pasted.ts'
import type { LISTED_TYPES } from '../ports/notification.ts'
import type { StoreDeps } from '../ports/store-connecting.ts'
import { addressDefect, isAddressTaken } from '../stores/store-fields.ts'

/** Upper bound per store besides its own address. Each endpoint multiplies the notifications. */
export const MOST_ENDPOINTS = 10

export interface EndpointFields {
  /** May contain `user:password`. */
  url?: string | undefined
  description?: string | null | undefined
  /** `null`: all. */
  events?: readonly (typeof LISTED_TYPES)[number][] | null | undefined
}

export interface EndpointRefusal {
  outcome: 'refused'
  field: 'url' | 'description' | 'until' | 'from' | 'to'
  reason: Localized
}

export const refused = (field: EndpointRefusal['field'], reason: Localized): EndpointRefusal => ({
  outcome: 'refused',
  field,
  reason,
})

/** Validates an address. Returns it without its login, which is sealed. */
export const readNotificationUrl = (
  typed: string,
  {
    store,
    others,
    installation,
  }: {
    store: Pick<StoreRow, 'notify_url'>
    others: readonly NotificationEndpointRow[]
    installation: StoreDeps['installation']
  },
): EndpointRefusal | { outcome: 'read'; url: string; login: string | undefined } => {
  const pasted = readPasted(typed, 'address')
  if (pasted.outcome === 'refused') return refused('url', pasted.reason)
  const { text } = pasted
  const { issues } = withoutCardNumbers({ url: text })
  if (issues.length > 0) return refused('url', CARD_NUMBER_HERE)
  const defect = addressDefect(text, installation)
  if (defect) return refused('url', defect)
  const { address: url, login } = splitLogin(text)
  const taken = [store.notify_url, ...others.map((other) => other.url)]
  if (isAddressTaken(url, taken)) return refused('url', fieldMessage('addressTaken'))
  return { outcome: 'read', url, login }
}

/** Returns the first refused field other than the address. */
export const fieldRefusal = ({ description }: EndpointFields): EndpointRefusal | undefined => {
  const { issues } = withoutCardNumbers({ description })
  return issues.length > 0 ? refused('description', CARD_NUMBER_HERE) : undefined
}
