import { Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from './texts.ts'

/** Fields are loaded when somebody writes. */
const NotesForm = lazy(async () => ({ default: (await import('./notes-form.tsx')).NotesForm }))

/** Who sees to an alert, and what people wrote down about it. */
export const AlertNotes = ({ alert }: { alert: Schemas['AlertOfStore'] }) => {
  const texts = useTexts().attention.notes
  const [isWriting, { open, close }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  const wasWriting = useRef(false)
  useEffect(() => {
    // Who works by keyboard goes on from where they were.
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
