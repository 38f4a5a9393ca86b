import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { moneyText } from '../../../src/domain/money-text.ts'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { useConfirmation } from '../../parts/forms/act-button.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment, minuteLabel } from '../../parts/values/moment.tsx'
import { ShownOnce } from '../../parts/values/shown-once.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { type Made, NewKey } from './new-key.tsx'
import { pagesOfKeys } from './panel-queries.ts'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

export const ApiKeys = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { format, language } = useLanguage()
  const words = useStoreTexts().keys
  const [state, setState] = useState<'in_force' | 'all'>('in_force')
  const [made, setMade] = useState<Made>()
  return (
    <StoreSection
      id="keys"
      title={words.title}
      act={
        <DialogButton text={words.make} title={words.makeTitle} variant="default">
          {(close) => <NewKey store={store} close={close} shown={setMade} />}
        </DialogButton>
      }
    >
      {made ? (
        <ShownOnce
          key={made.apiKey}
          secrets={[{ label: made.name, value: made.apiKey }]}
          {...(made.until
            ? {
                note: format(words.overlap, {
                  until: minuteLabel(new Date(made.until), language),
                }),
              }
            : {})}
          close={() => setMade(undefined)}
        />
      ) : null}
      <PageList
        pages={usePages(pagesOfKeys(store.id, state))}
        empty={<Text c="dimmed">{words.none}</Text>}
      >
        {(keys) => (
          <Stack component="ul" gap={0} className="bare lines">
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} shown={setMade} />
            ))}
          </Stack>
        )}
      </PageList>
      <Switch
        label={words.showEnded}
        checked={state === 'all'}
        onChange={(event) => setState(event.currentTarget.checked ? 'all' : 'in_force')}
      />
    </StoreSection>
  )
}

const KeyRow = ({ apiKey, shown }: { apiKey: Schemas['ApiKey']; shown: (made: Made) => void }) => {
  const { format, language } = useLanguage()
  const words = useStoreTexts().keys
  const params = { path: { id: apiKey.id } }
  const rotate = useFormAction(use.useMutation('post', '/operator/v1/api-keys/{id}/rotate'), {
    after: ({ api_key, until }) => shown({ name: apiKey.name, apiKey: api_key, until }),
  })
  const revoke = useFormAction(use.useMutation('post', '/operator/v1/api-keys/{id}/revoke'), {
    done: words.revoked,
  })
  const { refund_limit: limit, refund_day_limit: dayLimit } = apiKey
  const confirm = useConfirmation()
  const question = {
    title: format(words.revokeTitle, { name: apiKey.name }),
    text: apiKey.last_used_at
      ? format(words.revokeUsed, {
          at: minuteLabel(new Date(apiKey.last_used_at), language),
        })
      : words.revokeUnused,
    confirm: words.revoke,
  }
  return (
    <li>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="sm">
            <Text fw={600}>
              <bdi>{apiKey.name}</bdi>
            </Text>
            {apiKey.hint ? <span className="code">{apiKey.hint}</span> : null}
            {apiKey.state === 'in_force' ? null : (
              <StatusBadge state="quiet" text={words.states[apiKey.state]} />
            )}
          </Group>
          {apiKey.state === 'in_force' ? (
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-md"
                loading={rotate.isPending}
                aria-label={`${words.rotate}: ${apiKey.name}`}
                onClick={() => rotate.run({ params, body: {} })}
              >
                {words.rotate}
              </Button>
              <Button
                variant="default"
                size="compact-md"
                loading={revoke.isPending}
                aria-label={`${words.revoke}: ${apiKey.name}`}
                onClick={() => confirm(question, () => revoke.run({ params }))}
              >
                {words.revoke}
              </Button>
            </Group>
          ) : null}
        </Group>
        <Facts
          facts={{
            [words.lastUsed]: apiKey.last_used_at ? (
              <Moment at={apiKey.last_used_at} />
            ) : (
              words.never
            ),
            [words.may]: apiKey.scopes.map((scope) => words.scopes[scope].name).join(', '),
            [words.limit]:
              apiKey.scopes.includes('refund') &&
              (limit ? moneyText(limit.amount, limit.currency, language) : words.noLimit),
            [words.dayLimit]: dayLimit && moneyText(dayLimit.amount, dayLimit.currency, language),
            [words.ends]: apiKey.expires_at && (
              <time dateTime={apiKey.expires_at}>
                {minuteLabel(new Date(apiKey.expires_at), language)}
              </time>
            ),
            [words.made]: <Moment at={apiKey.created_at} />,
          }}
        />
        <FormFailure act={rotate} />
        <FormFailure act={revoke} />
      </Stack>
    </li>
  )
}
