import { Text } from '@mantine/core'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Choice } from '../../parts/forms/choice.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { Raw } from '../../parts/values/raw.tsx'
import { Attempts } from './attempts.tsx'
import { DeadTasks } from './dead-tasks.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import {
  NOTIFICATION_STATE_FILTERS,
  NOTIFICATION_TYPE_FILTERS,
  notificationsFilter,
  type TabProps,
} from './delivery-search.ts'
import { DayFilters, DeliveryFilters } from './filters.tsx'
import { WaitsFor } from './waits-for.tsx'

export const NotificationsOut = ({ search, change }: TabProps) => {
  const texts = useTexts()
  const filter = notificationsFilter(search)
  const pages = usePages(pagesQuery('/operator/v1/notifications', { ...filter, limit: 30 }))
  const own = texts.deliveries
  return (
    <>
      <DeliveryFilters search={search} change={change}>
        <Choice
          label={own.state}
          value={filter.state}
          values={NOTIFICATION_STATE_FILTERS}
          names={texts.notificationStates}
          set={(state) => change({ state })}
        />
        <Choice
          label={own.type}
          value={filter.type}
          values={NOTIFICATION_TYPE_FILTERS}
          names={own.notificationTypes}
          set={(type) => change({ type })}
        />
        <DayFilters search={search} change={change} />
      </DeliveryFilters>
      <DeadTasks storeId={search.store} isShown={(kind) => kind.startsWith('notify-')} />
      <DeliveryList
        pages={pages}
        empty={Object.keys(filter).length > 0 ? own.nothing : own.noNotifications}
        row={(one) => <NotificationRow key={one.id} notification={one} />}
      />
    </>
  )
}

const NotificationRow = ({ notification }: { notification: Schemas['NotificationOfStore'] }) => {
  const texts = useTexts()
  const own = texts.deliveries
  const { id, state } = notification
  const isWaiting = state === 'waiting'
  return (
    <DeliveryRow
      title={<bdi className="code">{notification.type}</bdi>}
      state={isWaiting && notification.last_error ? 'waiting_failing' : state}
      word={texts.notificationStates[state] ?? state}
      storeId={notification.store_id}
      order={notification.order}
      act={
        <ActButton
          path="/operator/v1/notifications/{id}/resend"
          id={id}
          done={own.sentAgain}
          size="compact-md"
        >
          {isWaiting ? own.sendNow : own.sendAgain}
        </ActButton>
      }
      more={() => <MoreOfNotification id={id} />}
    >
      {notification.endpoint_id ? (
        <Text size="xs" c="dimmed">
          {own.endpoint}: <bdi className="code">{notification.endpoint_id}</bdi>
        </Text>
      ) : null}
      <WaitsFor task={notification} />
    </DeliveryRow>
  )
}

const MoreOfNotification = ({ id }: { id: string }) => {
  const texts = useTexts().deliveries
  const whole = use.useQuery('get', '/operator/v1/notifications/{id}', {
    params: { path: { id } },
  })
  return (
    <Loaded query={whole}>
      {(notification) => (
        <>
          <Text size="xs" c="dimmed">
            webhook-id: <bdi className="code">{notification.message_id}</bdi>
          </Text>
          <h3>{texts.log.attempts}</h3>
          {notification.state === 'told' && notification.ended_at ? (
            <p>
              {texts.acknowledged} <Moment at={notification.ended_at} />
            </p>
          ) : null}
          <Attempts notification={notification} />
          <h3>{texts.currentContent}</h3>
          {notification.body ? (
            <Raw label={texts.log.wouldSend} text={notification.body} />
          ) : (
            <p>{texts.orderDeleted}</p>
          )}
        </>
      )}
    </Loaded>
  )
}
