import { Button } from '@mantine/core'

export const Chip = ({
  name,
  isCurrent,
  choose,
}: {
  name: string
  isCurrent: boolean
  choose: () => void
}) => (
  <Button
    size="compact-md"
    radius="xl"
    variant={isCurrent ? 'filled' : 'default'}
    aria-pressed={isCurrent}
    onClick={choose}
  >
    <bdi>{name}</bdi>
  </Button>
)
