import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { useStores } from '../../parts/stores/store-name.tsx'
import { StorePicker } from '../../parts/stores/store-picker.tsx'
import { bodyOfLink, isCompleteDraft, type LinkDraft, linkDraftOf } from './link-draft.ts'
import { LinkInputs } from './link-inputs.tsx'

const FIELDS = [
  ...(['name', 'description', 'amount', 'min_amount', 'max_amount', 'stock'] as const),
  ...(['starts_at', 'ends_at'] as const),
]

const useDraft = (link?: Schemas['PaymentLink']) => {
  const [draft, setDraft] = useState(() => linkDraftOf(link))
  const set = (changes: Partial<LinkDraft>) => setDraft((before) => ({ ...before, ...changes }))
  return [draft, set] as const
}

/** Creates a payment link in one of the person's stores. */
export const NewLink = ({
  storeId,
  close,
  made,
}: {
  /** Store of the list; by default, the only or first one. */
  storeId: string | undefined
  close: () => void
  made: (link: Schemas['PaymentLink']) => void
}) => {
  const texts = useTexts()
  const words = texts.links
  const stores = useStores()
  const [chosen, setChosen] = useState(storeId)
  const [draft, set] = useDraft()
  const store = chosen ?? stores[0]?.id
  const act = useFormAction(use.useMutation('post', '/operator/v1/stores/{id}/payment-links'), {
    done: words.created,
    after: (link) => {
      close()
      made(link)
    },
  })
  return (
    <Form
      submit={() => {
        if (store === undefined) return
        act.run({ params: { path: { id: store } }, body: bodyOfLink(draft) })
      }}
      send={words.create}
      isPending={act.isPending}
      canSend={store !== undefined && isCompleteDraft(draft)}
      close={close}
    >
      {stores.length > 1 ? <StorePicker label={words.store} value={store} set={setChosen} /> : null}
      <LinkInputs draft={draft} set={set} errors={act.errors} />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}

/** Changes a link for later customers. */
export const ChangeLink = ({
  link,
  close,
}: {
  link: Schemas['PaymentLink']
  close: () => void
}) => {
  const texts = useTexts()
  const [draft, set] = useDraft(link)
  const act = useFormAction(use.useMutation('patch', '/operator/v1/payment-links/{id}'), {
    done: texts.saved,
    after: close,
  })
  return (
    <Form
      submit={() => act.run({ params: { path: { id: link.id } }, body: bodyOfLink(draft) })}
      send={texts.save}
      isPending={act.isPending}
      canSend={isCompleteDraft(draft)}
      close={close}
    >
      <LinkInputs draft={draft} set={set} errors={act.errors} currency={link.currency} />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}
