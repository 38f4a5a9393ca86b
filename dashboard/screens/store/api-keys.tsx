import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { api, type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { Failed } from '../../parts/loaded.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { amountText } from '../../parts/values/amount.tsx'
import { Fact } from '../../parts/values/fact.tsx'
import { Moment, minuteLabel } from '../../parts/values/moment.tsx'
import { ShownOnce } from '../../parts/values/shown-once.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { type Made, NewKey } from './new-key.tsx'

export const ApiKeys = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { texts, format, language } = useLanguage()
  const [state, setState] = useState<'in_force' | 'all'>('in_force')
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Made>()
  const pages = usePages(['api-keys', store.id, state], (cursor, signal) =>
    api.GET('/operator/v1/api-keys', {
      params: { query: { store_id: store.id, state, limit: 20, ...cursor } },
      signal,
    }),
  )
  return (
    <section className="card section" aria-labelledby="keys">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} id="keys" className="anchor">
            {texts.store.keys.title}
          </Title>
          <Button variant="default" onClick={() => setMaking(true)}>
            {texts.store.keys.make}
          </Button>
        </Group>
        <NewKey
          store={store}
          isOpen={isMaking}
          close={() => setMaking(false)}
          shown={(key) => {
            setMade(key)
            setMaking(false)
          }}
        />
        {made ? (
          <ShownOnce
            key={made.apiKey}
            secrets={[{ label: made.name, value: made.apiKey }]}
            {...(made.until
              ? {
                  note: format(texts.store.keys.overlap, {
                    until: minuteLabel(new Date(made.until), language),
                  }),
                }
              : {})}
            close={() => setMade(undefined)}
          />
        ) : null}
        {pages.error ? (
          <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
        ) : (
          <Stack component="ul" gap={0} className="bare lines">
            {pages.rows.map((key) => (
              <KeyRow key={key.id} apiKey={key} shown={setMade} />
            ))}
          </Stack>
        )}
        {pages.isSuccess && pages.rows.length === 0 ? (
          <Text c="dimmed">{texts.store.keys.none}</Text>
        ) : null}
        <MoreButton pages={pages} />
        <Switch
          label={texts.store.keys.showEnded}
          checked={state === 'all'}
          onChange={(event) => setState(event.currentTarget.checked ? 'all' : 'in_force')}
        />
      </Stack>
    </section>
  )
}

const KeyRow = ({ apiKey, shown }: { apiKey: Schemas['ApiKey']; shown: (made: Made) => void }) => {
  const { texts, format, language } = useLanguage()
  const params = { path: { id: apiKey.id } }
  const rotate = useFormAction(use.useMutation('post', '/operator/v1/api-keys/{id}/rotate'), {
    after: ({ api_key, until }) => shown({ name: apiKey.name, apiKey: api_key, until }),
  })
  const revoke = useFormAction(use.useMutation('post', '/operator/v1/api-keys/{id}/revoke'), {
    done: texts.store.keys.revoked,
  })
  const { refund_limit: limit, refund_day_limit: dayLimit } = apiKey
  const confirmRevoke = () =>
    modals.openConfirmModal({
      title: format(texts.store.keys.revokeTitle, { name: apiKey.name }),
      children: apiKey.last_used_at
        ? format(texts.store.keys.revokeUsed, {
            at: minuteLabel(new Date(apiKey.last_used_at), language),
          })
        : texts.store.keys.revokeUnused,
      labels: { confirm: texts.store.keys.revoke, cancel: texts.cancel },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.run({ params }),
    })
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
              <StatusBadge state="quiet" text={texts.store.keys.states[apiKey.state]} />
            )}
          </Group>
          {apiKey.state === 'in_force' ? (
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-md"
                loading={rotate.isPending}
                aria-label={`${texts.store.keys.rotate}: ${apiKey.name}`}
                onClick={() => rotate.run({ params, body: {} })}
              >
                {texts.store.keys.rotate}
              </Button>
              <Button
                variant="default"
                size="compact-md"
                loading={revoke.isPending}
                aria-label={`${texts.store.keys.revoke}: ${apiKey.name}`}
                onClick={confirmRevoke}
              >
                {texts.store.keys.revoke}
              </Button>
            </Group>
          ) : null}
        </Group>
        <dl className="facts">
          <Fact name={texts.store.keys.lastUsed}>
            {apiKey.last_used_at ? <Moment at={apiKey.last_used_at} /> : texts.store.keys.never}
          </Fact>
          <Fact name={texts.store.keys.may}>
            {apiKey.scopes.map((scope) => texts.store.keys.scopes[scope].name).join(', ')}
          </Fact>
          {apiKey.scopes.includes('refund') ? (
            <Fact name={texts.store.keys.limit}>
              {limit
                ? amountText(limit.amount, limit.currency, language)
                : texts.store.keys.noLimit}
            </Fact>
          ) : null}
          {dayLimit ? (
            <Fact name={texts.store.keys.dayLimit}>
              {amountText(dayLimit.amount, dayLimit.currency, language)}
            </Fact>
          ) : null}
          {apiKey.expires_at ? (
            <Fact name={texts.store.keys.ends}>
              <time dateTime={apiKey.expires_at}>
                {minuteLabel(new Date(apiKey.expires_at), language)}
              </time>
            </Fact>
          ) : null}
          <Fact name={texts.store.keys.made}>
            <Moment at={apiKey.created_at} />
          </Fact>
        </dl>
        <FormFailure act={rotate} />
        <FormFailure act={revoke} />
      </Stack>
    </li>
  )
}
