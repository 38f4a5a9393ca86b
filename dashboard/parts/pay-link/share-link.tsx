import { Button, CopyButton, Group } from '@mantine/core'
import { phoneDigits } from '../../../src/domain/requests/phone-digits.ts'
import { useTexts } from '../../app/language.ts'

interface Shared {
  url: string
  message: string
  subject: string
  phone: string | undefined
  email: string | undefined
  justify?: 'flex-start' | 'center'
}

/** Sends a pay link to a customer: WhatsApp, mail, the device's own list, or a copy. */
export const ShareLink = ({
  url,
  message,
  subject,
  phone = '',
  email = '',
  justify = 'center',
}: Shared) => {
  const texts = useTexts().requests
  const mail = `mailto:${encodeURIComponent(email)}?${new URLSearchParams({ subject, body: message })}`
  return (
    <Group gap="sm" justify={justify}>
      <Button
        component="a"
        target="_blank"
        rel="noreferrer"
        href={`https://wa.me/${phoneDigits(phone) ?? ''}?${new URLSearchParams({ text: message })}`}
      >
        WhatsApp
      </Button>
      {/* Only secure pages on some devices have it. */}
      {typeof navigator.share === 'function' ? (
        <Button
          variant="default"
          onClick={() => void navigator.share({ text: message }).catch(() => {})}
        >
          {texts.share}
        </Button>
      ) : null}
      <CopyLink url={url} />
      {/* Mail programs show a plus for a blank. */}
      <Button variant="default" component="a" href={mail.replaceAll('+', '%20')}>
        {texts.mail}
      </Button>
    </Group>
  )
}

const CopyLink = ({ url }: { url: string }) => {
  const texts = useTexts()
  return (
    <CopyButton value={url}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? texts.copied : texts.requests.copy}
        </Button>
      )}
    </CopyButton>
  )
}
