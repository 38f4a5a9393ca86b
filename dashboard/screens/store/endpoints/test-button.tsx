import { Button, Text } from '@mantine/core'
import type { Schemas } from '../../../app/api.ts'
import { useLanguage } from '../../../app/language.ts'
import { useStoreTexts } from '../store-texts.ts'

export const TestButton = ({
  url,
  isPending,
  run,
}: {
  url: string
  isPending: boolean
  run: () => void
}) => {
  const words = useStoreTexts().endpoints
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={isPending}
      aria-label={`${words.test}: ${url}`}
      onClick={run}
    >
      {words.test}
    </Button>
  )
}

/** Shows the answer of the receiver. */
export const ShownTest = ({ result }: { result: Schemas['EndpointTest'] | undefined }) => {
  const { format } = useLanguage()
  const words = useStoreTexts().endpoints
  return (
    <div role="status">
      {result ? (
        <Text size="sm" className={result.accepted ? 'good' : 'warn'}>
          {result.accepted
            ? format(words.accepted, { status: result.status ?? 0, ms: result.duration_ms ?? 0 })
            : format(words.notAccepted, { error: result.error ?? `HTTP ${result.status}` })}
        </Text>
      ) : null}
      {result?.answer && !result.accepted ? (
        <Text size="xs" c="dimmed">
          <bdi>{result.answer}</bdi>
        </Text>
      ) : null}
    </div>
  )
}
