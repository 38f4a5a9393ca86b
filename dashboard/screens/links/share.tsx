import { Button, CopyButton } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'

type Shared = Pick<Schemas['PaymentLink'], 'name' | 'url'>

/** Buttons that copy the address of a link, or open WhatsApp with it. */
export const Share = ({ link: { name, url } }: { link: Shared }) => {
  const { texts, format } = useLanguage()
  const text = format(texts.links.message, { name, url })
  return (
    <>
      <CopyButton value={url} timeout={2_000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            aria-label={`${copied ? texts.copied : texts.copy}: ${name}`}
          >
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
      <Button
        variant="default"
        component="a"
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp: ${name}`}
        href={`https://wa.me/?${new URLSearchParams({ text })}`}
      >
        WhatsApp
      </Button>
    </>
  )
}
