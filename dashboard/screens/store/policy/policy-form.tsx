import { Button, Group, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import { type Schemas, use } from '../../../app/api.ts'
import { nameOf, useLanguage } from '../../../app/language.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFailure } from '../../../parts/forms/form-failure.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useFormAction } from '../../../parts/forms/use-form-action.ts'
import { NoMailServer } from '../reports/no-mail-server.tsx'
import { type StoreTexts, useStoreTexts } from '../store-texts.ts'
import { PLATFORM_DECISIONS } from './platform-decisions.ts'
import { type DecisionWords, Options, PlatformField } from './platform-field.tsx'
import { changesOf, draftOf, type PolicyDraft, wrongDecisions } from './policy-draft.ts'

/** Labels are in `name_options`. */
type ChoiceName = keyof PolicyDraft & NameBefore<keyof StoreTexts['policy'], '_options'>
type NameBefore<Key, End extends string> = Key extends `${infer Name}${End}` ? Name : never

/** `name_hint` has the hint, `name_wrong` the problem. */
type TextName =
  | 'card_page_accent_color'
  | 'mails_reply_to'
  | 'name_template'
  | 'description_template'

type SwitchName = {
  [Name in keyof PolicyDraft]: PolicyDraft[Name] extends boolean ? Name : never
}[keyof PolicyDraft]

export const PolicyForm = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { texts, format } = useLanguage()
  const words = useStoreTexts().policy
  const saved = draftOf(store.decisions)
  const draft = useDraft(saved)
  const { values, set } = draft
  const act = useFormAction(use.useMutation('patch', '/operator/v1/stores/{id}'), {
    done: words.saved,
    after: draft.reset,
  })
  const changes = changesOf(saved, values)
  const hasChanged = Object.keys(changes).length > 0
  const wrong = wrongDecisions(values)
  const says = (decision: string, text: string) => (wrong.has(decision) ? text : undefined)
  const decisions = PLATFORM_DECISIONS[store.platform] ?? []
  const platformWords: Readonly<Record<string, Readonly<Record<string, DecisionWords>>>> =
    words.platform
  const choice = <Name extends ChoiceName>(name: Name) => (
    <Options
      label={words[name]}
      options={Object.entries(words[`${name}_options`])}
      value={values[name]}
      onChange={(chosen) => set(name, chosen as PolicyDraft[Name])}
    />
  )
  const typed = (name: TextName | 'sales_tax_value' | 'tip_percentages' | 'nightly_days') => ({
    label: words[name],
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })
  const text = (name: TextName) => (
    <TextInput
      {...typed(name)}
      description={words[`${name}_hint`]}
      maxLength={600}
      error={says(name, words[`${name}_wrong`])}
    />
  )
  const yesNo = (name: SwitchName, label: string, hint?: string) => (
    <Switch
      label={label}
      description={hint}
      checked={values[name]}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  )
  return (
    <section className="card section" aria-labelledby="policy">
      <Form
        submit={() => act.run({ params: { path: { id: store.id } }, body: { policy: changes } })}
        send={words.save}
        isPending={act.isPending}
        canSend={hasChanged && wrong.size === 0}
        others={
          hasChanged ? (
            <Button variant="default" onClick={draft.reset}>
              {words.undo}
            </Button>
          ) : null
        }
        gap="xl"
      >
        <div>
          <Title order={2} id="policy" className="anchor">
            {words.title}
          </Title>
          <Text c="dimmed">{words.about}</Text>
        </div>
        <Decisions title={words.groups.order}>
          {choice('on_conflict')}
          {choice('on_expiry')}
          <div>
            <Text fw={500}>{words.confirm_above}</Text>
            <Text size="xs" c="dimmed">
              {words.confirm_above_hint}
            </Text>
          </div>
          <Group gap="sm" align="flex-start" className="filters">
            {Object.entries(values.confirm_above).map(([currency, limit]) => (
              <TextInput
                key={currency}
                label={currency}
                inputMode="decimal"
                value={limit}
                error={says('confirm_above', words.confirm_above_wrong)}
                onChange={({ currentTarget: { value } }) =>
                  set('confirm_above', { ...values.confirm_above, [currency]: value })
                }
              />
            ))}
          </Group>
        </Decisions>
        <Decisions title={words.groups.checkout}>
          {choice('checkout_mode')}
          {values.checkout_mode === 'card_page' ? (
            <>
              {choice('card_page_theme')}
              {text('card_page_accent_color')}
            </>
          ) : null}
        </Decisions>
        <Decisions title={words.groups.page}>
          {text('name_template')}
          {text('description_template')}
          {yesNo('lock_customer_fields', words.lock_customer_fields)}
        </Decisions>
        <Decisions title={words.groups.amounts}>
          {yesNo('service_fee', words.service_fee, words.service_fee_hint)}
          <Group gap="sm" align="flex-start" className="filters">
            <Select
              label={words.sales_tax}
              allowDeselect={false}
              data={Object.entries(words.sales_tax_options).map(([value, label]) => ({
                value,
                label,
              }))}
              value={values.sales_tax_type}
              onChange={(chosen) =>
                set('sales_tax_type', (chosen ?? 'none') as PolicyDraft['sales_tax_type'])
              }
            />
            {values.sales_tax_type === 'none' ? null : (
              <TextInput
                {...typed('sales_tax_value')}
                inputMode="decimal"
                rightSection={values.sales_tax_type === 'percentage' ? '%' : undefined}
                error={says('sales_tax', words.sales_tax_wrong)}
              />
            )}
          </Group>
          {yesNo('has_tip', words.tip)}
          {values.has_tip ? (
            <>
              <TextInput
                {...typed('tip_percentages')}
                description={words.tip_percentages_hint}
                error={says('tip', words.tip_wrong)}
              />
              {yesNo('tip_allow_custom', words.tip_allow_custom)}
            </>
          ) : null}
        </Decisions>
        <Decisions title={words.groups.cards}>
          {yesNo('save_cards', words.save_cards, words.save_cards_hint)}
          {choice('saved_card_on_decline')}
          {choice('saved_card_route')}
        </Decisions>
        <Decisions title={words.groups.mails}>
          <NoMailServer storeId={store.id} />
          {choice('mails_orders')}
          {text('mails_reply_to')}
        </Decisions>
        <Decisions title={words.groups.night}>
          {yesNo('nightly', words.nightly)}
          <TextInput
            {...typed('nightly_days')}
            inputMode="numeric"
            w={{ base: '100%', sm: 260 }}
            error={says('reconcile', words.reconcile_wrong)}
          />
        </Decisions>
        {decisions.length > 0 ? (
          <Decisions
            title={format(words.groups.platform, {
              platform: nameOf(texts.platforms, store.platform),
            })}
          >
            {decisions.map((decision) => (
              <PlatformField
                key={decision.name}
                decision={decision}
                words={platformWords[store.platform]?.[decision.name]}
                value={values.platform[decision.name]}
                set={(value) => {
                  const { [decision.name]: _, ...others } = values.platform
                  set(
                    'platform',
                    value === undefined ? others : { ...values.platform, [decision.name]: value },
                  )
                }}
              />
            ))}
          </Decisions>
        ) : null}
        <FormFailure act={act} />
      </Form>
    </section>
  )
}

const Decisions = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend>{title}</legend>
    <Stack gap="md" mt="xs">
      {children}
    </Stack>
  </fieldset>
)
