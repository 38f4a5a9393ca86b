import { Button, Stack, Text } from '@mantine/core'
import { problemOf, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { useSingleRun } from '../../parts/forms/use-single-run.ts'

export const ConnectSelfTest = ({ storeId }: { storeId: string }) => {
  const { texts, format } = useLanguage()
  const test = use.useMutation('post', '/operator/v1/stores/{id}/webhook-test')
  const run = useSingleRun(test)
  const { data } = test
  const problem = problemOf(test.error)
  const words = texts.connect.selfTest
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => run({ params: { path: { id: storeId } } })}
      >
        {words.run}
      </Button>
      <div role="status">
        {data ? (
          <>
            <Text className={data.stopped_at === null ? 'good' : 'warn'}>
              {data.stopped_at === null
                ? format(words.cameThrough, { ms: data.took_ms })
                : format(words.stopped, { stage: words.stages[data.stopped_at] })}
            </Text>
            {data.detail ? <Text size="xs">{data.detail}</Text> : null}
            {data.warnings.map((warning) => (
              <Text key={warning} size="xs" className="warn">
                {words.warnings[warning]}
              </Text>
            ))}
          </>
        ) : null}
        {test.error ? (
          <Text className="warn">
            {problem ? [problem.title, problem.detail].filter(Boolean).join('. ') : texts.noAnswer}
          </Text>
        ) : null}
      </div>
    </Stack>
  )
}
