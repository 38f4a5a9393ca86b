import { Button, type ButtonProps } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import type { paths } from '../../../packages/operator-client/schema.ts'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { useAction } from './use-action.ts'

/** Actions that need only the id of their thing. */
interface ActOfOne {
  post: { parameters: { path: { id: string } }; requestBody?: never }
}

type ActPath = {
  [Path in keyof paths]: paths[Path] extends ActOfOne ? Path : never
}[keyof paths]

interface Question {
  title: string
  text: string
  /** Text of the button that acts. */
  confirm: string
  cancel?: string
}

export const useConfirmation = () => {
  const texts = useTexts()
  return ({ title, text, confirm, cancel = texts.cancel }: Question, act: () => void) =>
    modals.openConfirmModal({
      title,
      children: text,
      labels: { confirm, cancel },
      confirmProps: { color: 'red' },
      onConfirm: act,
    })
}

/** Acts after a question, if any, and shows the outcome. */
export const ActButton = ({
  path,
  id,
  done,
  question,
  ...button
}: ButtonProps & {
  path: ActPath
  id: string
  done: string
  question?: Question
  children: ReactNode
}) => {
  const act = useAction(use.useMutation('post', path), done)
  const confirm = useConfirmation()
  const run = () => act.run({ params: { path: { id } } })
  return (
    <Button
      variant="default"
      loading={act.isPending}
      onClick={question ? () => confirm(question, run) : run}
      {...button}
    />
  )
}
