import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { useConfirmation } from '../../parts/forms/act-button.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { savedCardText } from '../../parts/values/saved-card-text.ts'
import { ChargeSheet } from './charge-sheet.tsx'

type Customer = Schemas['WholeCustomer']
type Card = Schemas['SavedCardList']['data'][number]

/** Queries the gateway on demand: each change of an order would repeat an automatic query. */
export const SavedCards = ({ customer, acts }: { customer: Customer; acts: boolean }) => {
  const { texts } = useLanguage()
  const own = texts.customer.cards
  const [charged, setCharged] = useState<Card>()
  const cards = use.useQuery(
    'get',
    '/operator/v1/customers/{id}/saved-cards',
    { params: { path: { id: customer.id } } },
    { enabled: false, retry: false },
  )
  const isListed = customer.identifiers.some(({ kind }) => kind !== 'phone')
  const found = cards.data?.data
  return (
    <section className="card side">
      <Title order={2}>{own.title}</Title>
      <Text c="dimmed">{isListed ? own.hint : own.noLookup}</Text>
      {found ? (
        <ul className="bare lines">
          {found.map((card) => (
            <li key={card.id}>
              <CardRow
                customer={customer}
                card={card}
                acts={acts}
                charge={() => setCharged(card)}
                changed={() => void cards.refetch()}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {found?.length === 0 ? <Text role="status">{own.none}</Text> : null}
      <ProblemText error={cards.error} />
      {isListed && !found ? (
        <Button
          variant="default"
          style={{ justifySelf: 'start' }}
          loading={cards.isFetching}
          onClick={() => void cards.refetch()}
        >
          {own.show}
        </Button>
      ) : null}
      <ChargeSheet customer={customer} card={charged} close={() => setCharged(undefined)} />
    </section>
  )
}

const CardRow = ({
  customer,
  card,
  acts,
  charge,
  changed,
}: {
  customer: Customer
  card: Card
  acts: boolean
  charge: () => void
  changed: () => void
}) => {
  const { texts, format } = useLanguage()
  const own = texts.customer.cards
  const confirm = useConfirmation()
  const revoke = useAction(
    use.useMutation('post', '/operator/v1/customers/{id}/saved-cards/revoke'),
    own.revoked,
    { after: changed },
  )
  const name = savedCardText(card)
  const run = () =>
    revoke.run({
      params: { path: { id: customer.id } },
      body: { payment_method: card.id },
    })
  const question = {
    title: format(own.revokeTitle, { card: name }),
    text: own.revokeText,
    confirm: own.revoke.replace('…', ''),
    cancel: own.keep,
  }
  return (
    <Stack gap={6}>
      <Text fw={600}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="dimmed">
        {[
          card.exp_month && card.exp_year
            ? format(own.expires, {
                month: String(card.exp_month).padStart(2, '0'),
                year: String(card.exp_year),
              })
            : null,
          card.is_default ? own.isDefault : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {acts ? (
        <Group gap="xs">
          <Button size="xs" aria-label={`${own.charge} ${name}`} onClick={charge}>
            {own.charge}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`${own.revoke} ${name}`}
            loading={revoke.isPending}
            onClick={() => confirm(question, run)}
          >
            {own.revoke}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
