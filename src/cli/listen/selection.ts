import { EVENT_TYPES } from '../../contract/events.ts'
import type { FEED_KINDS, FeedEntryView } from '../../http/api/notifications/feed-schemas.ts'
import { NOTIFICATION_TYPES } from '../../payments/ports/notification.ts'
import { printable } from '../../runtime/text/printable.ts'
import { didYouMean, WrongUse } from '../terminal/command-line.ts'

export interface SelectionOptions {
  events: (typeof FEED_KINDS)[number]
  /** Event types; all by default. */
  only?: readonly string[]
  /** Event types to leave out. */
  skip?: readonly string[]
  /** The shop's id of one order. */
  order?: string
}

/** Selects the entries that `listen` forwards. Rejects a type that `--events` never has. */
export const selectionOf = ({
  events,
  only,
  skip,
  order,
}: SelectionOptions): ((entry: FeedEntryView) => boolean) => {
  for (const [flag, types = []] of [['--only', only] as const, ['--skip', skip] as const]) {
    for (const type of types) checkType(flag, { type, events })
  }
  return ({ type, order_id }) =>
    (!only || (type !== null && only.includes(type))) &&
    (!skip || type === null || !skip.includes(type)) &&
    (order === undefined || order_id === order)
}

const NOTIFICATIONS: readonly string[] = [...NOTIFICATION_TYPES, 'payment_method.saved']

const TYPES: Readonly<Record<SelectionOptions['events'], readonly string[]>> = {
  notifications: NOTIFICATIONS,
  gateway: EVENT_TYPES,
  all: [...new Set([...NOTIFICATIONS, ...EVENT_TYPES])],
}

const checkType = (
  flag: string,
  { type, events }: { type: string; events: SelectionOptions['events'] },
): void => {
  const known = TYPES[events]
  if (known.includes(type)) return
  if (TYPES.all.includes(type)) {
    const other = events === 'gateway' ? 'notifications' : 'gateway'
    throw new WrongUse(`${flag}: "${type}" is of --events ${other}, and not of --events ${events}.`)
  }
  const hint = didYouMean(type, known) || ` Types: ${known.join(', ')}`
  throw new WrongUse(`${flag}: unknown event type "${printable(type)}".${hint}`)
}
