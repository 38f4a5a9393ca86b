import { Stack, Table, Title } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Amount } from '../../parts/values/amount.tsx'

type Total = NonNullable<Schemas['ReconciliationReportOfStore']['totals']>[number]

const SUMS = ['charged', 'voided', 'refunded', 'fees', 'net'] as const

/** Gateway beside Puente, per currency. */
export const Totals = ({ totals }: { totals: readonly Total[] }) => {
  const texts = useTexts()
  if (totals.length === 0) return null
  return (
    <Stack gap="lg">
      {totals.map(({ currency, gateway, ledger }) => (
        <section key={currency}>
          <Title order={2}>
            {texts.money.runs.totals} {currency}
          </Title>
          <Table className="narrow" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                <Table.Th ta="end">{texts.money.runs.gateway}</Table.Th>
                <Table.Th ta="end">{texts.money.runs.puente}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Table.Tr className={gateway.payments === ledger.payments ? '' : 'differs'}>
                <Table.Th scope="row">{texts.money.settlement.charges}</Table.Th>
                <Table.Td ta="end">{gateway.payments}</Table.Td>
                <Table.Td ta="end">{ledger.payments}</Table.Td>
              </Table.Tr>
              {SUMS.map((name) => (
                <Table.Tr key={name} className={gateway[name] === ledger[name] ? '' : 'differs'}>
                  <Table.Th scope="row">{texts.money.settlement[name]}</Table.Th>
                  {[gateway[name], ledger[name]].map((amount, side) => (
                    <Table.Td key={side === 0 ? 'gateway' : 'puente'} ta="end">
                      <Amount amount={amount} currency={currency} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Stack>
  )
}
