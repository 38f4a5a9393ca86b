import { Group, Select, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../../app/language.ts'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import type { TabProps } from './delivery-search.ts'

export const DeliveryFilters = ({
  search,
  change,
  children,
}: TabProps & { children: ReactNode }) => {
  const texts = useTexts()
  return (
    <search>
      <Group gap="sm" align="flex-end" className="filters">
        {children}
        <StoreSelect
          label={texts.deliveries.store}
          value={search.store}
          set={(store) => change({ store })}
        />
      </Group>
    </search>
  )
}

export const Choice = ({
  label,
  placeholder,
  value,
  data,
  set,
}: {
  label: string
  placeholder: string
  value: string | undefined
  data: { value: string; label: string }[]
  set: (value: string | undefined) => void
}) => (
  <Select
    label={label}
    placeholder={placeholder}
    clearable
    data={data}
    value={value ?? null}
    onChange={(chosen) => set(chosen ?? undefined)}
  />
)

/** Applies on Enter or blur. */
export const TextFilter = ({
  label,
  value,
  set,
}: {
  label: string
  value: string | undefined
  set: (value: string | undefined) => void
}) => {
  const [typed, setTyped] = useState(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  const apply = () => {
    if (typed.trim() !== (value ?? '')) set(typed.trim() || undefined)
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
