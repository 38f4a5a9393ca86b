import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { use } from '../../app/api.ts'
import { useStoreName, useStores } from './store-name.tsx'
import { storesQuery } from './stores-query.ts'

/** Offers a short list, else a server-side search. */
export const StorePicker = ({
  clearable = false,
  value,
  set,
  ...select
}: Pick<SelectProps, 'label' | 'placeholder' | 'clearable' | 'maw'> & {
  value: string | undefined
  set: (storeId: string | undefined) => void
}) => {
  const first = useStores()
  const hasMore = useQuery(storesQuery).data?.next_cursor != null
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const chosen = useStoreName(value ?? '')
  const isSearching = hasMore && search !== '' && search !== chosen
  const found = use.useQuery(
    'get',
    '/operator/v1/stores',
    { params: { query: { search, limit: 20 } } },
    { enabled: isSearching, placeholderData: (before) => before },
  )
  const listed = (isSearching ? found.data?.data : undefined) ?? first
  const options = listed.map(({ id, name }) => ({ value: id, label: name }))
  const isListed = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      searchable
      clearable={clearable}
      allowDeselect={clearable}
      data={isListed ? options : [{ value, label: chosen }, ...options]}
      value={value ?? null}
      onChange={(id) => set(id ?? undefined)}
      onSearchChange={setTyped}
      {...select}
      // The server matches better, for example without accents.
      {...(isSearching ? { filter: ({ options: all }) => all } : {})}
    />
  )
}
