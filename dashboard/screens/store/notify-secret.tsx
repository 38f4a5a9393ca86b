import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { minuteLabel } from '../../parts/values/moment.tsx'
import { ShownOnce } from '../../parts/values/shown-once.tsx'
import { useStoreTexts } from './texts.ts'

/** After a rotation both secrets sign for a day, so that the store rejects no notification. */
export const NotifySecret = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useStoreTexts()
  const { language } = useLanguage()
  const [made, setMade] = useState<Schemas['NotifySecretRotated']>()
  const mutation = use.useMutation('post', '/operator/v1/stores/{id}/secrets/notify-secret/rotate')
  const act = useFormAction(mutation, { after: setMade })
  const confirmRotate = () =>
    modals.openConfirmModal({
      title: texts.notify.rotateTitle,
      children: texts.notify.rotateText,
      labels: { confirm: texts.notify.rotate, cancel: texts.cancel },
      onConfirm: () => act.run({ params: { path: { id: store.id } }, body: {} }),
    })
  const until = store.secrets.notify_secret?.replaced[0]?.until
  return (
    <section className="card section" aria-labelledby="notify">
      <Stack gap="md">
        <Title order={2} id="notify" className="anchor">
          {texts.notify.title}
        </Title>
        <Text>{texts.notify.about}</Text>
        {store.secrets.notify_secret ? (
          <span className="code">{store.secrets.notify_secret.hint}</span>
        ) : null}
        {!made && until && new Date(until) > new Date() ? (
          <Text className="warn">
            {texts.notify.overlap(minuteLabel(new Date(until), language))}
          </Text>
        ) : null}
        {made ? (
          <ShownOnce
            secrets={[{ label: texts.notify.title, value: made.notify_secret }]}
            note={texts.notify.overlap(minuteLabel(new Date(made.previous_until), language))}
            close={() => setMade(undefined)}
          />
        ) : (
          <Group>
            <Button variant="default" loading={act.isPending} onClick={confirmRotate}>
              {texts.notify.rotate}
            </Button>
          </Group>
        )}
        <FormFailure act={act} />
      </Stack>
    </section>
  )
}
