import { Kbd, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../parts/dialog.tsx'
import { useTexts } from './language.ts'

/** Keyboard shortcuts, inactive in form fields. */
export const Keys = () => {
  const texts = useTexts()
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure()
  useHotkeys([
    ['shift+?', open],
    ['?', open],
    ['g', () => void navigate({ to: '/' })],
    ['o', () => void navigate({ to: '/orders' })],
    ['s', () => void navigate({ to: '/stores' })],
  ])
  const keys = [
    ['/', texts.search.open],
    ['?', texts.keyboard.help],
    ['g', texts.sections.attention],
    ['o', texts.sections.orders],
    ['s', texts.sections.stores],
    ['Esc', texts.close],
  ]
  return (
    <Dialog opened={isOpen} onClose={close} title={texts.keyboard.title}>
      <Table>
        <Table.Tbody>
          {keys.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
