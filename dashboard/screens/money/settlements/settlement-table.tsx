import { Table } from '@mantine/core'
import type { Schemas } from '../../../app/api.ts'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { Amount } from '../../../parts/values/amount.tsx'
import { dayText } from '../../../parts/values/honduras-day.ts'
import { StatusBadge } from '../../../parts/values/status-badge.tsx'

const NO_MONEY = /^[0.]*$/
const SUMS = ['charged', 'voided', 'refunded', 'fees', 'net'] as const

/** Gateway beside Puente, by day and currency. */
export const SettlementTable = ({ rows }: { rows: readonly Schemas['Settlement'][] }) => {
  const texts = useTexts().money.settlement
  const { language } = useLanguage()
  const dayName = useTexts().money.day
  const hasFees = rows.some(({ ledger }) => ledger.fees !== null && !NO_MONEY.test(ledger.fees))
  const sums = SUMS.filter((name) => name !== 'fees' || hasFees)
  return (
    <Table className="rows narrow" verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{dayName}</Table.Th>
          <Table.Th ta="end">{texts.charges}</Table.Th>
          {sums.map((name) => (
            <Table.Th key={name} ta="end">
              {texts[name]}
            </Table.Th>
          ))}
          <Table.Th ta="end">{texts.netAtGateway}</Table.Th>
          <Table.Th>{texts.compared}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => {
          const { ledger, gateway, currency } = row
          return (
            <Table.Tr key={`${row.day} ${currency}`}>
              <Table.Td data-label={dayName}>{dayText(row.day, language)}</Table.Td>
              <Table.Td data-label={texts.charges} ta="end">
                {ledger.payments}
              </Table.Td>
              {sums.map((name) => (
                <Table.Td key={name} data-label={texts[name]} ta="end">
                  <Sum amount={ledger[name]} currency={currency} />
                </Table.Td>
              ))}
              <Table.Td data-label={texts.netAtGateway} ta="end">
                <Sum amount={gateway?.net ?? null} currency={currency} />
              </Table.Td>
              <Table.Td data-label={texts.compared}>
                <Compared row={row} />
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

const Sum = ({ amount, currency }: { amount: string | null; currency: string }) =>
  amount === null ? '—' : <Amount amount={amount} currency={currency} />

const Compared = ({ row }: { row: Schemas['Settlement'] }) => {
  const texts = useTexts().money.settlement
  const { ledger, gateway } = row
  if (!gateway) return <StatusBadge state="quiet" text={texts.never} />
  if (!row.gateway_is_whole) return <StatusBadge state="waiting" text={texts.partly} />
  const isEqual =
    gateway.payments === ledger.payments && SUMS.every((name) => gateway[name] === ledger[name])
  return isEqual ? (
    <StatusBadge state="done" text={texts.equal} />
  ) : (
    <StatusBadge state="failed" text={texts.differs} />
  )
}
