import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SCOPES, type Scope } from '../../../src/domain/rights.ts'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormButtons } from '../../parts/forms/form-buttons.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'

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

interface Props {
  store: Schemas['WholeStore']
  isOpen: boolean
  close: () => void
  shown: (made: Made) => void
}

export const NewKey = (props: Props) => {
  const texts = useTexts()
  return (
    <Dialog opened={props.isOpen} onClose={props.close} title={texts.store.keys.makeTitle}>
      <NewKeyForm {...props} />
    </Dialog>
  )
}

const NewKeyForm = ({ store, close, shown }: Props) => {
  const texts = useTexts()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['read', 'checkout'])
  const [limits, setLimits] = useState({ limit: '', dayLimit: '' })
  const [currency, setCurrency] = useState('HNL')
  const [lastDay, setLastDay] = useState('')
  const act = useFormAction(use.useMutation('post', '/operator/v1/stores/{id}/api-keys'), {
    after: ({ api_key: apiKey }) => shown({ name: name.trim(), apiKey }),
  })
  const mayRefund = scopes.includes('refund')
  const fields = ['name', 'scopes', ...LIMIT_FIELDS, 'expires_at']
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
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
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          required
          label={texts.store.keys.name}
          description={texts.store.keys.nameHint}
          maxLength={100}
          value={name}
          error={act.errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={texts.store.keys.may}
          value={scopes}
          error={act.errors.scopes}
          onChange={(chosen) => setScopes(SCOPES.filter((scope) => chosen.includes(scope)))}
        >
          <Stack gap="xs" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={texts.store.keys.scopes[scope].name}
                description={texts.store.keys.scopes[scope].about}
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
                label={texts.store.keys[name]}
                placeholder={texts.store.keys.noLimit}
                inputMode="decimal"
                value={limits[name]}
                error={act.errors[field] ?? act.errors[`${field}.amount`]}
                onChange={({ currentTarget: { value } }) => setLimits({ ...limits, [name]: value })}
              />
            ))}
            <Select
              w={110}
              aria-label={texts.store.keys.currency}
              allowDeselect={false}
              data={CURRENCIES}
              value={currency}
              onChange={(chosen) => setCurrency(chosen ?? 'HNL')}
            />
          </Group>
        ) : null}
        <TextInput
          type="date"
          label={texts.store.keys.lastDay}
          description={texts.store.keys.lastDayHint}
          value={lastDay}
          error={act.errors.expires_at}
          onChange={(event) => setLastDay(event.currentTarget.value)}
        />
        <FormFailure act={act} fields={fields} />
        <FormButtons
          send={texts.store.keys.makeIt}
          isPending={act.isPending}
          isDisabled={name.trim() === '' || scopes.length === 0}
          close={close}
        />
      </Stack>
    </form>
  )
}
