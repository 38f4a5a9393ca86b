import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useAct } from '../../parts/use-act.ts'
import { useTexts } from './texts.ts'

export const NotesForm = ({
  alert,
  close,
}: {
  alert: Schemas['AlertOfStore']
  close: () => void
}) => {
  const texts = useTexts().attention.notes
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const [assignedTo, setAssignedTo] = useState(alert.assigned_to ?? '')
  const [note, setNote] = useState(alert.note ?? '')
  const act = useAct(use.useMutation('patch', '/operator/v1/alerts/{id}'), texts.saved, {
    after: close,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const body = { assigned_to: assignedTo.trim() || null, note: note.trim() || null }
        act.run({ params: { path: { id: alert.id } }, body })
      }}
    >
      <TextInput
        ref={first}
        label={texts.assigned}
        value={assignedTo}
        maxLength={191}
        onChange={(event) => setAssignedTo(event.currentTarget.value)}
      />
      <Textarea
        label={texts.note}
        value={note}
        autosize
        maxLength={2_000}
        onChange={(event) => setNote(event.currentTarget.value)}
        mt="xs"
      />
      <Group gap="sm" mt="sm">
        <Button type="submit" loading={act.isPending}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
      </Group>
    </form>
  )
}
