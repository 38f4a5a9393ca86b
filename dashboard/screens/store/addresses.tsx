import { Select, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

const FIELDS = ['name', 'notify_url', 'orders_url'] as const

export const Addresses = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useTexts()
  const words = useStoreTexts().addresses
  const draft = useDraft({
    name: store.name,
    locale: store.locale,
    notify_url: store.notify_url ?? '',
    orders_url: store.orders_url ?? '',
  })
  const act = useFormAction(use.useMutation('patch', '/operator/v1/stores/{id}'), {
    done: texts.saved,
    after: draft.reset,
  })
  const { values, changed } = draft
  const getsNotifications = store.platform === 'headless'
  const text = (name: (typeof FIELDS)[number]) => ({
    value: values[name],
    error: act.errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => draft.set(name, event.currentTarget.value),
  })
  const url = { type: 'url', placeholder: 'https://', maxLength: 2_000 }
  return (
    <StoreSection id="addresses" title={getsNotifications ? words.title : words.titleOfPlatform}>
      <Form
        submit={() => {
          const { notify_url: notify, orders_url: orders, ...plain } = changed
          act.run({
            params: { path: { id: store.id } },
            body: {
              ...plain,
              ...(notify === undefined ? {} : { notify_url: notify.trim() || null }),
              ...(orders === undefined ? {} : { orders_url: orders.trim() || null }),
            },
          })
        }}
        send={texts.save}
        isPending={act.isPending}
        canSend={draft.isChanged}
      >
        <TextInput label={words.name} required maxLength={191} {...text('name')} />
        <Select
          label={words.language}
          description={words.languageHint}
          allowDeselect={false}
          data={[
            { value: 'es', label: 'Español' },
            { value: 'en', label: 'English' },
          ]}
          value={values.locale}
          onChange={(locale) => draft.set('locale', locale === 'en' ? 'en' : 'es')}
        />
        {getsNotifications ? (
          <>
            <TextInput
              {...url}
              label={words.notify}
              description={words.notifyHint}
              {...text('notify_url')}
            />
            <TextInput
              {...url}
              label={words.orders}
              description={words.ordersHint}
              {...text('orders_url')}
            />
          </>
        ) : null}
        <FormFailure act={act} fields={FIELDS} />
      </Form>
    </StoreSection>
  )
}
