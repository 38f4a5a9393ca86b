import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { use } from '../../../app/api.ts'
import { useTexts } from '../../../app/language.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { useAction } from '../../../parts/forms/use-action.ts'
import { StorePicker } from '../../../parts/stores/store-picker.tsx'
import { storesQuery } from '../../../parts/stores/stores-query.ts'
import { useIsHere } from '../../../parts/use-is-here.ts'
import { shiftDay, today } from '../../../parts/values/honduras-day.ts'
import { ProblemText } from '../../../parts/values/problem-text.tsx'

/** Starts a reconciliation, then opens its report. */
export const BeginRun = ({ store, close }: { store: string | undefined; close: () => void }) => {
  const texts = useTexts()
  const known = useQuery(storesQuery)
  const stores = known.data?.data ?? []
  const navigate = useNavigate()
  const isHere = useIsHere()
  const [chosen, setChosen] = useState(store)
  const [days, setDays] = useState({ from: shiftDay(today(), -1), to: today() })
  const [dry, setDry] = useState(false)
  const mutation = use.useMutation('post', '/operator/v1/stores/{id}/reconciliations')
  const act = useAction(mutation, texts.money.runs.begun, {
    isFailureShown: true,
    after: ({ id }) => {
      close()
      if (isHere()) void navigate({ to: '/money/reconciliations/$id', params: { id } })
    },
  })
  const storeId = chosen ?? stores[0]?.id
  return (
    <Form
      submit={() => {
        if (storeId) act.run({ params: { path: { id: storeId } }, body: { ...days, dry } })
      }}
      send={texts.money.runs.beginShort}
      isPending={act.isPending || known.isPending}
      canSend={storeId !== undefined}
      close={close}
    >
      <Text c="dimmed">
        {texts.money.runs.note} {texts.money.hondurasDays}
      </Text>
      {stores.length > 1 ? (
        <StorePicker label={texts.money.store} value={storeId} set={setChosen} />
      ) : null}
      <Group gap="sm" grow preventGrowOverflow={false}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            required
            label={texts.money[end]}
            max={today()}
            value={days[end]}
            onChange={({ currentTarget: { value } }) => setDays({ ...days, [end]: value })}
          />
        ))}
      </Group>
      <Checkbox
        label={texts.money.runs.dry}
        checked={dry}
        onChange={(event) => setDry(event.currentTarget.checked)}
      />
      <ProblemText error={mutation.error ?? known.error} />
    </Form>
  )
}
