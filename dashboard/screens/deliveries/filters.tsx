import { Group, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../../app/language.ts'
import { DateField } from '../../parts/forms/typed-field.tsx'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import type { TabProps } from './delivery-search.ts'

export const DeliveryFilters = ({
  search,
  change,
  children,
}: TabProps & { children: ReactNode }) => (
  <search>
    <Group gap="sm" align="flex-end" className="filters">
      {children}
      <StoreSelect value={search.store} set={(store) => change({ store })} />
    </Group>
  </search>
)

export const DayFilters = ({ search, change }: TabProps) => {
  const texts = useTexts().deliveries
  return (
    <>
      <DateField label={texts.from} value={search.from} set={(from) => change({ from })} />
      <DateField label={texts.to} value={search.to} set={(to) => change({ to })} />
    </>
  )
}

/** Applies on Enter or blur. */
export const TextFilter = ({
  label,
  value = '',
  set,
}: {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
}) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const apply = () => {
    if (typed.trim() !== value) set(typed.trim() || undefined)
  }
  return (
    <TextInput
      type="search"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      maxLength={191}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}
