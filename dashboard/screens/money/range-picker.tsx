import { Group, SegmentedControl } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { DateField } from '../../parts/forms/typed-field.tsx'
import { known } from '../../parts/search.ts'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { today } from '../../parts/values/honduras-day.ts'
import {
  type MoneySearch,
  RANGES,
  rangeOf,
  showing,
  windowOfSearch,
  withDays,
} from './money-search.ts'

interface Props {
  search: MoneySearch
  change: (search: MoneySearch) => void
}

export const RangePicker = ({ search, change }: Props) => {
  const texts = useTexts()
  const range = rangeOf(search)
  const window = windowOfSearch(search)
  const choose = (value: string) => {
    const days = RANGES.find((each) => String(each) === value)
    change(withDays(search, days === undefined ? window : { days }))
  }
  return (
    <Group gap="sm" align="flex-end" className="filters">
      <StoreSelect
        value={search.store}
        set={(store) => change(known({ ...showing(search), store }))}
      />
      <SegmentedControl
        className="ranges"
        aria-label={texts.money.days}
        data={[...RANGES.map(String), 'own'].map((value) => ({
          value,
          label: texts.money.ranges[value as keyof typeof texts.money.ranges],
        }))}
        value={String(range)}
        onChange={choose}
      />
      {range === 'own'
        ? (['from', 'to'] as const).map((end) => (
            <DateField
              key={end}
              label={texts.money[end]}
              max={today()}
              value={window[end]}
              set={(day) => day && change(withDays(search, { ...window, [end]: day }))}
            />
          ))
        : null}
    </Group>
  )
}
