import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { moneyText } from '../../../src/domain/money-text.ts'
import { useLanguage } from '../../app/language.ts'
import { Icon } from '../../app/theme/icons.tsx'
import { QrCode } from '../../parts/pay-link/qr-code.tsx'
import { CloseRequest } from '../payment-requests/close-request.tsx'
import { requestQuery } from '../payment-requests/request-queries.ts'
import { StateOfRequest } from '../payment-requests/state-of-request.tsx'
import { useCounterTexts } from './counter-texts.ts'
import { type CounterSale, sales, sendAgain, showNext, takeBack } from './sales.ts'

/** Shows one customer's payment; `saleKey` is a sale of this device or the id of an order. */
export const SaleView = ({ saleKey }: { saleKey: string }) => {
  const sale = sales.use().find(({ key }) => key === saleKey)
  const orderId = sale ? sale.orderId : saleKey
  return (
    <Stack gap="md" align="center" className="counter-sale">
      {orderId ? <Known orderId={orderId} sale={sale} /> : null}
      {sale && !orderId ? <Unsent sale={sale} /> : null}
    </Stack>
  )
}

const SaleAmount = ({ amount, currency }: { amount: string; currency: string }) => {
  const { language } = useLanguage()
  return <p className="counter-amount">{moneyText(amount, currency, language)}</p>
}

const Unsent = ({ sale }: { sale: CounterSale }) => {
  const { sale: texts } = useCounterTexts()
  const { online } = useNetwork()
  const isSettled = useIsSettled()
  const { amount, currency, description } = sale.body
  return (
    <>
      <SaleAmount amount={amount} currency={currency} />
      {description ? <bdi>{description}</bdi> : null}
      {sale.refusal === undefined ? (
        <Text role="status" c="dimmed" ta="center">
          {online ? texts.sending : texts.offline}
        </Text>
      ) : (
        <Alert color="red" title={texts.refused}>
          {sale.refusal}
        </Alert>
      )}
      <Group justify="center">
        {sale.refusal === undefined ? null : (
          <>
            <Button onClick={() => sendAgain(sale)}>{texts.tryAgain}</Button>
            <Button variant="default" onClick={() => takeBack(sale)}>
              {texts.change}
            </Button>
          </>
        )}
        <Button variant="default" disabled={!isSettled} onClick={showNext}>
          {texts.keep}
        </Button>
      </Group>
    </>
  )
}

const Known = ({ orderId, sale }: { orderId: string; sale: CounterSale | undefined }) => {
  const { sale: texts } = useCounterTexts()
  const { data: request } = useQuery(requestQuery(orderId))
  const isSettled = useIsSettled()
  const about = request ?? sale?.body
  const isOpen = request === undefined || request.state === 'open'
  return (
    <>
      {about ? <SaleAmount amount={about.amount} currency={about.currency} /> : null}
      {about?.description ? <bdi>{about.description}</bdi> : null}
      {request?.state === 'open' && !request.conflict ? (
        <>
          <div className="counter-qr">
            <QrCode url={request.pay_url} />
          </div>
          <Text ta="center">{texts.scan}</Text>
          <Text role="status" c="dimmed">
            {texts.waiting}
          </Text>
        </>
      ) : null}
      {request && request.state === 'paid' && !request.conflict ? (
        <div className="counter-paid" role="status">
          <Icon name="check" size={96} />
          <span>{texts.paid}</span>
        </div>
      ) : null}
      {request && (request.conflict || (request.state !== 'open' && request.state !== 'paid')) ? (
        <StateOfRequest request={request} />
      ) : null}
      <Group justify="center">
        <Button
          size="lg"
          variant={isOpen ? 'default' : 'filled'}
          disabled={!isSettled}
          onClick={showNext}
        >
          {isOpen ? texts.keep : texts.next}
        </Button>
        {request?.state === 'open' ? <CloseRequest id={orderId} /> : null}
      </Group>
    </>
  )
}

const DOUBLE_TAP_MS = 600

/** Debounce: the second half of a double tap must not press a button that just appeared. */
const useIsSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DOUBLE_TAP_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
