import { Button, Group, Popover, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { Chip } from '../../parts/values/chip.tsx'
import { type OrderSearch, readOrderSearch } from './order-search.ts'

const ON_HOLD: OrderSearch = { status: 'on_hold' }
const viewsQuery = use.queryOptions('get', '/operator/v1/order-views', {})

/** Named searches, which the server keeps for all browsers. */
export const SavedViews = ({
  search,
  change,
}: {
  search: OrderSearch
  change: (search: OrderSearch) => void
}) => {
  const texts = useTexts().orders.views
  const views = useQuery(viewsQuery).data?.data ?? []
  const remove = useAction(use.useMutation('delete', '/operator/v1/order-views'), texts.deleted)
  const key = keyOf(search)
  const current = views.find((view) => keyOf(view.search) === key)
  return (
    <Group gap="xs" component="nav" aria-label={texts.label}>
      <Chip name={texts.all} isCurrent={key === keyOf({})} choose={() => change({})} />
      <Chip name={texts.onHold} isCurrent={key === keyOf(ON_HOLD)} choose={() => change(ON_HOLD)} />
      {views.map((view) => (
        <Chip
          key={view.name}
          name={view.name}
          isCurrent={view === current}
          choose={() => change(readOrderSearch(view.search))}
        />
      ))}
      {current ? (
        <button
          type="button"
          className="plain small"
          onClick={() => remove.run({ params: { query: { name: current.name } } })}
        >
          {texts.delete}
        </button>
      ) : key === keyOf({}) || key === keyOf(ON_HOLD) ? null : (
        <SaveView search={search} />
      )}
    </Group>
  )
}

/** Key independent of field order. */
const keyOf = (search: object): string =>
  JSON.stringify(Object.entries(search).sort(([one], [other]) => (one < other ? -1 : 1)))

const SaveView = ({ search }: { search: OrderSearch }) => {
  const { save, orders } = useTexts()
  const texts = orders.views
  const [isOpen, { toggle, close }] = useDisclosure()
  const [name, setName] = useState('')
  const act = useFormAction(use.useMutation('post', '/operator/v1/order-views'), {
    done: texts.saved,
    after: close,
  })
  return (
    <Popover opened={isOpen} onChange={close} trapFocus returnFocus withRoles>
      <Popover.Target>
        <button type="button" className="plain small" onClick={toggle}>
          {texts.save}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') act.run({ body: { name: name.trim(), search: { ...search } } })
          }}
        >
          <TextInput
            label={texts.name}
            value={name}
            maxLength={60}
            data-autofocus
            error={act.errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFailure act={act} fields={['name']} />
          <Button type="submit" mt="sm" loading={act.isPending}>
            {save}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
