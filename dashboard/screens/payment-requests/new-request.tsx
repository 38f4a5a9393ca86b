import { Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { newKey } from '../../parts/forms/new-key.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { StorePicker } from '../../parts/stores/store-picker.tsx'
import { storesQuery } from '../../parts/stores/stores-query.ts'
import { AmountField } from './amount-field.tsx'
import { lastStore, rememberStore, useStoreToCharge } from './last-store.ts'
import { bodyOfDraft, EMPTY_DRAFT, type RequestDraft } from './request-draft.ts'
import { RequestOptions } from './request-options.tsx'
import { requestQuery } from './request-queries.ts'

/** They show their own errors. */
const FIELDS = ['amount', 'description', 'currency', 'customer.email']

/** Creates a link from an amount and a reason; the other fields are folded. */
export const NewRequestScreen = () => {
  const texts = useTexts()
  const stores = useQuery(storesQuery).data?.data
  const [chosen, choose] = useState(lastStore)
  const store = useStoreToCharge(chosen)
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  // One idempotency key per content: a repeated click creates one link.
  const key = useRef(newKey())
  const change = (changed: Partial<RequestDraft>) => {
    setDraft({ ...draft, ...changed })
    key.current = newKey()
  }
  const queries = useQueryClient()
  const navigate = useNavigate()
  const mutation = use.useMutation('post', '/operator/v1/stores/{id}/payment-requests')
  const act = useFormAction(mutation, {
    after: (request) => {
      const id = request.order?.id
      if (!id) return
      rememberStore(request.store_id)
      queries.setQueryData(requestQuery(id).queryKey, request)
      void navigate({ to: '/requests/$id', params: { id }, replace: true })
    },
  })
  const submit = () => {
    if (!store) return
    act.run({
      params: { path: { id: store }, header: { 'Idempotency-Key': key.current } },
      body: bodyOfDraft(draft),
    })
  }
  return (
    <Stack gap="md" maw={480}>
      <Link to="/requests">{texts.requests.title}</Link>
      <ScreenTitle name={texts.requests.new} />
      {stores?.length === 0 ? (
        <Text>
          {texts.requests.noStore} <Link to="/stores/new">{texts.connect.title}</Link>
        </Text>
      ) : (
        <Form
          submit={submit}
          send={texts.requests.create}
          size="lg"
          isPending={act.isPending}
          canSend={draft.amount.trim() !== '' && store !== undefined}
        >
          <AmountField
            value={draft.amount}
            error={act.errors.amount}
            set={(amount) => change({ amount })}
          />
          <TextInput
            label={texts.requests.what}
            description={texts.requests.whatHint}
            size="md"
            maxLength={120}
            value={draft.description}
            error={act.errors.description}
            onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          />
          {stores && stores.length > 1 ? (
            <StorePicker
              label={texts.requests.store}
              value={store}
              set={(id) => {
                choose(id)
                key.current = newKey()
              }}
            />
          ) : null}
          <RequestOptions draft={draft} errors={act.errors} change={change} />
          <FormFailure act={act} fields={FIELDS} />
        </Form>
      )}
    </Stack>
  )
}
