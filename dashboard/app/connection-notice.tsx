import { useNetwork } from '@mantine/hooks'
import { useChanges } from './changes.ts'
import { useTexts } from './language.ts'
import { signInAddress, useSessionOver } from './session/end-of-session.ts'
import { lacksRequiredFactor, usePerson } from './session/person.ts'

/** Banner for a lost connection or session. */
export const ConnectionNotice = () => {
  const { online } = useNetwork()
  const { data: person } = usePerson()
  const isConnected = useChanges({ isAllowed: !lacksRequiredFactor(person) })
  const isOver = useSessionOver()
  const texts = useTexts()
  return (
    <div role="status">
      {isOver ? (
        <p className="banner">
          {texts.sessionOver}{' '}
          <a href={signInAddress()} target="_blank" rel="noreferrer">
            {texts.signIn}
          </a>
        </p>
      ) : null}
      {online && isConnected ? null : <p className="banner">{texts.offline}</p>}
    </div>
  )
}
