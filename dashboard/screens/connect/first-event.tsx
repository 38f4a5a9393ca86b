import { Text } from '@mantine/core'
import { type Schemas, use } from '../../app/api.ts'
import { Moment } from '../../parts/moment.tsx'
import { WebhookSecret } from '../store/webhook-secret.tsx'
import { Step } from './headless-form.tsx'
import { SelfTest } from './self-test.tsx'
import { useTexts } from './texts.ts'

/** Looked at so often while nothing has come. */
const LOOK_MS = 2_000

/** Whether the gateway's first event has come; one with a wrong signature says that the secret is another. */
export const FirstEvent = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useTexts().firstEvent
  const { data } = use.useQuery(
    'get',
    '/operator/v1/stores/{id}/webhook-health',
    { params: { path: { id: store.id } } },
    { refetchInterval: ({ state }) => (state.data?.last_event ? false : LOOK_MS) },
  )
  const arrived = data?.last_event
  const isWrong = !arrived && (data?.last_24_hours.bad_signatures ?? 0) > 0
  return (
    <Step title={texts.title} isDone={Boolean(arrived)}>
      <div role="status">
        {arrived ? (
          <Text className="good">
            {texts.arrived} <Moment at={arrived.at} />.
          </Text>
        ) : (
          <Text className={isWrong ? 'warn' : ''}>{isWrong ? texts.wrongSecret : texts.waits}</Text>
        )}
      </div>
      {isWrong ? <WebhookSecret store={store} isFocused={false} /> : null}
      {arrived ? null : <SelfTest storeId={store.id} />}
    </Step>
  )
}
