import { Text } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { useWebhookHealth } from '../../parts/stores/use-webhook-health.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { WebhookSecret } from '../store/webhook-secret.tsx'
import { FormStep } from './headless-form.tsx'
import { ConnectSelfTest } from './self-test.tsx'

/** Shows whether the first event arrived; bad signatures reveal a wrong secret. */
export const FirstEvent = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useTexts().connect.firstEvent
  const { data } = useWebhookHealth(store.id)
  const arrived = data?.last_event
  const isWrong = !arrived && (data?.last_24_hours.bad_signatures ?? 0) > 0
  return (
    <FormStep title={texts.title} isDone={Boolean(arrived)}>
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
      {arrived ? null : <ConnectSelfTest storeId={store.id} />}
    </FormStep>
  )
}
