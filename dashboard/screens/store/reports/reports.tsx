import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Schemas, use } from '../../../app/api.ts'
import { useAction } from '../../../parts/forms/use-action.ts'
import { Moment } from '../../../parts/values/moment.tsx'
import { storeReportsQuery } from '../panel-queries.ts'
import { StoreSection } from '../store-section.tsx'
import { useStoreTexts } from '../store-texts.ts'
import { NoMailServer } from './no-mail-server.tsx'

type Report = Schemas['ReportOfPerson']

/** Subscribes people to a store's report: yourself, or anyone for owners. */
export const Reports = ({ storeId }: { storeId: string }) => {
  const words = useStoreTexts().reports
  const { data } = useQuery(storeReportsQuery(storeId))
  if (!data) return null
  return (
    <StoreSection id="reports" title={words.title}>
      <Text size="sm">{words.about}</Text>
      <NoMailServer storeId={storeId} />
      <Stack component="ul" className="bare lines" gap="sm">
        {data.data.map((report) => (
          <Choice key={report.person_id} storeId={storeId} report={report} />
        ))}
      </Stack>
    </StoreSection>
  )
}

const Choice = ({ storeId, report }: { storeId: string; report: Report }) => {
  const words = useStoreTexts().reports
  const act = useAction(use.useMutation('post', '/operator/v1/stores/{id}/reports'), words.saved)
  const choose = (every: string) =>
    act.run({
      params: { path: { id: storeId } },
      body: {
        person_id: report.person_id,
        every: every === 'day' || every === 'week' ? every : null,
      },
    })
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Text fw={600}>
          <bdi>{report.name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          <bdi>{report.email}</bdi>
          {report.next_at ? (
            <>
              {' '}
              · {words.next} <Moment at={report.next_at} />
            </>
          ) : null}
        </Text>
        {report.last_error ? (
          <Text size="xs" className="warn">
            {words.failed} <bdi>{report.last_error}</bdi>
          </Text>
        ) : null}
      </div>
      <NativeSelect
        aria-label={`${words.title}: ${report.name}`}
        disabled={act.isPending}
        data={Object.entries(words.every).map(([value, label]) => ({ value, label }))}
        value={report.every ?? 'never'}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Group>
  )
}
