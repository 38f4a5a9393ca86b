import { Text } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { nameOf, useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Choice } from '../../parts/forms/choice.tsx'
import { Message } from '../../parts/message.tsx'
import { usePages } from '../../parts/pages.ts'
import { pickOneOf } from '../../parts/search.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Dotted } from '../../parts/values/dotted.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { pagesOfEvents } from '../queries.ts'
import { DeadTasks } from './dead-tasks.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { EVENT_STATES, EVENT_TYPE_FILTERS, eventsFilter, type TabProps } from './delivery-search.ts'
import { DayFilters, DeliveryFilters, TextFilter } from './filters.tsx'

const SOURCES = ['gateway', 'shopify', 'woocommerce'] as const

/** Inbound webhooks, newest first. */
export const EventsIn = ({ search, change }: TabProps) => {
  const texts = useTexts()
  const pages = usePages(pagesOfEvents(search))
  const own = texts.deliveries
  return (
    <>
      <DeliveryFilters search={search} change={change}>
        <Choice
          label={own.state}
          value={pickOneOf(EVENT_STATES, search.state)}
          values={EVENT_STATES}
          names={own.eventStates}
          set={(state) => change({ state })}
        />
        <Choice
          label={own.source}
          value={pickOneOf(SOURCES, search.source)}
          values={SOURCES}
          names={own.sources}
          set={(source) => change({ source })}
        />
        <Choice
          label={own.type}
          value={pickOneOf(EVENT_TYPE_FILTERS, search.type)}
          values={EVENT_TYPE_FILTERS}
          names={own.types}
          set={(type) => change({ type })}
        />
        <DayFilters search={search} change={change} />
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
  return (
    <DeliveryRow
      title={<bdi className="code">{event.type ?? texts.noType}</bdi>}
      state={`event_${event.state}`}
      word={texts.eventStates[event.state]}
      storeId={event.store_id}
      order={event.order}
      act={
        event.state === 'given_up' ? (
          <ActButton
            path="/operator/v1/events/{id}/replay"
            id={event.id}
            done={texts.handledAgain}
            size="compact-md"
          >
            {texts.handleAgain}
          </ActButton>
        ) : null
      }
      more={() => <MoreOfEvent event={event} />}
    >
      {event.amount && event.currency ? (
        <Amount amount={event.amount} currency={event.currency} />
      ) : null}
      {nameOf(texts.sources, event.source)}
      <Moment at={event.received_at} />
      {event.outcome ? nameOf(texts.outcomes, event.outcome) : null}
      {event.reason ? <bdi className="code">{event.reason}</bdi> : null}
    </DeliveryRow>
  )
}

const MoreOfEvent = ({ event }: { event: Schemas['EventOfStore'] }) => {
  const texts = useTexts().deliveries
  return (
    <>
      <Text size="xs" c="dimmed">
        <Dotted>
          <span>
            {texts.message}: <bdi className="code">{event.message_id}</bdi>
          </span>
          {event.handled_at ? (
            <>
              {texts.handled} <Moment at={event.handled_at} />
            </>
          ) : null}
        </Dotted>
      </Text>
      <Message label={texts.body} text={event.body} />
    </>
  )
}
