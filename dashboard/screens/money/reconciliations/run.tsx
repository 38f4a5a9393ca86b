import { Group, Progress, Text } from '@mantine/core'
import type { Schemas } from '../../../app/api.ts'
import { nameOf, useLanguage, useTexts } from '../../../app/language.ts'
import { ActButton } from '../../../parts/forms/act-button.tsx'
import { StatusBadge } from '../../../parts/values/status-badge.tsx'

type Run = Pick<
  Schemas['ReconciliationOfStore'],
  'id' | 'state' | 'dry' | 'progress' | 'is_incomplete'
>

const STATE_TONES: Readonly<Record<Run['state'], string>> = {
  running: 'waiting',
  stopped: 'waiting',
  done: 'done',
  failed: 'failed',
}

export const RunBadges = ({ run }: { run: Run }) => {
  const texts = useTexts().money.runs
  return (
    <Group gap="xs">
      {run.dry ? <StatusBadge state="quiet" text={texts.dryRun} /> : null}
      <StatusBadge state={STATE_TONES[run.state]} text={nameOf(texts.states, run.state)} />
    </Group>
  )
}

export const RunProgress = ({ run: { state, progress } }: { run: Run }) => {
  const { format } = useLanguage()
  const texts = useTexts().money.runs
  if (state === 'done') return null
  const { payments, payments_at_gateway: all } = progress
  const share = all > 0 ? Math.min((payments / all) * 100, 100) : 0
  const text = format(texts.progress, { done: payments, all: Math.max(all, payments) })
  return (
    <div>
      <Progress.Root>
        <Progress.Section
          value={progress.phase === 'pages' ? share : 100}
          animated={state === 'running'}
          aria-label={text}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {nameOf(texts.phases, progress.phase)} · {text}
      </Text>
    </div>
  )
}

export const RunActs = ({ run: { id, state } }: { run: Run }) => {
  const texts = useTexts().money.runs
  if (state === 'done') return null
  const isRunning = state === 'running'
  return (
    <ActButton
      path={`/operator/v1/reconciliations/{id}/${isRunning ? 'stop' : 'resume'}`}
      id={id}
      done={isRunning ? texts.stopped : texts.resumed}
      style={{ alignSelf: 'start' }}
    >
      {isRunning ? texts.stop : texts.resume}
    </ActButton>
  )
}
