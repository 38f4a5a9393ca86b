import { Group, Select, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../../app/language.ts'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { TypedField } from '../../parts/forms/typed-field.tsx'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { minorOf } from './order-query.ts'
import { ORDER_STATUS_FILTERS, type OrderSearch } from './order-search.ts'

interface Props {
  search: OrderSearch
  change: (search: OrderSearch) => void
}

export const OrderFilters = ({ search, change }: Props) => {
  const texts = useTexts()
  const set = (changed: { [Field in keyof OrderSearch]: OrderSearch[Field] | undefined }) =>
    change({ ...search, ...changed } as OrderSearch)
  const isWords = search.search !== undefined
  return (
    <search>
      <SearchField
        label={texts.orders.words}
        description={texts.orders.wordsHint}
        value={search.search}
        set={(value) => set({ search: value })}
        isOfOrders
      />
      <More isOpen={Object.keys(search).length > 0}>
        <Group gap="sm" mt="sm" align="flex-start" className="filters">
          <Select
            label={texts.orders.status}
            placeholder={texts.any}
            clearable
            disabled={isWords}
            data={ORDER_STATUS_FILTERS.map((value) => ({ value, label: texts.states[value] }))}
            value={search.status ?? null}
            onChange={(status) => set({ status: status ?? undefined })}
          />
          <StoreSelect
            label={texts.orders.store}
            value={search.store}
            set={(store) => set({ store })}
          />
          <Day
            label={texts.orders.from}
            isOff={isWords}
            value={search.from}
            set={(from) => set({ from })}
          />
          <Day
            label={texts.orders.to}
            isOff={isWords}
            value={search.to}
            set={(to) => set({ to })}
          />
          <Amount
            label={texts.orders.least}
            isOff={isWords}
            value={search.least}
            set={(least) => set({ least })}
          />
          <Amount
            label={texts.orders.most}
            isOff={isWords}
            value={search.most}
            set={(most) => set({ most })}
          />
        </Group>
      </More>
    </search>
  )
}

/** Collapses secondary filters on a phone. */
const More = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => {
  const texts = useTexts().orders
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  if (!isPhone) return children
  return (
    <details className="more-filters" open={isOpen}>
      <summary>{texts.filters}</summary>
      {children}
    </details>
  )
}

interface FieldProps {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
  isOff?: boolean
}

const Day = ({ label, value, set, isOff = false }: FieldProps) => (
  <TextInput
    type="date"
    label={label}
    disabled={isOff}
    value={value ?? ''}
    onChange={(event) => set(event.currentTarget.value || undefined)}
  />
)

const Amount = (props: FieldProps) => {
  const texts = useTexts().orders
  const isWrong = props.value !== undefined && minorOf(props.value) === undefined
  return <TypedField {...props} inputMode="decimal" width={130} error={isWrong && texts.noAmount} />
}
