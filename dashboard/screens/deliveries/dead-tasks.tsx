import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { nameOf, useLanguage, useTexts } from '../../app/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { known } from '../../parts/search.ts'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { useActs } from '../../parts/stores/use-administers.ts'
import { Moment } from '../../parts/values/moment.tsx'
import type { ReplayKind } from './task-kinds.ts'

type Counted = Schemas['ReplayReport']['tasks'][number]

/** Before any task: matches all dead tasks. */
const EVER = '1970-01-01T00:00:00Z'

const useDryRun = (storeId: string | undefined, kind?: string) =>
  use.useQuery(
    'post',
    '/operator/v1/tasks/replay',
    { body: { ...filterOf(storeId, kind), dry: true } },
    // Viewers may not replay.
    { enabled: useActs() === true },
  )

const filterOf = (storeId: string | undefined, kind: string | undefined) => ({
  died_after: EVER,
  ...known({ store_id: storeId, kind: kind as ReplayKind | undefined }),
})

const sumOf = (tasks: readonly Counted[]): number =>
  tasks.reduce((sum, { count }) => sum + count, 0)

const oldestOf = (tasks: readonly Counted[]): string | undefined =>
  tasks.map(({ oldest }) => oldest).sort()[0]

/** Replays a kind of dead tasks after a dry run. */
export const DeadTasks = ({
  storeId,
  isShown,
}: {
  storeId: string | undefined
  isShown: (kind: string) => boolean
}) => {
  const { format } = useLanguage()
  const texts = useTexts().deliveries
  const [chosen, choose] = useState<string>()
  const found = (useDryRun(storeId).data?.tasks ?? []).filter(({ kind }) => isShown(kind))
  const kinds = [...Map.groupBy(found, ({ kind }) => kind)]
  return (
    <>
      {kinds.length > 0 ? (
        <section className="card given-up" aria-label={texts.givenUp}>
          <ul className="bare">
            {kinds.map(([kind, tasks]) => (
              <Group component="li" key={kind} justify="space-between" gap="sm" py="xs">
                <div>
                  <Text fw={600}>
                    {format(texts.countOf, {
                      count: sumOf(tasks),
                      kind: nameOf(texts.kinds, kind),
                    })}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {texts.oldest} <Moment at={oldestOf(tasks) ?? EVER} />
                  </Text>
                </div>
                <Button onClick={() => choose(kind)}>
                  {format(texts.replayOf, { count: sumOf(tasks) })}
                </Button>
              </Group>
            ))}
          </ul>
        </section>
      ) : null}
      <Dialog
        opened={chosen !== undefined}
        onClose={() => choose(undefined)}
        title={texts.replayTitle}
      >
        {chosen ? (
          <Preview storeId={storeId} kind={chosen} close={() => choose(undefined)} />
        ) : null}
      </Dialog>
    </>
  )
}

const Preview = ({
  storeId,
  kind,
  close,
}: {
  storeId: string | undefined
  kind: string
  close: () => void
}) => {
  const { texts, format } = useLanguage()
  const own = texts.deliveries
  const dryRun = useDryRun(storeId, kind)
  const act = useAction(
    use.useMutation('post', '/operator/v1/tasks/replay'),
    ({ replayed, more }) =>
      format(own.replayedCount, { count: replayed, more: more ? 'yes' : 'no' }),
    { after: close },
  )
  return (
    <Loaded query={dryRun}>
      {({ tasks }) => (
        <Stack gap="md">
          <Text fw={600}>
            {format(own.countOf, { count: sumOf(tasks), kind: nameOf(own.kinds, kind) })}
          </Text>
          <ul className="bare lines">
            {tasks.map((task) => (
              <li key={task.store_id}>
                <StoreName id={task.store_id} />: {task.count} · {own.oldest}{' '}
                <Moment at={task.oldest} />
              </li>
            ))}
          </ul>
          <Text c="dimmed">{own.replayText}</Text>
          <Group gap="sm">
            <Button
              data-autofocus
              loading={act.isPending}
              disabled={tasks.length === 0}
              onClick={() => act.run({ body: { ...filterOf(storeId, kind), dry: false } })}
            >
              {format(own.confirm, { count: sumOf(tasks) })}
            </Button>
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}
