import { Combobox, Skeleton, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Failed } from '../../parts/loaded.tsx'
import { useStores } from '../../parts/stores/store-name.tsx'
import { use } from '../api.ts'
import { useLanguage } from '../language.ts'
import { Icon } from '../theme/icons.tsx'
import { FoundRow } from './found-row.tsx'
import { groupsOfFound, type Hit } from './hits.ts'
import { soughtText } from './sought-text.ts'

const DEBOUNCE_MS = 150

/** Searches orders, payments, customers and stores; arrow keys and Enter choose. */
export const SearchForm = ({ close }: { close: () => void }) => {
  const { texts: all, format } = useLanguage()
  const texts = all.search
  const field = useRef<HTMLInputElement>(null)
  // The dialog may open before the form is loaded.
  useEffect(() => field.current?.focus(), [])
  const [typed, setTyped] = useState('')
  const sought = soughtText(typed) ?? ''
  const [text] = useDebouncedValue(sought, DEBOUNCE_MS)
  const isEmpty = text === ''
  const found = useQuery({
    ...use.queryOptions('get', '/operator/v1/search', { params: { query: { text } } }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
  const stores = useStores()
  const groups = isEmpty || !found.data ? [] : groupsOfFound(found.data, { stores, text })
  const hits = groups.flatMap((group) => group.hits)
  // Enter waits for the results of the text: it must not open one of an earlier text.
  const isLoading = !isEmpty && (found.isPending || found.isPlaceholderData)
  const isStale = text !== sought || isLoading
  const combobox = useCombobox()
  const { active, move } = useActive(hits)
  const id = useId()
  const optionId = (hit: Hit) => `${id}-${hits.indexOf(hit)}`
  const navigate = useNavigate()
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    close()
    void navigate(hit.to)
  }
  const [entered, setEntered] = useState<string>()
  useEffect(() => {
    if (entered === undefined || isStale) return
    setEntered(undefined)
    if (entered === sought) go(active)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
        move(1)
        break
      case 'ArrowUp':
        move(-1)
        break
      case 'Enter':
        setEntered(sought)
        break
      default:
        return
    }
    event.preventDefault()
  }
  return (
    <Stack gap="sm">
      <Combobox store={combobox} onOptionSubmit={(key) => go(hits.find((hit) => hit.key === key))}>
        <TextInput
          type="search"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={hits.length > 0}
          aria-controls={hits.length > 0 ? id : undefined}
          aria-activedescendant={active && optionId(active)}
          label={texts.label}
          description={texts.hint}
          leftSection={<Icon name="find" />}
          autoComplete="off"
          spellCheck={false}
          ref={field}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {hits.length > 0 ? (
          <Combobox.Options id={id} aria-label={texts.results}>
            {groups.map(({ name, hits: ofGroup }) => (
              <Combobox.Group key={name} label={texts.groups[name]}>
                {ofGroup.map((hit) => (
                  <Combobox.Option
                    key={hit.key}
                    id={optionId(hit)}
                    value={hit.key}
                    selected={hit === active}
                    aria-selected={hit === active}
                    ref={hit === active ? scrollIntoView : undefined}
                    className="hit"
                  >
                    <FoundRow hit={hit} />
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        ) : null}
      </Combobox>
      <div aria-live="polite">
        {isEmpty ? null : found.isError ? (
          <Failed error={found.error} tryAgain={() => void found.refetch()} />
        ) : found.isPending ? (
          <Skeleton h={120} radius="md" role="status" aria-label={all.loading} />
        ) : (
          <Text size="xs" c="dimmed">
            {format(texts.count, { count: hits.length })}
          </Text>
        )}
      </div>
    </Stack>
  )
}

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/** Enter opens the first result of each list, until an arrow key moves it. */
const useActive = (hits: readonly Hit[]) => {
  const list = hits.map(({ key }) => key).join('\n')
  const [moved, setMoved] = useState({ list, index: 0 })
  const index = moved.list === list ? moved.index : 0
  const move = (by: 1 | -1) =>
    setMoved({ list, index: hits.length && (index + by + hits.length) % hits.length })
  return { active: hits[index], move }
}
