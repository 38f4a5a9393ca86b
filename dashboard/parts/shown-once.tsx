import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../app/language.tsx'
import { Copyable } from './copyable.tsx'

/** A secret that nobody can see again: it stays until somebody says that they have it. */
export const ShownOnce = ({
  secrets,
  note,
  close,
}: {
  secrets: readonly { label: string; value: string }[]
  note?: string
  /** Without it, it stays. */
  close?: () => void
}) => {
  const texts = useTexts()
  const shown = useRef<HTMLElement>(null)
  // Whoever listens is led to it; the button that made it is somewhere else.
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
