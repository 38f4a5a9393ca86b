import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { readPositiveAmount } from '../../../src/domain/typed-amount.ts'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { ProblemText } from '../../parts/values/problem-text.tsx'

const LIMITS = ['operator_refund_limit', 'operator_refund_day_limit'] as const
type Name = (typeof LIMITS)[number]

/** Operators' limit per refund or per day. */
export const RefundLimit = ({
  organization,
  name,
}: {
  organization: Schemas['Organization']
  name: Name
}) => {
  const { texts: all, language } = useLanguage()
  const texts = all.people.limit
  const limit = organization[name]
  const [amount, setAmount] = useState(limit?.amount ?? '')
  const [code, setCode] = useState(limit?.currency ?? 'HNL')
  const mutation = use.useMutation('patch', '/operator/v1/organizations/{id}')
  const act = useAction(mutation, texts.saved)
  const currency = currencyByCode(code)
  const typed = amount.trim()
  const read = typed && currency ? readPositiveAmount(typed, currency) : undefined
  const money = read?.ok ? read.money : undefined
  const canSave = currency !== undefined && (typed === '' || money !== undefined)
  const { title, none, hint } = texts[name]
  return (
    <form
      className="card figure"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!canSave) return
        act.run({
          params: { path: { id: organization.id } },
          body: { [name]: money ? { amount: formatMoney(money), currency: code } : null },
        })
      }}
    >
      <Stack gap="sm">
        <Title order={3}>{title}</Title>
        <Text size="xl" fw={700}>
          {limit ? <Amount amount={limit.amount} currency={limit.currency} /> : none}
        </Text>
        <Text c="dimmed">{hint}</Text>
        <Group gap="sm" align="flex-start" className="filters">
          <TextInput
            label={texts.amount}
            inputMode="decimal"
            maxLength={40}
            value={amount}
            error={read && !read.ok && read.message[language]}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <TextInput
            label={texts.currency}
            maxLength={3}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          />
        </Group>
        <ProblemText error={mutation.error} />
        <Button
          type="submit"
          variant="default"
          style={{ alignSelf: 'start' }}
          disabled={!canSave}
          loading={act.isPending}
        >
          {all.save}
        </Button>
      </Stack>
    </form>
  )
}

export const RefundLimits = ({ organization }: { organization: Schemas['Organization'] }) =>
  LIMITS.map((name) => <RefundLimit key={name} organization={organization} name={name} />)
