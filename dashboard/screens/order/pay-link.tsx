import { Button, Collapse, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { renderSVG } from 'uqr'
import { moneyText } from '../../../src/domain/money-text.ts'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { orderLabel } from '../../parts/order-link.tsx'

export const PayLinkField = ({ order }: { order: Schemas['OrderOfStore'] }) => {
  const { texts, format, language } = useLanguage()
  const [isOpen, { toggle }] = useDisclosure()
  const amount = moneyText(order.amount, order.currency, language)
  const message = format(texts.payLink.message, {
    order: orderLabel(order),
    amount,
    url: order.pay_url,
  })
  const digits = (order.customer.phone ?? '').replace(/\D/g, '')
  return (
    <section>
      <Title order={2}>{texts.payLink.title}</Title>
      <Stack gap="sm" mt="xs">
        <Text ff="monospace" size="xs" className="link">
          {order.pay_url}
        </Text>
        <Group gap="sm">
          <CopyButton value={order.pay_url}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            component="a"
            target="_blank"
            rel="noreferrer"
            href={`https://wa.me/${digits}?${new URLSearchParams({ text: message })}`}
          >
            WhatsApp
          </Button>
          <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
            {texts.payLink.qr}
          </Button>
        </Group>
        <Collapse expanded={isOpen}>
          <img
            className="qr"
            alt={texts.payLink.qrAlt}
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(order.pay_url))}`}
          />
        </Collapse>
      </Stack>
    </section>
  )
}
