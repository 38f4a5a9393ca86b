import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** Heading and document title. */
export const ScreenTitle = ({
  name,
  waiting = 0,
  children = name,
}: {
  name: string
  /** Count in the document title. */
  waiting?: number
  /** Defaults to the name. */
  children?: ReactNode
}) => {
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${name} · Puente`)
  return <Title order={1}>{children}</Title>
}
