import { Select, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { usePerson } from '../../app/session/person.ts'
import { Form } from '../../parts/forms/form.tsx'
import { useAction } from '../../parts/forms/use-action.ts'

/** Option value in place of a former member's id. */
const LEFT = 'left'

export const NotesForm = ({
  alert,
  close,
}: {
  alert: Schemas['AlertOfStore']
  close: () => void
}) => {
  const { format } = useLanguage()
  const { save, saved, attention } = useTexts()
  const texts = attention.notes
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const me = usePerson().data?.id
  const people = use.useQuery('get', '/operator/v1/stores/{id}/people', {
    params: { path: { id: alert.store_id } },
  })
  const known = people.data?.data ?? []
  const assigned = known.find(({ name }) => name === alert.assigned_to)
  // A former member stays assigned until replaced.
  const left = alert.assigned_to && !assigned ? [{ value: LEFT, label: alert.assigned_to }] : []
  const before = assigned?.id ?? left[0]?.value ?? null
  const [chosen, choose] = useState<string | null>()
  const assignedTo = chosen === undefined ? before : chosen
  const others = known.filter(({ id }) => id !== me)
  const mine = known.filter(({ id }) => id === me)
  const [note, setNote] = useState(alert.note ?? '')
  const act = useAction(use.useMutation('patch', '/operator/v1/alerts/{id}'), saved, {
    after: close,
  })
  return (
    <Form
      submit={() => {
        const body = {
          note: note.trim() || null,
          ...(assignedTo === before ? {} : { assigned_to: assignedTo }),
        }
        act.run({ params: { path: { id: alert.id } }, body })
      }}
      send={save}
      isPending={act.isPending}
      close={close}
      gap={0}
    >
      <Select
        ref={first}
        label={texts.assigned}
        placeholder={texts.unassigned}
        clearable
        searchable
        loading={people.isPending}
        openOnFocus={false}
        data={[
          ...mine.map(({ id, name }) => ({ value: id, label: format(texts.me, { name }) })),
          ...others.map(({ id, name }) => ({ value: id, label: name })),
          ...left,
        ]}
        value={assignedTo}
        onChange={choose}
        error={people.isError ? texts.membersNotLoaded : undefined}
      />
      <Textarea
        label={texts.note}
        value={note}
        autosize
        maxLength={2_000}
        onChange={(event) => setNote(event.currentTarget.value)}
        my="xs"
      />
    </Form>
  )
}
