import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Moment } from '../../parts/values/moment.tsx'

export const Ending = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { format } = useLanguage()
  const texts = useTexts().store.ending
  const { cancel } = useTexts()
  const params = { path: { id: store.id } }
  const disable = useAction(
    use.useMutation('post', '/operator/v1/stores/{id}/disable'),
    texts.disabled,
  )
  const enable = useAction(
    use.useMutation('post', '/operator/v1/stores/{id}/enable'),
    texts.enabled,
  )
  const confirmDisable = () =>
    modals.openConfirmModal({
      title: format(texts.question, { name: store.name }),
      children: texts.follows,
      labels: { confirm: texts.disable, cancel },
      confirmProps: { color: 'red' },
      onConfirm: () => disable.run({ params }),
    })
  return (
    <section className="card section" aria-labelledby="ending">
      <Stack gap="md">
        <Title order={2} id="ending" className="anchor">
          {store.disabled_at ? texts.titleDisabled : texts.title}
        </Title>
        <Text>
          {store.disabled_at ? (
            <>
              {texts.since} <Moment at={store.disabled_at} />. {texts.isDisabled}
            </>
          ) : (
            texts.follows
          )}
        </Text>
        <Group>
          {store.disabled_at ? (
            <Button loading={enable.isPending} onClick={() => enable.run({ params })}>
              {texts.enable}
            </Button>
          ) : (
            <Button variant="default" loading={disable.isPending} onClick={confirmDisable}>
              {texts.disable}…
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  )
}
