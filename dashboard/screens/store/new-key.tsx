import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SCOPES, type Scope } from '../../../src/domain/rights.ts'
import { type Schemas, use } from '../../app/api.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { useStoreTexts } from './store-texts.ts'

const CURRENCIES = ['HNL', 'USD']

const LIMITS = [
  { name: 'limit', field: 'refund_limit' },
  { name: 'dayLimit', field: 'refund_day_limit' },
] as const

const LIMIT_FIELDS = LIMITS.flatMap(({ field }) => [field, `${field}.amount`])

type Limits = Record<(typeof LIMITS)[number]['name'], string>

const limitsOf = (limits: Limits, currency: string) =>
  Object.fromEntries(
    LIMITS.flatMap(({ name, field }) => {
      const amount = limits[name].trim()
      return amount ? [[field, { amount, currency }]] : []
    }),
  )

export interface Made {
  name: string
  apiKey: string
  /** Expiry of the replaced key. */
  until?: string
}

export const NewKey = ({
  store,
  close,
  shown,
}: {
  store: Schemas['WholeStore']
  close: () => void
  shown: (made: Made) => void
}) => {
  const words = useStoreTexts().keys
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['read', 'checkout'])
  const [limits, setLimits] = useState({ limit: '', dayLimit: '' })
  const [currency, setCurrency] = useState('HNL')
  const [lastDay, setLastDay] = useState('')
  const act = useFormAction(use.useMutation('post', '/operator/v1/stores/{id}/api-keys'), {
    after: ({ api_key: apiKey }) => {
      shown({ name: name.trim(), apiKey })
      close()
    },
  })
  const mayRefund = scopes.includes('refund')
  const fields = ['name', 'scopes', ...LIMIT_FIELDS, 'expires_at']
  return (
    <Form
      submit={() =>
        act.run({
          params: { path: { id: store.id } },
          body: {
            name: name.trim(),
            scopes,
            ...(mayRefund ? limitsOf(limits, currency) : {}),
            // End of day in the reader's time zone.
            ...(lastDay ? { expires_at: new Date(`${lastDay}T23:59:59`).toISOString() } : {}),
          },
        })
      }
      send={words.makeIt}
      isPending={act.isPending}
      canSend={name.trim() !== '' && scopes.length > 0}
      close={close}
    >
      <TextInput
        data-autofocus
        required
        label={words.name}
        description={words.nameHint}
        maxLength={100}
        value={name}
        error={act.errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label={words.may}
        value={scopes}
        error={act.errors.scopes}
        onChange={(chosen) => setScopes(SCOPES.filter((scope) => chosen.includes(scope)))}
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={words.scopes[scope].name}
              description={words.scopes[scope].about}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {mayRefund ? (
        <Group gap="sm" align="flex-end">
          {LIMITS.map(({ name, field }) => (
            <TextInput
              key={name}
              flex={1}
              label={words[name]}
              placeholder={words.noLimit}
              inputMode="decimal"
              value={limits[name]}
              error={act.errors[field] ?? act.errors[`${field}.amount`]}
              onChange={({ currentTarget: { value } }) => setLimits({ ...limits, [name]: value })}
            />
          ))}
          <Select
            w={110}
            aria-label={words.currency}
            allowDeselect={false}
            data={CURRENCIES}
            value={currency}
            onChange={(chosen) => setCurrency(chosen ?? 'HNL')}
          />
        </Group>
      ) : null}
      <TextInput
        type="date"
        label={words.lastDay}
        description={words.lastDayHint}
        value={lastDay}
        error={act.errors.expires_at}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
      <FormFailure act={act} fields={fields} />
    </Form>
  )
}
