import { type GivenSearch, known, pickOneOf, searchText } from '../../parts/search.ts'
import { searchDay } from '../../parts/values/calendar-day.ts'
import { startOfDay } from '../../parts/values/start-of-day.ts'

export const TABS = ['in', 'out', 'tasks'] as const
export type Tab = (typeof TABS)[number]

export const EVENT_STATES = ['waiting', 'given_up'] as const
export const EVENT_TYPE_FILTERS = [
  'payment.approved',
  'payment.failed',
  'payment.expired',
  'payment.voided',
  'payment.refunded',
  'payment.partially_refunded',
  'payment_method.saved',
] as const
export const NOTIFICATION_STATE_FILTERS = [
  ...(['waiting', 'told', 'given_up', 'left_out', 'nobody_to_tell', 'missed'] as const),
] as const
/** Types of notifications to the stores. */
export const NOTIFICATION_TYPE_FILTERS = [
  'order.paid',
  'order.payment_failed',
  'order.payment_expired',
  'order.cancelled',
  'order.partially_refunded',
  'order.refunded',
  'order.voided',
  'order.attention_required',
  'order.updated',
  'payment_method.saved',
] as const
export const TASK_STATE_FILTERS = ['dead', 'ready', 'running', 'done', 'all'] as const

/** Filters in the URL. */
export interface DeliverySearch {
  tab?: Tab
  store?: string
  state?: string
  source?: string
  /** The sender's message id. */
  message?: string
  kind?: string
  type?: string
  /** Days in the reader's time zone, `2026-05-04`. */
  from?: string
  to?: string
}

const STATES_OF = {
  in: EVENT_STATES,
  out: NOTIFICATION_STATE_FILTERS,
  tasks: TASK_STATE_FILTERS,
} as const

/** An event may have any type, a notification one of ours. */
const typeOf = {
  in: (type: string | undefined) => type?.slice(0, 100),
  out: (type: string | undefined) => pickOneOf<string>(NOTIFICATION_TYPE_FILTERS, type),
  tasks: () => undefined,
} as const

/** Parses the URL; drops invalid filters. */
export const readDeliverySearch = (given: GivenSearch): DeliverySearch => {
  const tab = pickOneOf(TABS, searchText(given.tab)) ?? 'in'
  return known({
    tab: tab === 'in' ? undefined : tab,
    store: searchText(given.store),
    state: pickOneOf<string>(STATES_OF[tab], searchText(given.state)),
    source: tab === 'in' ? searchText(given.source)?.slice(0, 50) : undefined,
    message: tab === 'in' ? searchText(given.message) : undefined,
    kind: tab === 'tasks' ? searchText(given.kind) : undefined,
    type: typeOf[tab](searchText(given.type)),
    from: tab === 'tasks' ? undefined : searchDay(given.from),
    to: tab === 'tasks' ? undefined : searchDay(given.to),
  })
}

export const eventsFilter = ({ state, store, source, message, type, from, to }: DeliverySearch) =>
  known({
    store_id: store,
    state: pickOneOf(EVENT_STATES, state),
    source,
    message_id: message,
    type,
    ...daysOf({ from, to }),
  })

export const notificationsFilter = ({ state, store, type, from, to }: DeliverySearch) =>
  known({
    store_id: store,
    state: pickOneOf(NOTIFICATION_STATE_FILTERS, state),
    type: pickOneOf(NOTIFICATION_TYPE_FILTERS, type),
    ...daysOf({ from, to }),
  })

const daysOf = ({ from, to }: Pick<DeliverySearch, 'from' | 'to'>) => ({
  from: from && startOfDay(from),
  to: to && startOfDay(to, 1),
})

export interface TabProps {
  search: DeliverySearch
  change: (changed: { [Field in keyof DeliverySearch]: string | undefined }) => void
}
