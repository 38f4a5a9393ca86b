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

/** Shares a pay link by WhatsApp, mail, the device's share sheet or a copy. */
export const ShareLink = ({
  url,
  message,
  subject,
  phone = '',
  email = '',
  justify = 'center',
}: Shared) => {
  const texts = useTexts().requests
  const text = encodeURIComponent(message)
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${text}`
  return (
    <Group gap="sm" justify={justify}>
      <Button
        component="a"
        target="_blank"
        rel="noreferrer"
        href={`https://wa.me/${phoneDigits(phone) ?? ''}?text=${text}`}
      >
        WhatsApp
      </Button>
      {/* Available only on secure pages of some devices. */}
      {typeof navigator.share === 'function' ? (
        <Button
          variant="default"
          onClick={() => void navigator.share({ text: message }).catch(() => {})}
        >
          {texts.share}
        </Button>
      ) : null}
      <CopyLink url={url} />
      <Button variant="default" component="a" href={mail}>
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
