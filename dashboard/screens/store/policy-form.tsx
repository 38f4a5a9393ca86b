import {
  Button,
  Group,
  Radio,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { type Names, nameOf, useLanguage } from '../../app/language.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { PLATFORM_DECISIONS, type PlatformDecision } from './platform-decisions.ts'
import { changesOf, draftOf, type PolicyDraft, wholeOf, wrongDecisions } from './policy-draft.ts'

export const PolicyForm = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { texts, format } = useLanguage()
  const words = texts.store.policy
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
  /** `name_options` holds the labels. */
  const choice = <Name extends ChoiceName>(name: Name) => (
    <Radio.Group
      label={words[name]}
      value={values[name]}
      onChange={(chosen) => set(name, chosen as PolicyDraft[Name])}
    >
      <Stack gap="xs" mt="xs">
        {Object.entries(words[`${name}_options`]).map(([value, label]) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
  const text = (
    name: 'card_page_accent_color' | 'name_template' | 'description_template',
    hint: string,
    problem: string,
  ) => (
    <TextInput
      label={words[name]}
      description={hint}
      maxLength={600}
      value={values[name]}
      error={says(name, problem)}
      onChange={(event) => set(name, event.currentTarget.value)}
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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!hasChanged || wrong.size > 0) return
          act.run({ params: { path: { id: store.id } }, body: { policy: changes } })
        }}
      >
        <Stack gap="xl">
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
              {Object.entries(values.confirm_above).map(([currency, typed]) => (
                <TextInput
                  key={currency}
                  label={currency}
                  inputMode="decimal"
                  value={typed}
                  error={says('confirm_above', words.confirm_above_wrong)}
                  onChange={(event) =>
                    set('confirm_above', {
                      ...values.confirm_above,
                      [currency]: event.currentTarget.value,
                    })
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
                {text(
                  'card_page_accent_color',
                  words.card_page_accent_color_hint,
                  words.card_page_accent_color_wrong,
                )}
              </>
            ) : null}
          </Decisions>
          <Decisions title={words.groups.page}>
            {text('name_template', words.name_template_hint, words.name_template_wrong)}
            {text(
              'description_template',
              words.description_template_hint,
              words.description_template_wrong,
            )}
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
                  label={words.sales_tax_value}
                  inputMode="decimal"
                  rightSection={values.sales_tax_type === 'percentage' ? '%' : undefined}
                  value={values.sales_tax_value}
                  error={says('sales_tax', words.sales_tax_wrong)}
                  onChange={(event) => set('sales_tax_value', event.currentTarget.value)}
                />
              )}
            </Group>
            {yesNo('has_tip', words.tip)}
            {values.has_tip ? (
              <>
                <TextInput
                  label={words.tip_percentages}
                  description={words.tip_percentages_hint}
                  value={values.tip_percentages}
                  error={says('tip', words.tip_wrong)}
                  onChange={(event) => set('tip_percentages', event.currentTarget.value)}
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
          <Decisions title={words.groups.night}>
            {yesNo('nightly', words.nightly)}
            <TextInput
              label={words.nightly_days}
              inputMode="numeric"
              w={{ base: '100%', sm: 260 }}
              value={values.nightly_days}
              error={says('reconcile', words.reconcile_wrong)}
              onChange={(event) => set('nightly_days', event.currentTarget.value)}
            />
          </Decisions>
          {decisions.length > 0 ? (
            <Decisions
              title={format(words.groups.platform, {
                platform: nameOf(texts.platforms, store.platform),
              })}
            >
              {decisions.map((decision) => (
                <OfPlatform
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
          <Group gap="sm">
            <Button type="submit" loading={act.isPending} disabled={!hasChanged || wrong.size > 0}>
              {words.save}
            </Button>
            {hasChanged ? (
              <Button variant="default" onClick={draft.reset}>
                {words.undo}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </form>
    </section>
  )
}

type ChoiceName =
  | 'on_conflict'
  | 'on_expiry'
  | 'checkout_mode'
  | 'card_page_theme'
  | 'saved_card_route'
  | 'saved_card_on_decline'

type SwitchName =
  | 'save_cards'
  | 'lock_customer_fields'
  | 'service_fee'
  | 'has_tip'
  | 'tip_allow_custom'
  | 'nightly'

const Decisions = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend>{title}</legend>
    <Stack gap="md" mt="xs">
      {children}
    </Stack>
  </fieldset>
)

interface DecisionWords {
  label: string
  hint?: string
  options?: Names
}

const OfPlatform = ({
  decision,
  words,
  value,
  set,
}: {
  decision: PlatformDecision
  words: DecisionWords | undefined
  value: unknown
  set: (value: unknown) => void
}) => {
  const { name, kind } = decision
  const shared = { label: words?.label ?? name, description: words?.hint }
  switch (kind) {
    case 'switch':
      return (
        <Switch
          {...shared}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Radio.Group {...shared} value={String(value ?? '')} onChange={set}>
          <Stack gap="xs" mt="xs">
            {decision.options.map((option) => (
              <Radio key={option} value={option} label={words?.options?.[option] ?? option} />
            ))}
          </Stack>
        </Radio.Group>
      )
    case 'names':
      return (
        <Textarea
          {...shared}
          autosize
          value={Array.isArray(value) ? value.join('\n') : String(value ?? '')}
          onChange={(event) => set(event.currentTarget.value.split('\n'))}
        />
      )
    case 'whole':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          w={{ base: '100%', sm: 320 }}
          value={value === undefined ? '' : String(value)}
          onChange={(event) => {
            const typed = event.currentTarget.value
            const whole = wholeOf(typed)
            set(typed.trim() === '' ? undefined : Number.isNaN(whole) ? typed : whole)
          }}
        />
      )
    case 'text':
      return (
        <TextInput
          {...shared}
          maxLength={191}
          value={value === undefined ? '' : String(value)}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      )
  }
}
