import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { nameOf, useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Message } from '../../parts/message.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { DeadTasks } from './dead-tasks.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { EVENT_STATES, pickOneOf, type TabProps } from './delivery-search.ts'
import { Choice, DeliveryFilters, TextFilter } from './filters.tsx'
import { eventsFilter, pagesOfEvents } from './pages-of-events.ts'

const SOURCES = ['gateway', 'shopify', 'woocommerce'] as const

/** Inbound webhooks, newest first. */
export const EventsIn = ({ search, change }: TabProps) => {
  const texts = useTexts()
  const state = pickOneOf(EVENT_STATES, search.state)
  const pages = usePages(...pagesOfEvents(search))
  const own = texts.deliveries
  return (
    <>
      <DeliveryFilters search={search} change={change}>
        <Choice
          label={own.state}
          placeholder={texts.any}
          value={state}
          data={EVENT_STATES.map((value) => ({ value, label: own.eventStates[value] }))}
          set={(chosen) => change({ state: chosen })}
        />
        <Choice
          label={own.source}
          placeholder={texts.any}
          value={search.source}
          data={SOURCES.map((value) => ({ value, label: own.sources[value] ?? value }))}
          set={(source) => change({ source })}
        />
        <TextFilter
          label={own.message}
          value={search.message}
          set={(message) => change({ message })}
        />
      </DeliveryFilters>
      <DeadTasks storeId={search.store} isShown={(kind) => kind.startsWith('apply-')} />
      <DeliveryList
        pages={pages}
        empty={Object.keys(eventsFilter(search)).length > 0 ? own.nothing : own.noEvents}
        row={(event) => <EventRow key={event.id} event={event} />}
      />
    </>
  )
}

const EventRow = ({ event }: { event: Schemas['EventOfStore'] }) => {
  const texts = useTexts().deliveries
  const act = useAction(
    use.useMutation('post', '/operator/v1/events/{id}/replay'),
    texts.handledAgain,
  )
  const again = {
    label: texts.handleAgain,
    isPending: act.isPending,
    run: () => act.run({ params: { path: { id: event.id } } }),
  }
  return (
    <DeliveryRow
      title={<bdi className="code">{event.type ?? texts.noType}</bdi>}
      state={`event_${event.state}`}
      word={texts.eventStates[event.state]}
      storeId={event.store_id}
      act={event.state === 'given_up' ? again : undefined}
      more={() => <MoreOfEvent event={event} />}
    >
      {nameOf(texts.sources, event.source)} · <Moment at={event.received_at} />
      {event.outcome ? ` · ${nameOf(texts.outcomes, event.outcome)}` : null}
      {event.reason ? (
        <>
          {' '}
          · <bdi className="code">{event.reason}</bdi>
        </>
      ) : null}
    </DeliveryRow>
  )
}

/** Parses the order id from a gateway event. */
const orderOf = ({ body }: Schemas['EventOfStore']): string | undefined => {
  try {
    const reference = JSON.parse(body)?.data?.external_reference
    return typeof reference === 'string' && reference.length <= 191 ? reference : undefined
  } catch {
    return undefined
  }
}

const MoreOfEvent = ({ event }: { event: Schemas['EventOfStore'] }) => {
  const texts = useTexts().deliveries
  const order = orderOf(event)
  return (
    <>
      <Text size="xs" c="dimmed">
        {texts.message}: <bdi className="code">{event.message_id}</bdi>
        {event.handled_at ? (
          <>
            {' '}
            · {texts.handled} <Moment at={event.handled_at} />
          </>
        ) : null}
        {order ? (
          <>
            {' '}
            ·{' '}
            <Link to="/orders" search={{ search: order }}>
              {texts.itsOrder}
            </Link>
          </>
        ) : null}
      </Text>
      <Message label={texts.body} text={event.body} />
    </>
  )
}
