import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** The heading of a screen, which names the tab of the browser as well. */
export const ScreenTitle = ({
  name,
  waiting = 0,
  children = name,
}: {
  name: string
  /** How much waits for a person here; said in the tab. */
  waiting?: number
  /** Where the heading is more than the name. */
  children?: ReactNode
}) => {
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${name} · Puente`)
  return <Title order={1}>{children}</Title>
}
