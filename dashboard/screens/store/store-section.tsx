import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export const StoreSection = ({
  id,
  title,
  act,
  children,
}: {
  id: string
  title: string
  /** Shown beside the title. */
  act?: ReactNode
  children: ReactNode
}) => (
  <section className="card section" aria-labelledby={id}>
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} id={id} className="anchor">
          {title}
        </Title>
        {act}
      </Group>
      {children}
    </Stack>
  </section>
)
