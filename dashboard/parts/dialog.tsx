import { Modal, type ModalProps } from '@mantine/core'
import { useTexts } from '../app/language.ts'

/** Dialog whose close button has a name in the reader's language. */
export const Dialog = (props: ModalProps) => {
  const { close } = useTexts()
  return <Modal closeButtonProps={{ 'aria-label': close }} {...props} />
}
