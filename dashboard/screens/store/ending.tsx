import { Group, Text } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

export const Ending = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { format } = useLanguage()
  const texts = useStoreTexts().ending
  return (
    <StoreSection id="ending" title={store.disabled_at ? texts.titleDisabled : texts.title}>
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
          <ActButton
            key="enable"
            path="/operator/v1/stores/{id}/enable"
            id={store.id}
            done={texts.enabled}
            variant="filled"
          >
            {texts.enable}
          </ActButton>
        ) : (
          <ActButton
            key="disable"
            path="/operator/v1/stores/{id}/disable"
            id={store.id}
            done={texts.disabled}
            question={{
              title: format(texts.question, { name: store.name }),
              text: texts.follows,
              confirm: texts.disable,
            }}
          >
            {texts.disable}…
          </ActButton>
        )}
      </Group>
    </StoreSection>
  )
}
