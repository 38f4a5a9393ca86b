import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import type { MoneySearch } from './money-search.ts'
import { journalFilter, journalSumsQuery } from './panel-queries.ts'

type Sums = Schemas['JournalSums']['data'][number]

/** Shows the sums of each account and the download of the journal. */
export const AccountingJournal = ({ search }: { search: MoneySearch }) => {
  const { texts: all, language } = useLanguage()
  const texts = all.money.journal
  const sums = useQuery(journalSumsQuery(search))
  return (
    <section>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{texts.title}</Title>
          <Button
            component="a"
            variant="default"
            href={`/operator/v1/journal.csv?${new URLSearchParams({ ...journalFilter(search), language })}`}
            download
          >
            {texts.export}
          </Button>
        </Group>
        <Text c="dimmed">{texts.note}</Text>
        <Loaded query={sums}>
          {({ data }) => {
            const shown = data.filter((row) => !search.currency || row.currency === search.currency)
            if (shown.length === 0) return <Text>{texts.nothing}</Text>
            return shown.map((row) => <Accounts key={row.currency} sums={row} />)
          }}
        </Loaded>
      </Stack>
    </section>
  )
}

const Accounts = ({
  sums: { currency, entries, without_figures: leftOut, debit, credit, accounts },
}: {
  sums: Sums
}) => {
  const { texts, format } = useLanguage()
  const own = texts.money.journal
  return (
    <Stack gap="xs">
      <Scroll label={`${own.title} ${currency}`}>
        <Table verticalSpacing="xs">
          <Table.Caption>
            {currency} · {format(own.entries, { count: entries })}
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.account}</Table.Th>
              <Table.Th ta="end">{own.debit}</Table.Th>
              <Table.Th ta="end">{own.credit}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map((one) => (
              <Table.Tr key={one.account}>
                <Table.Td>{one.name}</Table.Td>
                <Side amount={one.debit} currency={currency} />
                <Side amount={one.credit} currency={currency} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>{own.total}</Table.Th>
              <Side amount={debit} currency={currency} />
              <Side amount={credit} currency={currency} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Scroll>
      {leftOut > 0 ? (
        <Text size="xs" c="dimmed">
          {format(own.leftOut, { count: leftOut })}
        </Text>
      ) : null}
    </Stack>
  )
}

const Side = ({ amount, currency }: { amount: string; currency: string }) => (
  <Table.Td ta="end">
    {/[1-9]/.test(amount) ? <Amount amount={amount} currency={currency} /> : null}
  </Table.Td>
)
