import { Button, Group, Stack, Text } from '@mantine/core'
import { type Schemas, use } from '../../../app/api.ts'
import { useLanguage } from '../../../app/language.ts'
import { DialogButton } from '../../../parts/dialog.tsx'
import { useConfirmation } from '../../../parts/forms/act-button.tsx'
import { FormFailure } from '../../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../../parts/forms/use-form-action.ts'
import { Facts } from '../../../parts/values/facts.tsx'
import { Moment, minuteLabel } from '../../../parts/values/moment.tsx'
import { StatusBadge } from '../../../parts/values/status-badge.tsx'
import { useStoreTexts } from '../store-texts.ts'
import { EndpointChange, type NewSecret } from './endpoint-form.tsx'
import { Replay } from './replay.tsx'
import { ShownTest, TestButton } from './test-button.tsx'

type Endpoint = Schemas['NotificationEndpoint']

const TONES = { enabled: 'told', failing: 'waiting', disabled: 'failed' } as const

export const EndpointItem = ({
  endpoint,
  shown,
}: {
  endpoint: Endpoint
  shown: (made: NewSecret) => void
}) => {
  const { texts, format, language } = useLanguage()
  const words = useStoreTexts().endpoints
  const names: Readonly<Record<string, string>> = texts.deliveries.notificationTypes
  const mutation = use.useMutation('post', '/operator/v1/endpoints/{id}/test')
  const test = useFormAction(mutation, {})
  const { url, state } = endpoint
  return (
    <li>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text className="code">
            <bdi>{url}</bdi>
          </Text>
          <StatusBadge state={TONES[state]} text={words.states[state]} />
        </Group>
        {state === 'disabled' ? (
          <Text size="sm" className="warn">
            {endpoint.disabled_by === 'failures'
              ? words.disabledByFailures
              : words.disabledByPerson}
          </Text>
        ) : null}
        <Facts
          facts={{
            [words.description]: endpoint.description && <bdi>{endpoint.description}</bdi>,
            [words.events]:
              endpoint.events?.map((type) => names[type] ?? type).join(', ') ?? words.allEvents,
            [words.secret]: endpoint.secret_hint && (
              <span className="code">{endpoint.secret_hint}</span>
            ),
            [words.overlapsUntil]:
              endpoint.previous_until && minuteLabel(new Date(endpoint.previous_until), language),
            [words.failingSince]: endpoint.failing_since && (
              <>
                <Moment at={endpoint.failing_since} />
                {endpoint.last_error ? <bdi> · {endpoint.last_error}</bdi> : null}
              </>
            ),
            [words.missedSince]: endpoint.missed_since && <Moment at={endpoint.missed_since} />,
          }}
        />
        <Group gap="xs">
          <TestButton
            url={url}
            isPending={test.isPending}
            run={() => test.run({ params: { path: { id: endpoint.id } } })}
          />
          {state === 'disabled' ? null : (
            <DialogButton
              text={words.replay}
              label={`${words.replay}: ${url}`}
              size="compact-md"
              title={format(words.replayTitle, { url })}
              variant="default"
            >
              {(close) => <Replay endpoint={endpoint} close={close} />}
            </DialogButton>
          )}
          <DialogButton
            text={words.change}
            label={`${words.change}: ${url}`}
            size="compact-md"
            title={words.changeTitle}
            variant="default"
          >
            {(close) => <EndpointChange endpoint={endpoint} close={close} />}
          </DialogButton>
          <Acts endpoint={endpoint} shown={shown} />
        </Group>
        <ShownTest result={mutation.data} />
        <FormFailure act={test} />
      </Stack>
    </li>
  )
}

const Acts = ({ endpoint, shown }: { endpoint: Endpoint; shown: (made: NewSecret) => void }) => {
  const { texts, format } = useLanguage()
  const ofStore = useStoreTexts()
  const words = ofStore.endpoints
  const { id, url, state } = endpoint
  const params = { path: { id } }
  const confirm = useConfirmation()
  const change = useFormAction(use.useMutation('patch', '/operator/v1/endpoints/{id}'), {
    done: texts.saved,
  })
  const rotate = useFormAction(
    use.useMutation('post', '/operator/v1/endpoints/{id}/secret/rotate'),
    { after: ({ secret, previous_until: until }) => shown({ url, secret, until }) },
  )
  const remove = useFormAction(use.useMutation('delete', '/operator/v1/endpoints/{id}'), {
    done: words.removed,
  })
  const isDisabled = state === 'disabled'
  const rotation = {
    title: words.rotateTitle,
    text: ofStore.notify.rotateText,
    confirm: words.rotate,
  }
  const disabling = { title: words.disableTitle, text: words.disableText, confirm: words.disable }
  const removal = {
    title: format(words.removeTitle, { url }),
    text: words.removeText,
    confirm: words.remove,
  }
  const button = { variant: 'default', size: 'compact-md' } as const
  return (
    <>
      <Button
        {...button}
        loading={rotate.isPending}
        aria-label={`${words.rotate}: ${url}`}
        onClick={() => confirm(rotation, () => rotate.run({ params, body: {} }))}
      >
        {words.rotate}
      </Button>
      <Button
        {...button}
        loading={change.isPending}
        aria-label={`${isDisabled ? words.enable : words.disable}: ${url}`}
        onClick={() =>
          isDisabled
            ? change.run({ params, body: { enabled: true } })
            : confirm(disabling, () => change.run({ params, body: { enabled: false } }))
        }
      >
        {isDisabled ? words.enable : words.disable}
      </Button>
      <Button
        {...button}
        loading={remove.isPending}
        aria-label={`${words.remove}: ${url}`}
        onClick={() => confirm(removal, () => remove.run({ params }))}
      >
        {words.remove}
      </Button>
      {[change, rotate, remove].map((act, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <FormFailure key={index} act={act} />
      ))}
    </>
  )
}
