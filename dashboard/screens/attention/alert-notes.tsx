import { Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'

const NotesForm = lazy(async () => ({ default: (await import('./notes-form.tsx')).NotesForm }))

export const AlertNotes = ({ alert }: { alert: Schemas['AlertOfStore'] }) => {
  const texts = useTexts().attention.notes
  const [isWriting, { open, close }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  const wasWriting = useRef(false)
  useEffect(() => {
    // Return keyboard focus.
    if (wasWriting.current && !isWriting) button.current?.focus()
    wasWriting.current = isWriting
  }, [isWriting])
  return isWriting ? (
    <Suspense>
      <NotesForm alert={alert} close={close} />
    </Suspense>
  ) : (
    <Group gap="sm">
      {alert.assigned_to ? (
        <Text size="xs" c="dimmed">
          {texts.assigned} <bdi>{alert.assigned_to}</bdi>
        </Text>
      ) : null}
      {alert.note ? (
        <Text size="xs" c="dimmed" className="note">
          <bdi>{alert.note}</bdi>
        </Text>
      ) : null}
      <button ref={button} type="button" className="plain small" onClick={open}>
        {alert.assigned_to || alert.note ? texts.change : texts.assign}
      </button>
    </Group>
  )
}
