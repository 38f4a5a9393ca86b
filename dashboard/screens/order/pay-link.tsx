import { Button, Collapse, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { moneyText } from '../../../src/domain/money-text.ts'
import { phoneDigits } from '../../../src/domain/requests/phone-digits.ts'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { orderLabel } from '../../parts/order-link.tsx'
import { QrCode } from '../../parts/pay-link/qr-code.tsx'

export const PayLinkField = ({ order }: { order: Schemas['OrderOfStore'] }) => {
  const { texts, format, language } = useLanguage()
  const [isOpen, { toggle }] = useDisclosure()
  const amount = moneyText(order.amount, order.currency, language)
  const message = format(texts.payLink.message, {
    order: orderLabel(order),
    amount,
    url: order.pay_url,
  })
  const digits = phoneDigits(order.customer.phone ?? '') ?? ''
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
          <QrCode url={order.pay_url} />
        </Collapse>
      </Stack>
    </section>
  )
}
