import { Button, Group, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { serverNow } from '../../app/server-clock.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { minuteLabel } from '../../parts/values/moment.tsx'
import { ShownOnce } from '../../parts/values/shown-once.tsx'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

/** Rotates the secret: both sign for a day, so the store rejects no notification. */
export const NotifySecret = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { texts, format, language } = useLanguage()
  const ofStore = useStoreTexts()
  const [made, setMade] = useState<Schemas['NotifySecretRotated']>()
  const mutation = use.useMutation('post', '/operator/v1/stores/{id}/secrets/notify-secret/rotate')
  const act = useFormAction(mutation, { after: setMade })
  const confirmRotate = () =>
    modals.openConfirmModal({
      title: ofStore.notify.rotateTitle,
      children: ofStore.notify.rotateText,
      labels: { confirm: ofStore.notify.rotate, cancel: texts.cancel },
      onConfirm: () => act.run({ params: { path: { id: store.id } }, body: {} }),
    })
  const until = store.secrets.notify_secret?.replaced[0]?.until
  return (
    <StoreSection id="notify" title={ofStore.notify.title}>
      <Text>{ofStore.notify.about}</Text>
      {store.secrets.notify_secret ? (
        <span className="code">{store.secrets.notify_secret.hint}</span>
      ) : null}
      {!made && until && new Date(until) > serverNow() ? (
        <Text className="warn">
          {format(ofStore.notify.overlap, { until: minuteLabel(new Date(until), language) })}
        </Text>
      ) : null}
      {made ? (
        <ShownOnce
          secrets={[{ label: ofStore.notify.title, value: made.notify_secret }]}
          note={format(ofStore.notify.overlap, {
            until: minuteLabel(new Date(made.previous_until), language),
          })}
          close={() => setMade(undefined)}
        />
      ) : (
        <Group>
          <Button variant="default" loading={act.isPending} onClick={confirmRotate}>
            {ofStore.notify.rotate}
          </Button>
        </Group>
      )}
      <FormFailure act={act} />
    </StoreSection>
  )
}
