import { Button, type ButtonProps, Modal, type ModalProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../app/language.ts'

/** Names its close button in the reader's language. */
export const Dialog = (props: ModalProps) => {
  const { close } = useTexts()
  return <Modal closeButtonProps={{ 'aria-label': close }} {...props} />
}

/** Button that opens a dialog. */
export const DialogButton = ({
  text,
  label = text,
  title,
  variant = 'filled',
  size,
  children,
}: {
  text: string
  /** Accessible name, if several buttons have the text. */
  label?: string
  title: string
  variant?: 'filled' | 'default'
  size?: ButtonProps['size']
  children: (close: () => void) => ReactNode
}) => {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant={variant} size={size} aria-label={label} onClick={open}>
        {text}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        {isOpen ? children(close) : null}
      </Dialog>
    </>
  )
}
