import { Button, Group, Select, Stack, TextInput, Title } from '@mantine/core'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'

export const Addresses = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useTexts()
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
  const fields = ['name', 'notify_url', 'orders_url']
  return (
    <section className="card section" aria-labelledby="addresses">
      <form
        onSubmit={(event) => {
          event.preventDefault()
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
      >
        <Stack gap="md">
          <Title order={2} id="addresses" className="anchor">
            {getsNotifications
              ? texts.store.addresses.title
              : texts.store.addresses.titleOfPlatform}
          </Title>
          <TextInput
            label={texts.store.addresses.name}
            required
            maxLength={191}
            value={values.name}
            error={act.errors.name}
            onChange={(event) => draft.set('name', event.currentTarget.value)}
          />
          <Select
            label={texts.store.addresses.language}
            description={texts.store.addresses.languageHint}
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
                type="url"
                label={texts.store.addresses.notify}
                description={texts.store.addresses.notifyHint}
                placeholder="https://"
                maxLength={2_000}
                value={values.notify_url}
                error={act.errors.notify_url}
                onChange={(event) => draft.set('notify_url', event.currentTarget.value)}
              />
              <TextInput
                type="url"
                label={texts.store.addresses.orders}
                description={texts.store.addresses.ordersHint}
                placeholder="https://"
                maxLength={2_000}
                value={values.orders_url}
                error={act.errors.orders_url}
                onChange={(event) => draft.set('orders_url', event.currentTarget.value)}
              />
            </>
          ) : null}
          <FormFailure act={act} fields={fields} />
          <Group>
            <Button type="submit" loading={act.isPending} disabled={!draft.isChanged}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}
