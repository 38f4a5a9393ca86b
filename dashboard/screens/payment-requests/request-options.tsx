import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { Choice } from '../../parts/forms/choice.tsx'
import { ORDER_CURRENCIES } from '../orders/order-search.ts'
import type { RequestDraft } from './request-draft.ts'

const EXPIRIES = ['60', '1440', '4320', '10080', '43200'] as const
const LANGUAGES = ['es', 'en'] as const

/** Customer and options, folded. */
export const RequestOptions = ({
  draft,
  errors,
  change,
}: {
  draft: RequestDraft
  errors: Readonly<Record<string, string>>
  change: (changed: Partial<RequestDraft>) => void
}) => {
  const texts = useTexts().requests
  const field = (name: 'name' | 'phone' | 'email' | 'reference') => ({
    label: texts[name],
    value: draft[name],
    error: errors[name] ?? errors[`customer.${name}`],
    maxLength: name === 'phone' ? 50 : name === 'reference' ? 100 : 191,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.value }),
  })
  // Amount and description are above.
  const hasError = Object.keys(errors).some((path) => path !== 'amount' && path !== 'description')
  return (
    <details
      className="more-filters"
      open={hasError || undefined}
      // The browser cannot focus an invalid field in the fold, so it would do nothing.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true
      }}
    >
      <summary>{texts.more}</summary>
      <Stack gap="sm" mt="sm">
        <TextInput {...field('name')} autoComplete="off" />
        <TextInput {...field('phone')} type="tel" autoComplete="off" />
        <TextInput {...field('email')} type="email" autoComplete="off" />
        <Checkbox
          label={texts.sendEmail}
          description={texts.sendEmailHint}
          checked={draft.isMailed}
          disabled={draft.email.trim() === ''}
          onChange={({ currentTarget }) => change({ isMailed: currentTarget.checked })}
        />
        <TextInput {...field('reference')} description={texts.referenceHint} />
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          autosize
          maxLength={1_000}
          value={draft.note}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
        <Choice
          label={texts.expires}
          placeholder={texts.never}
          values={EXPIRIES}
          names={texts.expiries}
          value={EXPIRIES.find((minutes) => minutes === draft.expires)}
          set={(expires) => change({ expires })}
        />
        <Choice
          label={texts.language}
          placeholder={texts.ofCustomer}
          values={LANGUAGES}
          names={texts.languages}
          value={draft.language}
          set={(language) => change({ language })}
        />
        <Choice
          label={texts.currency}
          placeholder={texts.usual}
          values={ORDER_CURRENCIES}
          names={{}}
          value={ORDER_CURRENCIES.find((code) => code === draft.currency)}
          error={errors.currency}
          set={(currency) => change({ currency })}
        />
      </Stack>
    </details>
  )
}
