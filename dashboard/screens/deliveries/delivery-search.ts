export const TABS = ['in', 'out', 'tasks'] as const
export type Tab = (typeof TABS)[number]

export const EVENT_STATES = ['waiting', 'given_up'] as const
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
}

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text.slice(0, 191)
}

export const pickOneOf = <Value extends string>(
  values: readonly Value[],
  given: string | undefined,
): Value | undefined => values.find((value) => value === given)

const STATES_OF = {
  in: EVENT_STATES,
  out: NOTIFICATION_STATE_FILTERS,
  tasks: TASK_STATE_FILTERS,
} as const

/** Parses the URL; drops invalid filters. */
export const readDeliverySearch = (given: Record<string, unknown>): DeliverySearch => {
  const tab = pickOneOf(TABS, textOf(given.tab)) ?? 'in'
  const fields = {
    tab: tab === 'in' ? undefined : tab,
    store: textOf(given.store),
    state: pickOneOf<string>(STATES_OF[tab], textOf(given.state)),
    source: tab === 'in' ? textOf(given.source)?.slice(0, 50) : undefined,
    message: tab === 'in' ? textOf(given.message) : undefined,
    kind: tab === 'tasks' ? textOf(given.kind) : undefined,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as DeliverySearch
}

export interface TabProps {
  search: DeliverySearch
  change: (changed: { [Field in keyof DeliverySearch]: string | undefined }) => void
}
