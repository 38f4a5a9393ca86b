import { Button, Stack, Text } from '@mantine/core'
import { detailOf, problemOf, type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { useSingleRun } from '../../parts/forms/use-single-run.ts'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

const STATES = { delivered: 'good', failed: 'warn', tested_recently: undefined } as const

/** Tests the channels that receive a store's alerts. */
export const AlertChannels = ({ storeId }: { storeId: string }) => {
  const texts = useTexts()
  const words = useStoreTexts().alertChannels
  const test = use.useMutation('post', '/operator/v1/stores/{id}/alert-test')
  const run = useSingleRun(test)
  const { data } = test
  const problem = problemOf(test.error)
  return (
    <StoreSection id="alerts" title={words.title}>
      <Text size="sm">{words.about}</Text>
      <Stack gap="xs" align="flex-start">
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => run({ params: { path: { id: storeId } } })}
        >
          {words.test}
        </Button>
        <div role="status">
          {data?.data.length === 0 ? <Text className="warn">{words.none}</Text> : null}
          {data && data.data.length > 0 ? (
            <ul className="bare">
              {data.data.map((tested) => (
                <Tested key={`${tested.owner} ${tested.channel}`} tested={tested} />
              ))}
            </ul>
          ) : null}
          {test.error ? (
            <Text className="warn">
              {problem
                ? [problem.title, detailOf(problem)].filter(Boolean).join('. ')
                : texts.noAnswer}
            </Text>
          ) : null}
        </div>
      </Stack>
    </StoreSection>
  )
}

const Tested = ({ tested }: { tested: Schemas['AlertTest'] }) => {
  const words = useStoreTexts().alertChannels
  const { channel, receiver, outcome, reason, fix } = tested
  return (
    <li>
      <Text className={STATES[outcome]}>
        {words.channels[channel]} <bdi>({receiver ?? words.ofInstallation})</bdi>:{' '}
        {words.outcomes[outcome]}
      </Text>
      {reason ? (
        <Text size="xs">
          <bdi>{reason}</bdi>
        </Text>
      ) : null}
      {fix ? (
        <Text size="xs" c="dimmed">
          <bdi>{fix}</bdi>
        </Text>
      ) : null}
    </li>
  )
}
