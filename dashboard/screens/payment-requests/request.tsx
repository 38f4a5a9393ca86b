import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { moneyText } from '../../../src/domain/money-text.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { LoadedScreen } from '../../parts/loaded-screen.tsx'
import { QrCode } from '../../parts/pay-link/qr-code.tsx'
import { ShareLink } from '../../parts/pay-link/share-link.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { StoreName, useStoreName } from '../../parts/stores/store-name.tsx'
import { useActs } from '../../parts/stores/use-administers.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { CloseRequest } from './close-request.tsx'
import { RequestBadges } from './request-badges.tsx'
import { type PaymentRequest, requestQuery } from './request-queries.ts'
import { StateOfRequest } from './state-of-request.tsx'

export const RequestScreen = () => {
  const texts = useTexts().requests
  const { id } = useParams({ from: '/requests/$id' })
  const back = <Link to="/requests">{texts.title}</Link>
  return (
    <LoadedScreen query={useQuery(requestQuery(id))} name={texts.title} back={back}>
      {(request) => (
        <Stack gap="lg" maw={560}>
          {back}
          <Heading request={request} />
          <StateOfRequest request={request} />
          {request.state === 'open' ? <Sending request={request} /> : null}
          <Acts id={id} request={request} />
          <About request={request} />
        </Stack>
      )}
    </LoadedScreen>
  )
}

const Heading = ({ request }: { request: PaymentRequest }) => {
  const { language } = useLanguage()
  const { amount, currency, description } = request
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <ScreenTitle name={moneyText(amount, currency, language)}>
          <Amount amount={amount} currency={currency} />
        </ScreenTitle>
        <RequestBadges request={request} />
      </Group>
      {description ? (
        <Text size="lg">
          <bdi>{description}</bdi>
        </Text>
      ) : null}
    </Stack>
  )
}

const Sending = ({ request }: { request: PaymentRequest }) => {
  const { texts, format, language } = useLanguage()
  const { amount, currency, description, customer, pay_url: url } = request
  const store = useStoreName(request.store_id)
  const money = moneyText(amount, currency, language)
  const message = format(texts.requests.message, {
    store,
    amount: money,
    hasWhat: description ? 'yes' : 'no',
    what: description ?? '',
    url,
  })
  return (
    <Stack gap="md" align="center">
      <QrCode url={url} />
      <Text c="dimmed" ta="center">
        {texts.requests.scan}
      </Text>
      <ShareLink
        url={url}
        message={message}
        subject={format(texts.requests.subject, { store, amount: money })}
        phone={customer.phone}
        email={customer.email}
      />
      <Text ff="monospace" size="xs" className="link">
        {url}
      </Text>
    </Stack>
  )
}

/** A customer may have paid another way. */
const UNPAID: readonly PaymentRequest['state'][] = ['open', 'expired', 'refused']

const Acts = ({ id, request }: { id: string; request: PaymentRequest }) => {
  const texts = useTexts().requests
  const acts = useActs()
  const isUnpaid = UNPAID.includes(request.state)
  return (
    <Group gap="sm">
      {acts ? (
        <LinkButton to="/requests/new" variant={request.state === 'paid' ? 'filled' : 'default'}>
          {texts.another}
        </LinkButton>
      ) : null}
      <LinkButton to="/orders/$id" params={{ id }} variant="default">
        {texts.order}
      </LinkButton>
      {acts && isUnpaid ? <CloseRequest id={id} /> : null}
    </Group>
  )
}

const About = ({ request }: { request: PaymentRequest }) => {
  const texts = useTexts().requests
  const mailStates = useTexts().order.mails.states
  const { customer, reference, note, email, expires_at: expiresAt } = request
  const named = (text: string | null | undefined) => (text ? <bdi>{text}</bdi> : undefined)
  return (
    <Facts
      facts={{
        [texts.reference]: named(reference),
        [texts.mailed]: email ? (
          <StatusBadge state={`mail_${email}`} text={mailStates[email]} />
        ) : undefined,
        [texts.store]: <StoreName id={request.store_id} />,
        [texts.created]: <Moment at={request.created_at} />,
        [texts.expires]: expiresAt ? <Moment at={expiresAt} /> : undefined,
        [texts.name]: named(customer.name),
        [texts.phone]: named(customer.phone),
        [texts.email]: named(customer.email),
        [texts.note]: named(note),
      }}
    />
  )
}
