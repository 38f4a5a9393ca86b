import { Button, type ButtonProps, Group, Stack, type StackProps } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useTexts } from '../../app/language.ts'

/** `isPending` covers data that the form still needs, so no click is lost. */
export const Form = ({
  submit,
  send,
  isPending,
  canSend = true,
  size,
  close,
  others,
  gap = 'md',
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> &
  Pick<StackProps, 'gap'> &
  Pick<ButtonProps, 'size'> & {
    submit: () => void
    /** Text of the submit button. */
    send: string
    isPending: boolean
    canSend?: boolean
    close?: () => void
    /** Shown beside the buttons. */
    others?: ReactNode
  }) => {
  const texts = useTexts()
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) submit()
      }}
    >
      <Stack gap={gap}>
        {children}
        <Group gap="sm">
          <Button type="submit" size={size} disabled={!canSend} loading={isPending}>
            {send}
          </Button>
          {close ? (
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
          ) : null}
          {others}
        </Group>
      </Stack>
    </form>
  )
}
