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
  ...(['waiting', 'told', 'given_up', 'left_out', 'nobody_to_tell'] as const),
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
    type: tab === 'in' ? searchText(given.type)?.slice(0, 100) : undefined,
    from: tab === 'in' ? searchDay(given.from) : undefined,
    to: tab === 'in' ? searchDay(given.to) : undefined,
  })
}

export const eventsFilter = ({ state, store, source, message, type, from, to }: DeliverySearch) =>
  known({
    store_id: store,
    state: pickOneOf(EVENT_STATES, state),
    source,
    message_id: message,
    type,
    from: from && startOfDay(from),
    to: to && startOfDay(to, 1),
  })

export interface TabProps {
  search: DeliverySearch
  change: (changed: { [Field in keyof DeliverySearch]: string | undefined }) => void
}
