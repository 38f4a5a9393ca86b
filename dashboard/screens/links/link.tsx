import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { useConfirmation } from '../../parts/forms/act-button.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { LoadedScreen } from '../../parts/loaded-screen.tsx'
import { QrCode } from '../../parts/pay-link/qr-code.tsx'
import { ShareLink } from '../../parts/pay-link/share-link.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { useActs } from '../../parts/stores/use-administers.ts'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment, minuteLabel } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { linkQuery } from '../queries.ts'
import { ASKED_FIELDS } from './link-draft.ts'
import { ChangeLink } from './link-form.tsx'
import { useLinkWords } from './link-words.ts'

export const LinkScreen = () => {
  const texts = useTexts()
  const { id } = useParams({ from: '/links/$id' })
  const back = <Link to="/links">{texts.links.title}</Link>
  return (
    <LoadedScreen query={useQuery(linkQuery(id))} name={texts.links.name} back={back}>
      {(link) => <Shown link={link} back={back} />}
    </LoadedScreen>
  )
}

const Shown = ({ link, back }: { link: Schemas['PaymentLink']; back: ReactNode }) => {
  const { texts, format, language } = useLanguage()
  const words = texts.links
  const { amountOf, placesOf } = useLinkWords()
  const acts = useActs()
  const timeOf = (instant: string) => minuteLabel(new Date(instant), language)
  const period = [
    link.starts_at && format(words.from, { start: timeOf(link.starts_at) }),
    link.ends_at && format(words.until, { end: timeOf(link.ends_at) }),
  ].filter((part) => part)
  const asked = ASKED_FIELDS.flatMap((field) => {
    const need = link.fields[field]
    const name = words.fields[field]
    if (!need) return []
    return need === 'required' ? name : format(words.optionalField, { field: name })
  })
  return (
    <Stack gap="lg" maw={860}>
      <Stack gap="xs" className="not-printed">
        {back}
        <Group gap="sm">
          <ScreenTitle name={link.name}>
            <bdi>{link.name}</bdi>
          </ScreenTitle>
          <StatusBadge state={`link_${link.state}`} text={words.states[link.state]} />
        </Group>
        <Text>{placesOf(link)}</Text>
        <Facts
          facts={{
            [words.howMuch]: amountOf(link),
            [words.description]: link.description,
            [words.period]: period.length > 0 ? period.join(' · ') : null,
            [words.asks]: asked.length > 0 ? asked.join(', ') : null,
            [words.address]: <span className="code">{link.url}</span>,
            [words.createdBy]: <Moment at={link.created_at} />,
          }}
        />
        <ShareLink
          url={link.url}
          message={format(words.message, { name: link.name, url: link.url })}
          subject={link.name}
          phone={undefined}
          email={undefined}
          justify="flex-start"
        />
        <Group gap="sm">
          <LinkButton to="/orders" search={{ link: link.id }} variant="default">
            {words.orders}
          </LinkButton>
          {acts ? <ChangeButtons link={link} /> : null}
        </Group>
      </Stack>
      <Poster link={link} amount={amountOf(link)} />
    </Stack>
  )
}

const ChangeButtons = ({ link }: { link: Schemas['PaymentLink'] }) => {
  const words = useTexts().links
  const isClosed = link.closed_at !== null
  const act = useAction(
    use.useMutation('patch', '/operator/v1/payment-links/{id}'),
    isClosed ? words.reopened : words.closed,
  )
  const confirm = useConfirmation()
  const run = () => act.run({ params: { path: { id: link.id } }, body: { closed: !isClosed } })
  const question = { title: words.closeTitle, text: words.closeText, confirm: words.close }
  return (
    <>
      <DialogButton text={words.edit} title={words.editTitle} variant="default">
        {(close) => <ChangeLink link={link} close={close} />}
      </DialogButton>
      <Button
        variant="default"
        loading={act.isPending}
        onClick={isClosed ? run : () => confirm(question, run)}
      >
        {isClosed ? words.reopen : words.close}
      </Button>
    </>
  )
}

/** Poster to print: name, amount and QR code of the page. */
const Poster = ({ link, amount }: { link: Schemas['PaymentLink']; amount: string }) => {
  const words = useTexts().links
  return (
    <section className="poster card">
      <Group justify="space-between" className="not-printed">
        <Title order={2}>{words.poster}</Title>
        <Button variant="default" onClick={() => window.print()}>
          {words.print}
        </Button>
      </Group>
      <p className="poster-name">{link.name}</p>
      <p className="poster-amount">{amount}</p>
      <QrCode url={link.url} />
      <p className="poster-scan">{words.scan}</p>
      <p className="code">{link.url}</p>
    </section>
  )
}
