import { Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ORDER_SOURCES } from '../../../src/domain/order-source.ts'
import { useTexts } from '../../app/language.ts'
import { soughtText } from '../../app/search/sought-text.ts'
import { Choice } from '../../parts/forms/choice.tsx'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { DateField, type FieldProps, TypedField } from '../../parts/forms/typed-field.tsx'
import { known } from '../../parts/search.ts'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { minorOf, sumsOfOrders } from './order-query.ts'
import {
  ORDER_CURRENCIES,
  ORDER_MODES,
  ORDER_STATUS_FILTERS,
  type OrderSearch,
  SORT_CHOICES,
} from './order-search.ts'

interface Props {
  search: OrderSearch
  change: (search: OrderSearch) => void
}

export const OrderFilters = ({ search, change }: Props) => {
  const texts = useTexts()
  const set = (changed: { [Field in keyof OrderSearch]: OrderSearch[Field] | undefined }) =>
    change(known({ ...search, ...changed }))
  const isWords = search.search !== undefined
  const currencies = useCurrencies(search)
  const field = (name: 'from' | 'to' | 'least' | 'most') => ({
    label: texts.orders[name],
    disabled: isWords,
    value: search[name],
    set: (value: string | undefined) => set({ [name]: value }),
  })
  return (
    <search>
      <SearchField
        label={texts.orders.words}
        description={texts.orders.wordsHint}
        value={search.search}
        set={(value) => set({ search: value && soughtText(value) })}
        data-find
      />
      <More isOpen={Object.keys(search).length > 0}>
        <Group gap="sm" mt="sm" align="flex-start" className="filters">
          <Choice
            label={texts.orders.status}
            disabled={isWords}
            values={ORDER_STATUS_FILTERS}
            names={{ ...texts.states, ...texts.conflicts, declined: texts.orders.declined }}
            value={search.status}
            set={(status) => set({ status })}
          />
          <Choice
            label={texts.orders.method}
            disabled={isWords}
            values={ORDER_MODES}
            names={texts.modes}
            value={search.mode}
            set={(mode) => set({ mode })}
          />
          <Choice
            label={texts.orders.source}
            disabled={isWords}
            values={ORDER_SOURCES}
            names={texts.orders.sources}
            value={search.source}
            set={(source) => set({ source })}
          />
          <StoreSelect value={search.store} set={(store) => set({ store })} />
          <DateField {...field('from')} />
          <DateField {...field('to')} />
          {currencies.length > 1 || search.currency !== undefined ? (
            <Choice
              label={texts.orders.currency}
              disabled={isWords}
              values={currencies}
              names={{}}
              value={search.currency}
              set={(currency) => set({ currency })}
            />
          ) : null}
          <Amount {...field('least')} />
          <Amount {...field('most')} />
          <Choice
            label={texts.orders.sort}
            placeholder={texts.orders.newest}
            disabled={isWords}
            values={SORT_CHOICES}
            names={texts.orders.sorts}
            value={search.sort}
            set={(sort) => set({ sort })}
          />
        </Group>
      </More>
    </search>
  )
}

/** Lists the chosen currency, and currencies of orders that match the other filters. */
const useCurrencies = ({ currency: chosen, ...others }: OrderSearch) => {
  const { data: sums } = useQuery({
    ...sumsOfOrders(others),
    enabled: others.search === undefined,
    placeholderData: keepPreviousData,
  })
  const occurring = new Set(sums?.data.map(({ currency }) => currency))
  return ORDER_CURRENCIES.filter((code) => code === chosen || occurring.has(code))
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

const Amount = (props: FieldProps) => {
  const texts = useTexts().orders
  const isWrong = props.value !== undefined && minorOf(props.value) === undefined
  return <TypedField {...props} inputMode="decimal" w={130} error={isWrong && texts.noAmount} />
}
