import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Choice } from '../../parts/forms/choice.tsx'
import { DateField } from '../../parts/forms/typed-field.tsx'
import { known } from '../../parts/search.ts'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import type { AuditSearch } from './audit-search.ts'
import { useAuditTexts } from './audit-texts.ts'
import { peopleQuery } from './people-query.ts'

interface Props {
  search: AuditSearch
  change: (search: AuditSearch) => void
}

export const AuditFilters = ({ search, change }: Props) => {
  const texts = useAuditTexts()
  const people = useQuery(peopleQuery)
  const set = (changed: { [Field in keyof AuditSearch]: string | undefined }) =>
    change(known({ ...search, ...changed }))
  // API keys and former members have no name here.
  const members = Object.fromEntries((people.data?.data ?? []).map(({ id, name }) => [id, name]))
  const actions = Object.fromEntries(
    Object.entries(texts.actions).filter(
      ([, label], index, all) => all.findIndex(([, other]) => other === label) === index,
    ),
  )
  return (
    <search>
      <Group gap="sm" align="flex-start" className="filters">
        <Choice
          label={texts.who}
          placeholder={texts.everyone}
          searchable
          loading={people.isPending}
          values={withChosen(Object.keys(members), search.who)}
          names={members}
          value={search.who}
          set={(who) => set({ who })}
        />
        <Choice
          label={texts.action}
          searchable
          values={withChosen(Object.keys(actions), search.action)}
          names={actions}
          value={search.action}
          set={(action) => set({ action })}
        />
        <StoreSelect value={search.store} set={(store) => set({ store })} />
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            label={texts[end]}
            value={search[end]}
            set={(day) => set({ [end]: day })}
          />
        ))}
      </Group>
    </search>
  )
}

/** The URL may name a value that the list lacks. */
const withChosen = (values: readonly string[], chosen: string | undefined): string[] => [
  ...new Set(chosen === undefined ? values : [...values, chosen]),
]
