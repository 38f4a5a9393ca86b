import { Button, Stack, Text } from '@mantine/core'
import { useLanguage } from '../../app/language.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { SecondFactor } from './second-factor.tsx'

/** Replaces every screen until the person has a second factor. */
export const RequiredFactor = ({
  organization,
  leave,
}: {
  organization: string
  /** Given once the person has a second factor. */
  leave?: (() => void) | undefined
}) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people.secondFactor
  return (
    <Stack gap="lg" maw={640}>
      <ScreenTitle name={texts.requiredTitle} />
      <Text>{format(texts.requiredText, { organization })}</Text>
      <SecondFactor />
      {leave ? (
        <div>
          <Button onClick={leave}>{texts.continue}</Button>
        </div>
      ) : null}
    </Stack>
  )
}
