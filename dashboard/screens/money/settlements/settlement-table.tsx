import type { Schemas } from '../../../app/api.ts'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { RowTable } from '../../../parts/row-table.tsx'
import { Amount } from '../../../parts/values/amount.tsx'
import { dayText } from '../../../parts/values/honduras-day.ts'
import { StatusBadge } from '../../../parts/values/status-badge.tsx'

type Settlement = Schemas['Settlement']

const NO_MONEY = /^[0.]*$/
const SUMS = ['charged', 'voided', 'refunded', 'fees', 'net'] as const

export const SettlementTable = ({ rows }: { rows: readonly Settlement[] }) => {
  const texts = useTexts().money.settlement
  const { language } = useLanguage()
  const dayName = useTexts().money.day
  const hasFees = rows.some(({ ledger }) => ledger.fees !== null && !NO_MONEY.test(ledger.fees))
  const sums = SUMS.filter((name) => name !== 'fees' || hasFees)
  return (
    <RowTable
      className="rows narrow"
      verticalSpacing="xs"
      rows={rows}
      keyOf={({ day, currency }) => `${day} ${currency}`}
      columns={[
        { name: dayName, cell: ({ day }) => dayText(day, language) },
        { name: texts.charges, ta: 'end', cell: ({ ledger }) => ledger.payments },
        ...sums.map((name) => ({
          name: texts[name],
          ta: 'end' as const,
          cell: ({ ledger, currency }: Settlement) => (
            <Amount amount={ledger[name]} currency={currency} />
          ),
        })),
        {
          name: texts.netAtGateway,
          ta: 'end',
          cell: ({ gateway, currency }) => (
            <Amount amount={gateway?.net ?? null} currency={currency} />
          ),
        },
        { name: texts.compared, cell: (row) => <Compared row={row} /> },
      ]}
    />
  )
}

const Compared = ({ row }: { row: Settlement }) => {
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
