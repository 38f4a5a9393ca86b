import { Text } from '@mantine/core'
import { problemOf } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'

/** Omits field paths, which differ from the form's labels. */
export const ProblemText = ({ error }: { error: unknown }) => {
  const texts = useTexts()
  if (error === null || error === undefined) return null
  const problem = problemOf(error)
  const ofFields = problem?.errors?.map(({ message }) => `${message}.`) ?? []
  const words = problem && [`${problem.title}.`, problem.detail, ...ofFields]
  return (
    <Text c="red" role="alert">
      {words ? words.filter(Boolean).join(' ') : `${texts.noAnswer}. ${texts.mayBeDone}`}
    </Text>
  )
}
