import { Group, Select, TextInput } from '@mantine/core'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import type { AuditSearch } from './audit-search.ts'

interface Props {
  search: AuditSearch
  change: (search: AuditSearch) => void
}

export const AuditFilters = ({ search, change }: Props) => {
  const texts = useTexts()
  const people = use.useQuery('get', '/operator/v1/people', { params: { query: { limit: 100 } } })
  const set = (changed: { [Field in keyof AuditSearch]: string | undefined }) =>
    change({ ...search, ...changed } as AuditSearch)
  const members = [...new Map((people.data?.data ?? []).map((each) => [each.id, each])).values()]
  // API keys and former members have no name here.
  const options = members.map(({ id, name }) => ({ value: id, label: name }))
  const isUnknown = search.who !== undefined && !members.some(({ id }) => id === search.who)
  const actions = Object.entries(texts.audit.actions).filter(
    ([, label], index, all) => all.findIndex(([, other]) => other === label) === index,
  )
  const isOther = search.action !== undefined && !actions.some(([id]) => id === search.action)
  return (
    <search>
      <Group gap="sm" align="flex-start" className="filters">
        <Select
          label={texts.audit.who}
          placeholder={texts.audit.everyone}
          clearable
          searchable
          data={isUnknown && search.who ? [...options, search.who] : options}
          value={search.who ?? null}
          onChange={(who) => set({ who: who ?? undefined })}
        />
        <Select
          label={texts.audit.action}
          placeholder={texts.any}
          clearable
          searchable
          data={[
            ...actions.map(([value, label]) => ({ value, label })),
            ...(isOther && search.action ? [search.action] : []),
          ]}
          value={search.action ?? null}
          onChange={(action) => set({ action: action ?? undefined })}
        />
        <StoreSelect
          label={texts.audit.store}
          value={search.store}
          set={(store) => set({ store })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={texts.audit[end]}
            value={search[end] ?? ''}
            onChange={(event) => set({ [end]: event.currentTarget.value || undefined })}
          />
        ))}
      </Group>
    </search>
  )
}
