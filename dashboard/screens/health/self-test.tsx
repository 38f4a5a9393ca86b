import { Stack, Text, VisuallyHidden } from '@mantine/core'
import { type Schemas, use } from '../../app/api.ts'
import { nameOf, useLanguage } from '../../app/language.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Dotted } from '../../parts/values/dotted.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { useHealthTexts } from './health-texts.ts'

type Test = Schemas['WebhookSelfTest']

const STAGES = ['dns', 'connection', 'tls', 'answer', 'signature', 'inbox', 'worker'] as const

/** Puente's own event, and counts of the gateway's deliveries. */
export const SelfTestResult = ({
  test,
  storeId,
  locale,
}: {
  test: Test
  storeId: string
  locale: string | undefined
}) => {
  const texts = useHealthTexts()
  const { format, language } = useLanguage()
  const { deliveries } = test
  const verdict = String(test.passed) as 'true' | 'false' | 'null'
  return (
    <Stack gap="sm" className="self-test" data-passed={verdict}>
      <Text fw={700}>{texts.passed[verdict]}</Text>
      <Stages test={test} />
      {test.stopped_at && test.detail ? (
        <p>
          <bdi lang="en">{test.detail}</bdi>
        </p>
      ) : null}
      <Text fw={700} component="h4">
        {texts.evidence}
      </Text>
      <p>
        {locale === language
          ? [deliveries.text, deliveries.todo].filter(Boolean).join(' ')
          : texts.verdicts[deliveries.cause ?? deliveries.verdict]}
      </p>
      {deliveries.cause === 'wrong_secret' || deliveries.verdict === 'refused' ? (
        <a href={`/stores/${storeId}`}>{texts.storeSettings}</a>
      ) : null}
      <Evidence test={test} storeId={storeId} />
      {test.warnings.map((warning) => (
        <p key={warning} className="notice">
          {texts.warnings[warning]}
        </p>
      ))}
      <Text size="xs" c="dimmed">
        <bdi className="code">{test.url}</bdi> · {format(texts.took, { ms: test.took_ms })}
      </Text>
    </Stack>
  )
}

const Stages = ({ test: { stopped_at: stoppedAt, status, url } }: { test: Test }) => {
  const texts = useHealthTexts()
  const stages = STAGES.filter((stage) => stage !== 'tls' || url.startsWith('https:'))
  const stop = stoppedAt ? stages.indexOf(stoppedAt) : stages.length
  return (
    <ol className="bare stages">
      {stages.map((stage, index) => {
        const state = index < stop ? 'passed' : index === stop ? 'stopped' : 'unknown'
        const said = stage === 'answer' && status !== null && state !== 'unknown'
        return (
          <li key={stage} data-state={state}>
            <span aria-hidden="true">{MARKS[state]}</span> {texts.stages[stage]}
            {said ? ` (HTTP ${status})` : null}
            <VisuallyHidden>: {texts.stageStates[state]}</VisuallyHidden>
          </li>
        )
      })}
    </ol>
  )
}

const MARKS = { passed: '✓', stopped: '✕', unknown: '·' } as const

const Evidence = ({ test: { deliveries }, storeId }: { test: Test; storeId: string }) => {
  const { format } = useLanguage()
  const texts = useHealthTexts()
  const health = use.useQuery('get', '/operator/v1/stores/{id}/webhook-health', {
    params: { path: { id: storeId } },
  })
  return (
    <Loaded query={health}>
      {({ last_24_hours: day, last_event: event, gaps }) => (
        <Facts
          className="known"
          facts={{
            [texts.lastAccepted]: event && (
              <>
                <Moment at={event.at} />
                {event.type ? <bdi className="code"> {event.type}</bdi> : null}
              </>
            ),
            [texts.acceptedInDay]: day.accepted,
            [texts.refusedInDay]: day.bad_signatures,
            ...Object.fromEntries(
              deliveries.last_refused.map(({ at, reason, seconds_off: off }) => [
                nameOf(texts.refusals, reason),
                <Dotted key={reason}>
                  <Moment at={at} />
                  {off === null
                    ? null
                    : format(texts.secondsOff, {
                        side: off < 0 ? 'late' : 'early',
                        seconds: Math.abs(off),
                      })}
                </Dotted>,
              ]),
            ),
            [texts.missingEvents]: gaps.missing + gaps.awaited,
          }}
        />
      )}
    </Loaded>
  )
}
