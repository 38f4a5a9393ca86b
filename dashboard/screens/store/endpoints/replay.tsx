import { Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { problemOf, type Schemas, use } from '../../../app/api.ts'
import { useLanguage } from '../../../app/language.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFailure } from '../../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../../parts/forms/use-form-action.ts'
import { useStoreTexts } from '../store-texts.ts'

/** Returns the value of a `datetime-local` field, in the reader's time zone. */
const localText = (at: Date): string => {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const isoOf = (local: string): string | undefined => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Within the 30 days that a replay reaches back. */
const MOST_DAYS_BACK = 29

/** Returns the start of the missed time; without one, the creation time or yesterday. */
const startOf = ({ missed_since, created_at }: Schemas['NotificationEndpoint']): Date => {
  const daysBack = (days: number) => Date.now() - days * 86_400_000
  const [from, days] = missed_since ? [missed_since, MOST_DAYS_BACK] : [created_at, 1]
  return new Date(Math.max(Date.parse(from), daysBack(days)))
}

/** Shows how many notifications a replay would send, and sends them. */
export const Replay = ({
  endpoint,
  close,
}: {
  endpoint: Schemas['NotificationEndpoint']
  close: () => void
}) => {
  const { texts, format } = useLanguage()
  const words = useStoreTexts().endpoints
  const [since, setSince] = useState(localText(startOf(endpoint)))
  const [isAll, setIsAll] = useState(false)
  // The field drops the seconds of the start, so that the replay starts up to a minute earlier.
  const from = isoOf(since)
  const path = { id: endpoint.id }
  const preview = use.useQuery(
    'get',
    '/operator/v1/endpoints/{id}/replay',
    { params: { path, query: { from: from ?? '', all: isAll ? 'true' : 'false' } } },
    { enabled: from !== undefined, retry: false },
  )
  const act = useFormAction(use.useMutation('post', '/operator/v1/endpoints/{id}/replay'), {
    done: words.replaying,
    after: close,
  })
  const refusal = problemOf(preview.error)
  const error = act.errors.from ?? refusal?.errors?.[0]?.message ?? refusal?.title
  const { notifications = 0, orders = 0 } = preview.data ?? {}
  return (
    <Form
      submit={() => {
        if (from) act.run({ params: { path }, body: { from, all: isAll } })
      }}
      send={words.replayIt}
      isPending={act.isPending}
      canSend={notifications > 0}
      close={close}
    >
      <Text size="sm">{words.replayAbout}</Text>
      <TextInput
        data-autofocus
        type="datetime-local"
        label={words.replayFrom}
        value={since}
        error={error}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
      <Switch
        label={words.replayAll}
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
      />
      <Text role="status">
        {preview.data ? format(words.replayCount, { notifications, orders }) : texts.loading}
      </Text>
      <FormFailure act={act} fields={['from']} />
    </Form>
  )
}
