import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../app/language.ts'
import { Copyable } from './copyable.tsx'

/** Shows secrets that no later request returns, until the user confirms. */
export const ShownOnce = ({
  secrets,
  note,
  close,
}: {
  secrets: readonly { label: string; value: string }[]
  note?: string
  /** Without it, the secrets stay visible. */
  close?: () => void
}) => {
  const texts = useTexts()
  const shown = useRef<HTMLElement>(null)
  // Leads screen readers here: the button is elsewhere.
  useEffect(() => shown.current?.focus(), [])
  return (
    <section className="once" ref={shown} tabIndex={-1} aria-label={texts.shownOnce}>
      <Stack gap="sm">
        <Text fw={700}>{texts.shownOnce}</Text>
        {secrets.map(({ label, value }) => (
          <Copyable key={label} label={label} value={value} />
        ))}
        {note ? <Text size="xs">{note}</Text> : null}
        {close ? (
          <div>
            <Button onClick={close}>{texts.iHaveIt}</Button>
          </div>
        ) : null}
      </Stack>
    </section>
  )
}
