import { Text } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Failed } from '../../parts/loaded.tsx'
import { useWebhookHealth } from '../../parts/stores/use-webhook-health.ts'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Moment, minuteLabel } from '../../parts/values/moment.tsx'
import { ConnectSelfTest } from '../connect/self-test.tsx'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'
import { WebhookSecret } from './webhook-secret.tsx'

type Store = Schemas['WholeStore']

export const Webhooks = ({
  store,
  isFocused,
  canChange,
}: {
  store: Store
  isFocused: boolean
  canChange: boolean | undefined
}) => {
  const { format, language } = useLanguage()
  const words = useStoreTexts().webhooks
  const health = useWebhookHealth(store.id)
  const { data } = health
  const refused = data?.last_24_hours.bad_signatures ?? 0
  return (
    <StoreSection id="webhooks" title={words.title}>
      {health.error ? <Failed error={health.error} tryAgain={() => void health.refetch()} /> : null}
      {data ? (
        <Text>
          {data.last_event ? (
            <>
              {words.lastEvent} <Moment at={data.last_event.at} />.
            </>
          ) : (
            words.noEvent
          )}{' '}
          {refused > 0 ? (
            <span className="warn">{format(words.refused, { count: refused })}</span>
          ) : null}
        </Text>
      ) : null}
      <Copyable label={words.address} value={store.webhook_url} />
      <Text size="xs" c="dimmed">
        {words.addressHint}
      </Text>
      {canChange ? <WebhookSecret store={store} isFocused={isFocused} /> : null}
      {data?.secret.previous_until ? (
        <Text size="xs" c="dimmed">
          {words.previous} {minuteLabel(new Date(data.secret.previous_until), language)}.
        </Text>
      ) : null}
      <ConnectSelfTest storeId={store.id} />
    </StoreSection>
  )
}
