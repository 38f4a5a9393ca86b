import { useNetwork } from '@mantine/hooks'
import { useChanges } from './changes.ts'
import { useTexts } from './language.tsx'

/** Says that there is no connection, as long as there is none. */
export const ConnectionNotice = () => {
  const { online } = useNetwork()
  const isConnected = useChanges()
  const texts = useTexts()
  return (
    <div role="status">
      {online && isConnected ? null : <p className="banner">{texts.offline}</p>}
    </div>
  )
}
