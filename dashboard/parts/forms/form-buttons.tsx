import { Button, Group } from '@mantine/core'
import { useTexts } from '../../app/language.ts'

export const FormButtons = ({
  send,
  isPending,
  isDisabled = false,
  close,
}: {
  send: string
  isPending: boolean
  isDisabled?: boolean
  close: () => void
}) => {
  const texts = useTexts()
  return (
    <Group gap="sm">
      <Button type="submit" disabled={isDisabled} loading={isPending}>
        {send}
      </Button>
      <Button variant="default" onClick={close}>
        {texts.cancel}
      </Button>
    </Group>
  )
}
