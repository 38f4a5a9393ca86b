import { Button, Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
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
  title,
  variant = 'filled',
  children,
}: {
  text: string
  title: string
  variant?: 'filled' | 'default'
  children: (close: () => void) => ReactNode
}) => {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant={variant} onClick={open}>
        {text}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        {isOpen ? children(close) : null}
      </Dialog>
    </>
  )
}

/** At the side of the screen; on a phone, at its bottom. */
export const Sheet = ({
  phoneSize,
  size,
  ...props
}: DrawerProps & { phoneSize: DrawerProps['size'] }) => {
  const { close } = useTexts()
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Drawer
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? phoneSize : size}
      closeButtonProps={{ 'aria-label': close }}
      {...props}
    />
  )
}
