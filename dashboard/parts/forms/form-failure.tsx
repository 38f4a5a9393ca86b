import { Text } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import type { FormAct } from './use-form-action.ts'

/** Shows a submission's error; `fields` show their own. */
export const FormFailure = ({
  act: { failure, errors },
  fields = [],
}: {
  act: Pick<FormAct<unknown>, 'failure' | 'errors'>
  fields?: readonly string[]
}) => {
  const texts = useTexts()
  if (!failure) return null
  const others = Object.entries(errors).filter(([path]) => !fields.includes(path))
  if (Object.keys(errors).length > 0 && others.length === 0) return null
  const words =
    failure === 'unknown'
      ? `${texts.noAnswer}. ${texts.mayBeDone}`
      : others.length > 0
        ? others.map(([, message]) => message).join(' ')
        : [failure.title, failure.detail].filter(Boolean).join('. ')
  return (
    <Text c="red" role="alert">
      {words}
    </Text>
  )
}
