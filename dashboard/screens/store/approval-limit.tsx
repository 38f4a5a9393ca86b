import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { readAmountFromZero } from '../../../src/domain/typed-amount.ts'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

const FIELDS = ['limit.amount', 'limit.currency'] as const

/** Amount above which a refund needs a second person. Empty: none does. */
export const ApprovalLimit = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { language } = useLanguage()
  const texts = useStoreTexts().approval
  const limit = store.approval_limit
  const [amount, setAmount] = useState(limit?.amount ?? '')
  const [code, setCode] = useState(limit?.currency ?? 'HNL')
  const act = useFormAction(use.useMutation('patch', '/operator/v1/stores/{id}/approval-limit'), {
    done: texts.saved,
  })
  const currency = currencyByCode(code)
  const typed = amount.trim()
  const read = typed && currency ? readAmountFromZero(typed, currency) : undefined
  const money = read?.ok ? read.money : undefined
  const canSend = currency !== undefined && (typed === '' || money !== undefined)
  const amountError = read && !read.ok ? read.message[language] : act.errors['limit.amount']
  return (
    <StoreSection id="approval" title={texts.title}>
      <LimitFacts store={store} />
      <Form
        submit={() =>
          act.run({
            params: { path: { id: store.id } },
            body: { limit: money ? { amount: formatMoney(money), currency: code } : null },
          })
        }
        send={texts.save}
        isPending={act.isPending}
        canSend={canSend}
      >
        <Group gap="sm" align="flex-start" className="filters">
          <TextInput
            label={texts.amount}
            inputMode="decimal"
            maxLength={40}
            value={amount}
            error={amountError}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <TextInput
            label={texts.currency}
            maxLength={3}
            value={code}
            error={currency ? act.errors['limit.currency'] : texts.noCurrency}
            onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          />
        </Group>
        <FormFailure act={act} fields={FIELDS} />
      </Form>
    </StoreSection>
  )
}

const LimitFacts = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useStoreTexts().approval
  const { approval_limit: limit, former_approval_limit: former } = store
  const until = store.former_approval_limit_until
  return (
    <>
      <Text>
        {limit ? (
          <>
            {texts.now} <Amount amount={limit.amount} currency={limit.currency} />
          </>
        ) : (
          texts.none
        )}
      </Text>
      {former && until ? (
        <p className="notice">
          <span>
            {texts.former} <Amount amount={former.amount} currency={former.currency} />.{' '}
            {texts.until} <Moment at={until} />.
          </span>
        </p>
      ) : null}
      <Text c="dimmed">
        {texts.about} {texts.amountHint}
      </Text>
    </>
  )
}
