export interface TimelineLine {
  at: string
  kind: string
  text: string
  payment_id: string | null
  details: Record<string, unknown>
  actor: { kind: string; text: string } | null
  /** Message behind the entry. */
  event: { body: string } | null
}

export interface Fact {
  line: TimelineLine
  /** Further entries of the same moment. */
  also: TimelineLine[]
  /** Number of repeats in a row. */
  times: number
  /** Gateway's message behind it. */
  event: TimelineLine['event']
}

/** These end an attempt to create a payment and replace its intention. */
const CREATIONS = new Set(['payment_created', 'payment_refused', 'payment_abandoned'])

/** These say only that a message arrived; the fact is its consequence. */
const CARRIERS = new Set(['event_applied', 'event_without_effect', 'gateway_asked'])

/** Follow from a fact of the same moment. */
const CONSEQUENCES = new Set(['order_status_changed', 'order_in_conflict'])

const isDecline = ({ kind, details }: TimelineLine): boolean =>
  kind === 'event_applied' && details.type === 'payment.failed'

/** A declined charge counts as a fact, although an event brings it. */
const isCarrier = (line: TimelineLine): boolean => CARRIERS.has(line.kind) && !isDecline(line)

/**
 * Lists facts newest first, each once: lines of one moment and author become one fact, repeated
 * lines count, and a payment's intention gives way to its creation.
 */
export const factsOfTimeline = (timeline: readonly TimelineLine[]): Fact[] => {
  const created = new Set(
    timeline.flatMap(({ kind, payment_id }) => (CREATIONS.has(kind) ? [payment_id] : [])),
  )
  const lines = timeline.filter(
    ({ kind, payment_id }) => kind !== 'payment_intended' || !created.has(payment_id),
  )
  const facts: Fact[] = []
  for (const moment of momentsOf(lines)) {
    const fact = factOf(moment)
    const before = facts.at(-1)
    if (before && isRepeated(before, fact)) {
      facts[facts.length - 1] = { ...fact, times: before.times + 1 }
    } else facts.push(fact)
  }
  return facts.reverse()
}

/** Groups neighbours of one instant and author. A message follows its consequences. */
const momentsOf = (lines: readonly TimelineLine[]): TimelineLine[][] => {
  const moments: TimelineLine[][] = []
  for (const line of lines) {
    const moment = moments.at(-1)
    const last = moment?.at(-1)
    if (last && isOneMoment(last, line)) moment?.push(line)
    else moments.push([line])
  }
  return moments
}

const isOneMoment = (one: TimelineLine, other: TimelineLine): boolean =>
  one.at === other.at && one.actor?.text === other.actor?.text && !CARRIERS.has(one.kind)

const factOf = (moment: TimelineLine[]): Fact => {
  const told = moment.filter((line) => !isCarrier(line))
  const ranked = (told.length > 0 ? told : moment).toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  )
  const [line = moment[0], ...others] = ranked
  if (!line) throw new Error('A moment has a line')
  const texts = new Set([line.text])
  const also = others.filter(({ text }) => !texts.has(text) && texts.add(text))
  const event = moment.find((each) => each.event)?.event ?? null
  return { line, also, times: 1, event }
}

const rankOf = ({ kind }: TimelineLine): number => (CONSEQUENCES.has(kind) ? 1 : 0)

const isRepeated = (before: Fact, { line, also }: Fact): boolean =>
  also.length === 0 &&
  before.also.length === 0 &&
  before.line.text === line.text &&
  before.line.payment_id === line.payment_id &&
  (isCarrier(line) || line.kind === 'storefront_told' || line.kind === 'storefront_not_told') &&
  typeOf(before.line) === typeOf(line)

const typeOf = ({ details }: TimelineLine): unknown => details.type
