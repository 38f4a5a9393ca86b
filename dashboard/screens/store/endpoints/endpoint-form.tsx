import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../../app/api.ts'
import { useTexts } from '../../../app/language.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFailure } from '../../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../../parts/forms/use-form-action.ts'
import { NOTIFICATION_TYPE_FILTERS } from '../../deliveries/delivery-search.ts'
import { useStoreTexts } from '../store-texts.ts'

type EventType = (typeof NOTIFICATION_TYPE_FILTERS)[number]

export interface NewSecret {
  url: string
  secret: string
  /** End of the replaced secret. */
  until?: string
}

interface Draft {
  url: string
  description: string
  isAll: boolean
  events: readonly EventType[]
}

const FIELDS = ['url', 'description', 'events']

const useDraftOf = (endpoint?: Schemas['NotificationEndpoint']) =>
  useState<Draft>({
    url: '',
    description: endpoint?.description ?? '',
    isAll: !endpoint?.events,
    events: NOTIFICATION_TYPE_FILTERS.filter((type) => endpoint?.events?.includes(type)),
  })

const bodyOf = ({ description, isAll, events }: Draft) => ({
  description: description.trim() || null,
  events: isAll ? null : [...events],
})

export const EndpointForm = ({
  storeId,
  close,
  shown,
}: {
  storeId: string
  close: () => void
  shown: (made: NewSecret) => void
}) => {
  const words = useStoreTexts().endpoints
  const [draft, setDraft] = useDraftOf()
  const act = useFormAction(use.useMutation('post', '/operator/v1/stores/{id}/endpoints'), {
    after: ({ url, secret }) => {
      shown({ url, secret })
      close()
    },
  })
  const url = draft.url.trim()
  return (
    <Form
      submit={() => act.run({ params: { path: { id: storeId } }, body: { url, ...bodyOf(draft) } })}
      send={words.addIt}
      isPending={act.isPending}
      canSend={url !== '' && isComplete(draft)}
      close={close}
    >
      <Fields draft={draft} set={setDraft} errors={act.errors} isNew />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}

/** Changes an endpoint. An empty address field keeps the address. */
export const EndpointChange = ({
  endpoint,
  close,
}: {
  endpoint: Schemas['NotificationEndpoint']
  close: () => void
}) => {
  const texts = useTexts()
  const [draft, setDraft] = useDraftOf(endpoint)
  const act = useFormAction(use.useMutation('patch', '/operator/v1/endpoints/{id}'), {
    done: texts.saved,
    after: close,
  })
  const url = draft.url.trim()
  return (
    <Form
      submit={() =>
        act.run({
          params: { path: { id: endpoint.id } },
          body: { ...(url ? { url } : {}), ...bodyOf(draft) },
        })
      }
      send={texts.save}
      isPending={act.isPending}
      canSend={isComplete(draft)}
      close={close}
    >
      <Fields draft={draft} set={setDraft} errors={act.errors} />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}

const isComplete = ({ isAll, events }: Draft): boolean => isAll || events.length > 0

const Fields = ({
  draft,
  set,
  errors,
  isNew = false,
}: {
  draft: Draft
  set: (draft: Draft) => void
  errors: Readonly<Record<string, string>>
  isNew?: boolean
}) => {
  const texts = useTexts()
  const words = useStoreTexts().endpoints
  const names = texts.deliveries.notificationTypes
  return (
    <>
      <TextInput
        data-autofocus
        type="url"
        placeholder="https://"
        maxLength={2_000}
        required={isNew}
        label={isNew ? words.address : words.newAddress}
        description={isNew ? undefined : words.newAddressHint}
        value={draft.url}
        error={errors.url}
        onChange={(event) => set({ ...draft, url: event.currentTarget.value })}
      />
      <TextInput
        label={words.description}
        description={words.descriptionHint}
        maxLength={100}
        value={draft.description}
        error={errors.description}
        onChange={(event) => set({ ...draft, description: event.currentTarget.value })}
      />
      <Radio.Group
        label={words.events}
        value={draft.isAll ? 'all' : 'some'}
        onChange={(chosen) => set({ ...draft, isAll: chosen === 'all' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={words.allEvents} />
          <Radio value="some" label={words.someEvents} />
        </Stack>
      </Radio.Group>
      {draft.isAll ? null : (
        <Checkbox.Group
          aria-label={words.events}
          value={[...draft.events]}
          error={errors.events}
          onChange={(chosen) =>
            set({
              ...draft,
              events: NOTIFICATION_TYPE_FILTERS.filter((type) => chosen.includes(type)),
            })
          }
        >
          <Stack gap="xs">
            {NOTIFICATION_TYPE_FILTERS.map((type) => (
              <Checkbox key={type} value={type} label={names[type]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}
